use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use reqwest::Method;

use crate::operations::process::{Installation, Server};

/// Sends requests without a pause until `stop`, like a proxy with one client, and counts them. It panics
/// when one request fails.
async fn send_requests(server: &Server, stop: &AtomicBool, sent: &AtomicUsize) {
    while !stop.load(Ordering::Relaxed) {
        assert_eq!(server.get("/forums").await.status, 200);
        sent.fetch_add(1, Ordering::Relaxed);
    }
}

/// Asks as a proxy does whether the server is ready, until it is not.
async fn wait_until_not_ready(server: &Server) {
    while server.get("/readyz").await.status == 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn shutdown_under_load_fails_no_request() {
    for signal in ["TERM", "INT"] {
        let installation = Installation::new();
        let mut server = installation.serve(&[("POSTUP_DRAIN", "2")]);
        let (stop, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
        let load =
            futures_util::future::join_all((0..8).map(|_| send_requests(&server, &stop, &sent)));
        let ending = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            server.signal(signal);
            wait_until_not_ready(&server).await;
            let noticed = sent.load(Ordering::Relaxed);
            let late = server.get("/forums").await;
            assert_eq!(late.status, 200, "it serves on");
            assert_eq!(late.headers["connection"], "close", "and keeps no connection");
            assert_eq!(server.get("/healthz").await.status, 200);
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert!(sent.load(Ordering::Relaxed) > noticed, "requests came while it drained");
            stop.store(true, Ordering::Relaxed);
        };
        tokio::join!(load, ending);
        let status = server.wait_for_exit();
        assert!(status.success(), "{signal}: {}", server.log());
    }
}

#[tokio::test]
async fn shutdown_answers_open_requests() {
    let installation = Installation::new();
    let mut server = installation.serve(&[("POSTUP_DRAIN", "0")]);
    let metrics = server.wait_for("metrics are at ");
    let ended = async {
        // Hashing the password takes a while, in which it is seen that the request is there.
        while !server.fetch_text(&metrics).await.contains("postup_http_requests_in_flight 1\n") {}
        server.signal("TERM");
    };
    let ended = tokio::time::timeout(Duration::from_secs(20), ended);
    let (login, seen) = tokio::join!(server.login("nobody", "some password"), ended);
    seen.unwrap();
    login.is_refused(401, "invalid-credentials");
    let status = server.wait_for_exit();
    assert!(status.success(), "{}", server.log());
}

#[tokio::test]
async fn shutdown_ends_streams_after_the_drain() {
    let installation = Installation::new();
    let mut server = installation.serve(&[("POSTUP_DRAIN", "1")]);
    let mut streams = vec![];
    for _ in 0..3 {
        let stream = server.request(Method::GET, "/api/events?topics=posts").send().await.unwrap();
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    let start = Instant::now();
    server.signal("TERM");
    for stream in &mut streams {
        // No chunk that breaks off: the stream ends in order.
        while stream.chunk().await.unwrap().is_some() {}
        assert!(start.elapsed() >= Duration::from_secs(1), "it drains first");
    }
    assert!(server.wait_for_exit().success(), "{}", server.log());
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_second_signal_exits_at_once() {
    let installation = Installation::new();
    let mut server = installation.serve(&[("POSTUP_DRAIN", "60")]);
    server.signal("TERM");
    wait_until_not_ready(&server).await;
    server.signal("INT");
    // Fails before the drain is over.
    let status = server.wait_for_exit();
    assert_eq!(status.code(), Some(1), "{}", server.log());
    assert!(server.log().contains("second stop signal"), "{}", server.log());
}
