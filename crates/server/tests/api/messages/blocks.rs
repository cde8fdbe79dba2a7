use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{chat, path, sent, text};
use crate::support::{Actor, TestApp};

fn block_path(peer: &Actor<'_>) -> String {
    format!("/api/contacts/{}/block", peer.id)
}

fn write_path(peer: &Actor<'_>) -> String {
    format!("/api/contacts/{}", peer.id)
}

#[tokio::test]
async fn a_blocked_sender_is_refused_and_messages_stay() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let id = sent(&bob, &ann, "Hello").await;
    for _ in 0..2 {
        let blocked = ann.put(&block_path(&bob), Value::Null).await;
        assert_eq!((blocked.status, blocked.text.as_str()), (StatusCode::NO_CONTENT, ""));
    }
    let refused = bob.post(&write_path(&ann), text("Answer me!")).await;
    refused.is_refused(403, "blocked");
    assert_eq!(refused.body["detail"], "This person does not accept messages from you.");
    bob.put(&path(&ann, id), text("Answer me!")).await.is_refused(403, "blocked");
    assert_eq!(chat(&ann, &bob).await.column("message"), ["Hello"]);
    assert_eq!(chat(&bob, &ann).await.column("message"), ["Hello"]);

    let own = ann.post(&write_path(&bob), text("Go away")).await;
    own.is_refused(403, "blocked");
    assert!(own.body["detail"].as_str().unwrap().contains("Unblock them"), "{}", own.body);

    for _ in 0..2 {
        assert_eq!(ann.delete(&block_path(&bob)).await.status, StatusCode::NO_CONTENT);
    }
    sent(&bob, &ann, "Sorry").await;
    sent(&ann, &bob, "Well").await;
}

#[tokio::test]
async fn only_the_blocker_sees_the_block() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    sent(&bob, &ann, "Hello").await;
    assert_eq!(ann.get(&block_path(&bob)).await.body, json!({"blocked": false}));
    ann.put(&block_path(&bob), Value::Null).await;
    assert_eq!(ann.get(&block_path(&bob)).await.body, json!({"blocked": true}));
    assert_eq!(bob.get(&block_path(&ann)).await.body, json!({"blocked": false}));
    assert_eq!(ann.get("/api/contacts").await.column("blocked"), [true]);
    assert_eq!(bob.get("/api/contacts").await.column("blocked"), [false]);
}

#[tokio::test]
async fn blocks_need_a_login_and_another_user() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let admin = app.admin("ada").await;
    admin.put(&format!("/user/{}/ban", bob.id), Value::Null).await;
    for call in ["get", "put", "delete"] {
        let ask = async |actor: &Actor<'_>, path: &str| match call {
            "get" => actor.get(path).await,
            "put" => actor.put(path, Value::Null).await,
            _ => actor.delete(path).await,
        };
        ask(&app.anonymous(), &block_path(&ann)).await.is_refused(401, "unauthorized");
        ask(&ann, "/api/contacts/99/block").await.is_refused(404, "not-found");
        ask(&bob, &block_path(&ann)).await.is_refused(403, "banned");
    }
    ann.put(&block_path(&ann), Value::Null).await.is_refused(422, "to-oneself");
}
