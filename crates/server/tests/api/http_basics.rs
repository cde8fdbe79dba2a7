//! The contract's ground rules, which hold for every call.

use reqwest::{Method, StatusCode};
use serde_json::json;
use server::web::Web;

use crate::support::{Answer, TestApp, TestOptions, send};

async fn navigate(app: &TestApp, path: &str) -> Answer {
    let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    send(app.anonymous().request(Method::GET, path).header("Accept", accept)).await
}

#[tokio::test]
async fn browsers_get_the_app_and_scripts_get_json() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_post(ann.create_forum("Boats").await, "Sails").await;
    for path in ["/", "/forums", "/forums/1", "/posts/1", "/login", "/nowhere", "/users/admin"] {
        let screen = navigate(&app, path).await;
        assert_eq!(screen.status, StatusCode::OK, "{path}");
        assert!(
            screen.headers["content-type"].to_str().unwrap().starts_with("text/html"),
            "{path}"
        );
    }
    for accept in ["application/json", "*/*"] {
        let request = app.anonymous().request(Method::GET, "/forums/1").header("Accept", accept);
        assert_eq!(send(request).await.body["topic"], "Boats", "{accept}");
    }
}

#[tokio::test]
async fn a_path_without_get_serves_the_app_to_browsers() {
    let app = TestApp::spawn().await;
    for path in ["/posts/3", "/login", "/forums/create", "/"] {
        let robot = send(app.anonymous().request(Method::GET, path).header("Accept", "*/*")).await;
        assert!(robot.text.contains("<html"), "{path}");
    }
    app.anonymous().get("/posts/3").await.is_refused(404, "not-found");
    app.anonymous().get("/login").await.is_refused(405, "method-not-allowed");
}

#[tokio::test]
async fn api_and_file_paths_never_serve_the_app() {
    let app = TestApp::spawn().await;
    for path in ["/api/nowhere", "/assets/nothing.js", "/images/nothing.png", "/api"] {
        navigate(&app, path).await.is_refused(404, "not-found");
    }
    assert_eq!(navigate(&app, "/healthz").await.text, "alive");
    assert_eq!(navigate(&app, "/readyz").await.text, "ready");
}

#[tokio::test]
async fn a_known_path_with_another_method_names_the_allowed_ones() {
    let app = TestApp::spawn().await;
    for (method, path, allow) in [
        (Method::PATCH, "/forums/1", "GET, HEAD, POST, DELETE"),
        (Method::DELETE, "/forums/create", "POST"),
        (Method::POST, "/forums", "GET, HEAD"),
        (Method::GET, "/login", "POST"),
        (Method::PUT, "/healthz", "GET, HEAD"),
    ] {
        let request = app.anonymous().request(method, path).header("Accept", "application/json");
        let refused = send(request).await;
        refused.is_refused(405, "method-not-allowed");
        assert_eq!(refused.headers["allow"], allow, "{path}");
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let app = TestApp::spawn().await;
    let get = send(app.anonymous().request(Method::GET, "/forums")).await;
    let head = send(app.anonymous().request(Method::HEAD, "/forums")).await;
    assert_eq!((head.status, head.text.as_str()), (StatusCode::OK, ""));
    assert_eq!(head.headers["etag"], get.headers["etag"]);
    assert_eq!(head.headers["content-length"], get.headers["content-length"]);
}

#[tokio::test]
async fn a_trailing_slash_changes_nothing() {
    let app = TestApp::spawn().await;
    assert_eq!(app.anonymous().get("/forums/?limit=5").await.body, json!([]));
    app.anonymous().get("/users/").await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn an_invalid_json_body_is_refused() {
    let app = TestApp::spawn().await;
    let register = |media: &'static str, body: Vec<u8>| {
        send(
            app.anonymous()
                .request(Method::POST, "/register")
                .header("Content-Type", media)
                .body(body),
        )
    };
    register("text/plain", b"{}".to_vec()).await.is_refused(415, "not-json");
    register("application/json", b"{\"username\":".to_vec())
        .await
        .is_refused(400, "malformed-json");
    register("application/json", b"{\"username\": \"\xff\"}".to_vec())
        .await
        .is_refused(400, "malformed-json");
    register("application/json", b"{\"username\": \"\\ud800\"}".to_vec())
        .await
        .is_refused(400, "malformed-json");
    register("application/json", b"[1]".to_vec()).await.is_refused(422, "invalid");
    register("application/json", vec![b'['; 10_000]).await.is_refused(400, "malformed-json");
    register("application/json", vec![b' '; 1024 * 1024 + 1]).await.is_refused(413, "too-large");
    // The fields of the body in their order.
    let array = br#"["ann", "a long password", "a long password", null, null]"#.to_vec();
    register("application/json", array).await.is_refused(422, "invalid");
    let accepted = register("application/json; charset=utf-8", b" {} ".to_vec()).await;
    accepted.refuses_fields(&["username", "password"]);
}

#[tokio::test]
async fn a_bad_token_is_refused_on_public_routes_too() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let mut changed = ann.token.clone().unwrap();
    changed.push('x');
    for header in
        ["Bearer", "Bearer ", "Bearer x.y.z", "Basic YTpi", "", &format!("Bearer {changed}")]
    {
        let request =
            app.anonymous().request(Method::GET, "/forums").header("Authorization", header);
        send(request).await.is_refused(401, "unauthorized");
    }
    let lower_case = format!("bearer {}", ann.token.clone().unwrap());
    let request =
        app.anonymous().request(Method::GET, "/forums").header("Authorization", lower_case);
    assert_eq!(send(request).await.status, StatusCode::OK);
}

