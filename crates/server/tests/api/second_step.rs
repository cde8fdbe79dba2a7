//! A second step of the sign-in: codes of an app, and recovery codes.

use futures_util::future::join_all;
use infrastructure::SystemClock;
use kernel::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::support::{Actor, Answer, PASSWORD, TestApp, TestOptions, send};

const NEW_PASSWORD: &str = "new password";

/// What an app has after the scan.
pub(crate) struct Authenticator(Totp);

impl Authenticator {
    pub(crate) fn scan(begun: &Answer) -> Self {
        let secret = Secret::try_from_base32(begun.body["secret"].as_str().unwrap()).unwrap();
        Self(Builder::new().with_secret(secret).build_noncompliant())
    }

    /// The code of this many steps of 30 seconds from now.
    pub(crate) fn code(&self, steps: i64) -> String {
        let seconds = SystemClock.now().unix_millis() / 1_000 + steps * 30;
        self.0.generate(seconds.try_into().unwrap()).to_string()
    }
}

fn path(member: &Actor<'_>) -> String {
    format!("/api/user/{}/totp", member.id)
}

async fn begin(member: &Actor<'_>) -> Answer {
    member.post(&path(member), json!({"password": PASSWORD})).await
}

/// Puts a second step in force with the code of now; returns the app and the recovery codes.
pub(crate) async fn protect(member: &Actor<'_>) -> (Authenticator, Vec<String>) {
    let app = Authenticator::scan(&begin(member).await);
    let done = member.put(&path(member), json!({"code": app.code(0)})).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let codes = done.body["recoveryCodes"].as_array().unwrap();
    (app, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

pub(crate) async fn log_in(app: &TestApp, name: &str, password: &str) -> Answer {
    app.anonymous().post("/login", json!({"username": name, "password": password})).await
}

async fn ticket(app: &TestApp, name: &str) -> String {
    ticket_of(&log_in(app, name, PASSWORD).await)
}

#[track_caller]
pub(crate) fn ticket_of(refused: &Answer) -> String {
    refused.is_refused(401, "second-step-required");
    refused.body["ticket"].as_str().unwrap().to_owned()
}

pub(crate) async fn second(app: &TestApp, ticket: &str, code: &str) -> Answer {
    app.anonymous().post("/login/second-step", json!({"ticket": ticket, "code": code})).await
}

#[tokio::test]
async fn a_second_step_is_set_up_with_password_and_code() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let path = path(&ann);
    assert_eq!(ann.get(&path).await.body, json!({"activeSince": null}));
    ann.post(&path, json!({})).await.refuses_fields(&["password"]);
    ann.post(&path, json!({"password": "wrong horse"})).await.is_refused(403, "wrong-password");
    ann.put(&path, json!({"code": "123456"})).await.is_refused(409, "nothing-begun");

    let begun = begin(&ann).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    assert_eq!(begun.body["secret"].as_str().unwrap().len(), 32);
    let uri = begun.body["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/POST-UP:ann?secret="), "{uri}");
    assert!(uri.ends_with("&issuer=POST-UP"), "{uri}");
    assert_eq!(ann.get(&path).await.body, json!({"activeSince": null}));
    assert_eq!(log_in(&app, "ann", PASSWORD).await.status, 200, "it is not in force");

    let authenticator = Authenticator::scan(&begun);
    ann.put(&path, json!({"code": ""})).await.refuses_fields(&["code"]);
    ann.put(&path, json!({"code": authenticator.code(-5)})).await.refuses_fields(&["code"]);
    let code = authenticator.code(0);
    let done = ann.put(&path, json!({"code": code})).await;
    assert_eq!(done.status, 200, "{}", done.body);
    assert_eq!(done.body["recoveryCodes"].as_array().unwrap().len(), 10);
    assert!(ann.get(&path).await.body["activeSince"].is_string());
    begin(&ann).await.is_refused(409, "second-step-active");

    let spent = second(&app, &ticket(&app, "ann").await, &code).await;
    spent.is_refused(401, "wrong-code");
    assert_eq!(spent.body["detail"], "This code was used already. Wait for the next one.");
}

