use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{holds_the_limits, post, refuses_bad_bodies};
use crate::support::TestApp;

#[tokio::test]
async fn editing_a_post_marks_it_as_edited() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    bob.create_post(1, "Sails").await;
    ann.put("/api/posts/1/upvote", Value::Null).await;
    let before = bob.get("/api/posts/1").await.body;
    let body = json!({
        "title": " Oars ", "description": "Wood", "image": "https://example.org/b.png",
        "author": "ann", "forumId": 7, "upvotes": 9, "edited": false,
    });
    let edited = bob.post("/api/posts/1", body).await;
    assert_eq!(edited.status, StatusCode::OK);
    assert!(edited.body["editedAt"].is_string());
    let mut expected = before;
    for (field, value) in [
        ("title", json!("Oars")),
        ("description", json!("Wood")),
        ("description_html", json!("<p>Wood</p>\n")),
        ("image", json!("https://example.org/b.png")),
        ("edited", json!(true)),
        ("editedAt", edited.body["editedAt"].clone()),
    ] {
        expected[field] = value;
    }
    assert_eq!(edited.body, expected);
    assert_eq!(bob.get("/api/posts/1").await.body, expected);
    assert_eq!(bob.post("/api/posts/1", post("Oars")).await.body["image"], Value::Null);
}

#[tokio::test]
async fn other_users_do_not_edit_a_post_in_any_role() {
    let app = TestApp::spawn().await;
    let (moderator, author) = (app.member("ann").await, app.member("bob").await);
    let (member, admin) = (app.member("carl").await, app.admin("dora").await);
    moderator.create_forum("Boats").await;
    author.create_post(1, "Sails").await;
    app.anonymous().post("/api/posts/1", post("Mine")).await.is_refused(401, "unauthorized");
    for other in [moderator, member, admin] {
        other.post("/api/posts/1", post("Mine")).await.is_refused(403, "not-the-author");
    }
    let found = author.get("/api/posts/1").await.body;
    assert_eq!((&found["title"], &found["edited"]), (&json!("Sails"), &json!(false)));
}

#[tokio::test]
async fn the_length_limits_of_a_post_hold_for_edits() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    holds_the_limits(&ann, "/api/posts/1").await;
}

#[tokio::test]
async fn refusals_come_in_the_order_of_the_contract() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    for missing in ["7", "0", "abc"] {
        let path = format!("/api/posts/{missing}");
        app.anonymous().post(&path, json!({})).await.is_refused(401, "unauthorized");
        bob.post(&path, json!({})).await.is_refused(404, "not-found");
    }
    bob.post("/api/posts/1", json!({})).await.is_refused(403, "not-the-author");
    refuses_bad_bodies(&ann, "/api/posts/1").await;
}
