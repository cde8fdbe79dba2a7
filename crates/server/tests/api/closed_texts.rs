//! What is in a closed forum, for those who may not read it.

use diesel::connection::SimpleConnection;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, send};

/// A private forum of ann's with bob, who posted and replied there.
struct Club<'a> {
    app: &'a TestApp,
    ann: Actor<'a>,
    bob: Actor<'a>,
    forum: i64,
    post: i64,
    reply: i64,
}

impl<'a> Club<'a> {
    async fn of(app: &'a TestApp) -> Self {
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let forum = ann.create_forum("Club").await;
        let post = bob.create_post(forum, "Plans").await;
        let body = json!({"description": "Some more"});
        let reply = bob.post(&format!("/api/post/{post}/replies"), body).await;
        let reply = reply.body["id"].as_i64().unwrap();
        let club = Self { app, ann, bob, forum, post, reply };
        club.run(&format!("UPDATE forums SET visibility = 2 WHERE id = {forum}"));
        club.run(&format!(
            "INSERT INTO forum_members (forum_id, user_id, since, by_id) VALUES ({forum}, {}, 0, {})",
            club.bob.id, club.ann.id
        ));
        club
    }

    /// Nothing of it may have been read before: the cache would not know.
    fn run(&self, sql: &str) {
        self.app.database.write(|conn, _| conn.batch_execute(sql)).unwrap();
    }

    fn member(&self, who: &Actor<'_>) -> String {
        format!("/api/forums/{}/members/{}", self.forum, who.id)
    }

    fn calls(&self) -> Vec<(Method, String, Value)> {
        let Self { post, reply, .. } = self;
        let (text, nothing) = (json!({"description": "Me too"}), Value::Null);
        let spam = json!({"reason": "spam"});
        vec![
            (Method::GET, format!("/api/posts/{post}/replies"), nothing.clone()),
            (Method::GET, format!("/api/posts/{post}/replies?sort=none"), nothing.clone()),
            (Method::GET, format!("/api/posts/{post}/replies/held"), nothing.clone()),
            (Method::GET, format!("/api/replies/{reply}"), nothing.clone()),
            (Method::GET, format!("/api/replies/{reply}?sort=none"), nothing.clone()),
            (Method::GET, format!("/api/replies/{reply}/revisions"), nothing.clone()),
            (Method::DELETE, format!("/api/replies/{reply}/revisions/1"), nothing.clone()),
            (Method::POST, format!("/api/post/{post}/replies"), text.clone()),
            (Method::POST, format!("/api/post/{post}/replies"), json!({"description": ""})),
            (Method::PUT, format!("/api/replies/{reply}"), text),
            (Method::PUT, format!("/api/replies/{reply}/upvote"), nothing.clone()),
            (Method::PUT, format!("/api/replies/{reply}/saved"), nothing.clone()),
            (Method::DELETE, format!("/api/replies/{reply}/saved"), nothing.clone()),
            (Method::PUT, format!("/api/posts/{post}/saved"), nothing.clone()),
            (Method::POST, format!("/api/replies/{reply}/report"), spam.clone()),
            (Method::POST, format!("/api/posts/{post}/report"), spam),
            (Method::POST, format!("/api/replies/{reply}/restore"), json!({})),
            (Method::DELETE, format!("/api/replies/{reply}"), nothing),
        ]
    }
}

async fn call(who: &Actor<'_>, (method, path, body): &(Method, String, Value)) -> Answer {
    let request = who.request(method.clone(), path);
    send(if body.is_null() { request } else { request.json(body) }).await
}

#[tokio::test]
async fn texts_of_a_closed_forum_do_not_exist_for_others() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    let (eve, visitor) = (app.member("eve").await, app.anonymous());
    // A ban there is not told, either.
    club.ann.put(&format!("/api/forums/{}/bans/{}", club.forum, eve.id), json!({})).await;
    for one in club.calls() {
        call(&eve, &one).await.is_refused(404, "not-found");
        if one.0 == Method::GET && !one.1.ends_with("/held") {
            call(&visitor, &one).await.is_refused(404, "not-found");
        }
    }
    assert_eq!(eve.get("/api/bans").await.body, json!([]));
    let appeal = json!({"forum": club.forum, "text": "It was my brother"});
    eve.post("/api/appeals", appeal).await.is_refused(403, "not-banned");
    for one in club.calls() {
        let answer = call(&club.bob, &one).await;
        assert_ne!(answer.status, StatusCode::NOT_FOUND, "{one:?}");
    }
}

#[tokio::test]
async fn who_left_a_closed_forum_finds_nothing_of_their_own_there() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    for path in
        [format!("/api/posts/{}/saved", club.post), format!("/api/replies/{}/saved", club.reply)]
    {
        assert_eq!(club.bob.put(&path, Value::Null).await.status, StatusCode::OK);
    }
    assert_eq!(club.bob.get("/api/saved").await.body.as_array().unwrap().len(), 2);
    club.run(&format!("DELETE FROM forum_members WHERE user_id = {}", club.bob.id));
    for one in club.calls() {
        call(&club.bob, &one).await.is_refused(404, "not-found");
    }
    assert_eq!(club.bob.get("/api/saved").await.body, json!([]));
}

