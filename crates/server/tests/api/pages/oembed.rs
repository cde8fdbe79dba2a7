use serde_json::json;

use super::browse;
use crate::support::{Answer, TestApp};

async fn asked(app: &TestApp, path: &str, rest: &str) -> Answer {
    let url = format!("{}{path}", app.address).replace(':', "%3A").replace('/', "%2F");
    app.anonymous().get(&format!("/oembed?url={url}{rest}")).await
}

#[tokio::test]
async fn a_link_to_a_post_shows_title_author_and_card() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let answer = asked(&app, &format!("/posts/{post}"), "&format=json").await;
    let origin = &app.address;
    let expected = json!({
        "version": "1.0", "type": "link", "title": "Sails",
        "author_name": "ann", "author_url": format!("{origin}/u/ann"),
        "provider_name": "POST-UP", "provider_url": format!("{origin}/"), "cache_age": 3_600,
        "thumbnail_url": format!("{origin}/posts/{post}/card.png"),
        "thumbnail_width": 1_200, "thumbnail_height": 630,
    });
    assert_eq!((answer.status.as_u16(), answer.body), (200, expected));
    assert_eq!(answer.headers["content-type"], "application/json");
    let small = asked(&app, &format!("/posts/{post}"), "&maxwidth=400").await;
    assert!(small.body.get("thumbnail_url").is_none(), "{}", small.text);
    for (path, title) in [(format!("/forums/{forum}"), "Boats"), ("/u/ann".to_owned(), "ann")] {
        let answer = asked(&app, &path, "").await;
        assert_eq!((answer.status.as_u16(), &answer.body["title"]), (200, &json!(title)));
    }
}

#[tokio::test]
async fn a_document_names_what_is_said_of_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let page = browse(&app, &format!("/posts/{post}")).await.text;
    let (_, rest) =
        page.split_once(r#"<link rel="alternate" type="application/json+oembed" href=""#).unwrap();
    let address = rest.split_once('"').unwrap().0.replace("&amp;", "&");
    let path = address.strip_prefix(&app.address).unwrap();
    assert_eq!(app.anonymous().get(path).await.body["title"], "Sails");
    let rules = browse(&app, "/rules").await.text;
    assert!(!rules.contains("json+oembed"), "{rules}");
}

#[tokio::test]
async fn what_visitors_cannot_read_is_not_found() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let open = ann.create_forum("Boats").await;
    let club = ann.create_forum_for("members", "Club").await;
    let [post, hidden] =
        [ann.create_post(open, "Sails").await, ann.create_post(club, "Hidden").await];
    let path = format!("/posts/{post}");
    assert_eq!(asked(&app, &path, "").await.status, 200);
    assert!(ann.delete(&format!("/api/posts/{post}/delete")).await.status.is_success());
    for path in [
        path,
        format!("/posts/{hidden}"),
        format!("/forums/{club}"),
        "/posts/0".to_owned(),
        "/u/nobody".to_owned(),
        "/rules".to_owned(),
        "@other.example/posts/1".to_owned(),
    ] {
        asked(&app, &path, "").await.is_refused(404, "not-found");
    }
    for query in ["", "?url=", "?url=https%3A%2F%2Fother.example%2Fposts%2F1", "?format=json"] {
        app.anonymous().get(&format!("/oembed{query}")).await.is_refused(404, "not-found");
    }
    asked(&app, "/posts/1", "&format=xml").await.is_refused(501, "other-format");
}
