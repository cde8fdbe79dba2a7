use std::thread;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    operations::process::{Installation, Server},
    support::send,
};

const PASSWORD: &str = "correct-horse-7391";
const NEW_PASSWORD: &str = "battery-staple-2846";
const WRONG_PASSWORD: &str = "wrong-guess-5520";
const BAD_TOKEN: &str = "eyJhbGciOiJIUzI1NiJ9.bm90LWEtdG9rZW4.c2lnbmF0dXJl";
const MESSAGE: &str = "meet-me-at-the-harbour-4417";
const SECRET: &str = "what-tokens-are-signed-with-in-this-test-8832";
const ADMIN_PASSWORD: &str = "the-first-admins-own-6614";
const DATABASE_PASSWORD: &str = "of-the-database-1957";

/// A forum whose database asks for a password, where the database is one that may.
fn installation_with_password() -> Installation {
    let mut installation = Installation::new();
    installation.database_url = installation
        .database_url
        .replace("//postgres@", &format!("//postgres:{DATABASE_PASSWORD}@"));
    installation
}

/// Sends requests with secrets; returns all tokens.
async fn use_secrets(server: &Server) -> Vec<String> {
    let ann = server.register("ann", PASSWORD).await;
    let bob = server.register("bob", PASSWORD).await;
    server.login("ann", WRONG_PASSWORD).await.is_refused(401, "invalid-credentials");
    let token = server.login("ann", PASSWORD).await.body["token"].as_str().unwrap().to_owned();
    let bad = server.request(Method::GET, "/forums").bearer_auth(BAD_TOKEN);
    send(bad).await.is_refused(401, "unauthorized");
    let sent = server
        .request(Method::POST, &format!("/api/contacts/{bob}"))
        .bearer_auth(&token)
        .json(&json!({"message": MESSAGE}));
    assert_eq!(send(sent).await.status, 201);
    let list = server.request(Method::GET, &format!("/api/contacts/{bob}/messages"));
    assert!(send(list.bearer_auth(&token)).await.text.contains(MESSAGE));
    let change = json!({
        "current": PASSWORD, "password": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD
    });
    let change = server.request(Method::PUT, &format!("/api/user/{ann}/password")).json(&change);
    let changed = send(change.bearer_auth(&token)).await;
    let new_token = changed.body["token"].as_str().unwrap().to_owned();
    let own = server.request(Method::GET, &format!("/api/user/{ann}/export"));
    assert!(send(own.bearer_auth(&new_token)).await.text.contains(MESSAGE));
    let wish = json!({"name": "Archive", "scopes": ["read"], "password": NEW_PASSWORD});
    let wish = server.request(Method::POST, &format!("/api/user/{ann}/tokens")).json(&wish);
    let made = send(wish.bearer_auth(&new_token)).await;
    let api_token = made.body["token"].as_str().unwrap().to_owned();
    let drafts = server.request(Method::GET, "/api/drafts").bearer_auth(&api_token);
    assert_eq!(send(drafts).await.status, 200);
    let leave = server.request(Method::DELETE, &format!("/api/user/{ann}"));
    let leave = leave.bearer_auth(&new_token).json(&json!({"current": WRONG_PASSWORD}));
    send(leave).await.is_refused(403, "wrong-password");
    let malformed = server
        .request(Method::POST, "/register")
        .header("Content-Type", "application/json")
        .body(format!("{{\"username\": \"eve\", \"password\": \"{PASSWORD}\""));
    send(malformed).await.is_refused(400, "malformed-json");
    vec![token, new_token, api_token]
}

