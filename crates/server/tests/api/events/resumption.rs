//! A client that comes back goes on where it was.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{assert_next, done, message, reply};
use crate::support::TestApp;

#[tokio::test]
async fn missed_events_come_after_the_last_one() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let topics = format!("post:{post}");
    let mut reader = ann.follow(&topics).await;
    let first = reply(&bob, post, None).await;
    let seen = reader.wait_for("reply").await;
    assert_eq!(seen.data["id"], first);
    drop(reader);
    let second = reply(&bob, post, Some(first)).await;
    let id = message(&bob, &ann).await;
    done(bob.put(&format!("/api/posts/{post}/upvote"), Value::Null)).await;
    let other = ann.create_post(forum, "Sencha").await;
    reply(&bob, other, None).await;

    let mut reader = ann.resume(&topics, &seen.id).await;
    let wanted = json!({"id": second, "postId": post, "respondsTo": first, "act": "written"});
    let sent = json!({"contactId": bob.id, "messageId": id, "act": "sent"});
    assert_next(&mut reader, &[("reply", wanted), ("message", sent)]).await;
    // Each waits for its own turn.
    let mut counts = BTreeMap::new();
    while !(counts.contains_key("votes") && counts.contains_key("unread")) {
        let event = reader.next().await.unwrap();
        counts.insert(event.name, event.data);
    }
    let votes = json!({"kind": "post", "id": post, "upvotes": 1, "downvotes": 0});
    assert_eq!((&counts["votes"], &counts["unread"]["messages"]), (&votes, &json!(1)));
    let third = reply(&ann, post, None).await;
    assert_eq!(reader.wait_for("reply").await.data["id"], third);
}

#[tokio::test]
async fn client_that_missed_nothing_gets_only_later_events() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let visitor = app.anonymous();
    let mut reader = visitor.follow("posts").await;
    ann.create_post(forum, "Oolong").await;
    let seen = reader.wait_for("post").await;
    let mut reader = visitor.resume("posts", &seen.id).await;
    let sencha = ann.create_post(forum, "Sencha").await;
    let written = json!({"id": sencha, "forumId": forum, "act": "written"});
    assert_next(&mut reader, &[("post", written)]).await;
}

#[tokio::test]
async fn unknown_last_event_has_the_client_read_anew() {
    let app = TestApp::spawn().await;
    let (ann, visitor) = (app.member("ann").await, app.anonymous());
    let forum = ann.create_forum("Tea").await;
    let mut reader = visitor.follow("posts").await;
    ann.create_post(forum, "Oolong").await;
    let seen = reader.wait_for("post").await;
    let (copy, number) = seen.id.split_once('-').unwrap();
    let number: u64 = number.parse().unwrap();
    let of_another_start = format!("{:016x}-{number}", !u64::from_str_radix(copy, 16).unwrap());
    let ahead = format!("{copy}-{}", number + 1_000);
    for last_id in ["7", "nonsense", &of_another_start, &ahead] {
        let mut reader = visitor.resume("posts", last_id).await;
        assert_next(&mut reader, &[("resync", json!({}))]).await;
    }
}
