//! Accounts without a password.

use diesel::connection::SimpleConnection;
use reqwest::StatusCode;
use serde_json::json;

use server::web::Web;
use test_authenticator::Passkey;

use super::{actor, delete, member, provider::FakeProvider, sign_in, with_provider};
use crate::{
    passkeys,
    second_step::protect,
    support::{Actor, PASSWORD, TestApp, TestOptions},
};

fn own(member: &Actor<'_>, path: &str) -> String {
    format!("/api/user/{}{path}", member.id)
}

/// Makes all sessions this old.
fn age_sessions(app: &TestApp, minutes: i64) {
    let ago = minutes * 60_000;
    let sql = format!("UPDATE sessions SET opened_at = opened_at - {ago}");
    app.database.write(|conn, _| conn.batch_execute(&sql)).unwrap();
}

#[tokio::test]
async fn a_sign_in_of_the_last_ten_minutes_stands_for_the_password() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    assert_eq!(ann.get(&own(&ann, "")).await.body["hasPassword"], false);
    age_sessions(&app, 9);
    assert_eq!(ann.post(&own(&ann, "/recovery-codes"), json!({})).await.status, 200);
    assert_eq!(ann.post(&own(&ann, "/totp"), json!({})).await.status, 200);
    age_sessions(&app, 2);
    let new = json!({"password": PASSWORD, "confirmPassword": PASSWORD});
    for refused in [
        ann.post(&own(&ann, "/recovery-codes"), json!({})).await,
        ann.post(&own(&ann, "/totp"), json!({})).await,
        ann.post(&own(&ann, "/identities/other"), json!({})).await,
        ann.post(&own(&ann, "/totp"), json!({"password": PASSWORD})).await,
        ann.put(&own(&ann, "/password"), new).await,
        delete(&ann).await,
    ] {
        refused.is_refused(403, "sign-in-again");
    }
    let again = actor(&app, &sign_in(&app, &provider).await);
    assert_eq!(again.post(&own(&ann, "/recovery-codes"), json!({})).await.status, 200);
}

#[tokio::test]
async fn the_first_password_is_set_without_a_current_one() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    let credentials = json!({"username": "ann", "password": PASSWORD});
    app.anonymous()
        .post("/login", credentials.clone())
        .await
        .is_refused(401, "invalid-credentials");
    let new = json!({"password": PASSWORD, "confirmPassword": PASSWORD});
    let set = ann.put(&own(&ann, "/password"), new.clone()).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.body);
    assert_eq!(app.anonymous().post("/login", credentials).await.status, StatusCode::OK);

    let ann = ann.with_token(set.body["token"].as_str().unwrap());
    assert_eq!(ann.get(&own(&ann, "")).await.body["hasPassword"], true);
    ann.put(&own(&ann, "/password"), new).await.refuses_fields(&["current"]);
    assert_eq!(ann.delete(&own(&ann, "/identities/work")).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_password_for_such_a_name_is_wrong_like_any_other() {
    let (app, provider) = with_provider().await;
    member(&app, &provider, "ann").await;
    app.member("bob").await;
    let mut refused = vec![];
    for name in ["ann", "bob", "nobody"] {
        for password in ["", " ", "wrong horse"] {
            let body = json!({"username": name, "password": password});
            refused.push(app.anonymous().post("/login", body).await);
        }
    }
    for (of_ann, of_bob) in refused[..3].iter().zip(&refused[3..6]) {
        assert_eq!((of_ann.status, &of_ann.body), (of_bob.status, &of_bob.body));
    }
}

#[tokio::test]
async fn a_recovery_code_sets_a_password_too() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    let codes = ann.post(&own(&ann, "/recovery-codes"), json!({})).await;
    let body = json!({
        "username": "ann", "code": codes.body["recoveryCodes"][0],
        "password": PASSWORD, "confirmPassword": PASSWORD,
    });
    let recovered = app.anonymous().post("/login/recovery", body).await;
    assert_eq!(recovered.status, StatusCode::OK, "{}", recovered.body);
    assert_eq!(actor(&app, &sign_in(&app, &provider).await).id, ann.id);
}

#[tokio::test]
async fn a_banned_member_without_a_password_may_leave() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    let admin = app.admin("root").await;
    admin.put(&format!("/user/{}/ban", ann.id), json!({})).await;
    let refused = sign_in(&app, &provider).await;
    let appealing = ann.with_token(refused.body["appeal_token"].as_str().unwrap());
    let gone = delete(&appealing).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{}", gone.body);
}

#[tokio::test]
async fn a_way_in_that_does_not_work_now_does_not_count_as_the_last() {
    let provider = FakeProvider::start().await;
    let app = passkeys::options().providers(provider.settings()).spawn().await;
    let ann = member(&app, &provider, "ann").await;
    let begun = ann.post(&own(&ann, "/passkeys/options"), json!({})).await;
    let (_, credential) = Passkey::create(&begun.body, passkeys::ORIGIN);
    let named = json!({"name": "Phone", "credential": credential});
    let added = ann.post(&own(&ann, "/passkeys"), named).await;
    let passkey = own(&ann, &format!("/passkeys/{}", added.body["id"]));

    let web = Web { public_url: Some("http://forum.example".parse().unwrap()), ..Web::default() };
    let plain = TestOptions::default().providers(provider.settings()).web(web);
    let plain = plain.spawn_beside(&app).await;
    let identity = own(&ann, "/identities/work");
    ann.at(&plain).delete(&identity).await.is_refused(409, "last-sign-in");

    let other = FakeProvider::start().await;
    let moved = passkeys::options().providers(other.settings()).spawn_beside(&app).await;
    ann.at(&moved).delete(&passkey).await.is_refused(409, "last-sign-in");
    assert_eq!(ann.delete(&passkey).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_passkey_takes_the_code_alone() {
    let provider = FakeProvider::start().await;
    let app = passkeys::options().providers(provider.settings()).spawn().await;
    let ann = member(&app, &provider, "ann").await;
    let (authenticator, _) = protect(&ann).await;
    let options = own(&ann, "/passkeys/options");
    ann.post(&options, json!({})).await.is_refused(403, "wrong-code");
    let begun = ann.post(&options, json!({"code": authenticator.code(1)})).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
}
