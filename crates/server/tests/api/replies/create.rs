use reqwest::Method;
use serde_json::{Value, json};

use super::{answering, saying};
use crate::support::{Actor, TestApp, send};

#[tokio::test]
async fn creating_a_reply_returns_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let body = json!({
        "respondsTo": null, "description": " Well\nsaid ",
        "id": 99, "author": "bob", "postId": 99, "upvotes": 5,
    });
    let created = ann.reply(post, body).await;
    assert_eq!(created.status, 201);
    insta::assert_json_snapshot!(created.body, {".created" => "[time]"}, @r#"
    {
      "created": "[time]",
      "deleted": false,
      "description": "Well\nsaid",
      "description_html": "<p>Well\nsaid</p>\n",
      "downvotes": 0,
      "edited": false,
      "hasDownvoted": false,
      "hasUpvoted": false,
      "id": 1,
      "postId": 1,
      "replies": [],
      "respondsTo": null,
      "saved": false,
      "upvotes": 0,
      "user": {
        "role": "moderator",
        "user_image": "/images/avatars/default.svg",
        "username": "ann"
      }
    }
    "#);
    let time = created.body["created"].as_str().unwrap();
    assert_eq!((time.len(), &time[19..20], &time[23..]), (24, ".", "Z"), "{time}");
    let mut public = created.body;
    public["saved"] = Value::Null;
    assert_eq!(app.anonymous().get("/api/replies/1").await.body, public);
    let thread = app.anonymous().get("/api/posts/1/replies").await;
    assert_eq!(thread.body, json!([public]));
}

#[tokio::test]
async fn a_reply_is_counted_in_its_post_until_it_is_removed() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let first = ann.answer(post, None).await;
    ann.answer(post, Some(first)).await;
    let count = async || ann.get(&format!("/api/posts/{post}")).await.body["replyCount"].clone();
    assert_eq!(count().await, 2);
    ann.delete(&format!("/api/replies/{first}")).await;
    assert_eq!(count().await, 1);
}

#[tokio::test]
async fn a_reply_answers_replies_of_the_same_post_only() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let forum = ann.create_forum("Cars").await;
    let elsewhere = ann.create_post(forum, "Wheels").await;
    let first = ann.answer(post, None).await;
    let answer = ann.reply(post, answering(first)).await;
    assert_eq!((answer.status.as_u16(), &answer.body["respondsTo"]), (201, &json!(first)));
    ann.reply(elsewhere, answering(first)).await.refuses_fields(&["respondsTo"]);
    for none in [0, -1, 99, i64::MAX] {
        ann.reply(post, answering(none)).await.refuses_fields(&["respondsTo"]);
    }
}

#[tokio::test]
async fn the_length_limits_of_a_reply_hold() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    for blank in [json!({}), saying(" \n "), json!({"description": null})] {
        let refused = ann.reply(post, blank).await;
        refused.refuses_fields(&["description"]);
        assert_eq!(refused.body["errors"][0]["message"], "Comment cannot be empty.");
    }
    for wrong in [json!("1"), json!(1.5), json!([1]), json!(true)] {
        ann.reply(post, json!({"respondsTo": wrong, "description": 5}))
            .await
            .refuses_fields(&["respondsTo", "description"]);
    }
    ann.reply(post, saying("a\u{0}b")).await.refuses_fields(&["description"]);
    ann.reply(post, saying(&"ä".repeat(10_001))).await.refuses_fields(&["description"]);
    assert_eq!(ann.reply(post, saying(&"🌱".repeat(10_000))).await.status, 201);
    ann.reply(post, json!([])).await.is_refused(422, "invalid");
}

#[tokio::test]
async fn replies_nest_at_most_60_levels() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let mut deepest = ann.answer(post, None).await;
    for _ in 0..60 {
        deepest = ann.answer(post, Some(deepest)).await;
    }
    ann.reply(post, answering(deepest)).await.refuses_fields(&["respondsTo"]);
    let thread = ann.get(&format!("/api/posts/{post}/replies")).await;
    let mut level = &thread.body;
    let mut levels = 0;
    while let Some(reply) = level.get(0) {
        (level, levels) = (&reply["replies"], levels + 1);
    }
    assert_eq!(levels, 61);
}

#[tokio::test]
async fn answering_needs_a_login() {
    let app = TestApp::spawn().await;
    let post = app.member("ann").await.forum_with_post().await;
    app.anonymous().reply(post, saying("x")).await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn refusals_come_in_the_order_of_the_contract() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let plain = async |actor: &Actor<'_>, post: &str| {
        let path = format!("/api/post/{post}/replies");
        send(actor.request(Method::POST, &path).body("{")).await
    };
    plain(&app.anonymous(), "99").await.is_refused(401, "unauthorized");
    for missing in ["99", "0", "abc"] {
        plain(&ann, missing).await.is_refused(404, "not-found");
    }
    plain(&ann, &post.to_string()).await.is_refused(415, "not-json");
    let path = format!("/api/post/{post}/replies");
    let json = |body: String| {
        let request = ann.request(Method::POST, &path).header("Content-Type", "application/json");
        send(request.body(body))
    };
    json("{".to_owned()).await.is_refused(400, "malformed-json");
    json(" ".repeat(1024 * 1024 + 1)).await.is_refused(413, "too-large");
    assert_eq!(json(saying("x").to_string()).await.body["respondsTo"], Value::Null);
}