#[tokio::test]
async fn no_secret_is_logged_at_the_most_verbose_level() {
    for format in ["text", "json"] {
        let installation = installation_with_password();
        let server = installation.serve(&[
            ("POSTUP_LOG", "trace"),
            ("POSTUP_LOG_FORMAT", format),
            ("POSTUP_JWT_SECRET", SECRET),
            ("POSTUP_ADMIN_USERNAME", "ada"),
            ("POSTUP_ADMIN_PASSWORD", ADMIN_PASSWORD),
        ]);
        let mut secrets = use_secrets(&server).await;
        let reset =
            installation.command(&["reset-password", "bob"]).env("POSTUP_LOG", "trace").output();
        let reset = reset.unwrap();
        let shown = String::from_utf8(reset.stdout).unwrap();
        let drawn = shown.lines().next().unwrap();
        assert_eq!(server.login("bob", drawn).await.status, 200);
        secrets.push(drawn.to_owned());
        let constants = [
            PASSWORD,
            NEW_PASSWORD,
            WRONG_PASSWORD,
            BAD_TOKEN,
            MESSAGE,
            SECRET,
            ADMIN_PASSWORD,
            DATABASE_PASSWORD,
        ];
        secrets.extend(constants.map(str::to_owned));
        let log = server.log() + &String::from_utf8(reset.stderr).unwrap();
        assert!(log.contains("/api/contacts/") && log.lines().count() > 100, "it is verbose");
        for secret in secrets {
            let at = log.lines().find(|line| line.contains(&secret));
            assert_eq!(at, None, "{secret} is in the log");
        }
    }
}

#[test]
fn no_error_about_the_database_shows_its_password() {
    let wrong = [
        (format!("postgres://me:{DATABASE_PASSWORD}@127.0.0.1:1/forum"), "127.0.0.1"),
        (format!("postgres://me:a/{DATABASE_PASSWORD}@127.0.0.1/forum"), "percent-encoded"),
        (format!("postgres://me:a@{DATABASE_PASSWORD}@127.0.0.1/forum"), "percent-encoded"),
        (format!("postgres://me:%zz{DATABASE_PASSWORD}@127.0.0.1/forum"), "percent-encoded"),
        (format!("postgre://me:{DATABASE_PASSWORD}@127.0.0.1/forum"), "postgres://USER"),
        (format!("postgres://127.0.0.1:1/forum?password={DATABASE_PASSWORD}"), "127.0.0.1"),
        (format!("postgres://me:{DATABASE_PASSWORD}@127.0.0.1/forum?colour=blue"), "colour"),
        (format!("postgres://me:{DATABASE_PASSWORD}@nowhere.invalid/forum"), "nowhere.invalid"),
    ];
    // At once, as some take seconds to give up.
    thread::scope(|scope| {
        for (url, clear) in &wrong {
            scope.spawn(move || hides_password(url, clear));
        }
    });
}

fn hides_password(url: &str, clear: &str) {
    let installation = Installation::on_sqlite();
    for command in ["migrate", "serve"] {
        let output = installation
            .command(&[command])
            .envs([("POSTUP_DATABASE_URL", url), ("POSTUP_LOG", "trace")])
            .env("POSTUP_METRICS_BIND", "off")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{url}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(clear), "{url}: {stderr}");
        assert!(!stderr.contains(DATABASE_PASSWORD), "{url}: {stderr}");
    }
}

#[tokio::test]
async fn the_request_id_is_logged_and_returned() {
    let mut server =
        Installation::new().serve(&[("POSTUP_LOG", "debug"), ("POSTUP_LOG_FORMAT", "json")]);
    let answer = server.get("/forums").await;
    let id = answer.headers["x-request-id"].to_str().unwrap();
    assert_eq!(id.len(), 36, "{id}");
    let other = server.get("/forums").await;
    assert_ne!(other.headers["x-request-id"], id);
    server.wait_for(id);
    let log = server.log();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let named: Vec<_> = lines.iter().filter(|line| line["span"]["id"] == id).collect();
    assert_eq!(named.len(), 1, "{log}");
    assert_eq!(named[0]["span"]["path"], "/forums");
    assert_eq!(named[0]["span"]["status"], 200);
    assert_eq!(named[0]["message"], "responded");
}

#[tokio::test]
async fn a_request_id_of_a_trusted_proxy_is_kept() {
    let trusting = Installation::new().serve(&[("POSTUP_TRUSTED_PROXIES", "127.0.0.1")]);
    let distrusting = Installation::new().serve(&[]);
    let long = "a".repeat(129);
    for (server, given, kept) in [
        (&trusting, "req-7/42", true),
        (&trusting, "two words", false),
        (&trusting, "a\"b", false),
        (&trusting, &*long, false),
        (&trusting, "", false),
        (&distrusting, "req-7/42", false),
    ] {
        let request = server.request(Method::GET, "/forums").header("X-Request-Id", given);
        let answer = send(request).await;
        assert_eq!(answer.headers["x-request-id"] == given, kept, "{given}");
        assert!(!answer.headers["x-request-id"].is_empty());
    }
}
