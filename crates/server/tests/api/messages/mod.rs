mod blocks;
mod refusals;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, send};

fn text(text: &str) -> Value {
    json!({"message": text})
}

/// Sends a message; its id.
async fn sent(from: &Actor<'_>, to: &Actor<'_>, message: &str) -> i64 {
    let answer = from.post(&format!("/api/contacts/{}", to.id), text(message)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    answer.body["id"].as_i64().unwrap()
}

fn path(peer: &Actor<'_>, message: i64) -> String {
    format!("/api/contacts/{}/messages/{message}", peer.id)
}

fn read_path(peer: &Actor<'_>, message: i64) -> String {
    format!("{}/read", path(peer, message))
}

async fn chat(actor: &Actor<'_>, peer: &Actor<'_>) -> Answer {
    actor.get(&format!("/api/contacts/{}/messages", peer.id)).await
}

#[tokio::test]
async fn sending_a_message_returns_it() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("Ann").await, app.member("bob").await);
    let body = json!({"message": " Grüße\n🌱 ", "sender": {"id": bob.id, "username": "bob"}});
    let sent = ann.post(&format!("/api/contacts/{}", bob.id), body).await;
    assert_eq!(sent.status, StatusCode::CREATED);
    insta::assert_json_snapshot!(sent.body, {".receivedOn" => "[time]"}, @r#"
    {
      "edited": false,
      "id": 1,
      "message": "Grüße\n🌱",
      "message_html": "<p>Grüße\n🌱</p>\n",
      "read": false,
      "receivedOn": "[time]",
      "sender": {
        "id": 1,
        "username": "Ann"
      }
    }
    "#);
    for found in [chat(&ann, &bob).await, chat(&bob, &ann).await] {
        assert_eq!(found.body, json!([sent.body]));
    }
}

#[tokio::test]
async fn contacts_come_latest_first() {
    let app = TestApp::spawn().await;
    let (ann, bob, eve) =
        (app.member("ann").await, app.member("bob").await, app.member("eve").await);
    assert_eq!(ann.get("/api/contacts/").await.body, json!([]));
    sent(&ann, &eve, "1").await;
    sent(&bob, &ann, "2").await;
    sent(&bob, &ann, "3").await;
    let contacts = ann.get("/api/contacts/").await;
    insta::assert_json_snapshot!(contacts.body, {"[].latest" => "[time]"}, @r#"
    [
      {
        "blocked": false,
        "id": 2,
        "lastMessage": {
          "excerpt": "3",
          "own": false
        },
        "latest": "[time]",
        "totalMessages": 2,
        "unread": 2,
        "user_image": "/images/avatars/default.svg",
        "username": "bob"
      },
      {
        "blocked": false,
        "id": 3,
        "lastMessage": {
          "excerpt": "1",
          "own": true
        },
        "latest": "[time]",
        "totalMessages": 1,
        "unread": 0,
        "user_image": "/images/avatars/default.svg",
        "username": "eve"
      }
    ]
    "#);
    assert_eq!(contacts.body[0]["latest"], chat(&ann, &bob).await.body[1]["receivedOn"]);
    assert_eq!(ann.get("/api/contacts").await.body, contacts.body);
    let pages = ann.all_pages("/api/contacts/?limit=1").await;
    assert_eq!(Value::Array(pages), contacts.body);
}

#[tokio::test]
async fn a_chat_pages_from_its_end() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    for message in ["a", "b", "c", "d", "e"] {
        sent(&ann, &bob, message).await;
    }
    let list = format!("/api/contacts/{}/messages", ann.id);
    let first = bob.get(&format!("{list}?limit=2")).await;
    assert_eq!(first.column("message"), ["d", "e"]);
    let second = bob.get(&first.next().unwrap()).await;
    assert_eq!(second.column("message"), ["b", "c"]);
    let third = bob.get(&second.next().unwrap()).await;
    assert_eq!(third.column("message"), ["a"]);
    assert_eq!(third.next(), None);
    bob.get(&format!("{list}?limit=0")).await.refuses_fields(&["limit"]);
    bob.get(&format!("{list}?cursor=x")).await.refuses_fields(&["cursor"]);
    bob.get("/api/contacts?limit=101").await.refuses_fields(&["limit"]);
}

