//! Passkeys, answered by an authenticator in software.

mod second_step;
mod sign_in;
mod wrong;

use reqwest::Method;
use serde_json::{Value, json};
use server::web::Web;
use test_authenticator::Passkey;

use crate::support::{Actor, Answer, PASSWORD, TestApp, TestOptions, send};

pub(crate) const ORIGIN: &str = "https://forum.example";

/// At an address for which browsers make passkeys.
pub(crate) fn options() -> TestOptions {
    let public_url = Some(ORIGIN.parse().unwrap());
    TestOptions::default().web(Web { public_url, ..Web::default() })
}

fn path(member: &Actor<'_>) -> String {
    format!("/api/user/{}/passkeys", member.id)
}

async fn begin(member: &Actor<'_>) -> Value {
    let begun =
        member.post(&format!("{}/options", path(member)), json!({"password": PASSWORD})).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    begun.body
}

async fn try_adding(member: &Actor<'_>, credential: &Value) -> Answer {
    member.post(&path(member), json!({"name": "Phone", "credential": credential})).await
}

/// A new passkey of the member, and its id.
pub(crate) async fn add(member: &Actor<'_>) -> (Passkey, i64) {
    let (passkey, credential) = Passkey::create(&begin(member).await, ORIGIN);
    let added = try_adding(member, &credential).await;
    assert_eq!(added.status, 201, "{}", added.body);
    (passkey, added.body["id"].as_i64().unwrap())
}

async fn challenge(app: &TestApp) -> Value {
    let asked = send(app.anonymous().request(Method::POST, "/login/passkey/options")).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    asked.body
}

async fn answer(app: &TestApp, credential: &Value) -> Answer {
    app.anonymous().post("/login/passkey", json!({"credential": credential})).await
}

pub(crate) async fn sign_in(app: &TestApp, passkey: &Passkey) -> Answer {
    answer(app, &passkey.sign(&challenge(app).await, ORIGIN)).await
}

#[tokio::test]
async fn a_passkey_is_added_with_the_password() {
    let app = options().spawn().await;
    let ann = app.member("Ann").await;
    let options = format!("{}/options", path(&ann));
    ann.post(&options, json!({})).await.refuses_fields(&["password"]);
    ann.post(&options, json!({"password": "wrong horse"})).await.is_refused(403, "wrong-password");
    let asked = begin(&ann).await;
    assert_eq!(asked["rp"], json!({"id": "forum.example", "name": "POST-UP"}));
    assert_eq!((&asked["user"]["name"], &asked["attestation"]), (&json!("Ann"), &json!("none")));
    assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(asked["authenticatorSelection"]["userVerification"], "required");

    let (_, credential) = Passkey::create(&asked, ORIGIN);
    let named = json!({"name": "  My\nphone ", "credential": credential});
    let added = ann.post(&path(&ann), named).await;
    assert_eq!(added.status, 201, "{}", added.body);
    assert_eq!(
        (&added.body["name"], &added.body["lastUsedAt"]),
        (&json!("My phone"), &Value::Null)
    );
    assert!(added.body["id"].is_i64() && added.body["createdAt"].is_string(), "{}", added.body);
    assert_eq!(ann.get(&path(&ann)).await.body, json!([added.body]));
    let again = begin(&ann).await;
    assert_eq!(again["excludeCredentials"][0]["id"], credential["id"]);
    assert_eq!(again["user"]["id"], asked["user"]["id"]);
    let told = ann.notifications(|list| !list.is_empty()).await;
    assert_eq!(
        (&told[0]["kind"], &told[0]["act"]),
        (&json!("moderation"), &json!("passkey-added"))
    );
}

#[tokio::test]
async fn a_passkey_is_renamed_and_removed() {
    let app = options().spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (passkey, id) = add(&ann).await;
    let of = |who: &Actor<'_>| format!("{}/{id}", path(who));
    ann.put(&of(&ann), json!({"name": " "})).await.refuses_fields(&["name"]);
    ann.put(&of(&ann), json!({"name": "x".repeat(61)})).await.refuses_fields(&["name"]);
    bob.put(&of(&bob), json!({"name": "Mine"})).await.is_refused(404, "not-found");
    bob.delete(&of(&bob)).await.is_refused(404, "not-found");
    bob.delete(&of(&ann)).await.is_refused(403, "not-the-owner");
    let renamed = ann.put(&of(&ann), json!({"name": "Key ring"})).await;
    assert_eq!((renamed.status.as_u16(), &renamed.body["name"]), (200, &json!("Key ring")));

    let login = sign_in(&app, &passkey).await;
    assert_eq!(ann.delete(&of(&ann)).await.status, 204);
    ann.delete(&of(&ann)).await.is_refused(404, "not-found");
    assert_eq!(ann.get(&path(&ann)).await.body, json!([]));
    sign_in(&app, &passkey).await.is_refused(401, "wrong-passkey");
    let elsewhere = ann.with_token(login.body["token"].as_str().unwrap());
    assert_eq!(elsewhere.get(&path(&ann)).await.status, 200, "its session stays");
    let told = ann.notifications(|list| list.len() == 2).await;
    assert!(told.iter().any(|one| one["act"] == "passkey-removed"), "{told:?}");
}

#[tokio::test]
async fn the_twenty_first_is_refused() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    for _ in 0..20 {
        add(&ann).await;
    }
    let (_, credential) = Passkey::create(&begin(&ann).await, ORIGIN);
    try_adding(&ann, &credential).await.is_refused(409, "too-many-passkeys");
}

#[tokio::test]
async fn an_export_names_passkeys_without_their_keys() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let (passkey, id) = add(&ann).await;
    sign_in(&app, &passkey).await;
    let export = ann.get(&format!("/api/user/{}/export", ann.id)).await;
    let listed = &export.body["passkeys"][0];
    assert_eq!((&listed["id"], &listed["name"]), (&json!(id), &json!("Phone")));
    let members: Vec<_> = listed.as_object().unwrap().keys().collect();
    assert_eq!(members, ["createdAt", "id", "lastUsedAt", "name"]);
    assert!(listed["lastUsedAt"].is_string());
}

#[tokio::test]
async fn the_site_says_whether_passkeys_are_possible() {
    for (url, are_possible) in [
        (Some("https://forum.example"), true),
        (Some("http://localhost:8080"), true),
        (Some("http://forum.example"), false),
        (Some("https://192.0.2.1"), false),
        (None, true),
    ] {
        let web = Web { public_url: url.map(|url| url.parse().unwrap()), ..Web::default() };
        let app = TestOptions::default().web(web).spawn().await;
        let site = app.anonymous().get("/api/site").await;
        assert_eq!(site.body["signIn"]["passkeys"], are_possible, "{url:?}");
    }
}

#[tokio::test]
async fn without_a_public_address_a_name_of_loopback_will_do() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let ask = |host: &str| {
        send(app.anonymous().request(Method::POST, "/login/passkey/options").header("Host", host))
    };
    let here = ask("localhost:8080").await;
    assert_eq!((here.status.as_u16(), &here.body["rpId"]), (200, &json!("localhost")));
    for host in ["127.0.0.1:8080", "forum.example", "localhost.evil.example"] {
        ask(host).await.is_refused(409, "passkeys-impossible");
    }
    let own = ann.post(&format!("{}/options", path(&ann)), json!({"password": PASSWORD})).await;
    own.is_refused(409, "passkeys-impossible");
}
