//! Appeals against bans from the site.

use kernel::MAX_ID;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp};

async fn ban(admin: &Actor<'_>, id: i64, body: Value) {
    assert_eq!(admin.put(&format!("/user/{id}/ban"), body).await.status, StatusCode::OK);
}

async fn log_in(app: &TestApp, name: &str) -> Answer {
    app.anonymous().post("/login", json!({"username": name, "password": PASSWORD})).await
}

/// The token that a refused sign-in carries.
async fn appeal_token(app: &TestApp, name: &str) -> String {
    let refused = log_in(app, name).await;
    refused.is_refused(403, "banned");
    refused.body["appeal_token"].as_str().unwrap().to_owned()
}

fn text(text: &str) -> Value {
    json!({"text": text})
}

#[tokio::test]
async fn a_banned_member_appeals_and_is_let_in_again() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ban(&ada, ann.id, json!({"days": 7, "reason": "Spam"})).await;
    let token = appeal_token(&app, "ann").await;
    let appellant = app.with_token(ann.id, &token);
    let filed = appellant.post("/api/appeals", text("  It was my brother ")).await;
    assert_eq!(filed.status, StatusCode::CREATED, "{}", filed.body);
    assert_eq!((&filed.body["kind"], &filed.body["state"]), (&json!("appeal"), &json!("open")));
    appellant.post("/api/appeals", text("Again")).await.is_refused(409, "appealed");
    assert_eq!(ada.get("/api/unread").await.body["reports"], 1);
    let report = &ada.get("/api/reports").await.body[0];
    let target = json!({"kind": "member", "id": ann.id, "excerpt": "Spam", "username": "ann", "forum": null, "post": null, "removed": false});
    assert_eq!(report["target"], target);
    assert_eq!(report["notes"], json!([{"username": "ann", "note": "It was my brother"}]));
    assert_eq!(report["count"], 1);
    let none = json!({"spam": 0, "abuse": 0, "off-topic": 0, "illegal": 0, "other": 0});
    assert_eq!(report["reasons"], none);
    let path = format!("/api/reports/{}", report["id"]);
    let decided = ada.put(&path, json!({"state": "resolved", "note": "Welcome back"})).await;
    assert_eq!(decided.body["state"], "resolved");
    assert_eq!(log_in(&app, "ann").await.status, StatusCode::OK);
    ann.notifications(|list| list.iter().any(|one| one["act"] == "appeal-accepted")).await;
    let log = app.anonymous().get("/api/modlog").await;
    assert_eq!(log.column("action"), ["unbanned", "appeal-accepted", "banned", "promoted"]);
    assert_eq!(log.body[1]["target"], Value::Null, "the log does not say who appealed");
    assert!(log.body[2]["undone"].is_string());
    assert_eq!(ada.get(&path).await.body["target"]["excerpt"], "Spam");
    appellant.post("/api/appeals", text("Thanks")).await.is_refused(403, "not-banned");
}

#[tokio::test]
async fn an_accepted_appeal_is_taken_back_and_the_ban_holds_again() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ban(&ada, ann.id, json!({"days": 7, "reason": "Spam"})).await;
    let before = log_in(&app, "ann").await.body;
    let token = before["appeal_token"].as_str().unwrap();
    app.with_token(ann.id, token).post("/api/appeals", text("It was my brother")).await;
    ada.put("/api/reports/1", json!({"state": "resolved"})).await;
    assert_eq!(log_in(&app, "ann").await.status, StatusCode::OK);
    let reopened = ada.post("/api/reports/1/reopen", Value::Null).await;
    assert_eq!((reopened.status, &reopened.body["state"]), (StatusCode::OK, &json!("open")));
    let after = log_in(&app, "ann").await;
    after.is_refused(403, "banned");
    for field in ["until", "reason"] {
        assert_eq!(after.body[field], before[field]);
    }
    let log = app.anonymous().get("/api/modlog").await;
    assert_eq!(log.column("action")[..3], ["appeal-reopened", "banned", "unbanned"]);
    assert_eq!(log.body[1]["reason"], "Spam");
    ada.put("/api/reports/1", json!({"state": "resolved"})).await;
    ban(&ada, ann.id, json!({"days": 9, "reason": "Threats"})).await;
    let refused = ada.post("/api/reports/1/reopen", Value::Null).await;
    refused.is_refused(409, "not-reopenable");
    assert!(refused.body["detail"].as_str().unwrap().ends_with("another one replaced it."));
}

#[tokio::test]
async fn a_rejected_appeal_is_told_and_another_ban_takes_another() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ban(&ada, ann.id, Value::Null).await;
    // With the session from before the ban, too.
    assert_eq!(ann.post("/api/appeals", text("Please")).await.status, StatusCode::CREATED);
    ada.put("/api/reports/1", json!({"state": "rejected"})).await;
    log_in(&app, "ann").await.is_refused(403, "banned");
    ann.notifications(|list| list.iter().any(|one| one["act"] == "appeal-rejected")).await;
    ann.post("/api/appeals", text("Please")).await.is_refused(409, "appealed");
    ban(&ada, ann.id, json!({"reason": "More spam"})).await;
    assert_eq!(ann.post("/api/appeals", text("Please")).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_token_for_appeals_reads_and_writes_nothing_else() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ban(&ada, ann.id, Value::Null).await;
    let token = appeal_token(&app, "ann").await;
    let appellant = app.with_token(ann.id, &token);
    for path in ["/api/posts", "/api/notifications", "/api/unread", "/api/events", "/users"] {
        appellant.get(path).await.is_refused(401, "unauthorized");
    }
    let forum = json!({"topic": "Tea", "description": "All about it"});
    appellant.post("/forums/create", forum).await.is_refused(401, "unauthorized");
    for other in ["", "a.b.c", &token[1..]] {
        let other = app.with_token(ann.id, other);
        other.post("/api/appeals", text("Please")).await.is_refused(401, "unauthorized");
    }
    // A wrong password gets none.
    let wrong = json!({"username": "ann", "password": "wrong horse"});
    let refused = app.anonymous().post("/login", wrong).await;
    assert_eq!((refused.status.as_u16(), refused.body.get("appeal_token")), (401, None));
}

#[tokio::test]
async fn refusals_come_in_order() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let long = text(&"x".repeat(2_001));
    app.anonymous().post("/api/appeals", long.clone()).await.is_refused(401, "unauthorized");
    ann.post("/api/appeals", long.clone()).await.is_refused(403, "not-banned");
    ban(&ada, ann.id, Value::Null).await;
    for body in [long, json!({}), text(" "), json!({"text": 7}), text("a\u{1}b")] {
        ann.post("/api/appeals", body).await.refuses_fields(&["text"]);
    }
    let longest = text(&"\u{e4}".repeat(2_000));
    assert_eq!(ann.post("/api/appeals", longest).await.status, StatusCode::CREATED);
    ann.post("/api/appeals", json!({})).await.refuses_fields(&["text"]);
    let eve = app.member("eve").await;
    eve.create_forum("Boats").await;
    let decide = json!({"state": "resolved"});
    eve.put("/api/reports/1", decide.clone()).await.is_refused(403, "not-a-moderator");
    assert_eq!(eve.get("/api/reports").await.body, json!([]));
    ada.put(&format!("/api/reports/{MAX_ID}"), decide).await.is_refused(404, "not-found");
}
