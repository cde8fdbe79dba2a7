//! Connecting sign-ins to an account that exists, and removing them.

use reqwest::{Method, StatusCode};
use serde_json::json;

use super::{Browser, actor, cookie_of, member, provider::FakeProvider, sign_in, with_provider};
use crate::support::{Actor, Answer, PASSWORD, TestOptions, send};

fn path(member: &Actor<'_>, provider: &str) -> String {
    format!("/api/user/{}/identities/{provider}", member.id)
}

async fn begin<'a>(member: &Actor<'a>) -> Browser<'a> {
    let begun = member.post(&path(member, "work"), json!({"password": PASSWORD})).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    let cookie = cookie_of(&begun);
    assert!(cookie.ends_with("; Path=/login; Max-Age=600; HttpOnly; SameSite=Lax"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    Browser { app: member.app, cookie, address: begun.body["url"].as_str().unwrap().to_owned() }
}

async fn link(member: &Actor<'_>, provider: &FakeProvider) -> String {
    let browser = begin(member).await;
    browser.come_back(&provider.approve(&browser.address)).await
}

async fn providers(member: &Actor<'_>) -> Answer {
    member.get(&format!("/api/user/{}/identities", member.id)).await
}

#[tokio::test]
async fn a_linked_sign_in_opens_the_account_and_its_member_is_told() {
    let (app, provider) = with_provider().await;
    let ann = app.member("ann").await;
    assert_eq!(providers(&ann).await.body, json!([]));
    assert_eq!(link(&ann, &provider).await, "/settings/security?linked=work");
    assert_eq!(providers(&ann).await.column("provider"), ["work"]);
    let signed_in = sign_in(&app, &provider).await;
    assert_eq!(actor(&app, &signed_in).id, ann.id);
    ann.notifications(|list| list.iter().any(|one| one["act"] == "identity-linked")).await;

    assert_eq!(ann.delete(&path(&ann, "work")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(providers(&ann).await.body, json!([]));
    ann.notifications(|list| list.iter().any(|one| one["act"] == "identity-removed")).await;
    ann.delete(&path(&ann, "work")).await.is_refused(404, "not-found");
    assert!(sign_in(&app, &provider).await.body["registration"].is_object());
}

#[tokio::test]
async fn linking_takes_the_password_and_a_provider_that_is_not_linked() {
    let (app, provider) = with_provider().await;
    let ann = app.member("ann").await;
    ann.post(&path(&ann, "work"), json!({})).await.refuses_fields(&["password"]);
    let wrong = json!({"password": "wrong horse"});
    ann.post(&path(&ann, "work"), wrong).await.is_refused(403, "wrong-password");
    let right = json!({"password": PASSWORD});
    ann.post(&path(&ann, "nobody"), right.clone()).await.is_refused(404, "not-found");
    link(&ann, &provider).await;
    ann.post(&path(&ann, "work"), right.clone()).await.is_refused(409, "identity-exists");
    let other = ann.post(&path(&ann, "other"), right).await;
    assert_eq!(other.status, StatusCode::OK, "{}", other.body);
}

#[tokio::test]
async fn a_provider_that_is_down_is_said_to_be() {
    let (app, provider) = with_provider().await;
    let ann = app.member("ann").await;
    provider.stop().await;
    let refused = ann.post(&path(&ann, "work"), json!({"password": PASSWORD})).await;
    refused.is_refused(503, "provider-unavailable");
}

#[tokio::test]
async fn an_identity_of_another_account_is_refused() {
    let (app, provider) = with_provider().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let waiting = begin(&bob).await;
    let back = provider.approve(&waiting.address);
    assert_eq!(link(&ann, &provider).await, "/settings/security?linked=work");
    assert_eq!(waiting.come_back(&back).await, "/settings/security?error=identity-taken");
    assert_eq!(providers(&bob).await.body, json!([]));
}

#[tokio::test]
async fn of_two_identities_that_come_back_the_first_is_linked() {
    let (app, provider) = with_provider().await;
    let ann = app.member("ann").await;
    let waiting = begin(&ann).await;
    link(&ann, &provider).await;
    provider.state().claims = json!({"sub": "another"});
    let back = waiting.come_back(&provider.approve(&waiting.address)).await;
    assert_eq!(back, "/settings/security?error=identity-exists");
}

#[tokio::test]
async fn linking_is_bound_to_the_browser_and_to_the_sessions() {
    let (app, provider) = with_provider().await;
    let ann = app.member("ann").await;
    let (browser, stranger) = (begin(&ann).await, Browser::begin(&app, "/login/oidc/work").await);
    let back = provider.approve(&browser.address);
    assert_eq!(stranger.come_back(&back).await, "/login?error=sign-in-expired");
    ann.delete(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(browser.come_back(&back).await, "/settings/security?error=sign-in-expired");
}

#[tokio::test]
async fn a_link_ends_with_the_session_that_began_it() {
    let (app, provider) = with_provider().await;
    let (ann, root) = (app.member("ann").await, app.admin("root").await);
    let refused = "/settings/security?error=sign-in-expired";
    let sessions = format!("/api/user/{}/sessions", ann.id);

    let phone = app.sign_in("ann").await;
    let browser = begin(&phone).await;
    let listed = phone.get(&sessions).await.body;
    let current = listed.as_array().unwrap().iter().find(|one| one["current"] == true).unwrap();
    assert_eq!(phone.delete(&format!("{sessions}/{}", current["id"])).await.status, 204);
    assert_eq!(browser.come_back(&provider.approve(&browser.address)).await, refused, "signed out");

    let browser = begin(&app.sign_in("ann").await).await;
    assert_eq!(ann.delete(&format!("{sessions}?keep=current")).await.status, 200);
    assert_eq!(browser.come_back(&provider.approve(&browser.address)).await, refused, "ended");

    let browser = begin(&ann).await;
    root.put(&format!("/user/{}/ban", ann.id), json!({})).await;
    assert_eq!(browser.come_back(&provider.approve(&browser.address)).await, refused, "banned");
    root.put(&format!("/user/{}/unban", ann.id), json!({})).await;

    let browser = begin(&ann).await;
    let change =
        json!({"current": PASSWORD, "password": "new password", "confirmPassword": "new password"});
    let changed = ann.put(&format!("/api/user/{}/password", ann.id), change).await;
    assert_eq!(browser.come_back(&provider.approve(&browser.address)).await, refused, "password");
    let ann = ann.with_token(changed.body["token"].as_str().unwrap());
    assert_eq!(providers(&ann).await.body, json!([]));
}

#[tokio::test]
async fn a_person_may_refuse_to_link() {
    let (app, provider) = with_provider().await;
    let ann = app.member("ann").await;
    let browser = begin(&ann).await;
    let mut back = provider.approve(&browser.address);
    let query = back.query().unwrap().replace("code=", "unused=");
    back.set_query(Some(&format!("{query}&error=access_denied")));
    assert_eq!(browser.come_back(&back).await, "/settings/security?error=sign-in-denied");
}

#[tokio::test]
async fn the_last_sign_in_stays() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    ann.delete(&path(&ann, "work")).await.is_refused(409, "last-sign-in");
    let begun = ann.post(&path(&ann, "other"), json!({})).await;
    let browser = Browser {
        app: &app,
        cookie: cookie_of(&begun).split(';').next().unwrap().to_owned(),
        address: begun.body["url"].as_str().unwrap().to_owned(),
    };
    let back = browser.come_back(&provider.approve(&browser.address)).await;
    assert_eq!(back, "/settings/security?linked=other");
    assert_eq!(ann.delete(&path(&ann, "work")).await.status, StatusCode::NO_CONTENT);
    ann.delete(&path(&ann, "other")).await.is_refused(409, "last-sign-in");
}

#[tokio::test]
async fn a_sign_in_that_the_site_dropped_is_no_way_in() {
    let (app, provider) = with_provider().await;
    let ann = member(&app, &provider, "ann").await;
    let without = TestOptions::default().spawn_beside(&app).await;
    let at_other = ann.at(&without);
    let listed = at_other.get(&format!("/api/user/{}/identities", ann.id)).await;
    assert_eq!(listed.column("name"), ["work"]);
    at_other.delete(&path(&ann, "work")).await.is_refused(409, "last-sign-in");
    let gone = without.anonymous().request(Method::GET, "/login/oidc/work");
    send(gone).await.is_refused(404, "not-found");
}
