use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use reqwest::Method;
use serde_json::{Value, json};

use super::{SUBSCRIPTIONS, subscription};
use crate::support::{Actor, Answer, TestApp, TestOptions, send};

async fn subscribe(actor: &Actor<'_>, endpoint: &str) -> Answer {
    actor.put(SUBSCRIPTIONS, subscription(endpoint)).await
}

async fn unsubscribe(actor: &Actor<'_>, endpoint: &str) -> Answer {
    let request = actor.request(Method::DELETE, SUBSCRIPTIONS);
    send(request.json(&json!({"endpoint": endpoint}))).await
}

/// The hosts of the member's subscriptions, as the export tells them.
async fn hosts(actor: &Actor<'_>) -> Vec<String> {
    let export = actor.get(&format!("/api/user/{}/export", actor.id)).await;
    let hosts = export.body["pushSubscriptions"].as_array().unwrap().iter();
    hosts.map(|one| one["host"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn all_copies_show_the_same_key() {
    let app = TestApp::spawn().await;
    let key = app.anonymous().get("/api/push").await.body["publicKey"].clone();
    let point = BASE64_URL_SAFE_NO_PAD.decode(key.as_str().unwrap()).unwrap();
    assert_eq!((point.len(), point[0]), (65, 4));
    let other = TestOptions::default().spawn_beside(&app).await;
    assert_eq!(other.anonymous().get("/api/push").await.body["publicKey"], key);
}

#[tokio::test]
async fn a_device_is_subscribed_once() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let endpoint = "https://1.1.1.1/send/a";
    let first = subscribe(&ann, endpoint).await;
    assert_eq!((first.status.as_u16(), &first.body), (201, &json!({"endpoint": endpoint})));
    assert_eq!(subscribe(&ann, endpoint).await.status, 200);
    assert_eq!(hosts(&ann).await, ["1.1.1.1"]);
    for _ in 0..2 {
        assert_eq!(unsubscribe(&ann, endpoint).await.status, 204);
    }
    assert!(hosts(&ann).await.is_empty());
    assert_eq!(subscribe(&ann, endpoint).await.status, 201);
}

#[tokio::test]
async fn what_is_no_subscription_is_refused() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for (body, fields) in [
        (json!({}), &["endpoint", "keys.p256dh", "keys.auth"][..]),
        (json!({"endpoint": 1, "keys": "x"}), &["endpoint", "keys.p256dh", "keys.auth"]),
        (
            json!({"endpoint": "https://1.1.1.1", "keys": {"p256dh": "AA", "auth": []}}),
            &["keys.p256dh", "keys.auth"],
        ),
        (subscription("http://1.1.1.1/"), &["endpoint"]),
        (subscription(&format!("https://1.1.1.1/{}", "x".repeat(2_000))), &["endpoint"]),
    ] {
        ann.put(SUBSCRIPTIONS, body).await.refuses_fields(fields);
    }
    for host in ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "2130706433", "169.254.169.254"] {
        let refused = subscribe(&ann, &format!("https://{host}/")).await;
        refused.refuses_fields(&["endpoint"]);
        assert!(refused.text.contains("public internet"), "{host}: {}", refused.text);
    }
    unsubscribe(&ann, "http://1.1.1.1/").await.refuses_fields(&["endpoint"]);
    assert!(hosts(&ann).await.is_empty());
}

#[tokio::test]
async fn a_member_has_at_most_ten_devices() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let endpoint = |nth: usize| format!("https://1.1.1.1/{nth}");
    for nth in 0..10 {
        assert_eq!(subscribe(&ann, &endpoint(nth)).await.status, 201);
    }
    subscribe(&ann, &endpoint(10)).await.is_refused(409, "too-many-subscriptions");
    assert_eq!(subscribe(&ann, &endpoint(9)).await.status, 200);
    assert_eq!(unsubscribe(&ann, &endpoint(0)).await.status, 204);
    assert_eq!(subscribe(&ann, &endpoint(10)).await.status, 201);
}

#[tokio::test]
async fn a_device_belongs_to_the_last_member_who_subscribed_it() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let endpoint = "https://1.1.1.1/shared";
    assert_eq!(subscribe(&ann, endpoint).await.status, 201);
    assert_eq!(subscribe(&bob, endpoint).await.status, 200);
    assert!(hosts(&ann).await.is_empty());
    assert_eq!(unsubscribe(&ann, endpoint).await.status, 204);
    assert_eq!(hosts(&bob).await, ["1.1.1.1"]);
}

#[tokio::test]
async fn a_device_leaves_with_its_session() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let phone = app.sign_in("ann").await;
    assert_eq!(subscribe(&ann, "https://1.1.1.1/laptop").await.status, 201);
    assert_eq!(subscribe(&phone, "https://9.9.9.9/phone").await.status, 201);
    let path = format!("/api/user/{}/sessions", ann.id);
    let sessions = phone.get(&path).await.body;
    let is_here = |one: &&Value| one["current"] == true;
    let id = sessions.as_array().unwrap().iter().find(is_here).unwrap()["id"].clone();
    assert_eq!(phone.delete(&format!("{path}/{id}")).await.status, 204);
    subscribe(&phone, "https://9.9.9.9/phone").await.is_refused(401, "unauthorized");
    assert_eq!(hosts(&ann).await, ["1.1.1.1"]);
}
