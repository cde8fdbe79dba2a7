//! The public log of what moderators and admins did.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::TestApp;

#[tokio::test]
async fn the_log_is_public_and_newest_first() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let forum = ada.create_forum("Boats").await;
    let post = ann.create_post(forum, "Buy now").await;
    let reason = "reason=It%20is%20spam";
    let deleted = ada.delete(&format!("/api/posts/{post}/delete?{reason}")).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.body);
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    let log = app.anonymous().get(&format!("/api/modlog?forum={forum}")).await;
    let entry = &log.body[0];
    assert_eq!(entry["action"], "post-deleted");
    assert_eq!(entry["reason"], "It is spam");
    assert_eq!(entry["by"]["username"], "ada");
    assert_eq!(entry["forum"], json!({"id": forum, "topic": "Boats"}));
    let target = json!({
        "kind": "post", "id": post, "post": post, "title": null, "username": "ann",
    });
    assert_eq!(entry["target"], target);
    assert_eq!(entry["undone"], Value::Null);
    assert!(!log.text.contains("Buy now"));
    let (visitor, of_ann) = (app.anonymous(), "/api/modlog?user=ANN");
    assert_eq!(visitor.get(of_ann).await.body[0]["undone"], Value::Null);
    // What visitors were sent from the cache does not outlive the act.
    ada.put(&format!("/user/{}/unban", ann.id), Value::Null).await;
    let log = visitor.get(of_ann).await;
    assert_eq!(log.body[0]["action"], "unbanned");
    assert_eq!(
        (&log.body[1]["action"], log.body[1]["undone"].is_string()),
        (&json!("banned"), true)
    );
}

#[tokio::test]
async fn only_known_actions_and_ids_are_asked_for() {
    let app = TestApp::spawn().await;
    let visitor = app.anonymous();
    let asked = [("action=exploded", "action"), ("forum=boats", "forum"), ("forum=", "forum")];
    for (query, field) in asked {
        let refused = visitor.get(&format!("/api/modlog?{query}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refused.body["errors"][0]["field"], field);
    }
    let found = visitor.get("/api/modlog?user=nobody&action=banned&forum=7").await;
    assert_eq!((found.status, found.body), (StatusCode::OK, json!([])));
}

#[tokio::test]
async fn a_reason_has_at_most_500_characters() {
    let app = TestApp::spawn().await;
    let ada = app.admin("ada").await;
    let forum = ada.create_forum("Boats").await;
    let post = app.member("ann").await.create_post(forum, "A post").await;
    let path = |length| format!("/api/posts/{post}/delete?reason={}", "a".repeat(length));
    let refused = ada.delete(&path(501)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.body["errors"][0]["field"], "reason");
    assert_eq!(ada.delete(&path(500)).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn the_decision_on_a_message_names_nobody_but_who_decided() {
    let app = TestApp::spawn().await;
    let (ada, ann, bob) =
        (app.admin("ada").await, app.member("ann").await, app.member("bob").await);
    let path = format!("/api/contacts/{}", bob.id);
    let message = ann.post(&path, json!({"message": "Hello"})).await.body["id"].clone();
    let path = format!("/api/contacts/{}/messages/{message}/report", ann.id);
    let report = bob.post(&path, json!({"reason": "abuse"})).await.body["id"].clone();
    let decided = ada.put(&format!("/api/reports/{report}"), json!({"state": "resolved"})).await;
    assert_eq!(decided.status, StatusCode::OK, "{}", decided.body);
    let log = app.anonymous().get("/api/modlog?action=report-resolved").await;
    assert_eq!(log.body[0]["target"], Value::Null);
    assert!(!log.text.contains("ann") && !log.text.contains("bob"), "{}", log.text);
}

#[tokio::test]
async fn a_deleted_forum_is_found_with_its_topic_and_texts() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let forum = ann.create_forum("Boats").await;
    let post = app.member("bob").await.create_post(forum, "Sails").await;
    let reply = json!({"description": "Nice"});
    assert_eq!(ann.post(&format!("/api/post/{post}/replies"), reply).await.status, 201);
    let removed = ada.delete(&format!("/api/posts/{post}/delete")).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.body);
    assert_eq!(ada.post(&format!("/api/posts/{post}/restore"), json!({})).await.status, 200);
    let deleted = ada.delete(&format!("/forums/{forum}")).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.body);
    let log = app.anonymous().get(&format!("/api/modlog?forum={forum}")).await.body;
    assert_eq!((&log[0]["action"], &log[0]["texts"]), (&json!("forum-deleted"), &json!(2)));
    assert_eq!(log[0]["forum"], json!({"id": forum, "topic": "Boats"}));
    assert_eq!((&log[2]["action"], &log[2]["texts"]), (&json!("post-deleted"), &json!(2)));
    assert!(log[2]["undone"].is_string());
    assert_eq!(log[2]["forum"]["topic"], Value::Null);
}
