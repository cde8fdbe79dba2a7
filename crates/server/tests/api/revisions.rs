//! Editing replies, and the versions of posts and replies.

use diesel::{RunQueryDsl, sql_query};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, send};

async fn post_with_reply(actor: &Actor<'_>) {
    let forum = actor.create_forum("Boats").await;
    actor.create_post(forum, "Sails").await;
    let reply = actor.post("/api/post/1/replies", json!({"description": "one"})).await;
    assert_eq!((reply.status.as_u16(), &reply.body["edited"]), (201, &json!(false)));
}

#[tokio::test]
async fn editing_a_reply_returns_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    post_with_reply(&ann).await;
    let edited = ann.put("/api/replies/1", json!({"description": " *two* "})).await;
    assert_eq!(edited.status, 200, "{edited:?}");
    assert_eq!(edited.body["description"], "*two*");
    assert_eq!(edited.body["description_html"], "<p><em>two</em></p>\n");
    assert_eq!(edited.body["edited"], true);
    assert_eq!(edited.body["editedAt"], edited_at(&app, "replies").await);
    let thread = ann.get("/api/posts/1/replies").await.body;
    assert_eq!(thread, json!([edited.body]));
}

#[tokio::test]
async fn a_post_says_when_it_was_edited() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    post_with_reply(&ann).await;
    let before = app.anonymous().get("/api/posts/1").await.body;
    assert_eq!(before.get("editedAt"), None);
    ann.post("/api/posts/1", json!({"title": "Oars", "description": "two"})).await;
    let after = app.anonymous().get("/api/posts/1").await.body;
    assert_eq!(after["editedAt"], edited_at(&app, "posts").await);
    let list = app.anonymous().get("/api/posts?filter=recent").await.body;
    assert_eq!(list[0]["editedAt"], after["editedAt"]);
}

/// Returns the time of the first thing's newest version.
async fn edited_at(app: &TestApp, kind: &str) -> Value {
    let versions = app.anonymous().get(&format!("/api/{kind}/1/revisions")).await.body;
    assert!(versions[0]["at"].is_string(), "{versions}");
    versions[0]["at"].clone()
}

#[tokio::test]
async fn edits_of_replies_are_refused_in_order() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    post_with_reply(&ann).await;
    let body = || json!({"description": "two"});
    app.anonymous().put("/api/replies/1", body()).await.is_refused(401, "unauthorized");
    ann.put("/api/replies/9", body()).await.is_refused(404, "not-found");
    bob.put("/api/replies/1", body()).await.is_refused(403, "not-the-author");
    let request = || ann.request(Method::PUT, "/api/replies/1");
    send(request().body("{}")).await.is_refused(415, "not-json");
    ann.put("/api/replies/1", json!({"description": " "})).await.refuses_fields(&["description"]);
    let long = json!({"description": "ä".repeat(10_001)});
    ann.put("/api/replies/1", long).await.refuses_fields(&["description"]);
    ann.delete("/api/replies/1").await;
    ann.put("/api/replies/1", body()).await.is_refused(409, "reply-removed");
}

#[tokio::test]
async fn versions_come_newest_first() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    post_with_reply(&ann).await;
    // All of it within five minutes: one version.
    ann.put("/api/replies/1", json!({"description": "two"})).await;
    ann.post("/api/posts/1", json!({"title": "Oars", "description": "two"})).await;
    let of_post = app.anonymous().get("/api/posts/1/revisions").await;
    let of_reply = app.anonymous().get("/api/replies/1/revisions").await;
    for (answer, title) in [(&of_post, Some("Oars")), (&of_reply, None)] {
        assert_eq!((answer.status.as_u16(), answer.body.as_array().unwrap().len()), (200, 1));
        let revision = &answer.body[0];
        assert_eq!((&revision["version"], &revision["username"]), (&json!(1), &json!("ann")));
        assert_eq!(revision["description"], "two");
        assert_eq!(revision.get("title").and_then(|title| title.as_str()), title);
        assert!(revision["at"].as_str().unwrap().ends_with('Z'));
    }
}

#[tokio::test]
async fn removed_texts_have_no_versions() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    post_with_reply(&ann).await;
    ann.delete("/api/replies/1").await;
    ann.get("/api/replies/1/revisions").await.is_refused(404, "not-found");
    ann.delete("/api/posts/1/delete").await;
    ann.get("/api/posts/1/revisions").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn a_hidden_version_is_seen_by_moderators_alone_and_logged() {
    let app = TestApp::spawn().await;
    let (moderator, bob, carl) =
        (app.member("ann").await, app.member("bob").await, app.member("carl").await);
    moderator.create_forum("Boats").await;
    bob.create_post(1, "Sails").await;
    bob.post("/api/post/1/replies", json!({"description": "secret"})).await;
    // Edits within five minutes would replace the first version.
    for table in ["posts", "replies"] {
        let aged = sql_query(format!("UPDATE {table} SET created_at = created_at - 600000"));
        app.database.write(|conn, _| aged.execute(conn)).unwrap();
    }
    bob.post("/api/posts/1", json!({"title": "Oars", "description": "two"})).await;
    bob.put("/api/replies/1", json!({"description": "two"})).await;
    for (who, name, list) in
        [(&bob, "bob", "/api/posts/1/revisions"), (&moderator, "ann", "/api/replies/1/revisions")]
    {
        let (path, present) = (format!("{list}/1"), format!("{list}/2"));
        carl.delete(&path).await.is_refused(403, "may-not-hide");
        who.delete(&present).await.is_refused(409, "present-version");
        who.delete(&format!("{list}/7")).await.is_refused(404, "not-found");
        assert_eq!(who.delete(&path).await.status, 204);
        assert_eq!(who.delete(&path).await.status, 204);
        for reader in [&app.anonymous(), &carl, &bob] {
            assert_eq!(reader.get(list).await.column("version"), [2], "{list}");
        }
        let all = moderator.get(list).await;
        assert_eq!(all.column("version"), [2, 1]);
        assert_eq!(all.column("hidden"), [false, true]);
        let log = app.anonymous().get("/api/modlog?action=version-hidden").await;
        let entry = &log.body[0];
        assert_eq!(entry["by"]["username"], name);
    }
    let log = app.anonymous().get("/api/modlog?action=version-hidden").await;
    assert_eq!(log.body.as_array().unwrap().len(), 2);
}
