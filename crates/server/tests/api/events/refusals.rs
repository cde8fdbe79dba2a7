//! Refused streams, and those that end because of their clients.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Actor, TestApp, TestOptions};

#[tokio::test]
async fn unknown_topics_are_refused() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let follow = |topics: String| {
        let visitor = app.anonymous();
        async move { visitor.get(&format!("/api/events?topics={topics}")).await }
    };
    for topics in ["post", "forum:x", "user:1", "posts,post:01"] {
        follow(topics.to_owned()).await.refuses_fields(&["topics"]);
    }
    let many = |count| (1..=count).map(|id| format!("post:{id}")).collect::<Vec<_>>().join(",");
    follow(many(21)).await.refuses_fields(&["topics"]);
    for topics in [format!("post:{}", post + 1), format!("posts,forum:{}", forum + 1)] {
        follow(topics).await.is_refused(404, "not-found");
    }
    assert_eq!(follow(format!("posts,forum:{forum},post:{post}")).await.status, 200);
    app.with_token(ann.id, "forged").get("/api/events").await.is_refused(401, "unauthorized");
}

/// Waits until the server has noticed that clients are gone, which it does before the next heartbeat.
async fn wait_until_open(member: &Actor<'_>) {
    let start = Instant::now();
    while member.get("/api/events").await.status != 200 {
        assert!(start.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn ninth_stream_of_an_account_is_refused_until_one_ends() {
    let app = TestOptions::default().limited().spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let mut open = vec![];
    for _ in 0..8 {
        open.push(ann.follow("").await);
    }
    ann.get("/api/events").await.is_refused(429, "too-many-requests");
    assert_eq!(bob.get("/api/events").await.status, 200);
    drop(open.pop());
    wait_until_open(&ann).await;
}

#[tokio::test]
async fn streams_are_unlimited_without_rate_limits() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let mut open = vec![];
    for _ in 0..12 {
        open.push(ann.follow("").await);
    }
}

#[tokio::test]
async fn banned_members_may_follow() {
    let app = TestApp::spawn().await;
    let (ann, root) = (app.member("ann").await, app.admin("rita").await);
    assert_eq!(root.put(&format!("/user/{}/ban", ann.id), Value::Null).await.status, 200);
    ann.follow("posts").await;
}
