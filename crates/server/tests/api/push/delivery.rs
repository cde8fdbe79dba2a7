//! The whole way of a notification to a browser.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use openssl::{
    bn::BigNumContext,
    ec::{EcGroup, EcKey, PointConversionForm},
    nid::Nid,
    pkey::Private,
};
use reqwest::Method;
use serde_json::{Value, json};
use test_receiver::{Received, Receiver};

use super::{AUTH, SUBSCRIPTIONS};
use crate::{
    operations::process::{Installation, Server},
    support::{Answer, eventually, send},
};

/// A browser whose push service is the receiver.
struct Browser {
    key: EcKey<Private>,
    receiver: Receiver,
}

impl Browser {
    fn new() -> Self {
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).unwrap();
        let key = EcKey::generate(&group).unwrap();
        let receiver = Receiver::answering("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n", "");
        Self { key, receiver }
    }

    fn subscription(&self, path: &str) -> Value {
        let form = PointConversionForm::UNCOMPRESSED;
        let mut context = BigNumContext::new().unwrap();
        let point = self.key.public_key().to_bytes(self.key.group(), form, &mut context).unwrap();
        let keys = json!({"p256dh": BASE64_URL_SAFE_NO_PAD.encode(point), "auth": AUTH});
        json!({"endpoint": format!("https://{}{path}", self.receiver.address), "keys": keys})
    }

    /// Decrypts by another implementation: <https://pypi.org/project/http-ece/>.
    fn read(&self, body: &[u8]) -> Value {
        const SCRIPT: &str = "
import base64, sys, http_ece
from cryptography.hazmat.primitives.serialization import load_pem_private_key
key, auth, body = sys.stdin.read().split('|')
decode = lambda text: base64.urlsafe_b64decode(text + '==')
key = load_pem_private_key(key.encode(), None)
text = http_ece.decrypt(decode(body), private_key=key, auth_secret=decode(auth), version='aes128gcm')
sys.stdout.buffer.write(text)";
        let python = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");
        let (stdin, stdout) = (Stdio::piped(), Stdio::piped());
        let mut child = Command::new(python)
            .args(["-c", SCRIPT])
            .stdin(stdin)
            .stdout(stdout)
            .spawn()
            .unwrap_or_else(|error| panic!("{python}: {error}; run make setup"));
        let key = String::from_utf8(self.key.private_key_to_pem().unwrap()).unwrap();
        let input = format!("{key}|{AUTH}|{}", BASE64_URL_SAFE_NO_PAD.encode(body));
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
    }
}

fn serve(installation: &Installation, browser: &Browser, networks: &str) -> Server {
    let file = installation.folder.path().join("certificate.pem");
    fs::write(&file, &browser.receiver.certificate).unwrap();
    installation.serve(&[
        ("SSL_CERT_FILE", file.to_str().unwrap()),
        ("POSTUP_OUTBOUND_ALLOW", networks),
        ("POSTUP_PUBLIC_URL", "https://forum.example"),
    ])
}

async fn call(server: &Server, token: &str, method: Method, path: &str, body: Value) -> Answer {
    send(server.request(method, path).bearer_auth(token).json(&body)).await
}

async fn written(server: &Server, token: &str, path: &str, body: Value) -> i64 {
    let answer = call(server, token, Method::POST, path, body).await;
    assert!(answer.status.is_success(), "{}", answer.text);
    answer.body["id"].as_i64().unwrap()
}

fn claims(message: &Received) -> Value {
    let (token, _) = message.header("authorization").unwrap().split_once(", k=").unwrap();
    let claims = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_reaches_the_browser_encrypted() {
    let (installation, browser) = (Installation::new(), Browser::new());
    let server = serve(&installation, &browser, "127.0.0.0/8");
    let [(_, ann), (_, bob)] = ["ann", "bob"].map(|name| installation.sign_up(name));
    let forum = json!({"topic": "Tea", "description": "All about tea"});
    let forum = written(&server, &ann, "/forums/create", forum).await;
    let post = json!({"title": "Oolong", "description": "Do you like it?"});
    let post = written(&server, &ann, &format!("/api/forum/{forum}/posts"), post).await;
    let subscription = browser.subscription("/send/1");
    let subscribed = call(&server, &ann, Method::PUT, SUBSCRIPTIONS, subscription).await;
    assert_eq!(subscribed.status, 201, "{}", subscribed.text);

    let reply = json!({"description": "I like it 🌱"});
    let reply = written(&server, &bob, &format!("/api/post/{post}/replies"), reply).await;
    let received = || browser.receiver.received();
    eventually("a message", async || !received().is_empty()).await;
    let messages = received();
    let [message] = &messages[..] else { panic!("{messages:?}") };
    assert!(message.head.starts_with("POST /send/1 HTTP/1.1\r\n"), "{}", message.head);
    for (name, value) in [
        ("content-encoding", "aes128gcm"),
        ("ttl", "86400"),
        ("urgency", "normal"),
        ("topic", &format!("post-{post}")),
    ] {
        assert_eq!(message.header(name), Some(value), "{name}");
    }
    assert_eq!(claims(message)["aud"], format!("https://{}", browser.receiver.address));
    assert_eq!(claims(message)["sub"], "https://forum.example/");
    let key = server.get("/api/push").await.body["publicKey"].clone();
    assert!(message.head.contains(&format!("k={}", key.as_str().unwrap())), "{}", message.head);
    let expected = json!({
        "title": "bob replied to you in “Oolong”", "body": "I like it 🌱",
        "url": format!("/posts/{post}#reply-{reply}"), "tag": format!("post-{post}"), "unread": 1,
    });
    assert_eq!(browser.read(&message.body), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_that_are_not_allowed_are_not_asked() {
    let (installation, browser) = (Installation::new(), Browser::new());
    let server = serve(&installation, &browser, "10.0.0.0/8");
    let (_, ann) = installation.sign_up("ann");
    let subscription = browser.subscription("/send/1");
    let refused = call(&server, &ann, Method::PUT, SUBSCRIPTIONS, subscription).await;
    refused.refuses_fields(&["endpoint"]);
    assert!(browser.receiver.received().is_empty());
}
