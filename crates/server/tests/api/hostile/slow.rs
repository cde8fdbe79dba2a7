use std::{
    net::TcpStream,
    time::{Duration, Instant},
};

use super::{
    Honest, connect, peak_memory, read_some, rest, send, serve, sockets, wait_for_sockets,
    wait_until_open,
};
use crate::operations::process::Installation;

/// Of each kind of client.
const MANY: usize = 200;

#[tokio::test]
async fn endless_headers_time_out_harmlessly() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let honest = Honest::new();
    let start = Instant::now();
    let slow: Vec<TcpStream> = (0..MANY).map(|_| connect(&server)).collect();
    for stream in &slow {
        send(stream, "GET /forums HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    }
    let medians = honest.is_served_by(&server, 20).await;
    for stream in &slow {
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("\"too-slow\""), "{answer}");
    }
    let took = start.elapsed();
    assert!(took >= Duration::from_secs(4), "{took:?}");
    eprintln!("{MANY} slow headers: {medians}; all gone after {took:?}");
}

/// The timer of actix-http ends with the first head.
#[tokio::test]
async fn endless_later_headers_time_out_harmlessly() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let honest = Honest::new();
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
    // On a busy machine some of the first are closed before the last are there.
    wait_until_open(&server, before + MANY);
    let medians = honest.is_served_by(&server, 20).await;
    wait_for_sockets(&server, before + 2, Duration::from_secs(20));
    let (took, added) = (start.elapsed(), peak_memory(&server) - memory);
    assert!(took > Duration::from_secs(8), "{took:?}");
    eprintln!(
        "{} later headers: {medians}, {} KiB more; all gone after {took:?}",
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
    // Less than the server waits for a request, and below less than for its body; together longer than
    // it keeps a connection without either.
    std::thread::sleep(Duration::from_secs(3));
    let body = r#"{"username": "a"}"#;
    send(
        &stream,
        &format!(
            "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        ),
    );
    std::thread::sleep(Duration::from_millis(7_500));
    send(&stream, body);
    let answer = rest(&stream);
    assert!(answer.starts_with("HTTP/1.1 422 "), "{answer}");
}

#[tokio::test]
async fn endless_bodies_time_out_harmlessly() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let honest = Honest::new();
    let start = Instant::now();
    let slow: Vec<TcpStream> = (0..MANY).map(|_| connect(&server)).collect();
    for stream in &slow {
        send(
            stream,
            "POST /register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
             Content-Length: 1000\r\n\r\n{\"username\": \"a",
        );
    }
    let medians = honest.is_served_by(&server, 20).await;
    for stream in &slow {
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("\"too-slow\""), "{answer}");
    }
    let took = start.elapsed();
    assert!(took >= Duration::from_secs(9), "{took:?}");
    eprintln!("{MANY} slow bodies: {medians}; all gone after {took:?}");
}

#[tokio::test]
async fn clients_that_never_read_are_disconnected() {
    let installation = Installation::on_sqlite();
    let server = serve(&installation);
    let honest = Honest::new();
    let before = sockets(&server);
    let start = Instant::now();
    let deaf: Vec<TcpStream> = (0..20).map(|_| connect(&server)).collect();
    // Sixteen times the API's document, of which the kernels take some megabytes.
    let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(200);
    for stream in &deaf {
        send(stream, &ask);
    }
    wait_until_open(&server, before + deaf.len());
    let medians = honest.is_served_by(&server, 20).await;
    wait_for_sockets(&server, before + 2, Duration::from_mins(1));
    let took = start.elapsed();
    assert!(took > Duration::from_secs(15), "{took:?}");
    eprintln!("{} slow readers: {medians}; all gone after {took:?}", deaf.len());
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
