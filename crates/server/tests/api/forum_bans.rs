//! Bans from a forum.

use std::time::Duration;

use infrastructure::{DbForumBans, SystemClock};
use kernel::{Clock, ForumId, Reason, Timestamp, UserId};
use moderation::forum_bans::{ForumBanOutcome, ForumBanRepository, NewForumBan};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp};

/// Ann's forum, with a post and a reply of bob.
struct Boats<'a> {
    ann: Actor<'a>,
    bob: Actor<'a>,
    forum: i64,
    post: i64,
    reply: i64,
}

impl<'a> Boats<'a> {
    async fn of(app: &'a TestApp) -> Self {
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let forum = ann.create_forum("Boats").await;
        let post = bob.create_post(forum, "Sails").await;
        let reply = bob.post(&format!("/api/post/{post}/replies"), reply("Red")).await;
        let reply = reply.body["id"].as_i64().unwrap();
        Self { ann, bob, forum, post, reply }
    }

    fn ban_path(&self) -> String {
        format!("/api/forums/{}/bans/{}", self.forum, self.bob.id)
    }

    async fn ban(&self, body: Value) -> Answer {
        self.ann.put(&self.ban_path(), body).await
    }

    /// Every write of bob in the forum.
    async fn writes(&self) -> Vec<Answer> {
        let Self { bob, forum, post, reply: id, .. } = self;
        let written = json!({"title": "Oars", "description": "Wooden ones"});
        let mut answers = vec![
            bob.post(&format!("/api/forum/{forum}/posts"), written.clone()).await,
            bob.post(&format!("/api/posts/{post}"), written).await,
            bob.post(&format!("/api/post/{post}/replies"), reply("Blue")).await,
            bob.put(&format!("/api/replies/{id}"), json!({"description": "Green"})).await,
        ];
        for vote in ["upvote", "upvote/unlike", "downvote", "downvote/undislike"] {
            answers.push(bob.put(&format!("/api/posts/{post}/{vote}"), Value::Null).await);
            answers.push(bob.put(&format!("/api/replies/{id}/{vote}"), Value::Null).await);
        }
        answers
    }
}

fn reply(text: &str) -> Value {
    json!({"respondsTo": null, "description": text})
}

/// Bans bob until then: the API knows whole days only.
fn ban_until(app: &TestApp, boats: &Boats<'_>, until: Timestamp) {
    let new = NewForumBan {
        forum: ForumId(boats.forum),
        user: UserId(boats.bob.id),
        until: Some(until),
        reason: Reason::parse("Spam").ok(),
        by: UserId(boats.ann.id),
        at: SystemClock.now(),
    };
    let outcome = DbForumBans(app.database.clone()).ban(&new).unwrap();
    assert!(matches!(outcome, ForumBanOutcome::Banned(_)));
}

#[tokio::test]
async fn a_banned_member_reads_and_does_not_write() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let banned = boats.ban(json!({"days": 7, "reason": " Spam "})).await;
    assert_eq!(banned.status, StatusCode::OK, "{}", banned.body);
    for refused in boats.writes().await {
        refused.is_refused(403, "banned-from-forum");
        assert_eq!(refused.body["detail"], "You have been banned from this forum.");
        assert_eq!(
            (&refused.body["until"], &refused.body["reason"]),
            (&banned.body["until"], &json!("Spam"))
        );
    }
    let Boats { ann, bob, forum, post, reply: id } = &boats;
    // Before the look at the body.
    let create = format!("/api/forum/{forum}/posts");
    bob.post(&create, json!({})).await.is_refused(403, "banned-from-forum");
    for path in [format!("/api/post/{post}/replies"), format!("/api/posts/{post}")] {
        bob.post(&path, json!({})).await.is_refused(403, "banned-from-forum");
    }
    bob.put(&format!("/api/replies/{id}"), json!({})).await.is_refused(403, "banned-from-forum");
    for path in [create.clone(), format!("/api/posts/{post}"), format!("/api/posts/{post}/replies")]
    {
        assert_eq!(bob.get(&path).await.status, StatusCode::OK);
    }
    let other = ann.create_forum("Trains").await;
    bob.create_post(other, "Rails").await;
    assert_eq!(
        bob.put(&format!("/api/posts/{post}/saved"), Value::Null).await.status,
        StatusCode::OK
    );
    assert_eq!(bob.delete(&format!("/api/replies/{id}")).await.status, StatusCode::NO_CONTENT);
    bob.notifications(|list| {
        list.iter().any(|one| one["act"] == "banned-from-forum" && one["forum"]["id"] == *forum)
    })
    .await;
}

