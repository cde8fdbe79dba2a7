use reqwest::Method;
use serde_json::{Value, json};

use super::{chat, path, read_path, sent, text};
use crate::support::{Actor, Answer, TestApp, send};

/// Every call about one message, each with a good body.
async fn calls(actor: &Actor<'_>, peer: &Actor<'_>, message: i64) -> [Answer; 3] {
    [
        actor.put(&path(peer, message), text("Mine")).await,
        actor.delete(&path(peer, message)).await,
        actor.put(&read_path(peer, message), Value::Null).await,
    ]
}

#[tokio::test]
async fn a_message_does_not_exist_for_strangers() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (eve, ada) = (app.member("eve").await, app.admin("ada").await);
    let id = sent(&ann, &bob, "Hello").await;
    let no_message = ann.put(&path(&bob, id + 1), text("Mine")).await;
    no_message.is_refused(404, "not-found");
    for stranger in [&eve, &ada] {
        for peer in [&ann, &bob, stranger] {
            for refused in calls(stranger, peer, id).await {
                refused.is_refused(404, "not-found");
                assert_eq!(refused.body, no_message.body);
            }
        }
        assert_eq!(chat(stranger, &ann).await.body, json!([]));
    }
    assert_eq!(chat(&ann, &bob).await.column("message"), ["Hello"]);
}

#[tokio::test]
async fn a_message_is_found_under_its_peer_only() {
    let app = TestApp::spawn().await;
    let (ann, bob, eve) =
        (app.member("ann").await, app.member("bob").await, app.member("eve").await);
    let id = sent(&ann, &bob, "Hello").await;
    for (actor, peer) in [(&ann, &eve), (&ann, &ann), (&bob, &bob), (&bob, &eve)] {
        for refused in calls(actor, peer, id).await {
            refused.is_refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn messages_need_a_login() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let id = sent(&ann, &bob, "Hello").await;
    let anonymous = app.anonymous();
    anonymous.get("/api/contacts/").await.is_refused(401, "unauthorized");
    chat(&anonymous, &bob).await.is_refused(401, "unauthorized");
    let unsent = anonymous.post(&format!("/api/contacts/{}", bob.id), text("Hello")).await;
    unsent.is_refused(401, "unauthorized");
    for refused in calls(&anonymous, &bob, id).await {
        refused.is_refused(401, "unauthorized");
    }
}

#[tokio::test]
async fn banned_members_have_no_messages() {
    let app = TestApp::spawn().await;
    let (ada, ann, bob) =
        (app.admin("ada").await, app.member("ann").await, app.member("bob").await);
    let id = sent(&ann, &bob, "Hello").await;
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    ann.get("/api/contacts/").await.is_refused(403, "banned");
    chat(&ann, &bob).await.is_refused(403, "banned");
    let to_bob = format!("/api/contacts/{}", bob.id);
    ann.post(&to_bob, text("Hello")).await.is_refused(403, "banned");
    for refused in calls(&ann, &bob, id).await {
        refused.is_refused(403, "banned");
    }
    // What does not exist, does not exist for them either.
    ann.post("/api/contacts/99", text("Hello")).await.is_refused(404, "not-found");
    ann.delete(&path(&bob, 99)).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn refusals_about_a_message_come_in_the_order_of_the_contract() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let id = sent(&ann, &bob, "Hello").await;
    let not_json = async |actor: &Actor<'_>, method: Method, path: &str| {
        send(actor.request(method, path).body("{")).await
    };
    let anonymous = app.anonymous();
    not_json(&anonymous, Method::PUT, &path(&bob, 99)).await.is_refused(401, "unauthorized");
    not_json(&bob, Method::PUT, &path(&ann, 99)).await.is_refused(404, "not-found");
    not_json(&bob, Method::PUT, &path(&ann, id)).await.is_refused(403, "not-the-sender");
    not_json(&ann, Method::PUT, &path(&bob, id)).await.is_refused(415, "not-json");
    not_json(&anonymous, Method::POST, "/api/contacts/99").await.is_refused(401, "unauthorized");
    not_json(&ann, Method::POST, "/api/contacts/99").await.is_refused(404, "not-found");
    let to_oneself = format!("/api/contacts/{}", ann.id);
    not_json(&ann, Method::POST, &to_oneself).await.is_refused(415, "not-json");
    ann.post(&to_oneself, json!({})).await.refuses_fields(&["message"]);
}
