//! Export and deletion of an account.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp, send};

const NEW: &str = "correct donkey staple";

async fn delete_account(actor: &Actor<'_>, password: &str) -> Answer {
    let path = format!("/api/user/{}", actor.id);
    send(actor.request(Method::DELETE, &path).json(&json!({"current": password}))).await
}

async fn export(actor: &Actor<'_>) -> Answer {
    actor.get(&format!("/api/user/{}/export", actor.id)).await
}

async fn reply(actor: &Actor<'_>, post: i64, text: &str) -> i64 {
    let body = json!({"respondsTo": null, "description": text});
    actor.post(&format!("/api/post/{post}/replies"), body).await.body["id"].as_i64().unwrap()
}

async fn send_message(actor: &Actor<'_>, to: &Actor<'_>, text: &str) {
    let sent = actor.post(&format!("/api/contacts/{}", to.id), json!({"message": text})).await;
    assert_eq!(sent.status, StatusCode::CREATED);
}

/// Ann and Bob post, reply, vote and exchange messages.
async fn create_content(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let other = bob.create_post(forum, "Oars").await;
    let kept = reply(&ann, other, "I row").await;
    let removed = reply(&ann, other, "Regretted").await;
    ann.delete(&format!("/api/replies/{removed}")).await;
    let answer = reply(&bob, post, "I sail").await;
    for voter in [&ann, &bob] {
        voter.put(&format!("/api/posts/{other}/upvote"), Value::Null).await;
        voter.put(&format!("/api/replies/{answer}/downvote"), Value::Null).await;
        voter.put(&format!("/api/replies/{kept}/upvote"), Value::Null).await;
    }
    ann.post(&format!("/forum/{forum}/favorites"), Value::Null).await;
    send_message(&ann, &bob, "Ahoy").await;
    send_message(&bob, &ann, "Hello").await;
    (ann, bob)
}

#[tokio::test]
async fn the_export_holds_the_own_data_only() {
    let app = TestApp::spawn().await;
    let (ann, bob) = create_content(&app).await;
    let eve = app.member("eve").await;
    send_message(&bob, &eve, "Between us").await;
    for (owner, peer) in [(&ann, &eve), (&eve, &ann), (&bob, &ann)] {
        owner.put(&format!("/api/contacts/{}/block", peer.id), Value::Null).await;
    }
    let file = export(&ann).await;
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"postup-ann.json\"");
    assert_eq!(file.headers["content-type"], "application/json");
    assert_eq!(file.headers["cache-control"], "no-store");
    insta::assert_json_snapshot!(file.body, {
        ".account.registered" => "[time]",
        ".**.timeOfCreation" => "[time]",
        ".**.created" => "[time]",
        ".**.since" => "[time]",
        ".sessions[].id" => "[id]",
        ".sessions[].createdAt" => "[time]",
        ".sessions[].lastUsedAt" => "[time]",
        ".**.receivedOn" => "[time]",
        ".visits[].at" => "[time]",
        // They come a moment after what they tell of.
        ".notifications" => "[notifications]",
    });
}

#[tokio::test]
async fn an_export_of_many_pages_is_complete() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    for number in 0..200 {
        let (from, to) = if number % 2 == 0 { (&ann, &bob) } else { (&bob, &ann) };
        send_message(from, to, &number.to_string()).await;
    }
    let file = export(&ann).await;
    let messages = file.body["messages"].as_array().unwrap().iter();
    let texts: Vec<_> = messages.map(|message| message["message"].as_str().unwrap()).collect();
    assert_eq!(texts, (0..200).map(|number| number.to_string()).collect::<Vec<_>>());
    assert_eq!(file.body["posts"], json!([]));
}

#[tokio::test]
async fn an_export_ends_with_its_session() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    // More than the buffers between server and client hold.
    let longest = json!({"title": "Long", "description": "\u{1f980}".repeat(20_000)});
    for _ in 0..150 {
        let written = ann.post(&format!("/api/forum/{forum}/posts"), longest.clone()).await;
        assert_eq!(written.status, StatusCode::CREATED);
    }
    let path = format!("/api/user/{}/export", ann.id);
    let mut slow = ann.request(Method::GET, &path).send().await.unwrap();
    assert!(slow.chunk().await.unwrap().is_some());
    let new = json!({"current": PASSWORD, "password": NEW, "confirmPassword": NEW});
    let changed = ann.put(&format!("/api/user/{}/password", ann.id), new).await;
    assert_eq!(changed.status, StatusCode::OK);
    send_message(&bob, &ann, "After the change").await;
    let mut rest = vec![];
    let end = loop {
        match slow.chunk().await {
            Ok(Some(chunk)) => rest.extend_from_slice(&chunk),
            end => break end,
        }
    };
    assert!(!String::from_utf8_lossy(&rest).contains("After the change"));
    assert!(end.is_err(), "the file looks complete");
}

