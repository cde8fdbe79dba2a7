//! A request that is sent again with its `Idempotency-Key` does nothing twice.

use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, send};

async fn post(who: &Actor<'_>, path: &str, key: &str, body: &Value) -> Answer {
    send(who.request(Method::POST, path).header("Idempotency-Key", key).json(body)).await
}

/// A forum with a post by Ann, to whom Bob writes.
async fn forum(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    (ann, bob)
}

#[tokio::test]
async fn what_is_sent_again_gets_the_first_answer_and_is_written_once() {
    let app = TestApp::spawn().await;
    let (ann, bob) = forum(&app).await;
    let message = ann.post(&format!("/api/contacts/{}", bob.id), json!({"message": "Hi"})).await;
    let messages = format!("/api/contacts/{}/messages", ann.id);
    let report_of_message = format!("{messages}/{}/report", message.body["id"]);
    let to_ann = format!("/api/contacts/{}", ann.id);
    let report = json!({"reason": "spam"});
    for (path, body) in [
        ("/api/forum/1/posts", json!({"title": "Hulls", "description": "Of oak"})),
        ("/api/post/1/replies", json!({"description": "Linen"})),
        (to_ann.as_str(), json!({"message": "Hello"})),
        ("/api/posts/1/report", report.clone()),
        (report_of_message.as_str(), report),
    ] {
        let first = post(&bob, path, path, &body).await;
        assert_eq!(first.status, StatusCode::CREATED, "{path} {}", first.text);
        let again = post(&bob, path, path, &body).await;
        assert_eq!((again.status, again.text), (first.status, first.text), "{path}");
    }
    assert_eq!(bob.get("/api/people/bob").await.body["postCount"], 1);
    assert_eq!(bob.get("/api/posts/1/replies").await.column("description"), ["Linen"]);
    assert_eq!(bob.get(&messages).await.column("message"), ["Hi", "Hello"]);
}

#[tokio::test]
async fn what_was_written_without_an_answer_is_answered_and_not_written_again() {
    let app = TestApp::spawn().await;
    let (ann, bob) = forum(&app).await;
    let to_ann = format!("/api/contacts/{}", ann.id);
    let rules = json!({
        "rules": "", "blockedWords": [], "holdLinksOfNew": true, "minAccountAgeHours": 0,
    });
    assert_eq!(ann.put("/api/forums/1/rules", rules).await.status, 200);
    let link = "https://a.example";
    for (key, path, body, is_held) in [
        ("a", "/api/forum/1/posts", json!({"title": "Hulls", "description": "Of oak"}), false),
        ("b", "/api/post/1/replies", json!({"description": "Linen"}), false),
        ("c", to_ann.as_str(), json!({"message": "Hello"}), false),
        ("d", "/api/forum/1/posts", json!({"title": "Ropes", "description": link}), true),
        ("e", "/api/post/1/replies", json!({"description": link}), true),
    ] {
        let first = post(&bob, path, key, &body).await;
        assert_eq!(first.status, StatusCode::CREATED, "{path} {}", first.text);
        assert_eq!(first.body["held"] == true, is_held, "{path}");
        // As if the server had ended before it stored the answer.
        let unanswered = "UPDATE idempotency_keys
            SET status = NULL, body = NULL, claimed_at = claimed_at - 120000";
        app.database.write(|conn, _| conn.batch_execute(unanswered)).unwrap();
        for _ in 0..2 {
            let again = post(&bob, path, key, &body).await;
            assert_eq!((again.status, &again.text), (first.status, &first.text), "{path}");
        }
    }
    assert_eq!(ann.get("/api/reports").await.column("kind"), ["held", "held"]);
    assert_eq!(bob.get("/api/people/bob").await.body["postCount"], 1);
    assert_eq!(bob.get("/api/posts/1/replies").await.column("description"), ["Linen"]);
    let messages = bob.get(&format!("/api/contacts/{}/messages", ann.id)).await;
    assert_eq!(messages.column("message"), ["Hello"]);
}

#[tokio::test]
async fn the_first_answer_outlives_what_was_written() {
    let app = TestApp::spawn().await;
    let (_, bob) = forum(&app).await;
    let body = json!({"title": "Hulls", "description": "Of oak"});
    let first = post(&bob, "/api/forum/1/posts", "a", &body).await;
    bob.delete("/api/posts/2/delete").await;
    let again = post(&bob, "/api/forum/1/posts", "a", &body).await;
    assert_eq!((again.status, again.text), (StatusCode::CREATED, first.text));
}

#[tokio::test]
async fn a_key_serves_one_request_of_one_member() {
    let app = TestApp::spawn().await;
    let (ann, bob) = forum(&app).await;
    let path = "/api/post/1/replies";
    let body = json!({"description": "Linen"});
    assert_eq!(post(&bob, path, "a", &body).await.status, StatusCode::CREATED);
    let other = json!({"description": "Hemp"});
    post(&bob, path, "a", &other).await.is_refused(422, "idempotency-key-reused");
    bob.create_post(1, "Hulls").await;
    let elsewhere = post(&bob, "/api/post/2/replies", "a", &body).await;
    elsewhere.is_refused(422, "idempotency-key-reused");
    for (who, key) in [(&ann, "a"), (&bob, "b")] {
        assert_eq!(post(who, path, key, &body).await.status, StatusCode::CREATED);
    }
    // On purpose.
    assert_eq!(bob.post(path, body).await.status, StatusCode::CREATED);
    let all = bob.get("/api/posts/1/replies").await;
    assert_eq!(all.column("description"), ["Linen", "Linen", "Linen", "Linen"]);
}

#[tokio::test]
async fn a_refused_request_leaves_its_key_free() {
    let app = TestApp::spawn().await;
    let (_, bob) = forum(&app).await;
    let path = "/api/post/1/replies";
    post(&bob, path, "a", &json!({"description": " "})).await.is_refused(422, "invalid");
    post(&bob, "/api/post/9/replies", "a", &json!({})).await.is_refused(404, "not-found");
    let sent = post(&bob, path, "a", &json!({"description": "Linen"})).await;
    assert_eq!(sent.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_key_has_1_to_64_printable_characters() {
    let app = TestApp::spawn().await;
    let (_, bob) = forum(&app).await;
    for key in ["", &"a".repeat(65), "t\tb"] {
        let refused = post(&bob, "/api/post/1/replies", key, &json!({"description": "Hemp"})).await;
        refused.is_refused(400, "invalid-idempotency-key");
    }
    let longest = "a".repeat(64);
    let sent = post(&bob, "/api/post/1/replies", &longest, &json!({"description": "Hemp"})).await;
    assert_eq!(sent.status, StatusCode::CREATED);
}

#[tokio::test]
async fn what_is_sent_many_times_at_once_is_written_once() {
    let app = TestApp::spawn().await;
    let (_, bob) = forum(&app).await;
    let body = json!({"description": "Linen"});
    let sent = join_all((0..16).map(|_| post(&bob, "/api/post/1/replies", "a", &body))).await;
    for answer in &sent {
        match answer.status {
            StatusCode::CREATED => assert_eq!(answer.body["id"], 1),
            _ => answer.is_refused(409, "being-done"),
        }
    }
    assert!(sent.iter().any(|answer| answer.status == StatusCode::CREATED));
    assert_eq!(bob.get("/api/posts/1/replies").await.column("description"), ["Linen"]);
}