#[tokio::test]
async fn visitors_revalidate_and_members_do_not_cache() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    let first = app.anonymous().get("/forums").await;
    assert_eq!(first.headers["cache-control"], "no-cache");
    assert_eq!(first.headers["vary"], "Accept, Authorization, Accept-Encoding");
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    let again = app.anonymous().request(Method::GET, "/forums").header("If-None-Match", &tag);
    let again = send(again).await;
    assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(again.headers["etag"], tag);

    ann.create_forum("Cars").await;
    let changed = app.anonymous().request(Method::GET, "/forums").header("If-None-Match", &tag);
    assert_eq!(send(changed).await.status, StatusCode::OK);

    let own = ann.get("/forums").await;
    assert_eq!(own.headers["cache-control"], "no-store");
    assert!(!own.headers.contains_key("etag"));
    assert_eq!(own.headers["vary"], "Accept, Authorization, Accept-Encoding");
}

#[tokio::test]
async fn only_listed_origins_may_call_from_a_browser() {
    let listed = "https://forum.example";
    let app = TestOptions::default()
        .web(Web { cors_origins: vec![listed.to_owned()], ..Web::default() })
        .spawn()
        .await;
    let from = |origin: &'static str| {
        send(app.anonymous().request(Method::GET, "/forums").header("Origin", origin))
    };
    let answer = from(listed).await;
    assert_eq!(answer.headers["access-control-allow-origin"], listed);
    let exposed = answer.headers["access-control-expose-headers"].to_str().unwrap().to_lowercase();
    for name in ["link", "etag", "retry-after", "www-authenticate", "ratelimit", "ratelimit-policy"]
    {
        assert!(exposed.contains(name), "{exposed}");
    }
    assert!(
        !from("https://evil.example").await.headers.contains_key("access-control-allow-origin")
    );
    let preflight = app
        .anonymous()
        .request(Method::OPTIONS, "/forums/1")
        .header("Origin", listed)
        .header("Access-Control-Request-Method", "DELETE")
        .header("Access-Control-Request-Headers", "authorization");
    let preflight = send(preflight).await;
    assert_eq!(preflight.status, StatusCode::OK);
    assert!(preflight.headers["access-control-allow-methods"].to_str().unwrap().contains("DELETE"));
}

#[tokio::test]
async fn without_listed_origins_no_origin_may() {
    let app = TestApp::spawn().await;
    let request =
        app.anonymous().request(Method::GET, "/forums").header("Origin", "https://a.example");
    assert!(!send(request).await.headers.contains_key("access-control-allow-origin"));
}
