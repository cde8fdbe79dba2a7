//! Every kind of token that is not good is answered 401, with `WWW-Authenticate: Bearer`.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use diesel::connection::SimpleConnection;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::{Sha256, Sha384, Sha512};

use crate::support::{Actor, PASSWORD, SECRET, TestApp, eventually};

/// The parts of a token: header, claims, signature.
fn parts(token: &str) -> [String; 3] {
    let parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    parts.try_into().unwrap()
}

fn claims(token: &str) -> Value {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(&parts(token)[1]).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn encoded(json: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(json.to_string())
}

fn signed<M: Mac + KeyInit>(header: &Value, claims: &Value, secret: &[u8]) -> String {
    let message = format!("{}.{}", encoded(header), encoded(claims));
    let mac = <M as KeyInit>::new_from_slice(secret).unwrap().chain_update(&message);
    format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

/// As the server itself signs them.
fn ours(claims: &Value) -> String {
    signed::<Hmac<Sha256>>(&json!({"typ": "JWT", "alg": "HS256"}), claims, &SECRET)
}

/// With one claim changed, and the signature that it had before.
fn meddled(token: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut claims = claims(token);
    change(&mut claims);
    let [header, _, signature] = parts(token);
    format!("{header}.{}.{signature}", encoded(&claims))
}

/// With another claim, signed as the server would.
fn with(token: &str, claim: &str, value: impl Into<Value>) -> String {
    let mut claims = claims(token);
    claims[claim] = value.into();
    ours(&claims)
}

async fn is_refused(ann: &Actor<'_>, token: &str) {
    let holder = ann.with_token(token);
    for path in [format!("/api/user/{}", ann.id), "/forums".to_owned()] {
        let answer = holder.get(&path).await;
        answer.is_refused(401, "unauthorized");
        assert_eq!(answer.headers["www-authenticate"], "Bearer", "{path}");
    }
}

/// Starts a server with a member who has a valid token.
macro_rules! signed_in {
    ($app:ident, $ann:ident, $token:ident) => {
        let $app = TestApp::spawn().await;
        let $ann = $app.member("ann").await;
        let $token = $ann.token.clone().unwrap();
    };
}

#[tokio::test]
async fn a_correctly_signed_token_is_accepted() {
    signed_in!(app, ann, token);
    let made = ann.with_token(&ours(&claims(&token)));
    assert_eq!(made.get(&format!("/api/user/{}", ann.id)).await.status, 200);
}

#[tokio::test]
async fn another_algorithm_with_our_key() {
    signed_in!(app, ann, token);
    let claims = claims(&token);
    let header = |name| json!({"typ": "JWT", "alg": name});
    is_refused(&ann, &signed::<Hmac<Sha384>>(&header("HS384"), &claims, &SECRET)).await;
    is_refused(&ann, &signed::<Hmac<Sha512>>(&header("HS512"), &claims, &SECRET)).await;
}

#[tokio::test]
async fn a_token_that_says_it_is_signed_with_a_public_key() {
    signed_in!(app, ann, token);
    for name in ["RS256", "ES256", "PS256", "EdDSA"] {
        let header = json!({"typ": "JWT", "alg": name});
        is_refused(&ann, &signed::<Hmac<Sha256>>(&header, &claims(&token), &SECRET)).await;
    }
}

#[tokio::test]
async fn no_signature() {
    signed_in!(app, ann, token);
    let [header, body, signature] = parts(&token);
    for name in ["none", "None", "NONE", ""] {
        let unsigned = encoded(&json!({"typ": "JWT", "alg": name}));
        is_refused(&ann, &format!("{unsigned}.{body}.")).await;
        is_refused(&ann, &format!("{unsigned}.{body}.{signature}")).await;
    }
    is_refused(&ann, &format!("{header}.{body}.")).await;
    is_refused(&ann, &format!("{header}.{body}")).await;
}

#[tokio::test]
async fn another_key() {
    signed_in!(app, ann, token);
    let header = json!({"typ": "JWT", "alg": "HS256"});
    is_refused(&ann, &signed::<Hmac<Sha256>>(&header, &claims(&token), &[8; 32])).await;
    is_refused(&ann, &signed::<Hmac<Sha256>>(&header, &claims(&token), b"")).await;
}

#[tokio::test]
async fn a_key_that_the_token_brings_along() {
    signed_in!(app, ann, token);
    let key = BASE64_URL_SAFE_NO_PAD.encode([9; 32]);
    let header = json!({"typ": "JWT", "alg": "HS256", "jwk": {"kty": "oct", "k": key}});
    is_refused(&ann, &signed::<Hmac<Sha256>>(&header, &claims(&token), &[9; 32])).await;
}

#[tokio::test]
async fn another_subject() {
    signed_in!(app, ann, token);
    let bob = app.member("bob").await;
    let as_bob = meddled(&token, |claims| claims["sub"] = bob.id.to_string().into());
    is_refused(&bob, &as_bob).await;
}

#[tokio::test]
async fn a_later_end() {
    signed_in!(app, ann, token);
    let longer = meddled(&token, |claims| claims["exp"] = 9_999_999_999_i64.into());
    is_refused(&ann, &longer).await;
}

#[tokio::test]
async fn another_session() {
    signed_in!(app, ann, token);
    is_refused(&ann, &meddled(&token, |claims| claims["ver"] = 1.into())).await;
    is_refused(&ann, &with(&token, "ver", 1)).await;
    is_refused(&ann, &with(&token, "ver", -1)).await;
}

#[tokio::test]
async fn an_expired_one() {
    signed_in!(app, ann, token);
    let issued = claims(&token)["iat"].as_i64().unwrap();
    is_refused(&ann, &with(&token, "exp", issued - 1)).await;
    is_refused(&ann, &with(&token, "exp", i64::MIN)).await;
    is_refused(&ann, &with(&token, "exp", i64::MAX)).await;
}

#[tokio::test]
async fn one_from_the_future() {
    signed_in!(app, ann, token);
    let issued = claims(&token)["iat"].as_i64().unwrap();
    is_refused(&ann, &with(&token, "iat", issued + 600)).await;
    is_refused(&ann, &with(&token, "iat", i64::MAX)).await;
}

#[tokio::test]
async fn claims_that_are_missing_or_of_another_type() {
    signed_in!(app, ann, token);
    for claim in ["sub", "iat", "exp", "ver"] {
        let mut claims = claims(&token);
        claims.as_object_mut().unwrap().remove(claim);
        is_refused(&ann, &ours(&claims)).await;
        is_refused(&ann, &with(&token, claim, json!({"$ne": null}))).await;
    }
    for subject in ["", "ann", "1 OR 1=1", "1.0", "-1", "99999999999999999999"] {
        is_refused(&ann, &with(&token, "sub", subject)).await;
    }
}

#[tokio::test]
async fn one_from_before_a_password_change() {
    signed_in!(app, ann, token);
    let body =
        json!({"current": PASSWORD, "password": "new password", "confirmPassword": "new password"});
    assert_eq!(ann.put(&format!("/api/user/{}/password", ann.id), body).await.status, 200);
    is_refused(&ann, &token).await;
}

#[tokio::test]
async fn one_from_before_signing_out_everywhere() {
    signed_in!(app, ann, token);
    assert_eq!(ann.delete(&format!("/api/user/{}/sessions", ann.id)).await.status, 200);
    is_refused(&ann, &token).await;
}

#[tokio::test]
async fn garbage() {
    signed_in!(app, ann, token);
    for garbage in ["", ".", "..", "...", "a.b.c", "null", "{}", "%00", "eyJ9.eyJ9.eyJ9"] {
        is_refused(&ann, garbage).await;
    }
    is_refused(&ann, &format!("{token}.{token}")).await;
    is_refused(&ann, &token[1..]).await;
    is_refused(&ann, &format!("{token} {token}")).await;
}

#[tokio::test]
async fn an_over_long_one() {
    signed_in!(app, ann, token);
    is_refused(&ann, &"a".repeat(10_000)).await;
    is_refused(&ann, &with(&token, "jti", "x".repeat(10_000))).await;
}

#[tokio::test]
async fn an_unknown_member() {
    signed_in!(app, ann, token);
    is_refused(&ann, &with(&token, "sub", "99")).await;
    is_refused(&ann, &with(&token, "sub", "0")).await;
}

#[tokio::test]
async fn another_scheme() {
    signed_in!(app, ann, token);
    for value in [format!("Basic {token}"), format!("Token {token}"), token.clone()] {
        let request = app.anonymous().request(reqwest::Method::GET, "/forums");
        let answer = crate::support::send(request.header("Authorization", value)).await;
        answer.is_refused(401, "unauthorized");
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
    }
}

/// Returns the claims of a token that is issued ten minutes earlier, in a session that is not used since 1970.
fn aged(app: &TestApp, token: &str) -> Value {
    let unused = "UPDATE users SET created_at = 0; UPDATE sessions SET last_used_at = 1000";
    app.database.write(|conn, _| conn.batch_execute(unused)).unwrap();
    let mut aged = claims(token);
    aged["iat"] = (aged["iat"].as_i64().unwrap() - 600).into();
    aged
}

async fn has_used_session(ann: &Actor<'_>) -> bool {
    let sessions = ann.get(&format!("/api/user/{}/sessions", ann.id)).await.body;
    !sessions[0]["lastUsedAt"].as_str().unwrap().starts_with("1970")
}

#[tokio::test]
async fn the_use_of_an_older_token_is_stored() {
    for read in ["/forums", "/api/user/{id}/export"] {
        signed_in!(app, ann, token);
        let holder = ann.with_token(&ours(&aged(&app, &token)));
        let path = read.replace("{id}", &ann.id.to_string());
        assert_eq!(holder.get(&path).await.status, 200);
        eventually("it is used", async || has_used_session(&ann).await).await;
    }
}

#[tokio::test]
async fn an_ended_token_uses_nothing() {
    signed_in!(app, ann, token);
    let mut ended = aged(&app, &token);
    ended["ver"] = 1.into();
    ann.with_token(&ours(&ended)).get("/forums").await.is_refused(401, "unauthorized");
    // The use would be stored before it.
    ann.create_forum("Boats").await;
    assert!(!has_used_session(&ann).await);

    ended["ver"] = 0.into();
    assert_eq!(ann.with_token(&ours(&ended)).get("/forums").await.status, 200);
    eventually("it hides no use of the session", async || has_used_session(&ann).await).await;
}

#[tokio::test]
async fn a_token_from_before_sessions_has_one_that_can_be_ended() {
    signed_in!(app, ann, token);
    let mut early = claims(&token);
    early.as_object_mut().unwrap().remove("sid");
    let early = ours(&early);
    is_refused(&ann, &early).await;
    let sql = format!(
        "INSERT INTO sessions (id, user_id, method, client, network, opened_at, last_used_at, expires_at)
            VALUES ({0}, {0}, 0, '', '', 0, 0, 9000000000000)",
        ann.id
    );
    app.database.write(|conn, _| conn.batch_execute(&sql)).unwrap();
    assert_eq!(ann.with_token(&early).get("/forums").await.status, 200);
    let path = format!("/api/user/{0}/sessions/{0}", ann.id);
    assert_eq!(ann.delete(&path).await.status, 204);
    is_refused(&ann, &early).await;
}
