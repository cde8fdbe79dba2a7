mod watching;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp};

/// Replies to a post; the reply's id.
async fn reply(author: &Actor<'_>, post: i64, text: &str) -> i64 {
    let body = json!({"respondsTo": null, "description": text});
    let created = author.post(&format!("/api/post/{post}/replies"), body).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    created.body["id"].as_i64().unwrap()
}

async fn unread(member: &Actor<'_>) -> Value {
    member.get("/api/unread").await.body
}

#[tokio::test]
async fn an_answer_comes_as_a_notification() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    assert_eq!(ann.get("/api/notifications").await.body, json!([]));
    let id = reply(&bob, post, "I  like\nit").await;
    let list = ann.notifications(|list| !list.is_empty()).await;
    let mut one = list[0].clone();
    for field in ["id", "updatedAt"] {
        assert!(!one[field].is_null());
        one[field].take();
    }
    let picture = &app.anonymous().get("/api/posts").await.body[0]["creator_image"];
    let actor = json!({"id": bob.id, "username": "bob", "user_image": picture});
    let wanted = json!({
        "id": null, "kind": "reply", "act": null, "reason": null, "count": 1,
        "actors": [actor],
        "forum": {"id": forum, "topic": "Tea"}, "post": {"id": post, "title": "Oolong"},
        "reply": {"id": id}, "excerpt": "I like it", "watch": "watching", "updatedAt": null,
        "read": false,
    });
    assert_eq!(one, wanted);
    assert_eq!(unread(&ann).await, json!({"notifications": 1, "messages": 0, "reports": 0}));
    let path = format!("/api/notifications/{}/read", list[0]["id"]);
    bob.put(&path, Value::Null).await.is_refused(404, "not-found");
    for _ in 0..2 {
        let read = ann.put(&path, Value::Null).await;
        assert_eq!((read.status, read.text.as_str()), (StatusCode::NO_CONTENT, ""));
    }
    assert_eq!(unread(&ann).await["notifications"], 0);
    assert_eq!(ann.get("/api/notifications?unread=true").await.body, json!([]));
    assert_eq!(ann.get("/api/notifications").await.column("read"), [true]);
}

#[tokio::test]
async fn unread_messages_are_counted() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    for text in ["Hello", "Are you there?"] {
        let sent = bob.post(&format!("/api/contacts/{}", ann.id), json!({"message": text})).await;
        assert_eq!(sent.status, StatusCode::CREATED);
    }
    assert_eq!(unread(&ann).await, json!({"notifications": 0, "messages": 2, "reports": 0}));
    assert_eq!(unread(&bob).await["messages"], 0);
}

#[tokio::test]
async fn a_notification_that_grew_since_it_was_seen_stays_unread() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    reply(&bob, post, "I like it").await;
    let seen = ann.notifications(|list| list.len() == 1).await;
    reply(&bob, post, "And so does my cat").await;
    let grown = ann.notifications(|list| list[0]["count"] == 2).await;
    let mark = async |up_to: &str| {
        let path = format!("/api/notifications/{}/read?upTo={up_to}", seen[0]["id"]);
        ann.put(&path, Value::Null).await
    };
    for wrong in ["now", ""] {
        mark(wrong).await.refuses_fields(&["upTo"]);
    }
    for (list, left) in [(&seen, 1), (&grown, 0)] {
        let marked = mark(list[0]["updatedAt"].as_str().unwrap()).await;
        assert_eq!(marked.status, StatusCode::NO_CONTENT);
        assert_eq!(unread(&ann).await["notifications"], left);
    }
}

