use serde_json::{Value, json};

use super::{answering, drawn};
use crate::support::TestApp;

#[tokio::test]
async fn a_removed_reply_keeps_its_place_without_content() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let post = ann.forum_with_post().await;
    let first = bob.answer(post, None).await;
    let second = bob.answer(post, Some(first)).await;
    let third = ann.answer(post, Some(second)).await;
    ann.put(&format!("/api/replies/{second}/upvote"), json!({})).await;
    let path = format!("/api/replies/{second}");
    for _ in 0..2 {
        assert_eq!(bob.delete(&path).await.status, 204);
    }
    let thread = app.anonymous().get(&format!("/api/posts/{post}/replies")).await;
    assert_eq!(drawn(&thread.body), format!("{first}({second}({third}))"));
    assert!(!thread.text.contains(&format!("To {first}")), "{}", thread.text);
    let alone = app.anonymous().get(&path).await;
    insta::assert_json_snapshot!(alone.body, {
        ".created" => "[time]", ".replies" => "[replies]", ".ancestors" => "[ancestors]",
    }, @r#"
    {
      "ancestors": "[ancestors]",
      "created": "[time]",
      "deleted": true,
      "description": "removed",
      "description_html": "<p>removed</p>\n",
      "downvotes": 0,
      "edited": false,
      "hasDownvoted": false,
      "hasUpvoted": false,
      "id": 2,
      "postId": 1,
      "replies": "[replies]",
      "respondsTo": 1,
      "saved": null,
      "upvotes": 1,
      "user": {
        "user_image": "/images/avatars/removed.svg",
        "username": "removed"
      }
    }
    "#);
    assert_eq!(thread.body[0]["replies"][0]["user"]["username"], "removed");
}

#[tokio::test]
async fn a_removed_reply_takes_no_votes_and_no_answers() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    let id = ann.answer(post, None).await;
    ann.delete(&format!("/api/replies/{id}")).await;
    ann.reply(post, answering(id)).await.is_refused(409, "reply-removed");
    for act in ["upvote", "downvote", "upvote/unlike", "downvote/undislike"] {
        let refused = ann.put(&format!("/api/replies/{id}/{act}"), Value::Null).await;
        refused.is_refused(409, "reply-removed");
    }
}

#[tokio::test]
async fn authors_moderators_and_admins_remove_a_reply() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (zoe, ada) = (app.member("zoe").await, app.admin("ada").await);
    let post = ann.forum_with_post().await;
    let mut replies = vec![];
    for _ in 0..4 {
        replies.push(format!("/api/replies/{}", bob.answer(post, None).await));
    }
    app.anonymous().delete(&replies[0]).await.is_refused(401, "unauthorized");
    zoe.delete(&replies[0]).await.is_refused(403, "may-not-remove");
    assert_eq!(bob.delete(&replies[0]).await.status, 204);
    zoe.delete(&replies[0]).await.is_refused(403, "may-not-remove");
    // Ann moderates her forum from the start, zoe from now on.
    assert_eq!(ann.delete(&replies[1]).await.status, 204);
    let promoted = ann.post("/moderation/forum/1/promote", json!({"username": "zoe"})).await;
    assert_eq!(promoted.status, 200);
    assert_eq!(zoe.delete(&replies[2]).await.status, 204);
    assert_eq!(ada.delete(&replies[3]).await.status, 204);
}

#[tokio::test]
async fn moderators_of_another_forum_remove_nothing() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let post = ann.forum_with_post().await;
    bob.create_forum("Cars").await;
    let by_ann = format!("/api/replies/{}", ann.answer(post, None).await);
    bob.delete(&by_ann).await.is_refused(403, "may-not-remove");
}

#[tokio::test]
async fn a_missing_reply_is_not_removed() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    app.anonymous().delete("/api/replies/7").await.is_refused(401, "unauthorized");
    for id in ["7", "0", "x"] {
        ann.delete(&format!("/api/replies/{id}")).await.is_refused(404, "not-found");
    }
}
