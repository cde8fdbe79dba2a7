use std::{
    net::TcpStream,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;

use super::{
    Honest, connect, peak_memory, read_some, rest, send as write, serve, sign_up, wait_until_read,
};
use crate::{
    operations::process::Installation,
    support::{TestApp, send},
};

#[tokio::test]
async fn an_overlong_url_is_refused() {
    let app = TestApp::spawn().await;
    let long = |length: usize| format!("/api/posts?limit=1&x={}", "a".repeat(length));
    assert_eq!(app.anonymous().get(&long(8_000)).await.status, 200);
    app.anonymous().get(&long(9_000)).await.is_refused(414, "address-too-long");
}

#[tokio::test]
async fn too_many_or_too_long_headers_are_refused() {
    let app = TestApp::spawn().await;
    let with = |count: usize, length: usize| {
        let request = app.anonymous().request(Method::GET, "/forums");
        send((0..count).fold(request, |request, number| {
            request.header(format!("x-{number}"), "a".repeat(length))
        }))
    };
    assert_eq!(with(50, 100).await.status, 200);
    with(80, 1).await.is_refused(431, "headers-too-large");
    with(1, 20_000).await.is_refused(431, "headers-too-large");
}

/// What actix-http refuses by itself looks like any other refusal.
#[test]
fn malformed_requests_get_a_problem_and_the_connection_closes() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let many = "X: 1\r\n".repeat(200);
    let long = format!("X: {}\r\n", "a".repeat(200_000));
    let get = |headers: &str| format!("GET /forums HTTP/1.1\r\nHost: a\r\n{headers}\r\n");
    let refused = |stream: &TcpStream, status: &str, code: &str| {
        let answer = rest(stream);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        for part in ["x-content-type-options: nosniff", "connection: close", code] {
            assert!(answer.contains(part), "{part} in {answer}");
        }
    };
    let requests = [
        (get(&many), "431", "\"headers-too-large\""),
        (get(&long), "431", "\"headers-too-large\""),
        ("no request\r\n\r\n".to_owned(), "400", "\"malformed-request\""),
        (get("Content-Length: x\r\n"), "400", "\"malformed-request\""),
    ];
    for (request, status, code) in &requests {
        let stream = connect(&server);
        write(&stream, request);
        refused(&stream, status, code);
        let stream = connect(&server);
        write(&stream, &get(""));
        assert!(read_some(&stream).starts_with("HTTP/1.1 200 "));
        write(&stream, request);
        refused(&stream, status, code);
    }
    let stream = connect(&server);
    write(&stream, &format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "a".repeat(70_000)));
    let answer = rest(&stream);
    assert!(answer.starts_with("HTTP/1.1 4") && answer.contains("nosniff"), "{answer}");
}

const MANY: usize = 200;
const MEBIBYTE: usize = 1024 * 1024;

/// Parsed into a tree of values, each would take a hundred times its bytes.
#[tokio::test]
async fn hostile_bodies_take_little_memory() {
    let objects = |bytes: usize| r#"{"":0},"#.repeat(bytes / 7);
    let bodies = [
        ("/api/forum/1/posts", format!(r#"{{"title":[{}0]}}"#, objects(250_000))),
        ("/api/forum/1/posts", format!("[{}0]", objects(250_000))),
        ("/api/forum/1/posts", format!(r#"{{"other":[{}0]}}"#, objects(MEBIBYTE))),
        ("/register", format!(r#"{{"other":[{}0]}}"#, objects(27_000))),
        ("/login", format!(r#"{{"username":[{}0]}}"#, objects(4_000))),
    ];
    let honest = Honest::new();
    for (path, body) in bodies {
        let installation = Installation::on_sqlite();
        let server = installation.serve(&[("POSTUP_RATE_LIMIT", "off")]);
        let token = sign_up(&server).await;
        let attack = async |at_once: usize| {
            let requests = (0..at_once).map(|_| {
                let request = server.request(Method::POST, path).bearer_auth(&token);
                request.header("Content-Type", "application/json").body(body.clone()).send()
            });
            join_all(requests).await
        };
        // What the server loads once is no growth.
        attack(1).await;
        let before = peak_memory(&server);
        let answers = attack(MANY).await;
        assert!(answers.iter().any(Result::is_ok), "{path}");
        let grown = peak_memory(&server).saturating_sub(before);
        assert!(grown < 64 * MEBIBYTE, "{path}: {} MiB", grown / MEBIBYTE);
        honest.is_served_by(&server, 20).await;
    }
}

#[tokio::test]
async fn deeply_nested_json_is_ignored() {
    let app = TestApp::spawn().await;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for depth in [200, 4_000] {
            let body = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let request = app.anonymous().request(Method::POST, "/register");
            let request = request.header("Content-Type", "application/json").body(body);
            send(request).await.is_refused(422, "invalid");
        }
    }
}

/// What all of them together send has to fit into memory, and one network gets half of it.
#[test]
fn large_bodies_are_limited_and_small_ones_are_not() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let begin = |length: usize, sent: usize| {
        let stream = connect(&server);
        write(
            &stream,
            &format!(
                "POST /register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{}",
                " ".repeat(sent)
            ),
        );
        stream
    };
    let held: Vec<_> = (0..8).map(|_| begin(28_000, 20_000)).collect();
    // It waits 10 s for the rest of a body.
    wait_until_read(&server);
    let answer = rest(&begin(28_000, 20_000));
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after"), "{answer}");
    let small = rest(&begin(2, 2));
    assert!(small.starts_with("HTTP/1.1 400 "), "{small}");
    drop(held);
    let start = Instant::now();
    while !rest(&begin(20_000, 20_000)).starts_with("HTTP/1.1 400 ") {
        assert!(start.elapsed() < Duration::from_secs(30), "places are not given back");
    }
}

#[test]
fn a_chunked_body_is_refused_once_too_long() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let stream = connect(&server);
    let head = "POST /register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\n\r\n";
    write(&stream, head);
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..2 {
        write(&stream, &chunk);
    }
    let answer = rest(&stream);
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("\"too-large\""), "{answer}");
}