#[tokio::test]
async fn deleting_an_account_needs_the_password() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    delete_account(&ann, "wrong horse").await.is_refused(403, "wrong-password");
    delete_account(&ann, "").await.refuses_fields(&["current"]);
    ann.delete(&format!("/api/user/{}", ann.id)).await.is_refused(415, "not-json");
    assert_eq!(ann.get("/users").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_last_admin_cannot_delete_the_account() {
    let app = TestApp::spawn().await;
    let ada = app.admin("ada").await;
    delete_account(&ada, PASSWORD).await.is_refused(422, "last-admin");
    let bob = app.admin("bob").await;
    assert_eq!(delete_account(&ada, PASSWORD).await.status, StatusCode::NO_CONTENT);
    delete_account(&bob, PASSWORD).await.is_refused(422, "last-admin");
}

#[tokio::test]
async fn a_deleted_account_is_signed_out_at_once() {
    let app = TestApp::spawn().await;
    let (ann, bob) = create_content(&app).await;
    assert_eq!(delete_account(&ann, PASSWORD).await.status, StatusCode::NO_CONTENT);
    ann.get("/forums").await.is_refused(401, "unauthorized");
    let login = json!({"username": "ann", "password": PASSWORD});
    app.anonymous().post("/login", login).await.is_refused(401, "invalid-credentials");
    bob.get(&format!("/users/{}", ann.id)).await.is_refused(404, "not-found");
    assert_eq!(bob.get("/users").await.body, json!([]));
    assert_eq!(bob.get("/api/contacts").await.body, json!([]));
    bob.post("/api/contacts/1", json!({"message": "Ahoy?"})).await.is_refused(404, "not-found");
    let again = json!({"username": "Ann", "password": PASSWORD, "confirmPassword": PASSWORD});
    let refused = app.anonymous().post("/register", again).await;
    refused.is_refused(400, "username-taken");
    assert_eq!(refused.body["detail"], "User already exists");
}

/// Cached responses included.
#[tokio::test]
async fn content_of_a_deleted_account_stays_anonymous() {
    let app = TestApp::spawn().await;
    let (ann, _) = create_content(&app).await;
    let visitor = app.anonymous();
    let paths = ["/forums", "/api/posts", "/api/posts/1", "/api/posts/2/replies"];
    for path in paths {
        assert!(visitor.get(path).await.text.contains("\"ann\""), "{path}");
    }
    delete_account(&ann, PASSWORD).await;
    for path in paths {
        let after = visitor.get(path).await.text;
        assert!(!after.contains("\"ann\"") && after.contains("[deleted]"), "{path}: {after}");
    }
    let sails = visitor.get("/api/posts/1").await.body;
    assert_eq!(sails["title"], "Sails");
    assert_eq!(sails["creator_image"], "/images/avatars/removed.svg");
    assert_eq!(visitor.get("/api/posts/2").await.body["upvotes"], 1);
    let replies = visitor.get("/api/posts/2/replies").await.body;
    assert_eq!((&replies[0]["description"], &replies[0]["upvotes"]), (&json!("I row"), &json!(1)));
    assert_eq!(visitor.get("/moderation/forum/1").await.body, json!([]));
    let taken = json!({"username": "[deleted]", "password": PASSWORD, "confirmPassword": PASSWORD});
    visitor.post("/register", taken).await.refuses_fields(&["username"]);
}

#[tokio::test]
async fn a_banned_member_takes_the_data_along_and_leaves() {
    let app = TestApp::spawn().await;
    let ada = app.admin("ada").await;
    let (ann, bob) = create_content(&app).await;
    ada.put(&format!("/user/{}/ban", ann.id), json!({"reason": "Spam"})).await;
    let body = json!({"username": "ann", "password": PASSWORD});
    let refused = app.anonymous().post("/login", body).await;
    // The screen of a refused sign-in has no other token.
    let banned = app.with_token(ann.id, refused.body["appeal_token"].as_str().unwrap());
    let file = export(&banned).await;
    assert_eq!(file.status, StatusCode::OK, "{}", file.body);
    assert_eq!(file.body["account"]["lastBan"]["reason"], "Spam");
    assert_eq!(file.body["posts"][0]["title"], "Sails");
    let others = app.with_token(bob.id, refused.body["appeal_token"].as_str().unwrap());
    export(&others).await.is_refused(403, "banned");
    delete_account(&others, PASSWORD).await.is_refused(403, "banned");
    delete_account(&banned, "wrong horse").await.is_refused(403, "wrong-password");
    assert_eq!(delete_account(&banned, PASSWORD).await.status, StatusCode::NO_CONTENT);
    export(&banned).await.is_refused(401, "unauthorized");
    assert_eq!(ada.get("/api/people/ann").await.status, StatusCode::NOT_FOUND);
}