#[tokio::test]
async fn a_code_signs_in_after_the_password() {
    let app = TestApp::spawn().await;
    let ann = app.member("Ann").await;
    let (authenticator, codes) = protect(&ann).await;
    let refused = log_in(&app, "ann", PASSWORD).await;
    assert_eq!(refused.body["methods"], json!(["totp", "recovery-code"]));
    assert_eq!(refused.body.get("token"), None);
    log_in(&app, "ann", "wrong horse").await.is_refused(401, "invalid-credentials");

    let first = ticket(&app, "ann").await;
    second(&app, &first, "000000").await.is_refused(401, "wrong-code");
    let done = second(&app, &first, &authenticator.code(1)).await;
    assert_eq!(done.status, 200, "{}", done.body);
    assert_eq!(done.body["user"]["username"], "Ann");
    let again = ann.with_token(done.body["token"].as_str().unwrap());
    assert_eq!(again.get(&format!("/api/user/{}", ann.id)).await.status, 200);
    let sessions = again.get(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(sessions.body[0]["method"], "password");
    second(&app, &first, &authenticator.code(1)).await.is_refused(401, "ticket-ended");

    let typed = codes[3].to_lowercase().replace('-', " ");
    assert_eq!(second(&app, &ticket(&app, "ann").await, &typed).await.status, 200);
    let spent = second(&app, &ticket(&app, "ann").await, &codes[3]).await;
    spent.is_refused(401, "wrong-code");
}

#[tokio::test]
async fn a_ticket_has_five_tries_also_without_rate_limits() {
    let app = TestApp::spawn().await;
    let (authenticator, _) = protect(&app.member("ann").await).await;
    let first = ticket(&app, "ann").await;
    for _ in 0..5 {
        second(&app, &first, "000000").await.is_refused(401, "wrong-code");
    }
    let late = second(&app, &first, &authenticator.code(1)).await;
    late.is_refused(401, "ticket-ended");
    assert_eq!(late.body["detail"], "Please start again with your name and password.");
    second(&app, "no ticket", &authenticator.code(1)).await.is_refused(401, "ticket-ended");
    app.anonymous().post("/login/second-step", json!({})).await.refuses_fields(&["code"]);
    let fresh = ticket(&app, "ann").await;
    assert_eq!(second(&app, &fresh, &authenticator.code(1)).await.status, 200);
}

#[tokio::test]
async fn two_copies_take_a_code_and_a_ticket_once() {
    let app = TestApp::spawn().await;
    let copy = TestOptions::default().spawn_beside(&app).await;
    let (authenticator, codes) = protect(&app.member("ann").await).await;
    let one_of = async |attempts: Vec<(String, String)>| {
        let racing = attempts.iter().enumerate().map(|(nth, (ticket, code))| {
            second(if nth % 2 == 0 { &app } else { &copy }, ticket, code)
        });
        let answers = join_all(racing).await;
        let signed_in = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(signed_in, 1, "{:?}", answers.iter().map(|one| &one.body).collect::<Vec<_>>());
    };
    let (code, mut same_code) = (authenticator.code(1), vec![]);
    for _ in 0..6 {
        same_code.push((ticket(&app, "ann").await, code.clone()));
    }
    one_of(same_code).await;
    let first = ticket(&app, "ann").await;
    one_of(codes.iter().take(5).map(|code| (first.clone(), code.clone())).collect()).await;
}

#[tokio::test]
async fn a_new_password_ends_tickets_and_keeps_the_second_step() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let (authenticator, codes) = protect(&ann).await;
    let before = ticket(&app, "ann").await;
    let body = json!({
        "username": "ann", "code": codes[0], "password": NEW_PASSWORD,
        "confirmPassword": NEW_PASSWORD,
    });
    let recovered = app.anonymous().post("/login/recovery", body).await;
    recovered.is_refused(401, "second-step-required");
    ann.get("/forums").await.is_refused(401, "unauthorized");
    log_in(&app, "ann", PASSWORD).await.is_refused(401, "invalid-credentials");
    second(&app, &before, &authenticator.code(1)).await.is_refused(401, "ticket-ended");
    let ticket = recovered.body["ticket"].as_str().unwrap();
    second(&app, ticket, &codes[0]).await.is_refused(401, "wrong-code");
    let done = second(&app, ticket, &authenticator.code(1)).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let again = ann.with_token(done.body["token"].as_str().unwrap());
    let sessions = again.get(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(sessions.body[0]["method"], "recovery-code");
}

#[tokio::test]
async fn a_removal_needs_password_and_code() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let path = path(&ann);
    let remove = async |who: &Actor<'_>, password: &str, code: &str| {
        let body = json!({"password": password, "code": code});
        send(who.request(Method::DELETE, &path).json(&body)).await
    };
    remove(&ann, PASSWORD, "123456").await.is_refused(404, "not-found");
    let (_, codes) = protect(&ann).await;
    remove(&ann, "", "").await.refuses_fields(&["password", "code"]);
    remove(&bob, PASSWORD, &codes[0]).await.is_refused(403, "not-the-owner");
    remove(&ann, "wrong horse", &codes[0]).await.is_refused(403, "wrong-password");
    remove(&ann, PASSWORD, "000000").await.is_refused(403, "wrong-code");
    let pending = ticket(&app, "ann").await;
    assert_eq!(remove(&ann, PASSWORD, &codes[0]).await.status, 204, "the code is left");
    second(&app, &pending, &codes[1]).await.is_refused(401, "ticket-ended");
    assert_eq!(ann.get(&path).await.body, json!({"activeSince": null}));
    assert_eq!(log_in(&app, "ann", PASSWORD).await.status, 200);

    let (again, _) = protect(&ann).await;
    assert_eq!(remove(&ann, PASSWORD, &again.code(1)).await.status, 204, "it is a new secret");
}