#[tokio::test]
async fn the_length_limits_of_a_message_hold() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let to_bob = format!("/api/contacts/{}", bob.id);
    let message = path(&bob, sent(&ann, &bob, "Hello").await);
    for refused in [
        json!({}),
        json!({"message": null}),
        json!({"message": 5}),
        text(""),
        text(" \n "),
        text("a\u{0}b"),
        text(&"ä".repeat(5_001)),
    ] {
        ann.post(&to_bob, refused.clone()).await.refuses_fields(&["message"]);
        ann.put(&message, refused).await.refuses_fields(&["message"]);
    }
    let longest = ann.post(&to_bob, text(&"🌱".repeat(5_000))).await;
    assert_eq!(longest.status, StatusCode::CREATED);
    assert_eq!(chat(&ann, &bob).await.column("message")[0], "Hello");
}

#[tokio::test]
async fn messages_need_another_existing_user() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.post(&format!("/api/contacts/{}", ann.id), text("Hello"))
        .await
        .is_refused(422, "to-oneself");
    for nobody in ["99", "0", "abc", "9007199254740992"] {
        let contact = format!("/api/contacts/{nobody}");
        ann.post(&contact, text("Hello")).await.is_refused(404, "not-found");
        ann.get(&format!("{contact}/messages")).await.is_refused(404, "not-found");
    }
    assert_eq!(chat(&ann, &ann).await.body, json!([]));
}

#[tokio::test]
async fn the_sender_edits_a_message() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let id = sent(&ann, &bob, "Helo").await;
    let edited = ann.put(&path(&bob, id), text(" Hello ")).await;
    assert_eq!(edited.status, StatusCode::OK);
    assert_eq!((&edited.body["message"], &edited.body["edited"]), (&json!("Hello"), &json!(true)));
    assert_eq!(chat(&bob, &ann).await.body, json!([edited.body]));
    bob.put(&path(&ann, id), text("Mine")).await.is_refused(403, "not-the-sender");
}

#[tokio::test]
async fn deleting_a_message_updates_the_contacts() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (first, second) = (sent(&ann, &bob, "1").await, sent(&ann, &bob, "2").await);
    bob.delete(&path(&ann, second)).await.is_refused(403, "not-the-sender");
    let deleted = ann.delete(&path(&bob, second)).await;
    assert_eq!((deleted.status, deleted.text.as_str()), (StatusCode::NO_CONTENT, ""));
    let contact = &bob.get("/api/contacts").await.body[0];
    assert_eq!((&contact["unread"], &contact["totalMessages"]), (&json!(1), &json!(1)));
    assert_eq!(contact["latest"], chat(&ann, &bob).await.body[0]["receivedOn"]);
    ann.delete(&path(&bob, second)).await.is_refused(404, "not-found");
    ann.delete(&path(&bob, first)).await;
    for actor in [&ann, &bob] {
        assert_eq!(actor.get("/api/contacts").await.body, json!([]));
    }
}

#[tokio::test]
async fn a_message_is_marked_read_once() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let id = sent(&ann, &bob, "1").await;
    sent(&ann, &bob, "2").await;
    ann.put(&read_path(&bob, id), Value::Null).await.is_refused(403, "not-the-recipient");
    for _ in 0..2 {
        // A body is neither needed nor parsed.
        let read = send(bob.request(Method::PUT, &read_path(&ann, id))).await;
        assert_eq!((read.status, &read.body["read"]), (StatusCode::OK, &json!(true)));
        assert_eq!(bob.get("/api/contacts").await.column("unread"), [1]);
    }
    assert_eq!(chat(&ann, &bob).await.column("read"), [true, false]);
}

#[tokio::test]
async fn messages_on_one_screen_are_marked_read_by_one_call() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    sent(&ann, &bob, "1").await;
    let first = sent(&ann, &bob, "2").await;
    sent(&bob, &ann, "own").await;
    let last = sent(&ann, &bob, "3").await;
    let read = |from: String| format!("{}?from={from}", read_path(&ann, last));
    bob.put(&read("first".to_owned()), Value::Null).await.refuses_fields(&["from"]);
    let marked = bob.put(&read(first.to_string()), Value::Null).await;
    assert_eq!((marked.status, &marked.body["id"]), (StatusCode::OK, &json!(last)));
    assert_eq!(chat(&ann, &bob).await.column("read"), [false, true, false, true]);
    assert_eq!(bob.get("/api/contacts").await.column("unread"), [1]);
}
