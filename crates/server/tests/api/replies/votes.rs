use serde_json::{Value, json};

use crate::support::TestApp;

fn tally(upvotes: i64, downvotes: i64, mine: i64) -> Value {
    json!({
        "upvotes": upvotes, "downvotes": downvotes,
        "hasUpvoted": mine > 0, "hasDownvoted": mine < 0,
    })
}

#[tokio::test]
async fn votes_are_cast_moved_and_taken_back() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let post = ann.forum_with_post().await;
    let id = ann.answer(post, None).await;
    let vote = async |act| bob.put(&format!("/api/replies/{id}/{act}"), json!({})).await.body;
    for (act, expected) in [
        ("upvote", tally(1, 0, 1)),
        ("upvote", tally(1, 0, 1)),
        ("downvote/undislike", tally(1, 0, 1)),
        ("downvote", tally(0, 1, -1)),
        ("downvote", tally(0, 1, -1)),
        ("upvote/unlike", tally(0, 1, -1)),
        ("upvote", tally(1, 0, 1)),
        ("upvote/unlike", tally(0, 0, 0)),
        ("downvote", tally(0, 1, -1)),
        ("downvote/undislike", tally(0, 0, 0)),
    ] {
        assert_eq!(vote(act).await, expected, "{act}");
    }
}

#[tokio::test]
async fn votes_need_no_body() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let path = format!("/api/replies/{}/upvote", ann.answer(post, None).await);
    let voted = crate::support::send(ann.request(reqwest::Method::PUT, &path)).await;
    assert_eq!((voted.status.as_u16(), voted.body), (200, tally(1, 0, 1)));
}

#[tokio::test]
async fn a_vote_is_shown_to_its_voter_only() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let post = ann.forum_with_post().await;
    let id = ann.answer(post, None).await;
    bob.put(&format!("/api/replies/{id}/upvote"), json!({})).await;
    let path = format!("/api/posts/{post}/replies");
    for (actor, mine) in [(&bob, true), (&ann, false), (&app.anonymous(), false)] {
        let reply = actor.get(&path).await.body[0].clone();
        assert_eq!((&reply["upvotes"], &reply["hasUpvoted"]), (&json!(1), &json!(mine)));
    }
}

#[tokio::test]
async fn vote_routes_refuse_unauthorized_callers() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let id = ann.answer(post, None).await;
    for act in ["upvote", "downvote", "upvote/unlike", "downvote/undislike"] {
        let vote = |id| format!("/api/replies/{id}/{act}");
        app.anonymous().put(&vote(id), json!({})).await.is_refused(401, "unauthorized");
        app.anonymous().put(&vote(99), json!({})).await.is_refused(401, "unauthorized");
        ann.put(&vote(99), json!({})).await.is_refused(404, "not-found");
        ann.get(&vote(id)).await.is_refused(405, "method-not-allowed");
    }
}
