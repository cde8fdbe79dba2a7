//! The end of a token, and of what it opened.

use std::time::{Duration, Instant};

use database::DbConnection;
use diesel::{ExpressionMethods, QueryResult, RunQueryDsl};
use serde_json::{Value, json};

use super::{list, path};
use crate::support::{PASSWORD, TestApp, TestOptions};

#[tokio::test]
async fn a_revoked_token_is_refused_at_once_on_every_copy() {
    let app = TestApp::spawn().await;
    let beside = TestOptions::default().spawn_beside(&app).await;
    let ann = app.member("ann").await;
    let program = ann.api_token(&["read"]).await;
    let elsewhere = program.at(&beside);
    for copy in [&program, &elsewhere] {
        for path in ["/forums", "/api/drafts"] {
            assert_eq!(copy.get(path).await.status, 200, "{path}");
        }
    }
    let mut stream = elsewhere.follow("posts").await;
    let token = format!("{}/{}", path(&ann), list(&ann).await[0]["id"]);
    program.delete(&token).await.is_refused(403, "session-needed");
    assert_eq!(ann.delete(&token).await.status, 204);
    if !app.is_on_postgres() {
        // There is one server for a file of SQLite; what another process has cached follows a moment later.
        let until = Instant::now() + Duration::from_secs(5);
        while elsewhere.get("/forums").await.status == 200 && Instant::now() < until {}
    }
    for copy in [&program, &elsewhere] {
        for path in ["/forums", "/api/drafts", "/api/events"] {
            copy.get(path).await.is_refused(401, "unauthorized");
        }
        // What it may not do with any scope tells no more.
        copy.get(&super::path(&ann)).await.is_refused(401, "unauthorized");
    }
    assert_eq!(stream.wait_for("session").await.data, json!({"reason": "signed-out"}));
    assert!(stream.next().await.is_none());
    ann.delete(&token).await.is_refused(404, "not-found");
    assert_eq!(list(&ann).await, [] as [Value; 0]);
}

#[tokio::test]
async fn an_expired_token_is_refused() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let (program, other) = (ann.api_token(&["read"]).await, ann.api_token(&["read"]).await);
    let id = list(&ann).await[0]["id"].as_i64().unwrap();
    let expire = |conn: &mut DbConnection| -> QueryResult<usize> {
        use database::schema::api_tokens::dsl;
        diesel::update(dsl::api_tokens).set(dsl::expires_at.eq(1)).execute(conn)
    };
    app.database.write(|conn, _| expire(conn)).unwrap();
    for token in [&program, &other] {
        token.get("/forums").await.is_refused(401, "unauthorized");
    }
    assert_eq!(list(&ann).await, [] as [Value; 0], "{id}");
}

#[tokio::test]
async fn a_new_password_and_the_end_of_all_sessions_leave_it() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let program = ann.api_token(&["read"]).await;
    let mut stream = program.follow("posts").await;
    let body = json!({"current": PASSWORD, "password": "another horse", "confirmPassword": "another horse"});
    let changed = ann.put(&format!("/api/user/{}/password", ann.id), body).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    let ann = ann.with_token(changed.body["token"].as_str().unwrap());
    let ended = ann.delete(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(ended.status, 200, "{}", ended.body);
    let ann = ann.with_token(ended.body["token"].as_str().unwrap());
    assert_eq!(program.get("/api/drafts").await.status, 200);
    let forum = ann.create_forum("Tea").await;
    ann.create_post(forum, "Oolong").await;
    assert_eq!(stream.next_act().await.0, "post");
}

#[tokio::test]
async fn a_ban_binds_programs_and_the_deleted_have_none() {
    let app = TestApp::spawn().await;
    let (founder, ann) = (app.admin("founder").await, app.member("ann").await);
    let program = ann.api_token(&["read", "write"]).await;
    let mut stream = program.follow("posts").await;
    founder.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    while stream.next().await.is_some() {}
    let body = json!({"topic": "Tea", "description": "About it"});
    program.post("/forums/create", body).await.is_refused(403, "banned");
    founder.put(&format!("/user/{}/unban", ann.id), Value::Null).await;
    assert_eq!(program.get("/api/drafts").await.status, 200);
    let mut stream = program.follow("posts").await;
    let gone = ann.request(reqwest::Method::DELETE, &format!("/api/user/{}", ann.id));
    let gone = crate::support::send(gone.json(&json!({"current": PASSWORD}))).await;
    assert_eq!(gone.status, 204, "{}", gone.body);
    while stream.next().await.is_some() {}
    program.get("/forums").await.is_refused(401, "unauthorized");
}
