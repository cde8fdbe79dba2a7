use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, send};

async fn save(actor: &Actor<'_>, key: &str, version: i64, data: &str) -> Answer {
    actor.put(&format!("/api/drafts/{key}"), json!({"version": version, "data": data})).await
}

/// The keys of the list, in its order.
async fn keys(actor: &Actor<'_>) -> Vec<Value> {
    let list = actor.all_pages("/api/drafts").await;
    list.iter().map(|draft| draft["key"].clone()).collect()
}

#[tokio::test]
async fn saving_a_draft_returns_it_with_the_next_version() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    assert_eq!(ann.get("/api/drafts").await.body, json!([]));
    let first = save(&ann, "reply:1", 0, " Hel").await;
    assert_eq!(first.status, StatusCode::OK);
    insta::assert_json_snapshot!(first.body, {".updatedAt" => "[time]"}, @r#"
    {
      "data": " Hel",
      "key": "reply:1",
      "updatedAt": "[time]",
      "version": 1
    }
    "#);
    let second = save(&ann, "reply:1", 1, "").await;
    assert_eq!((&second.body["version"], &second.body["data"]), (&json!(2), &json!("")));
    assert_eq!(ann.get("/api/drafts").await.body, json!([second.body]));
}

#[tokio::test]
async fn another_version_is_a_conflict_that_shows_the_draft() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let gone = save(&ann, "a", 3, "Hello").await;
    gone.is_refused(409, "other-version");
    assert_eq!(gone.body.get("draft"), None);
    let draft = save(&ann, "a", 0, "Hello").await.body;
    for version in [0, 2] {
        let refused = save(&ann, "a", version, "Bye").await;
        refused.is_refused(409, "other-version");
        assert_eq!(refused.body["draft"], draft);
    }
    assert_eq!(ann.get("/api/drafts").await.body, json!([draft]));
}

#[tokio::test]
async fn drafts_are_listed_latest_first_to_their_owner_only() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    for key in ["a", "b", "c"] {
        save(&ann, key, 0, "Hello").await;
    }
    save(&ann, "a", 1, "Hello again").await;
    assert_eq!(keys(&ann).await, ["a", "c", "b"]);
    assert_eq!(ann.all_pages("/api/drafts?limit=1").await.len(), 3);
    assert!(keys(&bob).await.is_empty());
    bob.delete("/api/drafts/a").await;
    for _ in 0..2 {
        assert_eq!(ann.delete("/api/drafts/b").await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(keys(&ann).await, ["a", "c"]);
}

#[tokio::test]
async fn the_limits_of_drafts_hold() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let put = async |body: Value| ann.put("/api/drafts/a", body).await;
    put(json!({})).await.refuses_fields(&["version", "data"]);
    put(json!({"version": -1, "data": 5})).await.refuses_fields(&["version", "data"]);
    put(json!({"version": "0", "data": "a\u{0}"})).await.refuses_fields(&["version", "data"]);
    let too_long = "🌱".repeat(50_001);
    put(json!({"version": 0, "data": too_long})).await.refuses_fields(&["data"]);
    for key in ["ä", "a%2Fb", "a%20b", &"k".repeat(101)] {
        save(&ann, key, 0, "Hello").await.is_refused(404, "not-found");
        ann.delete(&format!("/api/drafts/{key}")).await.is_refused(404, "not-found");
    }
    for nth in 0..100 {
        let saved = save(&ann, &format!("k{nth}"), 0, &"🌱".repeat(50_000)).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    }
    save(&ann, "k100", 0, "Hello").await.is_refused(422, "too-many-drafts");
    assert_eq!(save(&ann, "k50", 1, "Hello").await.status, StatusCode::OK);
    // A page ends before it is too large.
    let page = ann.get("/api/drafts?limit=100").await;
    assert!(page.text.len() < 2_000_000 && page.next().is_some());
    assert_eq!(keys(&ann).await.len(), 100);
    ann.delete("/api/drafts/k7").await;
    assert_eq!(save(&ann, "k100", 0, "Hello").await.status, StatusCode::OK);
}

#[tokio::test]
async fn refusals_of_drafts_come_in_the_order_of_the_contract() {
    let app = TestApp::spawn().await;
    let (ann, ada) = (app.member("ann").await, app.admin("ada").await);
    let not_json = async |actor: &Actor<'_>, path: &str| {
        send(actor.request(Method::PUT, path).body("{")).await
    };
    not_json(&app.anonymous(), "/api/drafts/ä").await.is_refused(401, "unauthorized");
    not_json(&ann, "/api/drafts/ä").await.is_refused(404, "not-found");
    not_json(&ann, "/api/drafts/a").await.is_refused(415, "not-json");
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    not_json(&ann, "/api/drafts/ä").await.is_refused(404, "not-found");
    not_json(&ann, "/api/drafts/a").await.is_refused(403, "banned");
    ann.get("/api/drafts").await.is_refused(403, "banned");
}
