//! Recovery codes, for people without e-mail.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp, TestOptions};

const NEW_PASSWORD: &str = "new password";

fn codes(answer: &Answer) -> Vec<String> {
    let codes = answer.body["recoveryCodes"].as_array().unwrap();
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

async fn register(app: &TestApp, name: &str, with_codes: Value) -> Answer {
    let body = json!({
        "username": name, "password": PASSWORD, "confirmPassword": PASSWORD,
        "recoveryCodes": with_codes,
    });
    app.anonymous().post("/register", body).await
}

async fn recover(app: &TestApp, name: &str, code: &str, password: &str) -> Answer {
    let body = json!({
        "username": name, "code": code, "password": password, "confirmPassword": password,
    });
    app.anonymous().post("/login/recovery", body).await
}

async fn renew(ann: &Actor<'_>, current: &str) -> Answer {
    ann.post(&format!("/api/user/{}/recovery-codes", ann.id), json!({"current": current})).await
}

#[tokio::test]
async fn registration_returns_recovery_codes_on_request() {
    let app = TestApp::spawn().await;
    let registered = register(&app, "ann", json!(true)).await;
    assert_eq!(registered.status, 201);
    assert_eq!((&registered.body["id"], &registered.body["username"]), (&json!(1), &json!("ann")));
    let codes: HashSet<String> = codes(&registered).into_iter().collect();
    assert_eq!(codes.len(), 10);
    for code in codes {
        let groups: Vec<&str> = code.split('-').collect();
        assert!(groups.len() == 4 && groups.iter().all(|group| group.len() == 4), "{code}");
    }
    for without in [json!(false), json!(null)] {
        let registered = register(&app, &format!("without-{without}"), without).await;
        assert_eq!(registered.status, 201);
        assert_eq!(registered.body.get("recoveryCodes"), None);
    }
    register(&app, "eve", json!("yes")).await.refuses_fields(&["recoveryCodes"]);
}

#[tokio::test]
async fn a_code_sets_a_new_password_signs_in_and_ends_all_tokens() {
    let app = TestApp::spawn().await;
    let code = codes(&register(&app, "Ann", json!(true)).await).remove(0);
    let ann = app.sign_in("ann").await;
    let typed = code.to_lowercase().replace('-', " ");
    let recovered = recover(&app, "aNN", &typed, NEW_PASSWORD).await;
    assert_eq!(recovered.status, 200, "{}", recovered.body);
    assert_eq!(recovered.body["user"]["username"], "Ann");
    ann.get("/forums").await.is_refused(401, "unauthorized");
    let renewed = ann.with_token(recovered.body["token"].as_str().unwrap());
    assert_eq!(renewed.get(&format!("/api/user/{}", ann.id)).await.status, 200);
    let login = async |password: &str| {
        let body = json!({"username": "ann", "password": password});
        app.anonymous().post("/login", body).await.status
    };
    assert_eq!(login(PASSWORD).await, 401);
    assert_eq!(login(NEW_PASSWORD).await, 200);
    recover(&app, "ann", &code, "third password").await.is_refused(401, "invalid-recovery-code");
    assert_eq!(login(NEW_PASSWORD).await, 200);
}

#[tokio::test]
async fn concurrent_uses_of_a_code_succeed_once() {
    let app = TestApp::spawn().await;
    let copy = TestOptions::default().spawn_beside(&app).await;
    let code = codes(&register(&app, "ann", json!(true)).await).remove(0);
    let racing = (0..20).map(|nth| {
        let app = if nth % 2 == 0 { &app } else { &copy };
        let code = &code;
        async move { recover(app, "ann", code, &format!("password of {nth}")).await }
    });
    let answers = join_all(racing).await;
    let winners: Vec<usize> = (0..20).filter(|nth| answers[*nth].status == 200).collect();
    let [winner] = winners[..] else { panic!("{winners:?}") };
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.is_refused(401, "invalid-recovery-code");
    }
    let body = json!({"username": "ann", "password": format!("password of {winner}")});
    assert_eq!(app.anonymous().post("/login", body).await.status, 200);
}

#[tokio::test]
async fn wrong_code_and_unknown_name_look_alike() {
    let app = TestApp::spawn().await;
    let code = codes(&register(&app, "ann", json!(true)).await).remove(0);
    app.member("bob").await;
    let refused = recover(&app, "bob", &code, NEW_PASSWORD).await;
    refused.is_refused(401, "invalid-recovery-code");
    for (name, code) in [("nobody", code.as_str()), ("no\0body", &code), ("ann", "no code")] {
        assert_eq!(recover(&app, name, code, NEW_PASSWORD).await.body, refused.body, "{name}");
    }
    assert_eq!(recover(&app, "ann", &code, NEW_PASSWORD).await.status, 200);
}

#[tokio::test]
async fn an_invalid_recovery_keeps_the_code() {
    let app = TestApp::spawn().await;
    let code = codes(&register(&app, "ann", json!(true)).await).remove(0);
    let empty = app.anonymous().post("/login/recovery", json!({})).await;
    empty.refuses_fields(&["username", "code", "password"]);
    recover(&app, "ann", &code, "short").await.refuses_fields(&["password"]);
    recover(&app, "ann", &code, "Password1").await.refuses_fields(&["password"]);
    assert_eq!(recover(&app, "ann", &code, NEW_PASSWORD).await.status, 200);
}

#[tokio::test]
async fn new_codes_need_the_password_and_replace_the_old_ones() {
    let app = TestApp::spawn().await;
    let old = codes(&register(&app, "ann", json!(true)).await).remove(0);
    let (ann, bob) = (app.sign_in("ann").await, app.member("bob").await);
    let path = format!("/api/user/{}/recovery-codes", ann.id);
    let body = json!({"current": PASSWORD});
    app.anonymous().post(&path, body.clone()).await.is_refused(401, "unauthorized");
    bob.post(&path, body.clone()).await.is_refused(403, "not-the-owner");
    ann.post("/api/user/99/recovery-codes", body).await.is_refused(404, "not-found");
    renew(&ann, "wrong horse").await.is_refused(403, "wrong-password");
    renew(&ann, "").await.refuses_fields(&["current"]);

    let renewed = renew(&ann, PASSWORD).await;
    assert_eq!(renewed.status, 200, "{}", renewed.body);
    assert_eq!(codes(&renewed).len(), 10);
    recover(&app, "ann", &old, NEW_PASSWORD).await.is_refused(401, "invalid-recovery-code");
    assert_eq!(recover(&app, "ann", &codes(&renewed)[9], NEW_PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_banned_member_keeps_the_recovery_code() {
    let app = TestApp::spawn().await;
    let root = app.admin("rita").await;
    let registered = register(&app, "ann", json!(true)).await;
    let (id, code) = (registered.body["id"].as_i64().unwrap(), codes(&registered).remove(0));
    root.put(&format!("/user/{id}/ban"), json!(null)).await;
    recover(&app, "ann", "no code", NEW_PASSWORD).await.is_refused(401, "invalid-recovery-code");
    recover(&app, "ann", &code, NEW_PASSWORD).await.is_refused(403, "banned");
    root.put(&format!("/user/{id}/unban"), json!(null)).await;
    app.sign_in("ann").await;
    assert_eq!(recover(&app, "ann", &code, NEW_PASSWORD).await.status, 200);
}