#[tokio::test]
async fn bans_are_listed_and_lifted() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let cleo = app.member("cleo").await;
    let list = format!("/api/forums/{}/bans", boats.forum);
    assert_eq!(boats.ann.get(&list).await.body, json!([]));
    let first = boats.ban(json!({"reason": "Spam"})).await.body;
    assert_eq!(boats.ban(json!({"reason": "Spam"})).await.body, first, "the same request again");
    assert_eq!((&first["until"], &first["by"]["username"]), (&Value::Null, &json!("ann")));
    assert_eq!(boats.ann.put(&format!("{list}/{}", cleo.id), Value::Null).await.status, 200);
    let page = boats.ann.get(&format!("{list}?limit=1")).await;
    assert_eq!(page.body[0]["user"]["username"], "cleo");
    let next = page.next().unwrap();
    assert_eq!(boats.ann.get(&next).await.body, json!([first]));
    for _ in 0..2 {
        let lifted = boats.ann.delete(&boats.ban_path()).await;
        assert_eq!(lifted.status, StatusCode::NO_CONTENT);
    }
    for answer in boats.writes().await {
        assert!(answer.status.is_success(), "{}", answer.body);
    }
    let log = app.anonymous().get("/api/modlog?user=bob").await;
    assert_eq!(log.column("action"), ["forum-unbanned", "forum-banned"]);
    assert!(log.body[1]["undone"].is_string());
    assert_eq!(log.body[1]["forum"]["topic"], "Boats");
    let export = boats.bob.get(&format!("/api/user/{}/export", boats.bob.id)).await;
    assert_eq!(export.body["forumBans"], json!([]));
    boats.ban(json!({"reason": "Spam"})).await;
    let export = boats.bob.get(&format!("/api/user/{}/export", boats.bob.id)).await;
    assert_eq!(export.body["forumBans"][0]["reason"], "Spam");
}

#[tokio::test]
async fn a_members_bans_are_shown_to_moderators_of_their_forums() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let (cleo, admin) = (app.member("cleo").await, app.admin("dora").await);
    cleo.create_forum("Trains").await;
    boats.ban(json!({"days": 7, "reason": "Spam"})).await;
    let path = format!("/api/user/{}/bans", boats.bob.id);
    for moderator in [&boats.ann, &admin] {
        let list = moderator.get(&path).await.body;
        assert_eq!(list[0]["forum"], json!({"id": boats.forum, "topic": "Boats"}));
        assert_eq!(list[0]["reason"], "Spam");
        assert!(list[0]["until"].is_string());
    }
    // Neither who moderates another forum nor the member, who has a list of the own ones.
    for other in [&cleo, &boats.bob] {
        assert_eq!(other.get(&path).await.body, json!([]));
    }
}

#[tokio::test]
async fn moderators_admins_and_wrong_fields_are_refused() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let ada = app.admin("ada").await;
    let path = |id: i64| format!("/api/forums/{}/bans/{id}", boats.forum);
    for id in [boats.ann.id, ada.id] {
        ada.put(&path(id), Value::Null).await.is_refused(422, "is-moderator");
    }
    boats
        .ban(json!({"days": 0, "reason": "x".repeat(501)}))
        .await
        .refuses_fields(&["days", "reason"]);
    boats.ann.put(&path(99), Value::Null).await.is_refused(404, "not-found");
    boats.ban(Value::Null).await;
    let promote = format!("/moderation/forum/{}/promote", boats.forum);
    boats.ann.post(&promote, json!({"username": "bob"})).await.is_refused(422, "user-banned");
    let admin = format!("/moderation/user/{}/promote/admin", boats.bob.id);
    ada.put(&admin, Value::Null).await.is_refused(422, "user-banned");
    let promotable = format!("/moderation/forum/{}/promotable?keyword=bob", boats.forum);
    assert_eq!(boats.ann.get(&promotable).await.body, json!([]));
}

/// Each answer tells of a moment between its request and itself.
#[tokio::test]
async fn a_ban_from_a_forum_ends_at_its_millisecond() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let path = format!("/api/posts/{}/upvote", boats.post);
    for round in 0..100 {
        let until = SystemClock.now().after(Duration::from_millis(5 + round % 7));
        ban_until(&app, &boats, until);
        let mut is_over = false;
        while !is_over {
            let asked = SystemClock.now();
            let answer = boats.bob.put(&path, Value::Null).await;
            is_over = answer.status == StatusCode::OK;
            if is_over {
                assert!(SystemClock.now() >= until, "round {round}: let in too early");
            } else {
                answer.is_refused(403, "banned-from-forum");
                assert_eq!(answer.body["until"], until.to_rfc3339());
                assert!(asked < until, "round {round}: refused too late");
            }
        }
    }
}
