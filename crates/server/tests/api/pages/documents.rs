use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use super::{browse, fetch, structured_data};
use crate::support::{Actor, TestApp};

/// Robots that fetch previews of links, and two search engines.
const ROBOTS: [&str; 10] = [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "WhatsApp/2.23.20.0",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mastodon/4.5.0 (http.rb/5.2.0; +https://mastodon.social/)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
];

/// Ends scripts, comments and attributes, and breaks lines in scripts.
const HOSTILE: &str = "</script><!--<script>alert(1)</script>-->\"'><b>\u{2028}\u{2029}&amp;";

/// Starts the answers of the API in a document.
const ANSWERS: &str = "<script type=\"application/json\" id=\"answers\">";

async fn reply(actor: &Actor<'_>, post: i64, to: Option<i64>, text: &str) -> i64 {
    let body = json!({"respondsTo": to, "description": text});
    let reply = actor.post(&format!("/api/post/{post}/replies"), body).await;
    reply.body["id"].as_i64().unwrap()
}

/// Returns the content of a meta element.
fn meta<'a>(html: &'a str, name: &str) -> &'a str {
    let (_, rest) = html.split_once(&format!("\"{name}\" content=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

/// Returns the answers of the API in a document.
fn answers(html: &str) -> Map<String, Value> {
    let (_, rest) = html.split_once(ANSWERS).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn titles_keep_their_direction_to_themselves() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("שלום").await;
    let text = json!({"title": "a\u{202e}b\u{2066}c", "description": "d\u{202e}e"});
    ann.post(&format!("/api/forum/{forum}/posts"), text).await;
    for path in ["/posts/1", "/"] {
        let page = fetch(&app, path, ROBOTS[0]).await.text;
        let head = page.split("</head>").next().unwrap();
        assert!(!head.contains(['\u{202e}', '\u{2066}']), "{head}");
    }
    let feed = fetch(&app, "/feed.atom", ROBOTS[0]).await.text;
    assert!(feed.contains("<entry><title>abc</title>"), "{feed}");
    let page = fetch(&app, "/posts/1", ROBOTS[0]).await.text;
    assert!(page.contains("<title>abc · POST-UP</title>"), "{page}");
    assert_eq!((meta(&page, "og:title"), meta(&page, "description")), ("abc", "de"));
    assert!(page.contains("<h1><bdi>abc</bdi></h1>"), "{page}");
    let page = fetch(&app, &format!("/forums/{forum}"), ROBOTS[0]).await.text;
    assert!(page.contains("<title>\u{2068}שלום\u{2069} · POST-UP</title>"), "{page}");
    assert!(page.contains("<bdi>שלום</bdi></a>"), "{page}");
}

#[tokio::test]
async fn robots_see_the_preview_of_a_post() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let body =
        json!({"title": "Sails & masts", "description": "**Long** ||secret|| words ".repeat(30)});
    let post = ann.post(&format!("/api/forum/{forum}/posts"), body).await.body["id"].clone();
    for robot in ROBOTS {
        let page = fetch(&app, &format!("/posts/{post}"), robot).await;
        assert_eq!(page.status, StatusCode::OK, "{robot}");
        let html = &page.text;
        assert!(html.contains("<title>Sails &amp; masts · POST-UP</title>"), "{html}");
        assert_eq!(meta(html, "og:title"), "Sails &amp; masts");
        let description = meta(html, "description");
        assert!(description.starts_with("Long words Long"), "{description}");
        assert!(description.chars().count() <= 200 && description.ends_with('…'));
        assert_eq!(meta(html, "og:description"), description);
        assert_eq!(meta(html, "og:type"), "article");
        assert_eq!(meta(html, "twitter:card"), "summary_large_image");
        assert!(meta(html, "og:image").starts_with("http://"));
        let url = meta(html, "og:url");
        assert!(url.starts_with("http://") && url.ends_with(&format!("/posts/{post}")), "{url}");
        assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{url}\">")));
        let forums = fetch(&app, &format!("/forums/{forum}"), robot).await;
        assert_eq!(meta(&forums.text, "og:title"), "Boats", "{robot}");
    }
    let script = fetch(&app, &format!("/forums/{forum}"), "curl/8.0").await;
    assert_eq!(script.body["topic"], "Boats");
}

#[tokio::test]
async fn missing_things_have_no_document() {
    let app = TestApp::spawn().await;
    for path in ["/posts/7", "/posts/0", "/forums/7", "/u/nobody", "/u/%5Bdeleted%5D", "/u/%FF"] {
        let page = browse(&app, path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.text.contains("<title>Not found · POST-UP</title>"), "{path}");
    }
}

