//! Signing in at a provider of OpenID Connect.

mod attacks;
mod keys;
mod linking;
mod no_password;
pub(crate) mod provider;
mod registration;
mod tokens;

use reqwest::{Method, StatusCode, Url};
use serde_json::{Value, json};

use self::{
    keys::Algorithm,
    provider::{FakeProvider, Lie},
};
use crate::{
    second_step::{log_in, protect, second, ticket_of},
    support::{Actor, Answer, PASSWORD, TestApp, TestOptions, send},
};

/// A browser that signs in.
struct Browser<'a> {
    app: &'a TestApp,
    /// As `Cookie`.
    cookie: String,
    /// Where the forum sent it.
    address: String,
}

async fn with_provider() -> (TestApp, FakeProvider) {
    let provider = FakeProvider::start().await;
    let app = TestOptions::default().providers(provider.settings()).spawn().await;
    (app, provider)
}

#[track_caller]
fn location(answer: &Answer) -> String {
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.headers["location"].to_str().unwrap().to_owned()
}

#[track_caller]
fn cookie_of(answer: &Answer) -> String {
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies.len(), 1, "{answer:?}");
    cookies[0].to_str().unwrap().to_owned()
}

/// As a browser asks for a page.
async fn visit(app: &TestApp, path: &str, cookie: &str) -> Answer {
    let request = app.anonymous().request(Method::GET, path);
    send(request.header("Accept", "text/html").header("Cookie", cookie)).await
}

impl<'a> Browser<'a> {
    async fn begin(app: &'a TestApp, path: &str) -> Self {
        let answer = visit(app, path, "").await;
        let cookie = cookie_of(&answer).split(';').next().unwrap().to_owned();
        Self { app, cookie, address: location(&answer) }
    }

    async fn come_back(&self, back: &Url) -> String {
        let path = format!("{}?{}", back.path(), back.query().unwrap());
        location(&visit(self.app, &path, &format!("theme=dark; {}", self.cookie)).await)
    }

    async fn complete(&self, ticket: &str) -> Answer {
        let request = self.app.anonymous().request(Method::POST, "/login/complete");
        send(request.header("Cookie", &self.cookie).json(&json!({"ticket": ticket}))).await
    }
}

/// Signs in up to the ticket.
async fn ticket<'a>(app: &'a TestApp, provider: &FakeProvider) -> (Browser<'a>, String) {
    let browser = Browser::begin(app, "/login/oidc/work").await;
    let back = browser.come_back(&provider.approve(&browser.address)).await;
    let ticket = back.strip_prefix("/login/complete?ticket=").unwrap_or_else(|| panic!("{back}"));
    let ticket = ticket.to_owned();
    (browser, ticket)
}

pub(crate) async fn sign_in(app: &TestApp, provider: &FakeProvider) -> Answer {
    let (browser, ticket) = ticket(app, provider).await;
    browser.complete(&ticket).await
}

/// Registers in the browser that found that nobody has the identity.
async fn register(app: &TestApp, found: &Answer, username: &str) -> Answer {
    register_with(app, found, json!({"username": username})).await
}

async fn register_with(app: &TestApp, found: &Answer, mut body: Value) -> Answer {
    body["ticket"] = found.body["registration"]["ticket"].clone();
    let cookie = cookie_of(found);
    let request = app.anonymous().request(Method::POST, "/register/oidc");
    send(request.header("Cookie", cookie.split(';').next().unwrap()).json(&body)).await
}

/// Registers who is at the provider.
pub(crate) async fn member<'a>(app: &'a TestApp, provider: &FakeProvider, name: &str) -> Actor<'a> {
    let found = sign_in(app, provider).await;
    let registered = register(app, &found, name).await;
    assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
    actor(app, &registered)
}

fn actor<'a>(app: &'a TestApp, signed_in: &Answer) -> Actor<'a> {
    let id = signed_in.body["user"]["id"].as_i64().unwrap();
    app.with_token(id, signed_in.body["token"].as_str().unwrap())
}

/// Deletes the account, without a password.
async fn delete(member: &Actor<'_>) -> Answer {
    let request = member.request(Method::DELETE, &format!("/api/user/{}", member.id));
    send(request.json(&json!({}))).await
}

