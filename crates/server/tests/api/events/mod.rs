//! The stream of events.

mod closed_forums;
mod refusals;
mod resumption;
mod sessions;
mod several_servers;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, EventReader, TestApp};

/// Replies to a post; the reply's id.
async fn reply(author: &Actor<'_>, post: i64, parent: Option<i64>) -> i64 {
    let body = json!({"respondsTo": parent, "description": "I like it"});
    let created = author.post(&format!("/api/post/{post}/replies"), body).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    created.body["id"].as_i64().unwrap()
}

/// Sends a message; its id.
async fn message(sender: &Actor<'_>, recipient: &Actor<'_>) -> i64 {
    let path = format!("/api/contacts/{}", recipient.id);
    let sent = sender.post(&path, json!({"message": "Hello"})).await;
    assert_eq!(sent.status, StatusCode::CREATED, "{}", sent.body);
    sent.body["id"].as_i64().unwrap()
}

async fn done(answer: impl Future<Output = crate::support::Answer>) {
    let answer = answer.await;
    assert!(answer.status.is_success(), "{answer:?}");
}

/// Checks that these are the next events of a stream, but for counts of what is unread.
async fn assert_next(reader: &mut EventReader, wanted: &[(&str, Value)]) {
    for (name, data) in wanted {
        let (came, with) = reader.next_act().await;
        assert_eq!((came.as_str(), &with), (*name, data));
    }
}

#[tokio::test]
async fn stream_is_neither_stored_nor_buffered() {
    let app = TestApp::spawn().await;
    let reader = app.anonymous().follow("posts").await;
    let header = |name: &str| reader.headers()[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/event-stream");
    assert_eq!(header("cache-control"), "no-store, no-transform");
    assert_eq!(header("x-accel-buffering"), "no");
    assert_eq!(header("vary"), "Authorization");
    assert!(!reader.headers().contains_key("content-encoding"));
}

#[tokio::test]
async fn silent_stream_gets_a_comment_within_15_seconds() {
    let app = TestApp::spawn().await;
    let mut reader = app.anonymous().follow("").await;
    assert_eq!(reader.block().await.as_deref(), Some(":"));
}

#[tokio::test]
async fn posts_reach_followers_of_all_of_the_forum_and_of_the_post() {
    let app = TestApp::spawn().await;
    let (ann, visitor) = (app.member("ann").await, app.anonymous());
    let (tea, milk) = (ann.create_forum("Tea").await, ann.create_forum("Milk").await);
    let oolong = ann.create_post(tea, "Oolong").await;
    let mut all = visitor.follow("posts").await;
    let mut forum = visitor.follow(&format!("forum:{tea},posts")).await;
    let mut one = ann.follow(&format!("post:{oolong}")).await;
    let mut none = ann.follow("").await;
    let edit = json!({"title": "Oolong tea", "description": "All about it"});
    done(ann.post(&format!("/api/posts/{oolong}"), edit)).await;
    let sencha = ann.create_post(tea, "Sencha").await;
    let oat = ann.create_post(milk, "Oat").await;
    done(ann.delete(&format!("/api/posts/{oolong}/delete"))).await;
    let post = |id, forum, act| ("post", json!({"id": id, "forumId": forum, "act": act}));
    let of_tea = [post(oolong, tea, "edited"), post(sencha, tea, "written")];
    let last = post(oolong, tea, "deleted");
    assert_next(&mut all, &of_tea).await;
    assert_next(&mut all, &[post(oat, milk, "written"), last.clone()]).await;
    // It follows all posts as well, and gets each event once.
    assert_next(&mut forum, &of_tea).await;
    assert_next(&mut forum, &[post(oat, milk, "written"), last.clone()]).await;
    assert_next(&mut one, &[of_tea[0].clone(), last]).await;
    let bob = app.member("bob").await;
    let id = message(&bob, &ann).await;
    let sent = ("message", json!({"contactId": bob.id, "messageId": id, "act": "sent"}));
    assert_next(&mut none, &[sent]).await;
}

#[tokio::test]
async fn replies_and_votes_reach_followers_of_the_post() {
    let app = TestApp::spawn().await;
    let (ann, visitor) = (app.member("ann").await, app.anonymous());
    let forum = ann.create_forum("Tea").await;
    let (post, other) =
        (ann.create_post(forum, "Oolong").await, ann.create_post(forum, "Sencha").await);
    let mut reader = visitor.follow(&format!("post:{post}")).await;
    let mut stranger = visitor.follow(&format!("post:{other},forum:{forum}")).await;
    let first = reply(&ann, post, None).await;
    let second = reply(&ann, post, Some(first)).await;
    done(ann.put(&format!("/api/replies/{second}"), json!({"description": "I love it"}))).await;
    done(ann.delete(&format!("/api/replies/{second}"))).await;
    let wanted = |id, parent: Option<i64>, act| {
        ("reply", json!({"id": id, "postId": post, "respondsTo": parent, "act": act}))
    };
    assert_next(
        &mut reader,
        &[wanted(first, None, "written"), wanted(second, Some(first), "written")],
    )
    .await;
    assert_next(&mut reader, &[wanted(second, Some(first), "edited")]).await;
    assert_next(&mut reader, &[wanted(second, Some(first), "deleted")]).await;
    done(ann.put(&format!("/api/replies/{first}/upvote"), Value::Null)).await;
    let votes = |kind, id, up, down| {
        ("votes", json!({"kind": kind, "id": id, "upvotes": up, "downvotes": down}))
    };
    assert_next(&mut reader, &[votes("reply", first, 1, 0)]).await;
    done(ann.put(&format!("/api/posts/{post}/downvote"), Value::Null)).await;
    assert_next(&mut reader, &[votes("post", post, 0, 1)]).await;
    let last = ann.create_post(forum, "Last").await;
    let written = ("post", json!({"id": last, "forumId": forum, "act": "written"}));
    assert_next(&mut stranger, &[written]).await;
}

#[tokio::test]
async fn votes_on_one_thing_come_once_a_second() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let mut reader = ann.follow(&format!("post:{post}")).await;
    let start = std::time::Instant::now();
    for act in ["upvote", "downvote", "upvote", "downvote", "upvote"] {
        done(ann.put(&format!("/api/posts/{post}/{act}"), Value::Null)).await;
    }
    let mut came = 0;
    loop {
        let votes = reader.wait_for("votes").await;
        came += 1;
        let is_last = votes.data["upvotes"] == 1 && start.elapsed().as_millis() >= 990;
        if is_last {
            break;
        }
    }
    assert!(came as f32 <= start.elapsed().as_secs_f32() + 1.0, "{came} in {:?}", start.elapsed());
}