#[tokio::test]
async fn texts_cannot_escape_their_place() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let body = json!({"title": HOSTILE, "description": HOSTILE});
    let post = ann.post(&format!("/api/forum/{forum}/posts"), body).await.body;
    let id = post["id"].as_i64().unwrap();
    reply(&ann, id, None, HOSTILE).await;
    ann.put(&format!("/api/user/{}/about", ann.id), json!({"about": HOSTILE})).await;
    for path in
        ["/".to_owned(), format!("/posts/{id}"), format!("/forums/{forum}"), "/u/ann".to_owned()]
    {
        let html = browse(&app, &path).await.text;
        for part in ["<script>", "<!--<", "<b>", "alert(1)</script>"] {
            assert!(!html.contains(part), "{path}: {html}");
        }
        for start in ["application/ld+json\">", ANSWERS] {
            let (_, data) = html.split_once(start).unwrap();
            let (data, _) = data.split_once("</script>").unwrap();
            assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{data}");
        }
    }
    let data = structured_data(&browse(&app, &format!("/posts/{id}")).await.text);
    assert_eq!(data["headline"], post["title"]);
}

#[tokio::test]
async fn structured_data_of_a_post_leaves_out_what_was_removed() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let removed = reply(&bob, post, None, "Removed words").await;
    reply(&ann, post, Some(removed), "An answer").await;
    bob.put(&format!("/api/posts/{post}/upvote"), json!(null)).await;
    bob.delete(&format!("/api/replies/{removed}")).await;
    let html = browse(&app, &format!("/posts/{post}")).await.text;
    assert!(!html.contains("Removed words"), "{html}");
    let data = structured_data(&html);
    assert_eq!(data["@type"], "DiscussionForumPosting");
    assert_eq!(data["author"]["name"], "ann");
    assert!(data["author"]["url"].as_str().unwrap().ends_with("/u/ann"));
    assert_eq!(data["interactionStatistic"][0]["userInteractionCount"], 1);
    assert_eq!(data["commentCount"], 1);
    let comments = data["comment"].as_array().unwrap();
    assert_eq!(comments.len(), 1);
    assert_eq!(
        (&comments[0]["@type"], &comments[0]["text"]),
        (&"Comment".into(), &"An answer".into())
    );
}

#[tokio::test]
async fn documents_change_with_what_they_show() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let path = format!("/posts/{post}");
    let first = browse(&app, &path).await;
    assert!(first.headers.contains_key("etag"));
    let tag = first.headers["etag"].to_str().unwrap();
    let request = app.anonymous().request(reqwest::Method::GET, &path);
    let again = request.header("Accept", "text/html").header("If-None-Match", tag);
    assert_eq!(crate::support::send(again).await.status, StatusCode::NOT_MODIFIED);
    let body = json!({"title": "Sails", "description": "New words"});
    ann.post(&format!("/api/posts/{post}"), body).await;
    reply(&ann, post, None, "A new reply").await;
    let changed = browse(&app, &path).await.text;
    assert!(changed.contains("New words") && changed.contains("A new reply"), "{changed}");
    for path in ["/", "/u/ann", &format!("/forums/{forum}")] {
        assert!(browse(&app, path).await.text.contains("New words"), "{path}");
    }
    ann.delete(&format!("/api/posts/{post}/delete")).await;
    assert_eq!(browse(&app, &path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn documents_have_what_their_screens_ask_first() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    for nth in 0..60 {
        ann.create_post(forum, &format!("Post {nth}")).await;
    }
    reply(&ann, post, None, HOSTILE).await;
    let post = format!("/posts/{post}");
    for (path, count) in
        [("/", 3), ("/forums", 1), (&*format!("/forums/{forum}"), 3), (&*post, 2), ("/u/ann", 2)]
    {
        let answers = answers(&browse(&app, path).await.text);
        assert_eq!(answers.len(), count, "{path}");
        for (target, answer) in answers {
            let request = app.anonymous().request(reqwest::Method::GET, &target);
            let asked = crate::support::send(request.header("Accept", "application/json")).await;
            assert_eq!(answer["body"], asked.body, "{target}");
            let link = asked.headers.get("link").map(|link| link.to_str().unwrap());
            assert_eq!(answer["link"].as_str(), link, "{target}");
        }
    }
    let next = browse(&app, "/?after=9999999999999.9").await.text;
    assert!(!next.contains(ANSWERS), "{next}");
}

#[tokio::test]
async fn home_has_the_popular_posts_of_all_time_on_quiet_days() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    for posts in 0..4 {
        let answers = answers(&browse(&app, "/").await.text);
        let popular = answers.get("/api/posts?filter=popularity&limit=10");
        let listed = popular.map(|answer| answer["body"].as_array().unwrap().len());
        assert_eq!(listed, (posts < 3).then_some(posts));
        ann.create_post(forum, &format!("Post {posts}")).await;
    }
}

