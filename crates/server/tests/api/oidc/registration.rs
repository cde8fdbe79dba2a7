//! Registering with an identity.

use reqwest::StatusCode;
use serde_json::json;

use super::{member, register, sign_in, with_provider};

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
    let ticket = &found.body["registration"]["ticket"];
    register(&app, ticket, "Taken").await.is_refused(400, "username-taken");
    register(&app, ticket, "a b").await.refuses_fields(&["username"]);
    register(&app, ticket, "admin").await.refuses_fields(&["username"]);
    assert_eq!(register(&app, ticket, "ann").await.status, StatusCode::CREATED);
    register(&app, &json!("none"), "bob").await.is_refused(403, "ticket-ended");
}

#[tokio::test]
async fn the_site_decides_who_registers() {
    let (app, provider) = with_provider().await;
    let admin = app.admin("root").await;
    let found = sign_in(&app, &provider).await;
    let ticket = &found.body["registration"]["ticket"];
    admin.put("/api/site", json!({"registration": "closed"})).await;
    register(&app, ticket, "ann").await.is_refused(403, "registration-closed");
    admin.put("/api/site", json!({"registration": "invite"})).await;
    register(&app, ticket, "ann").await.is_refused(403, "registration-closed");
    let invite = admin.post("/api/invites", json!({})).await;
    let code = invite.body["url"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    let body = json!({"ticket": ticket, "username": "ann", "invite": code});
    let registered = app.anonymous().post("/register/oidc", body).await;
    assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
}
