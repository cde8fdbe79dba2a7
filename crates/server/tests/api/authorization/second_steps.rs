//! What a member without a second step gets where the site asks for one: every call of the table.

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    table::{Row, Who, rows},
    trial::{Named, World, path},
};
use crate::{
    second_step::protect,
    support::{Actor, PASSWORD, TestApp, send},
};

/// Signed in, yet needing no second step: the ways to get one, to keep the account, and to leave.
fn is_open(row: &Row) -> bool {
    let sections =
        ["sessions", "totp", "passkeys", "identities", "email", "password", "recovery-codes"];
    let section = row.path.strip_prefix("/api/user/{id}/").unwrap_or_default();
    let is_section = sections.iter().any(|open| section.split(['/', '?']).next() == Some(open));
    is_section || ["GET /api/user/{id}", "DELETE /api/user/{id}"].contains(&row.call().as_str())
}

/// Refuses visitors.
fn is_for_members(row: &Row) -> bool {
    let mut refusals =
        row.cells.iter().filter(|cell| cell.who == Who::Anonymous).map(|cell| row.wanted(cell));
    refusals.all(|wanted| wanted.code.as_deref() == Some("unauthorized"))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lacks_a_needed_second_step_gets_what_visitors_get() {
    let app = TestApp::spawn().await;
    let world = World::new(&app).await;
    let founder = world.founder(&app);
    protect(&founder).await;
    let set = founder.put("/api/site", json!({"secondStep": "everyone"})).await;
    assert_eq!(set.status, 200, "{}", set.body);
    let (mut wrong, mut refused) = (vec![], 0);
    for row in rows() {
        let asker = world.asker(&app, Who::User).await.actor;
        let id = if row.about == "account" { asker.id } else { 1 };
        let path = path(&row, &Named { id, second: 1 });
        let request = asker.request(row.method.clone(), &path).header("Accept", "application/json");
        let request = match &row.body {
            Some(body) => request.json(&world.body(&app, body).await),
            None => request,
        };
        let answer = send(request).await;
        let is_refused = answer.body["code"] == "second-step-needed";
        refused += usize::from(is_refused);
        if is_refused != (is_for_members(&row) && !is_open(&row)) {
            wrong.push(format!("{}: {} {}", row.call(), answer.status, answer.body));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 80, "only {refused} calls were refused");
}

/// What a reader sees of a forum and a post in it, in every kind of read.
async fn seen(reader: &Actor<'_>, forum: i64, post: i64) -> Vec<(String, u16, Value)> {
    let mut seen = vec![];
    for path in [
        format!("/forums/{forum}"),
        format!("/api/forum/{forum}/posts"),
        format!("/api/posts/{post}"),
        format!("/api/posts/{post}/replies"),
        format!("/api/posts/{post}/revisions"),
        format!("/moderation/forum/{forum}"),
        "/forums".to_owned(),
        "/api/posts".to_owned(),
        "/api/search?q=oolong".to_owned(),
        "/api/modlog".to_owned(),
        "/api/people/founder/posts".to_owned(),
        "/api/site".to_owned(),
    ] {
        let answer = reader.get(&path).await;
        seen.push((path, answer.status.as_u16(), answer.body));
    }
    seen
}

#[tokio::test]
async fn closed_forums_are_hidden_from_who_lacks_a_needed_second_step() {
    let app = TestApp::spawn().await;
    let (founder, ann) = (app.admin("founder").await, app.member("ann").await);
    let (visitor, other) = (app.anonymous(), app.admin("other").await);
    protect(&founder).await;
    for visibility in ["private", "members"] {
        let forum = founder.create_forum_for(visibility, &format!("Tea {visibility}")).await;
        let post = founder.create_post(forum, "Oolong").await;
        app.add_forum_member(forum, ann.id, founder.id);
        let as_member = seen(&ann, forum, post).await;
        assert!(as_member[..4].iter().all(|(_, status, _)| *status == 200), "{as_member:?}");
        assert_eq!(ann.get(&format!("/forums/{forum}")).await.status, 200, "now it is cached");

        founder.put("/api/site", json!({"secondStep": "everyone"})).await;
        for lacking in [&ann, &other] {
            assert_eq!(seen(lacking, forum, post).await, seen(&visitor, forum, post).await);
        }
        let (authenticator, _) = protect(&ann).await;
        assert_eq!(ann.get(&format!("/forums/{forum}")).await.status, 200, "{visibility}");
        let off = json!({"password": PASSWORD, "code": authenticator.code(1)});
        let off = ann.request(Method::DELETE, &format!("/api/user/{}/totp", ann.id)).json(&off);
        assert_eq!(send(off).await.status, 204);
        assert_eq!(seen(&ann, forum, post).await, seen(&visitor, forum, post).await);
        founder.put("/api/site", json!({"secondStep": "nobody"})).await;
        assert_eq!(ann.get(&format!("/forums/{forum}")).await.status, 200);
    }
}

#[tokio::test]
async fn streams_end_when_a_second_step_is_needed() {
    let app = TestApp::spawn().await;
    let (founder, ann, mia) =
        (app.admin("founder").await, app.member("ann").await, app.member("mia").await);
    protect(&founder).await;
    let forum = founder.create_forum_for("private", "Tea").await;
    app.add_forum_member(forum, ann.id, founder.id);
    let topics = format!("forum:{forum}");
    let (mut hers, mut own) = (ann.follow(&topics).await, founder.follow(&topics).await);
    let mut visitors = app.anonymous().follow("posts").await;
    founder.put("/api/site", json!({"secondStep": "everyone"})).await;
    assert_eq!(hers.next_act_or_end().await, None);
    ann.get(&format!("/api/events?topics={topics}")).await.is_refused(404, "not-found");

    let (authenticator, _) = protect(&ann).await;
    let mut again = ann.follow(&topics).await;
    let off = json!({"password": PASSWORD, "code": authenticator.code(1)});
    let off = ann.request(Method::DELETE, &format!("/api/user/{}/totp", ann.id)).json(&off);
    assert_eq!(send(off).await.status, 204);
    while again.next().await.is_some() {}

    founder.put("/api/site", json!({"secondStep": "moderators"})).await;
    let mut promoted = mia.follow("").await;
    let promotion = format!("/moderation/forum/{forum}/promote");
    assert_eq!(founder.post(&promotion, json!({"username": "mia"})).await.status, 200);
    while promoted.next().await.is_some() {}

    let post = founder.create_post(forum, "Oolong").await;
    let written = ("post".to_owned(), json!({"id": post, "forumId": forum, "act": "written"}));
    assert_eq!(own.next_act().await, written, "the stream of who has one goes on");
    let public = founder.create_forum("Coffee").await;
    let post = founder.create_post(public, "Mocha").await;
    let written = ("post".to_owned(), json!({"id": post, "forumId": public, "act": "written"}));
    assert_eq!(visitors.next_act().await, written);
}