#[tokio::test]
async fn who_comes_for_the_first_time_registers_and_then_signs_in() {
    let (app, provider) = with_provider().await;
    let site = app.anonymous().get("/api/site").await;
    let offered = json!([{"id": "work", "name": "Work"}, {"id": "other", "name": "Other"}]);
    assert_eq!(site.body["signIn"]["providers"], offered);

    let found = sign_in(&app, &provider).await;
    assert_eq!(found.status, StatusCode::OK, "{}", found.body);
    assert_eq!(found.body["registration"]["username"], "ann");
    assert_eq!(found.body.get("token"), None);
    let registered = register(&app, &found, "ann").await;
    assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
    assert_eq!(registered.body["user"]["username"], "ann");
    register(&app, &found, "ann2").await.is_refused(403, "ticket-ended");

    let again = sign_in(&app, &provider).await;
    assert_eq!(again.body["user"], registered.body["user"]);
    let ann = actor(&app, &again);
    let sessions = ann.get(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(sessions.column("method"), ["oidc", "oidc"]);
    let identities = ann.get(&format!("/api/user/{}/identities", ann.id)).await;
    assert_eq!(identities.body[0]["provider"], "work");
    assert_eq!(identities.body[0]["name"], "Work");
    assert!(identities.body[0]["since"].is_string());
}

#[tokio::test]
async fn elliptic_keys_sign_too() {
    let (app, provider) = with_provider().await;
    provider.state().algorithm = Algorithm::Es256;
    assert_eq!(sign_in(&app, &provider).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_cookie_binds_a_sign_in_to_the_browser() {
    let (app, _provider) = with_provider().await;
    let answer = visit(&app, "/login/oidc/work", "").await;
    let cookie = cookie_of(&answer);
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/login; Max-Age=600; HttpOnly; SameSite=Lax");
    let (name, value) = pair.split_once('=').unwrap();
    assert_eq!((name, value.len()), ("postup-sign-in", 32));
    assert!(!location(&answer).contains(value));
}

#[tokio::test]
async fn wrong_codes_count_as_failures_of_the_name() {
    let provider = FakeProvider::start().await;
    let app = TestOptions::default().providers(provider.settings()).throttled().spawn().await;
    let ann = member(&app, &provider, "ann").await;
    protect(&ann).await;
    let asked = ticket_of(&sign_in(&app, &provider).await);
    for _ in 0..5 {
        second(&app, &asked, "000000").await.is_refused(401, "wrong-code");
    }
    log_in(&app, "ann", PASSWORD).await.is_refused(429, "too-many-attempts");
    let other = ticket_of(&sign_in(&app, &provider).await);
    second(&app, &other, "000000").await.is_refused(429, "too-many-attempts");
    let recovery = json!({
        "username": "ann", "code": "AAAA-AAAA-AAAA-AAAA",
        "password": PASSWORD, "confirmPassword": PASSWORD,
    });
    let recovered = app.anonymous().post("/login/recovery", recovery).await;
    assert_eq!(recovered.status, StatusCode::UNAUTHORIZED, "{}", recovered.body);
}

#[tokio::test]
async fn the_answer_to_a_script_is_no_screen_either() {
    let (app, provider) = with_provider().await;
    let browser = Browser::begin(&app, "/login/oidc/work").await;
    let back = provider.approve(&browser.address);
    let path = format!("{}?{}", back.path(), back.query().unwrap());
    for accept in ["application/json", "*/*"] {
        let request = app.anonymous().request(Method::GET, "/login/oidc/work");
        location(&send(request.header("Accept", accept)).await);
        let request = app.anonymous().request(Method::GET, &path);
        let answer = send(request.header("Accept", accept)).await;
        assert_eq!(location(&answer), "/login?error=sign-in-expired");
    }
    visit(&app, "/login/oidc/nobody", "").await.is_refused(404, "not-found");
    visit(&app, "/login/oidc/Work", "").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn a_sign_in_leads_on_to_a_path_of_the_site_alone() {
    let (app, provider) = with_provider().await;
    for (next, after) in [
        ("/search?q=a%26b", "&next=%2Fsearch%3Fq%3Da%26b"),
        ("//evil.example", ""),
        ("/%5Cevil.example", ""),
        ("https://evil.example", ""),
    ] {
        let next = next.replace('?', "%3F").replace('=', "%3D");
        let browser = Browser::begin(&app, &format!("/login/oidc/work?next={next}")).await;
        let back = browser.come_back(&provider.approve(&browser.address)).await;
        let ticket = back.strip_prefix("/login/complete?ticket=").unwrap();
        assert_eq!(&ticket[32..], after, "{next}");
    }
}

#[tokio::test]
async fn a_second_step_and_a_ban_stand() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    let (authenticator, _) = protect(&ann).await;
    let asked = sign_in(&app, &provider).await;
    let done = second(&app, &ticket_of(&asked), &authenticator.code(1)).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.body);
    let sessions = ann.get(&format!("/api/user/{}/sessions", ann.id)).await;
    assert!(sessions.column("method").iter().all(|method| *method == "oidc"));

    let admin = app.admin("root").await;
    admin.put(&format!("/user/{}/ban", ann.id), json!({})).await;
    let refused = sign_in(&app, &provider).await;
    refused.is_refused(403, "banned");
    assert!(refused.body["appeal_token"].is_string(), "{}", refused.body);
}

#[tokio::test]
async fn an_export_shows_the_sign_ins() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    let export = ann.get(&format!("/api/user/{}/export", ann.id)).await;
    let identity = &export.body["identities"][0];
    assert_eq!(identity["provider"], "work");
    assert_eq!(identity["issuer"], *provider.issuer);
    assert_eq!(identity["subject"], "ann-1");
    assert!(identity["since"].is_string());
    assert_eq!(export.body["identities"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_deleted_account_frees_its_identity() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    assert_eq!(delete(&ann).await.status, 204);
    let found = sign_in(&app, &provider).await;
    assert_eq!(found.body["registration"]["username"], "ann2", "the name stays reserved");
}

#[tokio::test]
async fn sign_ins_count_against_the_network() {
    let provider = FakeProvider::start().await;
    let app = TestOptions::default().providers(provider.settings()).limited().spawn().await;
    let mut last = String::new();
    for _ in 0..70 {
        last = location(&visit(&app, "/login/oidc/work", "").await);
        if last.starts_with('/') {
            break;
        }
    }
    assert_eq!(last, "/login?error=too-many-attempts");
    assert_eq!(provider.state().lie, Lie::Nothing);
}

#[tokio::test]
async fn who_comes_back_counts_against_the_network() {
    let provider = FakeProvider::start().await;
    let app = TestOptions::default().providers(provider.settings()).limited().spawn().await;
    let browser = Browser::begin(&app, "/login/oidc/work").await;
    let mut forged = provider.approve(&browser.address);
    forged.set_query(Some("state=guess&code=guess"));
    let mut last = String::new();
    for _ in 0..70 {
        last = browser.come_back(&forged).await;
        if last != "/login?error=sign-in-expired" {
            break;
        }
    }
    assert_eq!(last, "/login?error=too-many-attempts");
}
