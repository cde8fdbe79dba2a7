use kernel::Timestamp;
use quick_xml::{
    events::Event,
    name::{Namespace, ResolveResult::Bound},
    reader::NsReader,
};
use reqwest::StatusCode;
use url::Url;

use super::fetch;
use crate::support::TestApp;

const NAMESPACE: &[u8] = b"http://www.sitemaps.org/schemas/sitemap/0.9";
const MAX_ENTRIES: usize = 50_000;
const MAX_ADDRESS: usize = 2_048;

/// What the schema of the protocol lets a `url` or `sitemap` have, of which we write two.
#[derive(Debug, Default)]
struct Entry {
    loc: Option<String>,
    lastmod: Option<String>,
}

/// Reads a file whose root and entries have these names, and fails if the schema of the protocol does not allow it.
fn parse(text: &str, root: &str, entry: &str) -> Result<Vec<Entry>, String> {
    let mut reader = NsReader::from_str(text);
    let mut entries: Vec<Entry> = vec![];
    let mut open: Vec<String> = vec![];
    loop {
        match reader.read_resolved_event().map_err(|error| error.to_string())? {
            (namespace, Event::Start(start)) => {
                if namespace != Bound(Namespace(NAMESPACE)) {
                    return Err(format!("{start:?} is in another namespace"));
                }
                open.push(String::from_utf8_lossy(start.local_name().as_ref()).into_owned());
                let path: Vec<&str> = open.iter().map(String::as_str).collect();
                match path[..] {
                    [first] if first == root && entries.is_empty() => {}
                    [_, second] if second == entry => entries.push(Entry::default()),
                    [_, _, "loc" | "lastmod"] => {}
                    _ => return Err(format!("{path:?} is not allowed")),
                }
            }
            (_, Event::Text(text)) => {
                let text = text.decode().map_err(|error| error.to_string())?.into_owned();
                add(entries.last_mut(), &open, text)?;
            }
            (_, Event::End(_)) => drop(open.pop()),
            (_, Event::Decl(_)) => {}
            (_, Event::Eof) => break,
            (_, other) => return Err(format!("{other:?} is not allowed")),
        }
    }
    check(&entries)?;
    Ok(entries)
}

/// Sets what an element of an entry says, in the order of the schema and once.
fn add(entry: Option<&mut Entry>, open: &[String], text: String) -> Result<(), String> {
    let (Some(entry), [_, _, element]) = (entry, open) else {
        return if text.trim().is_empty() { Ok(()) } else { Err(format!("{text} in {open:?}")) };
    };
    match (element.as_str(), &*entry) {
        ("loc", Entry { loc: None, lastmod: None }) => entry.loc = Some(text),
        ("lastmod", Entry { loc: Some(_), lastmod: None }) => entry.lastmod = Some(text),
        _ => return Err(format!("{element} is out of place after {entry:?}")),
    }
    Ok(())
}

fn check(entries: &[Entry]) -> Result<(), String> {
    if !(1..=MAX_ENTRIES).contains(&entries.len()) {
        return Err(format!("{} entries", entries.len()));
    }
    for entry in entries {
        let is_address = |loc: &String| loc.len() <= MAX_ADDRESS && Url::parse(loc).is_ok();
        // A time of RFC 3339 is one of the formats of W3C's note.
        let is_time = |at: &String| Timestamp::parse_rfc3339(at).is_some();
        if !entry.loc.as_ref().is_some_and(is_address) || !entry.lastmod.iter().all(is_time) {
            return Err(format!("{entry:?}"));
        }
    }
    Ok(())
}

async fn entries(app: &TestApp, path: &str) -> Vec<Entry> {
    let file = fetch(app, path, "Googlebot").await;
    assert_eq!(file.status, StatusCode::OK, "{file:?}");
    assert_eq!(file.headers["content-type"], "application/xml; charset=utf-8");
    let is_index = path == "/sitemap.xml";
    let (root, entry) = if is_index { ("sitemapindex", "sitemap") } else { ("urlset", "url") };
    parse(&file.text, root, entry).unwrap()
}

/// Returns the addresses in a file, as paths.
async fn addresses(app: &TestApp, path: &str) -> Vec<String> {
    let address = |entry: Entry| entry.loc.unwrap().splitn(4, '/').nth(3).unwrap().to_owned();
    entries(app, path).await.into_iter().map(address).collect()
}

#[test]
fn mistakes_in_a_sitemap_are_found() {
    let file = |root: &str, content: &str| format!("<{root}>{content}</urlset>");
    let root = format!("urlset xmlns=\"{}\"", String::from_utf8_lossy(NAMESPACE));
    let loc = "<loc>https://a.example/</loc>";
    let url = |content: &str| file(&root, &format!("<url>{content}</url>"));
    let time = "<lastmod>2026-11-25T10:00:00.000Z</lastmod>";
    assert_eq!(parse(&url(&format!("{loc}{time}")), "urlset", "url").unwrap().len(), 1);
    for mistake in [
        file("urlset", &format!("<url>{loc}</url>")),
        file(&root, ""),
        file(&root, &format!("<sitemap>{loc}</sitemap>")),
        url(""),
        url(time),
        url(&format!("{time}{loc}")),
        url(&format!("{loc}{loc}")),
        url(&format!("{loc}<lastmod>yesterday</lastmod>")),
        url(&format!("{loc}<title>A</title>")),
        url("<loc>/posts/1</loc>"),
        url(&format!("{loc}words")),
    ] {
        assert!(parse(&mistake, "urlset", "url").is_err(), "{mistake}");
    }
}

#[tokio::test]
async fn sitemap_lists_all_forums_and_posts() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    assert_eq!(addresses(&app, "/sitemap.xml").await, ["sitemaps/forums-0.xml"]);
    let forum = ann.create_forum("Boats").await;
    let posts = [ann.create_post(forum, "Sails").await, ann.create_post(forum, "Masts").await];
    let index = ["sitemaps/forums-0.xml", "sitemaps/posts-0.xml"];
    assert_eq!(addresses(&app, "/sitemap.xml").await, index);
    let forums = addresses(&app, "/sitemaps/forums-0.xml").await;
    assert_eq!(forums, [String::new(), "forums".to_owned(), format!("forums/{forum}")]);
    let listed = addresses(&app, "/sitemaps/posts-0.xml").await;
    assert_eq!(listed, posts.map(|post| format!("posts/{post}")));
    let dated = entries(&app, "/sitemaps/posts-0.xml").await;
    assert!(dated.iter().all(|entry| entry.lastmod.is_some()), "{dated:?}");
    fetch(&app, "/sitemaps/posts-1.xml", "Googlebot").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn robots_txt_names_the_sitemap() {
    let app = TestApp::spawn().await;
    let robots = fetch(&app, "/robots.txt", "Googlebot").await.text;
    assert!(robots.starts_with("User-agent: *\nDisallow: /api/\n"), "{robots}");
    assert!(
        robots.contains("\nSitemap: http://") && robots.ends_with("/sitemap.xml\n"),
        "{robots}"
    );
}
