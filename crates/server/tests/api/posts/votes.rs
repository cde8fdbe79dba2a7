use serde_json::{Value, json};

use crate::support::{Actor, TestApp};

const ACTS: [&str; 4] = ["upvote", "downvote", "upvote/unlike", "downvote/undislike"];

fn tally(upvotes: i64, downvotes: i64, mine: Option<&str>) -> Value {
    json!({
        "upvotes": upvotes,
        "downvotes": downvotes,
        "hasUpvoted": mine == Some("up"),
        "hasDownvoted": mine == Some("down"),
    })
}

async fn vote(actor: &Actor<'_>, act: &str) -> Value {
    let answer = actor.put(&format!("/api/posts/1/{act}"), Value::Null).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

async fn two_with_a_post(app: &TestApp) -> (Actor<'_>, Actor<'_>) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    (ann, bob)
}

#[tokio::test]
async fn votes_move_and_never_count_twice() {
    let app = TestApp::spawn().await;
    let (ann, bob) = two_with_a_post(&app).await;
    assert_eq!(vote(&ann, "upvote").await, tally(1, 0, Some("up")));
    assert_eq!(vote(&bob, "upvote").await, tally(2, 0, Some("up")));
    for (act, expected) in [
        ("upvote", tally(2, 0, Some("up"))),
        ("downvote/undislike", tally(2, 0, Some("up"))),
        ("downvote", tally(1, 1, Some("down"))),
        ("downvote", tally(1, 1, Some("down"))),
        ("upvote/unlike", tally(1, 1, Some("down"))),
        ("downvote/undislike", tally(1, 0, None)),
        ("downvote/undislike", tally(1, 0, None)),
        ("upvote/unlike", tally(1, 0, None)),
        ("downvote", tally(1, 1, Some("down"))),
        ("upvote", tally(2, 0, Some("up"))),
        ("upvote/unlike", tally(1, 0, None)),
    ] {
        assert_eq!(vote(&bob, act).await, expected, "{act}");
    }
}

#[tokio::test]
async fn a_vote_is_shown_to_its_voter_and_counted_for_all() {
    let app = TestApp::spawn().await;
    let (ann, bob) = two_with_a_post(&app).await;
    vote(&bob, "downvote").await;
    for path in ["/api/posts/1", "/api/posts", "/api/forum/1/posts"] {
        for (actor, mine) in [(&bob, Some("down")), (&ann, None), (&app.anonymous(), None)] {
            let found = actor.get(path).await.body;
            let found = found.get(0).unwrap_or(&found);
            for (field, value) in tally(0, 1, mine).as_object().unwrap() {
                assert_eq!(&found[field], value, "{path} {field}");
            }
        }
    }
}

#[tokio::test]
async fn voting_needs_a_login() {
    let app = TestApp::spawn().await;
    two_with_a_post(&app).await;
    for act in ACTS {
        let refused = app.anonymous().put(&format!("/api/posts/1/{act}"), Value::Null).await;
        refused.is_refused(401, "unauthorized");
    }
}

#[tokio::test]
async fn a_missing_post_takes_no_votes() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for id in ["7", "0", "abc"] {
        for act in ACTS {
            let path = format!("/api/posts/{id}/{act}");
            app.anonymous().put(&path, Value::Null).await.is_refused(401, "unauthorized");
            ann.put(&path, Value::Null).await.is_refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn voting_needs_no_body() {
    let app = TestApp::spawn().await;
    let (ann, _) = two_with_a_post(&app).await;
    let request = ann.request(reqwest::Method::PUT, "/api/posts/1/upvote");
    assert_eq!(crate::support::send(request).await.body, tally(1, 0, Some("up")));
}
