use std::{
    net::TcpStream,
    time::{Duration, Instant},
};

use super::{
    AT_ONCE, connect, median, peak_memory, read_some, rest, send, serve, sockets, wait_for_sockets,
};
use crate::operations::process::Installation;

/// Of each kind of client.
const MANY: usize = 200;

#[tokio::test]
async fn endless_headers_time_out_harmlessly() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let usual = median(&server, 50).await;
    let start = Instant::now();
    let slow: Vec<TcpStream> = (0..MANY).map(|_| connect(&server)).collect();
    for stream in &slow {
        send(stream, "GET /forums HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    }
    let beside = median(&server, 50).await;
    assert!(beside < AT_ONCE, "{beside:?} instead of {usual:?}");
    for stream in &slow {
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("\"too-slow\""), "{answer}");
    }
    let took = start.elapsed();
    assert!((4..20).contains(&took.as_secs()), "{took:?}");
    eprintln!("slow headers: {usual:?} alone, {beside:?} beside {MANY}; all gone after {took:?}");
}

/// The timer of actix-http ends with the first head.
#[tokio::test]
async fn endless_later_headers_time_out_harmlessly() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let usual = median(&server, 50).await;
    let (before, memory) = (sockets(&server), peak_memory(&server));
    let start = Instant::now();
    let first = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let half = format!("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: {}", "a".repeat(100_000));
    let connect_and_wait = |number: usize| {
        let stream = connect(&server);
        send(&stream, first);
        // Every other one sends half a head before it has the response.
        if number.is_multiple_of(2) {
            assert!(read_some(&stream).starts_with("HTTP/1.1 200 "));
        }
        send(&stream, &half);
        stream
    };
    let slow: Vec<TcpStream> = (0..2 * MANY).map(connect_and_wait).collect();
    let (beside, held) = (median(&server, 50).await, sockets(&server));
    assert!(beside < AT_ONCE, "{beside:?} instead of {usual:?}");
    assert!(held >= before + slow.len(), "they were gone before they were tried");
    wait_for_sockets(&server, before + 2, Duration::from_secs(20));
    let (took, added) = (start.elapsed(), peak_memory(&server) - memory);
    assert!(took > Duration::from_secs(8), "{took:?}");
    eprintln!(
        "later headers: {usual:?} alone, {beside:?} beside {}, {} KiB more; all gone after {took:?}",
        slow.len(),
        added / 1024
    );
}

/// No response goes out meanwhile, and no head is expected.
#[tokio::test]
async fn slow_uploads_are_not_taken_for_idle() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let stream = connect(&server);
    send(&stream, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(read_some(&stream).starts_with("HTTP/1.1 200 "));
    std::thread::sleep(Duration::from_secs(4));
    let body = r#"{"username": "a"}"#;
    send(
        &stream,
        &format!(
            "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        ),
    );
    std::thread::sleep(Duration::from_secs(8));
    send(&stream, body);
    let answer = rest(&stream);
    assert!(answer.starts_with("HTTP/1.1 422 "), "{answer}");
}

#[tokio::test]
async fn endless_bodies_time_out_harmlessly() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let usual = median(&server, 50).await;
    let start = Instant::now();
    let slow: Vec<TcpStream> = (0..MANY).map(|_| connect(&server)).collect();
    for stream in &slow {
        send(
            stream,
            "POST /register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
             Content-Length: 1000\r\n\r\n{\"username\": \"a",
        );
    }
    let beside = median(&server, 50).await;
    assert!(beside < AT_ONCE, "{beside:?} instead of {usual:?}");
    for stream in &slow {
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("\"too-slow\""), "{answer}");
    }
    let took = start.elapsed();
    assert!((9..25).contains(&took.as_secs()), "{took:?}");
    eprintln!("slow bodies: {usual:?} alone, {beside:?} beside {MANY}; all gone after {took:?}");
}

#[tokio::test]
async fn clients_that_never_read_are_disconnected() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let usual = median(&server, 50).await;
    let before = sockets(&server);
    let start = Instant::now();
    let deaf: Vec<TcpStream> = (0..20).map(|_| connect(&server)).collect();
    // Sixteen times the API's document, of which the kernels take some megabytes.
    let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(200);
    for stream in &deaf {
        send(stream, &ask);
    }
    let beside = median(&server, 50).await;
    assert!(beside < AT_ONCE, "{beside:?} instead of {usual:?}");
    assert!(sockets(&server) >= before + deaf.len(), "they were gone before they were tried");
    wait_for_sockets(&server, before + 2, Duration::from_mins(1));
    let took = start.elapsed();
    assert!(took > Duration::from_secs(15), "{took:?}");
    eprintln!("slow readers: {usual:?} alone, {beside:?} beside 20; all gone after {took:?}");
}

#[tokio::test]
async fn slow_readers_are_not_disconnected() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let stream = connect(&server);
    send(&stream, "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    std::thread::sleep(Duration::from_secs(7));
    let answer = rest(&stream);
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with('}'), "{}", answer.len());
}
