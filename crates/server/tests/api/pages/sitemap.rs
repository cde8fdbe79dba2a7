use reqwest::StatusCode;

use super::fetch;
use crate::support::TestApp;

/// Returns the addresses in a file, as paths.
async fn addresses(app: &TestApp, path: &str) -> Vec<String> {
    let file = fetch(app, path, "Googlebot").await;
    assert_eq!(file.status, StatusCode::OK, "{file:?}");
    assert_eq!(file.headers["content-type"], "application/xml; charset=utf-8");
    let parts = file.text.split("<loc>").skip(1);
    let url = |part: &str| part.split_once("</loc>").unwrap().0.to_owned();
    let path = |url: String| url.splitn(4, '/').nth(3).unwrap().to_owned();
    parts.map(url).map(path).collect()
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