#[tokio::test]
async fn messages_reach_both_people_and_nobody_else() {
    let app = TestApp::spawn().await;
    let (ann, bob, eve) =
        (app.member("ann").await, app.member("bob").await, app.member("eve").await);
    let (mut hers, mut his) = (ann.follow("").await, bob.follow("").await);
    let (mut eves, mut visitors) =
        (eve.follow("posts").await, app.anonymous().follow("posts").await);
    let id = message(&ann, &bob).await;
    let unread = his.wait_for("unread").await;
    assert_eq!(unread.data, json!({"notifications": 0, "messages": 1, "reports": 0}));
    done(bob.put(&format!("/api/contacts/{}/messages/{id}/read", ann.id), Value::Null)).await;
    assert_eq!(his.wait_for("unread").await.data["messages"], 0);
    let path = format!("/api/contacts/{}/messages/{id}", bob.id);
    done(ann.put(&path, json!({"message": "Hello!"}))).await;
    done(ann.delete(&path)).await;
    for (act, contact) in
        [("sent", bob.id), ("read", bob.id), ("edited", bob.id), ("deleted", bob.id)]
    {
        let wanted = ("message", json!({"contactId": contact, "messageId": id, "act": act}));
        assert_next(&mut hers, &[wanted]).await;
    }
    for act in ["edited", "deleted"] {
        let wanted = ("message", json!({"contactId": ann.id, "messageId": id, "act": act}));
        assert_next(&mut his, &[wanted]).await;
    }
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    for reader in [&mut eves, &mut visitors] {
        let written = ("post", json!({"id": post, "forumId": forum, "act": "written"}));
        assert_next(reader, &[written]).await;
    }
}

#[tokio::test]
async fn notification_reaches_the_member_as_a_count() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let mut reader = ann.follow("").await;
    reply(&bob, post, None).await;
    let unread = reader.wait_for("unread").await;
    assert_eq!(unread.data, json!({"notifications": 1, "messages": 0, "reports": 0}));
    let id = &ann.get("/api/notifications").await.body[0]["id"];
    done(ann.put(&format!("/api/notifications/{id}/read"), Value::Null)).await;
    assert_eq!(reader.wait_for("unread").await.data["notifications"], 0);
}

#[tokio::test]
async fn deleted_forum_has_clients_read_anew() {
    let app = TestApp::spawn().await;
    let root = app.admin("rita").await;
    let forum = root.create_forum("Tea").await;
    let post = root.create_post(forum, "Oolong").await;
    let mut reader = app.anonymous().follow(&format!("post:{post}")).await;
    done(root.delete(&format!("/forums/{forum}"))).await;
    assert_next(&mut reader, &[("resync", json!({}))]).await;
}