#[tokio::test]
async fn new_recovery_codes_need_a_code_too() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let path = format!("/api/user/{}/recovery-codes", ann.id);
    assert_eq!(ann.post(&path, json!({"current": PASSWORD})).await.status, 200);
    let (authenticator, codes) = protect(&ann).await;
    for code in [json!({"current": PASSWORD}), json!({"current": PASSWORD, "code": "000000"})] {
        ann.post(&path, code).await.is_refused(403, "wrong-code");
    }
    ann.post(&path, json!({"current": PASSWORD, "code": 1})).await.refuses_fields(&["code"]);
    for code in [&authenticator.code(1), &codes[0]] {
        let renewed = ann.post(&path, json!({"current": PASSWORD, "code": code})).await;
        let is_app = code.len() == 6;
        assert_eq!(renewed.status, if is_app { 200 } else { 403 }, "earlier codes end: {code}");
    }
}

#[tokio::test]
async fn a_banned_member_without_the_second_step_may_only_appeal() {
    let app = TestApp::spawn().await;
    let (ann, root) = (app.member("ann").await, app.admin("rita").await);
    let (export, account) =
        (format!("/api/user/{}/export", ann.id), format!("/api/user/{}", ann.id));
    root.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    let pass = async || {
        let refused = log_in(&app, "ann", PASSWORD).await;
        ann.with_token(refused.body["appeal_token"].as_str().unwrap())
    };
    assert_eq!(pass().await.get(&export).await.status, 200);
    root.put(&format!("/user/{}/unban", ann.id), Value::Null).await;
    protect(&ann).await;
    root.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    let pass = pass().await;
    pass.get(&export).await.is_refused(403, "session-needed");
    let deletion = pass.request(Method::DELETE, &account).json(&json!({"current": PASSWORD}));
    send(deletion).await.is_refused(403, "session-needed");
    assert_eq!(ann.get(&export).await.status, 200, "by the session");
    let appeal = pass.post("/api/appeals", json!({"text": "It was not me."})).await;
    assert_eq!(appeal.status, 201, "{}", appeal.body);
}

#[tokio::test]
async fn a_ban_is_told_before_any_code() {
    let app = TestApp::spawn().await;
    let (ann, root) = (app.member("ann").await, app.admin("rita").await);
    let (authenticator, _) = protect(&ann).await;
    let pending = ticket(&app, "ann").await;
    root.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    log_in(&app, "ann", PASSWORD).await.is_refused(403, "banned");
    second(&app, &pending, &authenticator.code(1)).await.is_refused(403, "banned");
}

#[tokio::test]
async fn an_admin_who_has_a_second_step_asks_others_for_one() {
    let app = TestApp::spawn().await;
    let (ada, ann, visitor) = (app.admin("ada").await, app.member("ann").await, app.anonymous());
    let policy =
        async |asker: &Actor<'_>| asker.get("/api/site").await.body.get("secondStep").cloned();
    assert_eq!(policy(&ada).await, Some(json!("nobody")));
    assert_eq!((policy(&ann).await, policy(&visitor).await), (None, None));
    for word in ["moderators", "everyone"] {
        let refused = ada.put("/api/site", json!({"secondStep": word})).await;
        refused.is_refused(409, "no-second-step");
    }
    assert_eq!(ada.put("/api/site", json!({"secondStep": "nobody"})).await.status, 200);
    ada.put("/api/site", json!({"secondStep": "admins"})).await.refuses_fields(&["secondStep"]);
    ada.put("/api/site", json!({"secondStep": true})).await.refuses_fields(&["secondStep"]);

    protect(&ada).await;
    let set = ada.put("/api/site", json!({"secondStep": "moderators"})).await;
    assert_eq!((set.status.as_u16(), &set.body["secondStep"]), (200, &json!("moderators")));
    assert_eq!(policy(&ada).await, Some(json!("moderators")));
    assert_eq!((policy(&ann).await, policy(&visitor).await), (None, None));
    assert_eq!(
        ada.put("/api/site", json!({"tagline": "Hi"})).await.body["secondStep"],
        "moderators"
    );
    assert_eq!(ann.get("/api/unread").await.status, 200, "she does not moderate");
    let forum = ada.create_forum("Gardening").await;
    let promotion = format!("/moderation/forum/{forum}/promote");
    assert_eq!(ada.post(&promotion, json!({"username": "ann"})).await.status, 200);
    ann.get("/api/unread").await.is_refused(403, "second-step-needed");
    let rules = format!("/api/forums/{forum}/rules");
    let limits = async || ann.get(&rules).await.body.get("blockedWords").cloned();
    assert_eq!(limits().await, None, "she reads as a visitor");
    let (authenticator, _) = protect(&ann).await;
    assert_eq!(ann.get("/api/unread").await.status, 200);
    assert_eq!(limits().await, Some(json!([])));
    let off = json!({"password": PASSWORD, "code": authenticator.code(1)});
    assert_eq!(
        ann.request(Method::DELETE, &path(&ann)).json(&off).send().await.unwrap().status(),
        204
    );
    let post = json!({"title": "A title", "description": "A text"});
    let refused = ann.post(&format!("/api/forum/{forum}/posts"), post).await;
    refused.is_refused(403, "second-step-needed");
}
