//! Adding a passkey where a second step is in force: it would get around that.

use serde_json::json;

use super::{add, options, path, sign_in};
use crate::{
    second_step::protect,
    support::{Actor, Answer, PASSWORD},
};

async fn ask(member: &Actor<'_>, code: &str) -> Answer {
    let body = json!({"password": PASSWORD, "code": code});
    member.post(&format!("{}/options", path(member)), body).await
}

#[tokio::test]
async fn it_takes_a_code_too_and_each_once() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    assert_eq!(ask(&ann, "").await.status, 200, "none is in force");
    let (authenticator, codes) = protect(&ann).await;
    let without = json!({"password": PASSWORD});
    let without = ann.post(&format!("{}/options", path(&ann)), without).await;
    without.is_refused(403, "wrong-code");
    ask(&ann, "").await.is_refused(403, "wrong-code");
    ask(&ann, "000000").await.is_refused(403, "wrong-code");
    let wrong = json!({"password": "wrong horse", "code": codes[0]});
    let wrong = ann.post(&format!("{}/options", path(&ann)), wrong).await;
    wrong.is_refused(403, "wrong-password");
    let number = json!({"password": PASSWORD, "code": 1});
    let number = ann.post(&format!("{}/options", path(&ann)), number).await;
    number.refuses_fields(&["code"]);
    for code in [&authenticator.code(1), &codes[0]] {
        assert_eq!(ask(&ann, code).await.status, 200, "{code}");
        ask(&ann, code).await.is_refused(403, "wrong-code");
    }
}

#[tokio::test]
async fn who_signed_in_with_a_passkey_needs_none() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let (passkey, _) = add(&ann).await;
    protect(&ann).await;
    let login = sign_in(&app, &passkey).await;
    add(&ann.with_token(login.body["token"].as_str().unwrap())).await;
    ask(&ann, "").await.is_refused(403, "wrong-code");
}

#[tokio::test]
async fn guesses_are_throttled() {
    let app = options().throttled().spawn().await;
    let ann = app.member("ann").await;
    let (authenticator, _) = protect(&ann).await;
    for _ in 0..5 {
        ask(&ann, "000000").await.is_refused(403, "wrong-code");
    }
    ask(&ann, &authenticator.code(1)).await.is_refused(429, "too-many-attempts");
}

#[tokio::test]
async fn a_second_step_that_comes_into_force_ends_what_was_begun_without() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let begun = ask(&ann, "").await.body;
    protect(&ann).await;
    let (_, credential) = test_authenticator::Passkey::create(&begun, super::ORIGIN);
    super::try_adding(&ann, &credential).await.refuses_fields(&["credential"]);
}