#[tokio::test]
async fn everything_up_to_a_time_is_marked_as_read() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    for title in ["Oolong", "Sencha"] {
        let post = ann.create_post(forum, title).await;
        reply(&bob, post, "I like it").await;
    }
    let list = ann.notifications(|list| list.len() == 2).await;
    let mark =
        async |up_to: Value| ann.put("/api/notifications/read", json!({"upTo": up_to})).await;
    for wrong in [json!("now"), json!(7), Value::Null] {
        mark(wrong).await.refuses_fields(&["upTo"]);
    }
    assert_eq!(mark(json!("2020-01-01T00:00:00Z")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(unread(&ann).await["notifications"], 2);
    assert_eq!(mark(list[0]["updatedAt"].clone()).await.status, StatusCode::NO_CONTENT);
    assert_eq!(unread(&ann).await["notifications"], 0);
    ann.get("/api/notifications?unread=maybe").await.refuses_fields(&["unread"]);
}

#[tokio::test]
async fn settings_are_all_or_none() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let path = "/api/notifications/settings";
    let all = json!({
        "reply": true, "mention": true, "watchedPost": true, "watchedForum": true,
        "autoWatch": true, "push": true, "mail": "off",
    });
    assert_eq!(ann.get(path).await.body, all);
    let mut some = all.clone();
    some["reply"] = json!(false);
    some["autoWatch"] = json!(false);
    assert_eq!(ann.put(path, some.clone()).await.body, some);
    assert_eq!(ann.get(path).await.body, some);
    ann.put(path, json!({"reply": true, "mention": "yes", "watchedPost": true}))
        .await
        .refuses_fields(&["mention", "watchedForum", "autoWatch"]);
    assert_eq!(ann.get(path).await.body, some);
    some["push"] = json!(false);
    assert_eq!(ann.put(path, some.clone()).await.body, some);
    // Programs from before it leave it as it is.
    let mut earlier = some.clone();
    earlier.as_object_mut().unwrap().remove("push");
    assert_eq!(ann.put(path, earlier).await.body, some);
    some["push"] = json!("yes");
    ann.put(path, some).await.refuses_fields(&["push"]);
}

#[tokio::test]
async fn banned_members_read_their_notifications() {
    let app = TestApp::spawn().await;
    let (ann, ada) = (app.member("ann").await, app.admin("ada").await);
    let forum = ada.create_forum("Tea").await;
    let promoted = json!({"username": "ann"});
    ada.post(&format!("/moderation/forum/{forum}/promote"), promoted).await;
    ann.notifications(|list| list.len() == 1 && list[0]["act"] == "moderator-added").await;
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    ann.notifications(|list| list.len() == 2 && list[0]["act"] == "banned").await;
    let list = ann.get("/api/notifications").await;
    assert_eq!(list.column("kind"), ["moderation", "moderation"]);
    assert_eq!(unread(&ann).await["notifications"], 2);
    let path = format!("/api/notifications/{}/read", list.body[0]["id"]);
    assert_eq!(ann.put(&path, Value::Null).await.status, StatusCode::NO_CONTENT);
    ann.get("/api/notifications/settings").await.is_refused(403, "banned");
}

#[tokio::test]
async fn authors_learn_that_a_forum_took_their_texts_along() {
    let app = TestApp::spawn().await;
    let (ann, bob, ada) =
        (app.member("ann").await, app.member("bob").await, app.admin("ada").await);
    let forum = ada.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    for author in [&ann, &bob, &ada] {
        reply(author, post, "I like it").await;
    }
    ann.notifications(|list| !list.is_empty()).await;
    let deleted = ada.delete(&format!("/forums/{forum}")).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.body);
    for (author, texts) in [(&ann, 2), (&bob, 1)] {
        // With the deletion itself: nothing is left to deliver.
        let mut list = author.get("/api/notifications").await.body;
        for field in ["id", "updatedAt"] {
            assert!(!list[0][field].is_null(), "{list}");
            list[0][field].take();
        }
        let wanted = json!([{
            "id": null, "kind": "moderation", "act": "forum-deleted", "reason": null,
            "count": texts, "actors": [], "forum": {"id": forum, "topic": "Tea"}, "post": null,
            "reply": null, "excerpt": "", "watch": null, "updatedAt": null, "read": false,
        }]);
        assert_eq!(list, wanted);
        assert_eq!(unread(author).await["notifications"], 1);
    }
    assert_eq!(ada.get("/api/notifications").await.column("act"), ["promoted"]);
}
