//! What a provider, another site or another browser may try.

use std::time::Duration;

use infrastructure::SystemClock;
use kernel::Clock;
use reqwest::{Method, StatusCode};
use serde_json::json;
use users::{AuthorizationRequest, CodeExchange, IdentityProviders, ProviderError, ProviderId};

use super::{
    Browser, location,
    provider::{FakeProvider, Lie},
    sign_in, ticket, visit, with_provider,
};
use crate::support::{TestOptions, send};

#[tokio::test]
async fn a_token_that_does_not_hold_signs_nobody_in() {
    let (app, provider) = with_provider().await;
    for lie in [
        Lie::AnotherIssuer,
        Lie::AnotherAudience,
        Lie::SecondAudience,
        Lie::AnotherNonce,
        Lie::NoNonce,
        Lie::Expired,
        Lie::NoExpiry,
        Lie::NoSubject,
        Lie::LongSubject,
        Lie::Unsigned,
        Lie::SignedWithTheSecret,
        Lie::AnotherAlgorithm,
        Lie::ForgedSignature,
        Lie::UnknownKey,
        Lie::NoToken,
    ] {
        provider.state().lie = lie;
        let browser = Browser::begin(&app, "/login/oidc/work").await;
        let back = browser.come_back(&provider.approve(&browser.address)).await;
        assert_eq!(back, "/login?error=sign-in-refused", "{lie:?}");
    }
    provider.state().lie = Lie::Nothing;
    assert_eq!(sign_in(&app, &provider).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_person_may_refuse() {
    let (app, provider) = with_provider().await;
    for (error, code) in [
        ("access_denied", "sign-in-denied"),
        ("server_error", "provider-unavailable"),
        ("invalid_scope", "sign-in-refused"),
    ] {
        let browser = Browser::begin(&app, "/login/oidc/work").await;
        let mut back = provider.approve(&browser.address);
        let query = back.query().unwrap().replace("code=", "unused=");
        back.set_query(Some(&format!("{query}&error={error}")));
        assert_eq!(browser.come_back(&back).await, format!("/login?error={code}"));
    }
}

#[tokio::test]
async fn a_provider_that_is_no_such_thing_is_unavailable() {
    for lie in [Lie::DiscoveryOfAnotherIssuer, Lie::Down, Lie::Huge, Lie::Redirects] {
        let (app, provider) = with_provider().await;
        provider.state().lie = lie;
        let answer = visit(&app, "/login/oidc/work", "").await;
        assert_eq!(location(&answer), "/login?error=provider-unavailable", "{lie:?}");
        assert!(!answer.headers.contains_key("set-cookie"));
    }
}

#[tokio::test]
async fn a_provider_that_hangs_is_left_and_holds_nobody_else() {
    let (app, provider) = with_provider().await;
    provider.state().lie = Lie::Hangs;
    let hanging = async { location(&visit(&app, "/login/oidc/work", "").await) };
    let (address, ()) = tokio::join!(hanging, async {
        assert_eq!(app.member("ann").await.get("/forums").await.status, 200);
    });
    assert_eq!(address, "/login?error=provider-unavailable");
}

#[tokio::test]
async fn a_provider_that_is_gone_is_unavailable_on_the_way_back() {
    let (app, provider) = with_provider().await;
    let browser = Browser::begin(&app, "/login/oidc/work").await;
    let back = provider.approve(&browser.address);
    provider.stop().await;
    assert_eq!(browser.come_back(&back).await, "/login?error=provider-unavailable");
}

#[tokio::test]
async fn a_state_serves_once_and_in_its_browser() {
    let (app, provider) = with_provider().await;
    let (browser, other) = (
        Browser::begin(&app, "/login/oidc/work").await,
        Browser::begin(&app, "/login/oidc/work").await,
    );
    let back = provider.approve(&browser.address);
    let expired = "/login?error=sign-in-expired";
    assert_eq!(other.come_back(&back).await, expired, "of another browser");
    let without = Browser { app: &app, cookie: String::new(), address: String::new() };
    assert_eq!(without.come_back(&back).await, expired, "without a cookie");
    let mut elsewhere = back.clone();
    elsewhere.set_path("/login/oidc/other/callback");
    let once = browser.come_back(&back).await;
    assert!(once.starts_with("/login/complete?ticket="), "{once}");
    assert_eq!(browser.come_back(&back).await, expired, "a second time");
    assert_eq!(browser.come_back(&elsewhere).await, expired, "at another provider");
}

#[tokio::test]
async fn a_state_of_one_provider_is_none_of_another() {
    let (app, provider) = with_provider().await;
    let browser = Browser::begin(&app, "/login/oidc/work").await;
    let mut elsewhere = provider.approve(&browser.address);
    elsewhere.set_path("/login/oidc/other/callback");
    assert_eq!(browser.come_back(&elsewhere).await, "/login?error=sign-in-expired");
}

#[tokio::test]
async fn a_code_of_another_sign_in_is_worth_nothing() {
    let (app, provider) = with_provider().await;
    let (mine, theirs) = (
        Browser::begin(&app, "/login/oidc/work").await,
        Browser::begin(&app, "/login/oidc/work").await,
    );
    let (back, stolen) = (provider.approve(&mine.address), provider.approve(&theirs.address));
    let value = |of: &reqwest::Url, name: &str| {
        of.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned()
    };
    let mut injected = back.clone();
    injected.set_query(Some(&format!(
        "code={}&state={}",
        value(&stolen, "code"),
        value(&back, "state")
    )));
    assert_eq!(mine.come_back(&injected).await, "/login?error=sign-in-refused");
}

#[tokio::test]
async fn a_ticket_serves_once_and_in_its_browser() {
    let (app, provider) = with_provider().await;
    let (browser, text) = ticket(&app, &provider).await;
    let (other, _) = ticket(&app, &provider).await;
    other.complete(&text).await.is_refused(401, "ticket-ended");
    let without = Browser { app: &app, cookie: String::new(), address: String::new() };
    without.complete(&text).await.is_refused(401, "ticket-ended");
    browser.complete("none").await.is_refused(401, "ticket-ended");
    assert_eq!(browser.complete(&text).await.status, StatusCode::OK);
    browser.complete(&text).await.is_refused(401, "ticket-ended");
    // One to complete does not register.
    let (browser, text) = ticket(&app, &provider).await;
    let request = app.anonymous().request(Method::POST, "/register/oidc");
    let cookie = browser.cookie.replace("postup-sign-in", "postup-registration");
    let body = json!({"ticket": text, "username": "ann"});
    send(request.header("Cookie", cookie).json(&body)).await.is_refused(403, "ticket-ended");
}

#[tokio::test]
async fn another_copy_of_the_server_goes_on() {
    let (app, provider) = with_provider().await;
    let beside = TestOptions::default().providers(provider.settings()).spawn_beside(&app).await;
    let (browser, text) = ticket(&app, &provider).await;
    let elsewhere = Browser { app: &beside, ..browser };
    assert_eq!(elsewhere.complete(&text).await.status, StatusCode::OK);
}

/// A sign-in at the adapter, which takes the time from its caller.
async fn redeem(
    provider: &FakeProvider,
    providers: &std::sync::Arc<outbound::OidcProviders>,
    later: Duration,
) -> Result<String, ProviderError> {
    let id = ProviderId::parse("work").unwrap();
    let now = SystemClock.now().after(later);
    let (providers, secret) = (std::sync::Arc::clone(providers), "v".repeat(43));
    let request = AuthorizationRequest {
        redirect_address: "http://localhost/back".to_owned(),
        state: "state".to_owned(),
        nonce: "nonce".to_owned(),
        verifier: secret.clone(),
    };
    let (asked, work) = (std::sync::Arc::clone(&providers), id.clone());
    let address =
        tokio::task::spawn_blocking(move || asked.authorization_address(&work, &request, now));
    let back = provider.approve(&address.await.unwrap()?);
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    let exchange = CodeExchange {
        code,
        redirect_address: "http://localhost/back".to_owned(),
        nonce: "nonce".to_owned(),
        verifier: secret,
    };
    let proven = tokio::task::spawn_blocking(move || providers.redeem(&id, &exchange, now));
    Ok(proven.await.unwrap()?.identity.subject)
}

#[tokio::test]
async fn new_keys_are_read_at_most_once_a_minute() {
    let provider = FakeProvider::start().await;
    let providers = std::sync::Arc::new(provider.settings());
    let at = |seconds| Duration::from_secs(seconds);
    assert_eq!(redeem(&provider, &providers, at(0)).await.unwrap(), "ann-1");
    assert_eq!(provider.state().keys_read, 1);

    provider.state().key = 1;
    assert_eq!(redeem(&provider, &providers, at(30)).await, Err(ProviderError::Refused));
    assert_eq!(provider.state().keys_read, 1, "within a minute");
    assert_eq!(redeem(&provider, &providers, at(90)).await.unwrap(), "ann-1");
    assert_eq!(provider.state().keys_read, 2);

    provider.state().lie = Lie::UnknownKey;
    for seconds in [100, 140] {
        let forged = redeem(&provider, &providers, at(seconds)).await;
        assert_eq!(forged, Err(ProviderError::Refused));
    }
    assert_eq!(provider.state().keys_read, 2, "forged tokens ask for no more");
    assert_eq!(redeem(&provider, &providers, at(160)).await, Err(ProviderError::Refused));
    assert_eq!(provider.state().keys_read, 3);
}

#[tokio::test]
async fn what_a_provider_says_of_itself_is_kept_for_an_hour() {
    let provider = FakeProvider::start().await;
    let providers = std::sync::Arc::new(provider.settings());
    let at = |minutes| Duration::from_mins(minutes);
    redeem(&provider, &providers, at(0)).await.unwrap();
    provider.state().lie = Lie::Down;
    assert_eq!(redeem(&provider, &providers, at(59)).await.unwrap(), "ann-1");
    assert_eq!(redeem(&provider, &providers, at(61)).await, Err(ProviderError::Unavailable));
}
