//! The headers that protect the reader.

use reqwest::Method;
use serde_json::{Value, json};
use server::web::Web;

use crate::support::{Answer, PASSWORD, TestApp, TestOptions, send};

/// One of each kind: a screen, a file, a call, a refusal, and what no call does.
async fn answers(app: &TestApp) -> Vec<Answer> {
    let visitor = app.anonymous();
    let registration =
        json!({"username": "ann", "password": PASSWORD, "confirmPassword": PASSWORD});
    let ask = |method, path, accept| send(visitor.request(method, path).header("Accept", accept));
    vec![
        ask(Method::GET, "/", "text/html").await,
        ask(Method::HEAD, "/forums", "text/html").await,
        ask(Method::GET, "/images/avatars/default.svg", "image/*").await,
        ask(Method::GET, "/images/nothing.png", "image/*").await,
        ask(Method::GET, "/healthz", "*/*").await,
        ask(Method::GET, "/api/docs/swagger-ui.css", "text/css").await,
        ask(Method::PATCH, "/forums", "application/json").await,
        ask(Method::GET, "/api/posts/%FF", "application/json").await,
        visitor.get("/forums").await,
        visitor.get("/users").await,
        visitor.get("/api/nowhere").await,
        visitor.post("/login", Value::Null).await,
        visitor.post("/register", registration).await,
        visitor.post("/login", json!({"username": "ann", "password": PASSWORD})).await,
    ]
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let app = TestApp::spawn().await;
    for answer in answers(&app).await {
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert_eq!(
            policy,
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
             img-src 'self' blob: https: http:; connect-src 'self'; worker-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types postup html 'allow-duplicates'"
        );
        protects(&answer);
    }
}

/// Asserts all security headers but the content security policy.
fn protects(answer: &Answer) {
    let header = |name: &str| answer.headers[name].to_str().unwrap();
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("x-frame-options"), "DENY");
    assert_eq!(header("referrer-policy"), "strict-origin-when-cross-origin");
    assert_eq!(header("cross-origin-opener-policy"), "same-origin");
    let unused = header("permissions-policy");
    for feature in ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"] {
        assert!(unused.contains(&format!("{feature}=()")), "{unused}");
    }
    assert!(!answer.headers.contains_key("server"), "nobody is told what runs here");
    assert!(!answer.headers.contains_key("set-cookie"), "there are no cookies");
    let kind = answer.headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
    let is_text = kind.starts_with("text/") || kind.contains("xml");
    assert!(!is_text || kind.ends_with("; charset=utf-8"), "{kind}");
}

#[tokio::test]
async fn files_of_the_document_load_nothing_by_themselves() {
    let app = TestApp::spawn().await;
    let get =
        |path, accept| send(app.anonymous().request(Method::GET, path).header("Accept", accept));
    let page = get("/", "text/html").await.text;
    let start = page.find("/assets/").expect("the built web interface");
    let path = page[start..].split('"').next().unwrap();
    for path in [path, "/theme.js"] {
        let answer = get(path, "*/*").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.headers["content-security-policy"],
            "default-src 'none'; frame-ancestors 'none'"
        );
        protects(&answer);
    }
}

#[tokio::test]
async fn page_of_the_api_loads_only_what_this_server_has() {
    let app = TestApp::spawn().await;
    let answer = app.anonymous().get("/api/docs").await;
    assert_eq!(
        answer.headers["content-security-policy"],
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    protects(&answer);
}

#[tokio::test]
async fn hsts_is_sent_only_with_tls() {
    let local = || vec!["127.0.0.1/32".parse().unwrap()];
    let elsewhere = || vec!["192.0.2.1/32".parse().unwrap()];
    let at = |url: &str| Some(url.parse().unwrap());
    for (trusted_proxies, public_url, forwarded, wanted) in [
        (vec![], None, None, false),
        (vec![], None, Some("https"), false),
        (elsewhere(), None, Some("https"), false),
        (local(), None, None, false),
        (local(), None, Some("http"), false),
        (local(), None, Some("https, http"), false),
        (local(), None, Some("https"), true),
        (local(), None, Some("http, HTTPS"), true),
        (vec![], at("http://forum.example"), None, false),
        (vec![], at("https://forum.example"), None, true),
    ] {
        let case = format!("{trusted_proxies:?} {public_url:?} {forwarded:?}");
        let web = Web { trusted_proxies, public_url, ..Web::default() };
        let app = TestOptions::default().web(web).spawn().await;
        let mut request = app.anonymous().request(Method::GET, "/forums");
        if let Some(forwarded) = forwarded {
            request = request.header("X-Forwarded-Proto", forwarded);
        }
        let answer = send(request).await;
        let found = answer.headers.get("strict-transport-security");
        assert_eq!(
            found.map(|value| value.to_str().unwrap()),
            wanted.then_some("max-age=31536000"),
            "{case}"
        );
    }
}
