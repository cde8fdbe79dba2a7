//! The whole way of an event to a receiver, and what other programs say of its signature.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use reqwest::Method;
use serde_json::{Value, json};
use test_receiver::{Received, Receiver};

use super::WEBHOOKS;
use crate::{
    operations::process::{Installation, Server},
    support::{Answer, eventually, send},
};

const ACCEPTED: &str = "HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n";

/// Checks a signature by another implementation: <https://pypi.org/project/standardwebhooks/>.
fn is_genuine(secret: &str, message: &Received, body: &[u8]) -> bool {
    const SCRIPT: &str = "
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
secret, headers, body = json.load(sys.stdin)
try:
    Webhook(secret).verify(body, headers)
except WebhookVerificationError:
    sys.exit(3)";
    let python = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");
    let mut child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{python}: {error}; run make setup"));
    let header = |name| json!(message.header(name).unwrap());
    let headers = json!({
        "webhook-id": header("webhook-id"),
        "webhook-timestamp": header("webhook-timestamp"),
        "webhook-signature": header("webhook-signature"),
    });
    let input = json!([secret, headers, String::from_utf8(body.to_vec()).unwrap()]);
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    match child.wait().unwrap().code() {
        Some(0) => true,
        Some(3) => false,
        code => panic!("{code:?}"),
    }
}

/// A server that may send to receivers on this machine, and its admin's token.
fn serve(installation: &Installation, receiver: &Receiver, networks: &str) -> (Server, String) {
    let (_, token) = installation.sign_up("ann");
    assert!(installation.run(&["admin", "ann"]).status.success());
    let file = installation.folder.path().join("certificate.pem");
    fs::write(&file, &receiver.certificate).unwrap();
    let server = installation
        .serve(&[("SSL_CERT_FILE", file.to_str().unwrap()), ("POSTUP_OUTBOUND_ALLOW", networks)]);
    (server, token)
}

async fn call(server: &Server, token: &str, method: Method, path: &str, body: Value) -> Answer {
    send(server.request(method, path).bearer_auth(token).json(&body)).await
}

async fn create(server: &Server, token: &str, receiver: &Receiver) -> Answer {
    let url = format!("https://{}/hook?key=1", receiver.address);
    let body = json!({"url": url, "events": ["post.created"]});
    call(server, token, Method::POST, WEBHOOKS, body).await
}

/// The deliveries of a webhook, once the newest has been tried.
async fn tried(server: &Server, token: &str, webhook: &Value) -> Value {
    let path = format!("{WEBHOOKS}/{webhook}/deliveries");
    let list = async || call(server, token, Method::GET, &path, Value::Null).await.body;
    eventually("a try", async || list().await[0]["tries"] == 1).await;
    list().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_signed_as_other_programs_check_it() {
    let (installation, receiver) = (Installation::new(), Receiver::answering(ACCEPTED, ""));
    let (server, token) = serve(&installation, &receiver, "127.0.0.0/8");
    let made = create(&server, &token, &receiver).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let secret = made.body["secret"].as_str().unwrap();
    assert_eq!(tried(&server, &token, &made.body["id"]).await[0]["status"], "delivered");
    let forum = json!({"topic": "Tea", "description": "All about tea"});
    let forum =
        call(&server, &token, Method::POST, "/forums/create", forum).await.body["id"].clone();
    let post = json!({"title": "Oolong 🌱", "description": "Do you like it?"});
    let path = format!("/api/forum/{forum}/posts");
    assert_eq!(call(&server, &token, Method::POST, &path, post).await.status, 201);
    eventually("a message", async || receiver.received().len() == 2).await;

    for (message, kind) in receiver.received().iter().zip(["ping", "post.created"]) {
        assert!(message.head.starts_with("POST /hook?key=1 HTTP/1.1\r\n"), "{}", message.head);
        assert_eq!(message.header("content-type"), Some("application/json"));
        let body: Value = serde_json::from_slice(&message.body).unwrap();
        assert_eq!(body["type"], kind);
        assert!(is_genuine(secret, message, &message.body));
        let tampered = [b" ".as_slice(), &message.body].concat();
        assert!(!is_genuine(secret, message, &tampered));
        let other = format!("whsec_{}", "A".repeat(43) + "=");
        assert!(!is_genuine(&other, message, &message.body));
    }
    // Neither the secret nor the address, whose path may be one, is in the log.
    let log = server.log();
    assert!(!log.contains(secret) && !log.contains("key=1"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_is_a_failure_and_not_followed() {
    const ELSEWHERE: &str =
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n";
    let (installation, receiver) = (Installation::new(), Receiver::answering(ELSEWHERE, ""));
    let (server, token) = serve(&installation, &receiver, "127.0.0.0/8");
    let id = create(&server, &token, &receiver).await.body["id"].clone();
    assert_eq!(tried(&server, &token, &id).await[0]["status"], "waiting");
    assert_eq!(receiver.received().len(), 1);
    let path = format!("{WEBHOOKS}/{id}");
    let webhook = call(&server, &token, Method::GET, &path, Value::Null).await.body;
    assert_eq!((&webhook["failures"], &webhook["active"]), (&json!(1), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_gone_turns_its_webhook_off() {
    const GONE: &str = "HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n";
    let (installation, receiver) = (Installation::new(), Receiver::answering(GONE, ""));
    let (server, token) = serve(&installation, &receiver, "127.0.0.0/8");
    let id = create(&server, &token, &receiver).await.body["id"].clone();
    // A try is noted before what follows from it.
    let status = async || tried(&server, &token, &id).await[0]["status"].clone();
    eventually("a failure", async || status().await == "failed").await;
    let path = format!("{WEBHOOKS}/{id}");
    let webhook = call(&server, &token, Method::GET, &path, Value::Null).await.body;
    assert_eq!(webhook["active"], false);
    let list =
        async || call(&server, &token, Method::GET, "/api/notifications", Value::Null).await.body;
    eventually("a notification", async || list().await[0]["act"] == "webhook-turned-off").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_answer_is_not_read_to_its_end() {
    const ENDLESS: &str = "HTTP/1.1 200 OK\r\n\r\n";
    let long = Receiver::answering(ENDLESS, "0123456789abcdef0123456789abcdef0123456789abcdef");
    let installation = Installation::new();
    let (server, token) = serve(&installation, &long, "127.0.0.0/8");
    let id = create(&server, &token, &long).await.body["id"].clone();
    assert_eq!(tried(&server, &token, &id).await[0]["status"], "delivered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_not_trusted_is_not_told_and_its_address_not_logged() {
    let [receiver, trusted] = [(); 2].map(|()| Receiver::answering(ACCEPTED, ""));
    let installation = Installation::new();
    let (server, token) = serve(&installation, &trusted, "127.0.0.0/8");
    let id = create(&server, &token, &receiver).await.body["id"].clone();
    assert_eq!(tried(&server, &token, &id).await[0]["status"], "waiting");
    assert!(receiver.received().is_empty());
    eventually("a line in the log", async || server.log().contains("did not arrive")).await;
    assert!(!server.log().contains("key=1"), "{}", server.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_that_are_not_allowed_are_not_asked() {
    let (installation, receiver) = (Installation::new(), Receiver::answering(ACCEPTED, ""));
    let (server, token) = serve(&installation, &receiver, "10.0.0.0/8");
    create(&server, &token, &receiver).await.refuses_fields(&["url"]);
    assert!(receiver.received().is_empty());
}
