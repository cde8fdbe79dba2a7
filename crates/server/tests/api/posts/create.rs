use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{holds_the_limits, post, refuses_bad_bodies};
use crate::support::{TestApp, send};

#[tokio::test]
async fn creating_a_post_returns_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    let body = json!({
        "title": " Söils ", "description": "Linen\nand hemp", "image": " \"https://example.org/a.png\" ",
        "id": 99, "author": "bob", "forumId": 99, "upvotes": 5, "edited": true,
    });
    let created = ann.post("/api/forum/1/posts", body).await;
    assert_eq!(created.status, StatusCode::CREATED);
    insta::assert_json_snapshot!(created.body, {".timeOfCreation" => "[time]"}, @r#"
    {
      "creator_image": "/images/avatars/default.svg",
      "creator_role": "moderator",
      "creator_username": "ann",
      "description": "Linen\nand hemp",
      "description_html": "<p>Linen\nand hemp</p>\n",
      "downvotes": 0,
      "edited": false,
      "forum_id": 1,
      "forum_topic": "Boats",
      "forum_visibility": "public",
      "hasDownvoted": false,
      "hasUpvoted": false,
      "id": 1,
      "image": "https://example.org/a.png",
      "lockReason": null,
      "locked": false,
      "newReplies": null,
      "pinned": false,
      "pinnedUntil": null,
      "replyCount": 0,
      "saved": false,
      "timeOfCreation": "[time]",
      "title": "Söils",
      "upvotes": 0,
      "watch": "watching"
    }
    "#);
    let time = created.body["timeOfCreation"].as_str().unwrap();
    assert_eq!((time.len(), &time[19..20], &time[23..]), (24, ".", "Z"), "{time}");
    let mut public = created.body;
    public["watch"] = Value::Null;
    public["saved"] = Value::Null;
    assert_eq!(app.anonymous().get("/api/posts/1").await.body, public);
    let mut listed = public;
    listed.as_object_mut().unwrap().remove("description_html");
    listed["excerpt"] = json!("Linen and hemp");
    assert_eq!(app.anonymous().get("/api/posts").await.body, json!([listed]));
}

#[tokio::test]
async fn an_image_is_optional() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    for image in [Value::Null, json!(""), json!(" \" \" ")] {
        let body = json!({"title": "x", "description": "x", "image": image});
        let created = ann.post("/api/forum/1/posts", body).await;
        assert_eq!((created.status.as_u16(), &created.body["image"]), (201, &Value::Null));
    }
    let own = json!({"title": "x", "description": "x", "image": "/images/a.png"});
    assert_eq!(ann.post("/api/forum/1/posts", own).await.body["image"], "/images/a.png");
}

#[tokio::test]
async fn the_description_of_an_image_comes_and_goes_with_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    let described = |image: &str, text: &str| json!({"title": "x", "description": "x", "image": image, "imageDescription": text});
    let created = ann.post("/api/forum/1/posts", described("/images/a.png", " A \"boat\" ")).await;
    assert_eq!(created.body["imageDescription"], "A \"boat\"");
    let listed = app.anonymous().get("/api/posts").await.body;
    assert_eq!(listed[0]["imageDescription"], "A \"boat\"");
    let visitor = app.anonymous();
    let page = send(visitor.request(Method::GET, "/posts/1").header("Accept", "text/html")).await;
    assert!(page.text.contains("alt=\"A &quot;boat&quot;\""), "{}", page.text);
    for (image, text) in [("/images/a.png", " "), ("", "A boat")] {
        let edited = ann.post("/api/posts/1", described(image, text)).await;
        assert_eq!(edited.body.get("imageDescription"), None, "{image:?} {text:?}");
    }
}

#[tokio::test]
async fn the_length_limits_of_a_post_hold() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    holds_the_limits(&ann, "/api/forum/1/posts").await;
}

#[tokio::test]
async fn writing_a_post_needs_a_login() {
    let app = TestApp::spawn().await;
    app.member("ann").await.create_forum("Boats").await;
    app.anonymous().post("/api/forum/1/posts", post("Sails")).await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn members_write_in_any_forum() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    let created = bob.post("/api/forum/1/posts", post("Sails")).await;
    assert_eq!(created.body["creator_username"], "bob");
}

#[tokio::test]
async fn a_missing_forum_takes_no_posts() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for forum in ["7", "0", "abc", "9007199254740992"] {
        let path = format!("/api/forum/{forum}/posts");
        app.anonymous().post(&path, json!({})).await.is_refused(401, "unauthorized");
        ann.post(&path, json!({})).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn an_invalid_post_body_is_refused() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    refuses_bad_bodies(&ann, "/api/forum/1/posts").await;
}

#[tokio::test]
async fn a_missing_post_is_not_found() {
    let app = TestApp::spawn().await;
    for id in ["7", "0", "-1", "abc", "01", "9007199254740992"] {
        app.anonymous().get(&format!("/api/posts/{id}")).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn a_post_makes_its_forum_active() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    ann.create_forum("Cars").await;
    ann.create_post(1, "Sails").await;
    let active = app.anonymous().get("/forums?isMostActive=true").await;
    assert_eq!(active.column("topic"), ["Boats", "Cars"]);
    ann.delete("/api/posts/1/delete").await;
    let active = app.anonymous().get("/forums?isMostActive=true").await;
    assert_eq!(active.column("topic"), ["Cars", "Boats"]);
}