#[tokio::test]
async fn links_lead_through_all_pages() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    for nth in 0..27 {
        ann.create_post(forum, &format!("Post {nth}.")).await;
    }
    for list in ["/".to_owned(), format!("/forums/{forum}"), "/u/ann".to_owned()] {
        let first = browse(&app, &list).await.text;
        let (first, _) = first.split_once(ANSWERS).unwrap();
        let (before, _) = first.split_once("\">Next page</a>").unwrap();
        let next = before.rsplit_once("href=\"").unwrap().1.to_owned();
        let second = browse(&app, &next).await.text;
        assert!(first.contains("Post 26.") && !first.contains("Post 1."), "{list}");
        assert!(second.contains("Post 1.") && second.contains("Post 0."), "{list}: {second}");
        assert!(!second.contains("Next page"));
    }
}

#[tokio::test]
async fn documents_and_feeds_have_a_new_name_of_the_site_at_once() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let forum = admin.create_forum("Boats").await;
    let post = admin.create_post(forum, "Sails").await;
    let paths = ["/".to_owned(), format!("/posts/{post}"), "/posts/99".to_owned()];
    let feeds = ["/feed.atom".to_owned(), format!("/forums/{forum}/feed.atom")];
    for path in paths.iter().chain(&feeds) {
        assert!(browse(&app, path).await.text.contains("POST-UP</title>"), "{path}");
    }
    let settings = json!({"name": "Fish & Ships", "tagline": "All at sea", "registration": "open"});
    admin.put("/api/site", settings).await;
    for path in paths.iter().chain(&feeds) {
        let text = browse(&app, path).await.text;
        assert!(text.contains("Fish &amp; Ships</title>"), "{path}: {text}");
        assert!(!text.contains("POST-UP</title>"), "{path}");
    }
    let home = browse(&app, "/").await.text;
    assert_eq!(meta(&home, "og:site_name"), "Fish &amp; Ships");
    assert_eq!(meta(&home, "description"), "All at sea");
    assert_eq!(structured_data(&home)["name"], "Fish & Ships");
    assert!(home.contains("<header class=\"shell\"><a href=\"/\">Fish &amp; Ships</a>"), "{home}");
}

#[tokio::test]
async fn the_rules_have_a_document() {
    let app = TestApp::spawn().await;
    let empty = browse(&app, "/rules").await;
    assert_eq!(empty.status, StatusCode::OK);
    assert!(empty.text.contains("This site has no rules of its own."), "{}", empty.text);
    let admin = app.admin("ada").await;
    admin.put("/api/site", json!({"rules": "Be **kind** to everybody."})).await;
    let document = browse(&app, "/rules").await.text;
    for part in [
        "<title>Rules · ",
        "<meta name=\"description\" content=\"Be kind to everybody.\">",
        "/rules\">",
        "<strong>kind</strong>",
        "rel=\"canonical\"",
    ] {
        assert!(document.contains(part), "{part} in {document}");
    }
}

#[tokio::test]
async fn documents_speak_the_language_of_the_site() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let forum = admin.create_forum("Boote").await;
    let post = admin.create_post(forum, "Segel").await;
    reply(&admin, post, None, "Aus Leinen").await;
    admin.put("/api/site", json!({"language": "de"})).await;
    for (path, words) in [
        ("/".to_owned(), "ist ein Community-Forum"),
        ("/forums".to_owned(), "Neuester Beitrag:"),
        (format!("/posts/{post}"), "Antworten: 1"),
        ("/u/ada".to_owned(), "Dabei seit"),
        ("/rules".to_owned(), "<title>Regeln · "),
        ("/posts/999".to_owned(), "Diese Seite existiert nicht"),
    ] {
        let document = browse(&app, &path).await.text;
        assert!(document.contains(words), "{words} in {document}");
        assert!(!document.contains(">Forums<"), "{document}");
    }
}
