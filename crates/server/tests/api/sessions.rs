//! Sessions: listed, and ended each alone or together.

use reqwest::Method;
use serde_json::json;

use crate::support::{PASSWORD, TestApp, send};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

#[tokio::test]
async fn a_member_sees_where_they_are_signed_in() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let body = json!({"username": "ann", "password": PASSWORD});
    let anonymous = app.anonymous();
    let login = anonymous.request(Method::POST, "/login").header("user-agent", FIREFOX).json(&body);
    let login = send(login).await;
    let laptop = ann.with_token(login.body["token"].as_str().unwrap());
    let path = format!("/api/user/{}/sessions", ann.id);
    let list = laptop.get(&path).await;
    assert_eq!(list.status, 200);
    let [first, second] = &list.body.as_array().unwrap()[..] else { panic!("{}", list.body) };
    assert_eq!(first["client"], "Firefox on Linux");
    assert_eq!(first["network"], "127.0.0.0/24");
    assert_eq!((&first["method"], &first["current"]), (&json!("password"), &json!(true)));
    assert_eq!(first["createdAt"], first["lastUsedAt"]);
    assert_eq!((&second["client"], &second["current"]), (&json!(""), &json!(false)));

    let other = format!("{path}/{}", second["id"]);
    assert_eq!(laptop.delete(&other).await.status, 204);
    ann.get("/forums").await.is_refused(401, "unauthorized");
    laptop.delete(&other).await.is_refused(404, "not-found");
    assert_eq!(laptop.get(&path).await.body.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn all_other_sessions_end_and_this_one_stays() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let elsewhere = app.sign_in("ann").await;
    let path = format!("/api/user/{}/sessions", ann.id);
    let ended = ann.delete(&format!("{path}?keep=current")).await;
    assert_eq!(ended.status, 200, "{}", ended.body);
    elsewhere.get("/forums").await.is_refused(401, "unauthorized");
    let again = ann.with_token(ended.body["token"].as_str().unwrap());
    for same in [&ann, &again] {
        let list = same.get(&path).await;
        assert_eq!(list.body.as_array().map(Vec::len), Some(1), "{}", list.body);
        assert_eq!(list.body[0]["current"], true);
    }
    ann.delete(&format!("{path}?keep=all")).await.is_refused(422, "invalid");
}

#[tokio::test]
async fn an_empty_id_names_no_session() {
    let app = TestApp::spawn().await;
    let (ann, elsewhere) = (app.member("ann").await, app.sign_in("ann").await);
    let path = format!("/api/user/{}/sessions/", ann.id);
    for path in [path.clone(), format!("{path}?keep=current")] {
        ann.delete(&path).await.is_refused(404, "not-found");
    }
    assert_eq!(elsewhere.get(path.trim_end_matches('/')).await.column("current").len(), 2);
}

#[tokio::test]
async fn an_ended_session_ends_at_once_where_it_was_just_used() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let phone = app.sign_in("ann").await;
    let path = format!("/api/user/{}/sessions", ann.id);
    for _ in 0..3 {
        // The answer, and who holds the session, are cached.
        assert_eq!(phone.get("/forums").await.status, 200);
    }
    let sessions = ann.get(&path).await.body;
    let other = sessions.as_array().unwrap().iter().find(|one| one["current"] == false).unwrap();
    assert_eq!(ann.delete(&format!("{path}/{}", other["id"])).await.status, 204);
    phone.get("/forums").await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn sessions_of_others_are_out_of_reach() {
    let app = TestApp::spawn().await;
    let (ann, rita) = (app.member("ann").await, app.admin("rita").await);
    let path = format!("/api/user/{}/sessions", ann.id);
    let id = ann.get(&path).await.body[0]["id"].clone();
    rita.get(&path).await.is_refused(403, "not-the-owner");
    rita.delete(&format!("{path}/{id}")).await.is_refused(403, "not-the-owner");
    let own = format!("/api/user/{}/sessions/{id}", rita.id);
    rita.delete(&own).await.is_refused(404, "not-found");
    app.anonymous().get(&path).await.is_refused(401, "unauthorized");
    assert_eq!(ann.get(&path).await.status, 200);
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_other_token() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let elsewhere = app.sign_in("ann").await;
    let ended = ann.delete(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(ended.status, 200, "{}", ended.body);
    for old in [&ann, &elsewhere] {
        old.get("/forums").await.is_refused(401, "unauthorized");
    }
    let renewed = ann.with_token(ended.body["token"].as_str().unwrap());
    assert_eq!(renewed.get(&format!("/api/user/{}", ann.id)).await.status, 200);
    assert_eq!(bob.get("/forums").await.status, 200);
}

#[tokio::test]
async fn a_member_cannot_end_sessions_of_others() {
    let app = TestApp::spawn().await;
    let (ann, root) = (app.member("ann").await, app.admin("rita").await);
    let path = format!("/api/user/{}/sessions", ann.id);
    root.delete(&path).await.is_refused(403, "not-the-owner");
    app.anonymous().delete(&path).await.is_refused(401, "unauthorized");
    ann.delete("/api/user/99/sessions").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn a_banned_member_signs_out() {
    let app = TestApp::spawn().await;
    let (ann, rita) = (app.member("ann").await, app.admin("rita").await);
    let elsewhere = app.sign_in("ann").await;
    let ban = format!("/user/{}/ban", ann.id);
    assert_eq!(rita.put(&ban, ().into()).await.status, 200);
    let path = format!("/api/user/{}/sessions", ann.id);
    let sessions = ann.get(&path).await.body;
    let own = sessions.as_array().unwrap().iter().find(|one| one["current"] == true).unwrap();
    assert_eq!(elsewhere.delete(&format!("{path}/{}", own["id"])).await.status, 204);
    let renewed = elsewhere.delete(&path).await;
    let renewed = ann.with_token(renewed.body["token"].as_str().unwrap());
    assert_eq!(rita.put(&format!("/user/{}/unban", ann.id), ().into()).await.status, 200);
    for old in [&ann, &elsewhere] {
        old.get("/forums").await.is_refused(401, "unauthorized");
    }
    assert_eq!(renewed.get("/forums").await.status, 200);
}
