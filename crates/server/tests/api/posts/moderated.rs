use std::time::Duration;

use infrastructure::SystemClock;
use kernel::Clock;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, eventually};

/// A moderator and another member, who wrote five posts; the newest has the id 5.
async fn five_posts(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (moderator, author) = (app.member("ann").await, app.member("bob").await);
    moderator.create_forum("Boats").await;
    for n in 1..=5 {
        author.create_post(1, &format!("Post {n}")).await;
    }
    (moderator, author)
}

async fn pin(actor: &Actor<'_>, post: i64, pinned: bool) {
    let path = format!("/api/posts/{post}/pin");
    let answer = actor.put(&path, json!({"pinned": pinned, "until": null})).await;
    assert_eq!((answer.status, &answer.body["pinned"]), (StatusCode::OK, &json!(pinned)));
}

#[tokio::test]
async fn a_locked_post_takes_writes_of_moderators_alone() {
    let app = TestApp::spawn().await;
    let (moderator, author) = five_posts(&app).await;
    author.post("/api/post/1/replies", json!({"description": "Linen"})).await;
    let body = json!({"locked": true, "reason": " Off the rails "});
    let locked = moderator.put("/api/posts/1/lock", body).await;
    assert_eq!(
        (&locked.body["locked"], &locked.body["lockReason"]),
        (&json!(true), &json!("Off the rails"))
    );
    let (text, post) =
        (json!({"description": "Hemp"}), json!({"title": "Other", "description": "Hemp"}));
    for refused in [
        author.post("/api/post/1/replies", text.clone()).await,
        author.put("/api/replies/1", text.clone()).await,
        author.put("/api/replies/1/upvote", Value::Null).await,
        author.post("/api/posts/1", post).await,
        author.put("/api/posts/1/upvote", Value::Null).await,
    ] {
        refused.is_refused(409, "locked");
    }
    assert_eq!(moderator.post("/api/post/1/replies", text).await.status, StatusCode::CREATED);
    let unlocked = moderator.put("/api/posts/1/lock", json!({"locked": false})).await;
    assert_eq!(
        (&unlocked.body["locked"], &unlocked.body["lockReason"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(author.put("/api/posts/1/upvote", Value::Null).await.status, StatusCode::OK);
    assert_eq!(author.delete("/api/posts/1/delete").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn visitors_see_a_lock_and_a_pin_at_once() {
    let app = TestApp::spawn().await;
    let (moderator, _) = five_posts(&app).await;
    let visitor = app.anonymous();
    for list in ["/api/posts", "/api/forum/1/posts", "/api/forum/1/posts?filter=hot"] {
        assert_eq!(visitor.get(list).await.body[0]["pinned"], false, "{list}");
    }
    moderator.put("/api/posts/5/lock", json!({"locked": true})).await;
    pin(&moderator, 5, true).await;
    for list in ["/api/posts", "/api/forum/1/posts", "/api/forum/1/posts?filter=hot"] {
        let first = &visitor.get(list).await.body[0];
        assert_eq!((&first["locked"], &first["pinned"]), (&json!(true), &json!(true)), "{list}");
    }
}

#[tokio::test]
async fn pinned_posts_come_first_and_once_in_lists_of_their_forum() {
    let app = TestApp::spawn().await;
    let (moderator, _) = five_posts(&app).await;
    pin(&moderator, 2, true).await;
    pin(&moderator, 4, true).await;
    for filter in ["recent", "popularity", "hot", "active"] {
        for limit in 1..=5 {
            let list = format!("/api/forum/1/posts?filter={filter}&limit={limit}");
            let posts = moderator.all_pages(&list).await;
            let ids: Vec<_> = posts.iter().map(|post| post["id"].as_i64().unwrap()).collect();
            assert_eq!(ids[0], 4, "{list}");
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [1, 2, 3, 4, 5], "{list}: {ids:?}");
        }
    }
    assert_eq!(app.anonymous().get("/api/posts").await.column("id"), [5, 4, 3, 2, 1]);
    let search = "/api/forum/1/posts?keyword=post";
    assert_eq!(app.anonymous().get(search).await.column("id"), [5, 4, 3, 2, 1]);
}

#[tokio::test]
async fn unpinning_between_two_pages_repeats_and_loses_no_post() {
    let app = TestApp::spawn().await;
    let (moderator, _) = five_posts(&app).await;
    pin(&moderator, 1, true).await;
    let first = moderator.get("/api/forum/1/posts?limit=3").await;
    assert_eq!(first.column("id"), [1, 5, 4]);
    pin(&moderator, 1, false).await;
    pin(&moderator, 2, true).await;
    let rest = moderator.get(&first.next().unwrap()).await;
    assert_eq!(rest.column("id"), [3, 2]);
    assert_eq!(rest.next(), None);
}

#[tokio::test]
async fn a_pin_ends_for_visitors_without_a_write() {
    let app = TestApp::spawn().await;
    let (moderator, _) = five_posts(&app).await;
    let pin_for = async |time| {
        let until = SystemClock.now().after(time);
        let pin = json!({"pinned": true, "until": until.to_rfc3339()});
        let answer = moderator.put("/api/posts/1/pin", pin).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        until
    };
    pin_for(Duration::from_hours(1)).await;
    let visitor = app.anonymous();
    let list = "/api/forum/1/posts";
    assert_eq!(visitor.get(list).await.column("id"), [1, 5, 4, 3, 2]);
    assert_eq!(visitor.get("/api/posts/1").await.body["pinned"], true);
    let until = pin_for(Duration::from_secs(1)).await;
    let is_over = async || visitor.get(list).await.column("id") == [5, 4, 3, 2, 1];
    eventually("the pin ends", is_over).await;
    assert!(SystemClock.now() >= until);
    assert_eq!(visitor.get("/api/posts/1").await.body["pinned"], false);
}

#[tokio::test]
async fn a_fourth_pin_and_bad_bodies_are_refused() {
    let app = TestApp::spawn().await;
    let (moderator, _) = five_posts(&app).await;
    for post in 1..=3 {
        pin(&moderator, post, true).await;
    }
    let fourth = moderator.put("/api/posts/4/pin", json!({"pinned": true})).await;
    fourth.is_refused(422, "too-many-pinned");
    moderator.put("/api/posts/4/pin", json!({})).await.refuses_fields(&["pinned"]);
    moderator.put("/api/posts/4/lock", json!({"locked": 1})).await.refuses_fields(&["locked"]);
    let long = json!({"locked": true, "reason": "ä".repeat(501)});
    moderator.put("/api/posts/4/lock", long).await.refuses_fields(&["reason"]);
    for until in ["tomorrow", "2020-01-01T00:00:00Z"] {
        let body = json!({"pinned": true, "until": until});
        moderator.put("/api/posts/1/pin", body).await.refuses_fields(&["until"]);
    }
}

#[tokio::test]
async fn streams_are_told_of_locks_and_pins() {
    let app = TestApp::spawn().await;
    let (moderator, author) = five_posts(&app).await;
    let mut stream = author.follow("post:1").await;
    moderator.put("/api/posts/1/lock", json!({"locked": true})).await;
    let told = |act| ("post".to_owned(), json!({"id": 1, "forumId": 1, "act": act}));
    assert_eq!(stream.next_act().await, told("locked"));
    moderator.put("/api/posts/1/lock", json!({"locked": false})).await;
    assert_eq!(stream.next_act().await, told("edited"));
    pin(&moderator, 1, true).await;
    assert_eq!(stream.next_act().await, told("edited"));
}
