//! Appeals against bans from a forum, and the caller's own bans.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, PASSWORD, TestApp};

/// Ann's forum, from which bob is banned.
struct Boats<'a> {
    ann: Actor<'a>,
    bob: Actor<'a>,
    forum: i64,
}

impl<'a> Boats<'a> {
    async fn of(app: &'a TestApp) -> Self {
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let forum = ann.create_forum("Boats").await;
        let boats = Self { ann, bob, forum };
        boats.ban(json!({"days": 7, "reason": "Spam"})).await;
        boats
    }

    async fn ban(&self, body: Value) -> Value {
        let path = format!("/api/forums/{}/bans/{}", self.forum, self.bob.id);
        let banned = self.ann.put(&path, body).await;
        assert_eq!(banned.status, StatusCode::OK, "{}", banned.body);
        banned.body
    }

    fn appeal(&self) -> Value {
        json!({"text": "  It was my brother ", "forum": self.forum})
    }

    async fn file(&self) -> i64 {
        let filed = self.bob.post("/api/appeals", self.appeal()).await;
        assert_eq!(filed.status, StatusCode::CREATED, "{}", filed.body);
        filed.body["id"].as_i64().unwrap()
    }

    async fn decide(&self, report: i64, state: &str) {
        let path = format!("/api/reports/{report}");
        let decided = self.ann.put(&path, json!({"state": state})).await;
        assert_eq!(decided.body["state"], state, "{}", decided.body);
    }

    /// Whether bob may write, and how far the appeal against his ban is.
    async fn of_bob(&self) -> (bool, Vec<Value>) {
        let post = json!({"title": "Sails", "description": "White ones"});
        let path = format!("/api/forum/{}/posts", self.forum);
        let writes = self.bob.post(&path, post).await.status == StatusCode::CREATED;
        let bans = self.bob.all_pages("/api/bans").await;
        (writes, bans.into_iter().map(|ban| ban["appeal"].clone()).collect())
    }
}

#[tokio::test]
async fn moderators_of_the_forum_lift_the_ban() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let (ada, eve) = (app.admin("ada").await, app.member("eve").await);
    eve.create_forum("Trains").await;
    assert_eq!(boats.of_bob().await, (false, vec![json!("none")]));
    let report = boats.file().await;
    boats.bob.post("/api/appeals", boats.appeal()).await.is_refused(409, "appealed");
    assert_eq!(boats.of_bob().await, (false, vec![json!("waiting")]));
    for (who, count) in [(&boats.ann, 1), (&ada, 1), (&eve, 0)] {
        assert_eq!(who.get("/api/unread").await.body["reports"], count);
        assert_eq!(who.all_pages("/api/reports").await.len(), count);
    }
    let path = format!("/api/reports/{report}");
    eve.put(&path, json!({"state": "resolved"})).await.is_refused(403, "not-a-moderator");
    let shown = boats.ann.get(&path).await.body;
    let target = json!({"kind": "member", "id": boats.bob.id, "excerpt": "Spam", "username": "bob", "forum": boats.forum, "post": null, "removed": false});
    assert_eq!((&shown["kind"], &shown["target"]), (&json!("appeal"), &target));
    assert_eq!(shown["notes"], json!([{"username": "bob", "note": "It was my brother"}]));
    boats.decide(report, "resolved").await;
    assert_eq!(boats.of_bob().await, (true, vec![]));
    assert_eq!(boats.ann.get(&path).await.body["target"]["excerpt"], "Spam");
    let told = |one: &Value| one["act"] == "appeal-accepted" && one["forum"]["topic"] == "Boats";
    boats.bob.notifications(|list| list.iter().any(told)).await;
    let log = app.anonymous().get(&format!("/api/modlog?forum={}", boats.forum)).await;
    assert_eq!(log.column("action"), ["forum-unbanned", "appeal-accepted", "forum-banned"]);
    assert_eq!(log.body[1]["target"], Value::Null, "the log does not say who appealed");
    boats.bob.post("/api/appeals", boats.appeal()).await.is_refused(403, "not-banned");
}

