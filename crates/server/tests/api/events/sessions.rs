//! Streams end with the sessions of their members.

use std::time::Duration;

use serde_json::{Value, json};

use super::{assert_next, done};
use crate::support::{EventReader, PASSWORD, TestApp, TestOptions};

async fn assert_ended(reader: &mut EventReader, reason: &str) {
    assert_next(reader, &[("session", json!({"reason": reason}))]).await;
    assert_eq!(reader.next().await, None);
}

#[tokio::test]
async fn ban_ends_the_streams_of_the_member_alone() {
    let app = TestApp::spawn().await;
    let (ann, bob, root) =
        (app.member("ann").await, app.member("bob").await, app.admin("rita").await);
    let (mut hers, mut his) = (ann.follow("").await, bob.follow("").await);
    let mut phone = app.sign_in("ann").await.follow("").await;
    done(root.put(&format!("/user/{}/ban", ann.id), Value::Null)).await;
    assert_ended(&mut hers, "banned").await;
    assert_ended(&mut phone, "banned").await;
    done(root.put(&format!("/moderation/user/{}/promote/admin", bob.id), Value::Null)).await;
    assert_next(&mut his, &[("session", json!({"reason": "role"}))]).await;
}

#[tokio::test]
async fn signing_out_everywhere_spares_streams_of_the_new_token() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let mut old = ann.follow("").await;
    let ended = ann.delete(&format!("/api/user/{}/sessions", ann.id)).await;
    let renewed = ann.with_token(ended.body["token"].as_str().unwrap());
    let mut new = renewed.follow("posts").await;
    assert_ended(&mut old, "signed-out").await;
    let forum = renewed.create_forum("Tea").await;
    let post = renewed.create_post(forum, "Oolong").await;
    let written = ("post", json!({"id": post, "forumId": forum, "act": "written"}));
    assert_next(&mut new, &[written]).await;
    ann.get("/api/events").await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn the_end_of_one_session_ends_its_streams_alone() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let phone = app.sign_in("ann").await;
    let (mut hers, mut other) = (ann.follow("").await, phone.follow("").await);
    let path = format!("/api/user/{}/sessions", ann.id);
    let sessions = ann.get(&path).await.body;
    let ended = sessions.as_array().unwrap().iter().find(|one| one["current"] == false).unwrap();
    done(ann.delete(&format!("{path}/{}", ended["id"]))).await;
    assert_ended(&mut other, "signed-out").await;
    done(ann.delete(&path)).await;
    assert_ended(&mut hers, "signed-out").await;
}

#[tokio::test]
async fn new_password_and_deletion_end_streams() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let mut reader = ann.follow("").await;
    let new = "another horse";
    let change = json!({"current": PASSWORD, "password": new, "confirmPassword": new});
    let changed = ann.put(&format!("/api/user/{}/password", ann.id), change).await;
    assert_ended(&mut reader, "signed-out").await;
    let renewed = ann.with_token(changed.body["token"].as_str().unwrap());
    let mut reader = renewed.follow("").await;
    let path = format!("/api/user/{}", ann.id);
    let delete = renewed.request(reqwest::Method::DELETE, &path).json(&json!({"current": new}));
    done(crate::support::send(delete)).await;
    assert_ended(&mut reader, "signed-out").await;
}

#[tokio::test]
async fn stream_ends_with_its_token() {
    let app = TestOptions::default().token_ttl(Duration::from_secs(3)).spawn().await;
    let ann = app.member("ann").await;
    let mut reader = ann.follow("posts").await;
    assert_eq!(reader.next().await, None);
    ann.get("/api/events").await.is_refused(401, "unauthorized");
}