#[tokio::test]
async fn what_a_client_knows_of_a_closed_forum_is_not_confirmed() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    for who in [app.member("eve").await, app.anonymous()] {
        for path in [format!("/api/posts/{}", club.post), format!("/api/replies/{}", club.reply)] {
            let request = who.request(Method::GET, &path).header("Accept", "application/json");
            send(request.header("If-None-Match", "*")).await.is_refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn a_report_in_a_closed_forum_is_there_for_its_moderators_and_admins() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    let (eve, ada) = (app.member("eve").await, app.admin("ada").await);
    let about = format!("/api/posts/{}/report", club.post);
    let report = club.bob.post(&about, json!({"reason": "spam"})).await;
    let report = report.body["id"].as_i64().unwrap();
    let path = format!("/api/reports/{report}");
    for who in [&club.bob, &eve] {
        who.get(&path).await.is_refused(404, "not-found");
        who.put(&path, json!({"state": "rejected"})).await.is_refused(404, "not-found");
        let others = format!("{path}/remove-same-author");
        who.post(&others, json!({})).await.is_refused(404, "not-found");
    }
    for who in [&club.ann, &ada] {
        assert_eq!(who.get(&path).await.status, StatusCode::OK);
    }
    assert_eq!(ada.delete(&format!("/forums/{}", club.forum)).await.status, StatusCode::NO_CONTENT);
    for who in [&club.ann, &club.bob, &eve] {
        who.get(&path).await.is_refused(404, "not-found");
    }
    assert_eq!(ada.get(&path).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_end_of_a_closed_forum_is_not_told_to_who_reported_there() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    let ada = app.admin("ada").await;
    let about = format!("/api/posts/{}/report", club.post);
    assert_eq!(club.bob.post(&about, json!({"reason": "spam"})).await.status, StatusCode::CREATED);
    assert_eq!(club.ann.delete(&club.member(&club.bob)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.delete(&format!("/forums/{}", club.forum)).await.status, StatusCode::NO_CONTENT);
    let open = ada.create_forum("Open").await;
    let body = json!({"title": "News", "description": "See @bob"});
    ada.post(&format!("/api/forum/{open}/posts"), body).await;
    let told = club.bob.notifications(|told| !told.is_empty()).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["kind"], "mention");
}

#[tokio::test]
async fn who_left_gets_no_earlier_answer_again() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    let Club { forum, post, reply, .. } = club;
    let again = async |path: &str, body: &Value| {
        let request = club.bob.request(Method::POST, path).header("Idempotency-Key", path);
        send(request.json(body)).await
    };
    let calls = [
        (format!("/api/forum/{forum}/posts"), json!({"title": "More", "description": "Text"})),
        (format!("/api/post/{post}/replies"), json!({"description": "Me too"})),
        (format!("/api/posts/{post}/report"), json!({"reason": "spam"})),
        (format!("/api/replies/{reply}/report"), json!({"reason": "spam"})),
    ];
    for (path, body) in &calls {
        for _ in 0..2 {
            assert_eq!(again(path, body).await.status, StatusCode::CREATED, "{path}");
        }
    }
    assert_eq!(club.ann.delete(&club.member(&club.bob)).await.status, StatusCode::NO_CONTENT);
    for (path, body) in &calls {
        again(path, body).await.is_refused(404, "not-found");
        again(path, &json!({"reason": "other"})).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn the_log_of_a_closed_forum_is_for_its_readers_and_then_for_admins() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    let (eve, ada, visitor) = (app.member("eve").await, app.admin("ada").await, app.anonymous());
    let forum = club.forum;
    let logged = async |who: &Actor<'_>| {
        who.get(&format!("/api/modlog?forum={forum}")).await.body.as_array().unwrap().len()
    };
    club.ann.delete(&format!("/api/posts/{}/delete", club.post)).await;
    for (who, entries) in [(&club.bob, 1), (&club.ann, 1), (&ada, 1), (&eve, 0), (&visitor, 0)] {
        assert_eq!(logged(who).await, entries);
    }
    assert_eq!(ada.delete(&format!("/forums/{forum}")).await.status, StatusCode::NO_CONTENT);
    for (who, entries) in [(&club.bob, 0), (&club.ann, 0), (&ada, 2), (&eve, 0), (&visitor, 0)] {
        assert_eq!(logged(who).await, entries);
    }
}

#[tokio::test]
async fn a_profile_says_nothing_of_closed_forums() {
    let app = TestApp::spawn().await;
    let club = Club::of(&app).await;
    let (eve, visitor) = (app.member("eve").await, app.anonymous());
    club.run(&format!("UPDATE users SET role = 1 WHERE id = {}", club.ann.id));
    for (who, forums, role) in [
        (&club.bob, 1, "ROLE_MODERATOR"),
        (&club.ann, 1, "ROLE_MODERATOR"),
        (&eve, 0, "ROLE_USER"),
        (&visitor, 0, "ROLE_USER"),
    ] {
        let profile = who.get("/api/people/ann").await.body;
        assert_eq!(profile["moderates"].as_array().unwrap().len(), forums);
        assert_eq!(profile["role"], role);
        let replies = who.get("/api/people/bob/replies").await.body;
        assert_eq!(replies.as_array().unwrap().len(), forums);
    }
}