#[tokio::test]
async fn a_rejected_appeal_leaves_the_ban_and_another_ban_takes_another() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let report = boats.file().await;
    boats.decide(report, "rejected").await;
    assert_eq!(boats.of_bob().await, (false, vec![json!("rejected")]));
    let told = |one: &Value| one["act"] == "appeal-rejected" && one["forum"]["topic"] == "Boats";
    boats.bob.notifications(|list| list.iter().any(told)).await;
    boats.bob.post("/api/appeals", boats.appeal()).await.is_refused(409, "appealed");
    boats.ban(json!({"reason": "More spam"})).await;
    assert_eq!(boats.of_bob().await, (false, vec![json!("none")]));
    boats.file().await;
}

#[tokio::test]
async fn only_the_banned_member_sees_the_own_bans() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let other = boats.ann.create_forum("Trains").await;
    boats.ann.put(&format!("/api/forums/{other}/bans/{}", boats.bob.id), Value::Null).await;
    let page = boats.bob.get("/api/bans?limit=1").await;
    let ban = boats.ann.get(&format!("/api/forums/{}/bans", boats.forum)).await.body[0].clone();
    let first = json!({
        "forum": {"id": boats.forum, "topic": "Boats"},
        "until": ban["until"], "reason": "Spam", "at": ban["at"], "appeal": "none",
    });
    assert_eq!(page.body, json!([first]));
    let second = boats.bob.get(&page.next().unwrap()).await;
    assert_eq!(
        (&second.body[0]["forum"]["id"], &second.body[0]["until"]),
        (&json!(other), &Value::Null)
    );
    assert!(second.next().is_none());
    assert_eq!(boats.ann.get("/api/bans").await.body, json!([]));
    app.anonymous().get("/api/bans").await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn refusals_of_appeals_in_a_forum_come_in_order() {
    let app = TestApp::spawn().await;
    let boats = Boats::of(&app).await;
    let ada = app.admin("ada").await;
    let appeal = |forum: Value| json!({"text": "Please", "forum": forum});
    app.anonymous().post("/api/appeals", boats.appeal()).await.is_refused(401, "unauthorized");
    let other = boats.ann.create_forum("Trains").await;
    for forum in [json!(other), json!(99), json!(-1), json!("x"), json!(null)] {
        boats.bob.post("/api/appeals", appeal(forum)).await.is_refused(403, "not-banned");
    }
    boats.ann.post("/api/appeals", boats.appeal()).await.is_refused(403, "not-banned");
    for text in [json!("x".repeat(2_001)), json!(" "), json!(7), Value::Null] {
        let body = json!({"text": text, "forum": boats.forum});
        boats.bob.post("/api/appeals", body).await.refuses_fields(&["text"]);
    }
    // Who is banned from the site answers to the admins first.
    ada.put(&format!("/user/{}/ban", boats.bob.id), Value::Null).await;
    boats.bob.post("/api/appeals", boats.appeal()).await.is_refused(403, "banned");
    let refused =
        app.anonymous().post("/login", json!({"username": "bob", "password": PASSWORD})).await;
    let pass = app.with_token(boats.bob.id, refused.body["appeal_token"].as_str().unwrap());
    pass.post("/api/appeals", boats.appeal()).await.is_refused(403, "banned");
    pass.get("/api/bans").await.is_refused(401, "unauthorized");
    boats.bob.get("/api/bans").await.is_refused(403, "banned");
    boats.bob.post("/api/appeals", appeal(json!("x"))).await.refuses_fields(&["forum"]);
    let filed = boats.bob.post("/api/appeals", json!({"text": "Please"})).await;
    assert_eq!((filed.status, &filed.body["target"]["forum"]), (StatusCode::CREATED, &Value::Null));
}
