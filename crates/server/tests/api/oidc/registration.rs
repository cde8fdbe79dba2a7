//! Registering with an identity.

use reqwest::{Method, StatusCode};
use serde_json::json;

use super::{cookie_of, member, register, register_with, sign_in, with_provider};
use crate::support::send;

#[tokio::test]
async fn the_same_address_of_mail_joins_no_account() {
    let (app, provider) = with_provider().await;
    provider.state().claims = json!({"sub": "1", "email": "ann@mail.example"});
    let ann = member(&app, &provider, "ann").await;
    provider.state().claims =
        json!({"sub": "2", "email": "ann@mail.example", "email_verified": true});
    let other = sign_in(&app, &provider).await;
    assert!(other.body["registration"].is_object(), "{}", other.body);
    let bob = member(&app, &provider, "bob").await;
    assert_ne!(ann.id, bob.id);
}

#[tokio::test]
async fn the_suggested_name_is_free() {
    let (app, provider) = with_provider().await;
    app.member("Ann").await;
    let found = sign_in(&app, &provider).await;
    assert_eq!(found.body["registration"]["username"], "ann2");
    provider.state().claims = json!({"sub": "x", "email": "Jo.Doe@mail.example"});
    let found = sign_in(&app, &provider).await;
    assert_eq!(found.body["registration"]["username"], "Jo.Doe");
}

#[tokio::test]
async fn a_refused_name_keeps_the_ticket() {
    let (app, provider) = with_provider().await;
    app.member("taken").await;
    let found = sign_in(&app, &provider).await;
    register(&app, &found, "Taken").await.is_refused(400, "username-taken");
    register(&app, &found, "a b").await.refuses_fields(&["username"]);
    register(&app, &found, "admin").await.refuses_fields(&["username"]);
    assert_eq!(register(&app, &found, "ann").await.status, StatusCode::CREATED);
    register(&app, &found, "bob").await.is_refused(403, "ticket-ended");
}

#[tokio::test]
async fn the_site_decides_who_registers() {
    let (app, provider) = with_provider().await;
    let admin = app.admin("root").await;
    let found = sign_in(&app, &provider).await;
    admin.put("/api/site", json!({"registration": "closed"})).await;
    register(&app, &found, "ann").await.is_refused(403, "registration-closed");
    admin.put("/api/site", json!({"registration": "invite"})).await;
    register(&app, &found, "ann").await.is_refused(403, "registration-closed");
    let invite = admin.post("/api/invites", json!({})).await;
    let code = invite.body["url"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    let body = json!({"username": "ann", "invite": code});
    let registered = register_with(&app, &found, body).await;
    assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
}

#[tokio::test]
async fn only_the_browser_that_signed_in_registers() {
    let (app, provider) = with_provider().await;
    let (found, other) = (sign_in(&app, &provider).await, sign_in(&app, &provider).await);
    let cookie = cookie_of(&found);
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/register/oidc; Max-Age=1800; HttpOnly; SameSite=Lax");
    let (name, secret) = pair.split_once('=').unwrap();
    assert_eq!((name, secret.len()), ("postup-registration", 32));
    let body = json!({"ticket": found.body["registration"]["ticket"], "username": "ann"});
    let without = app.anonymous().post("/register/oidc", body.clone()).await;
    without.is_refused(403, "ticket-ended");
    let elsewhere = app.anonymous().request(Method::POST, "/register/oidc");
    let elsewhere = elsewhere.header("Cookie", cookie_of(&other)).json(&body);
    send(elsewhere).await.is_refused(403, "ticket-ended");

    let registered = register(&app, &found, "ann").await;
    assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
    let cleared = cookie_of(&registered);
    let (pair, attributes) = cleared.split_once("; ").unwrap();
    assert_eq!(pair, "postup-registration=");
    assert_eq!(attributes, "Path=/register/oidc; Max-Age=0; HttpOnly; SameSite=Lax");
}
