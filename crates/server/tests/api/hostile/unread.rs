use std::net::TcpStream;

use reqwest::Method;
use serde_json::{Value, json};

use super::{Honest, connect, peak_memory, send, serve, sign_up};
use crate::operations::process::{Installation, Server};

/// The number of clients that request a large response and don't read it.
const MANY: usize = 500;
const MEBIBYTE: usize = 1024 * 1024;

/// A thread whose texts have 4 MB.
async fn write_long_thread(server: &Server, token: &str) {
    let text = "\u{1f980}".repeat(10_000);
    let send = async |path: &str, body: Value| {
        let request = server.request(Method::POST, path).bearer_auth(token).json(&body);
        assert_eq!(request.send().await.unwrap().status(), 201);
    };
    send("/api/forum/1/posts", json!({"title": "Long", "description": "Read"})).await;
    for _ in 0..100 {
        send("/api/post/1/replies", json!({"description": text})).await;
    }
}

#[tokio::test]
async fn unread_responses_take_bounded_memory() {
    let installation = Installation::on_sqlite();
    {
        let server = installation.serve(&[("POSTUP_RATE_LIMIT", "off")]);
        let token = sign_up(&server).await;
        write_long_thread(&server, &token).await;
    }
    let server = serve(&installation);
    let honest = Honest::new();
    // Both are cached then: making the thread takes memory, too, and the queue of reads may be full for seconds.
    honest.time(&server).await;
    assert_eq!(server.get("/api/posts/1/replies").await.status, 200);
    let before = peak_memory(&server);
    let unread: Vec<TcpStream> = (0..MANY)
        .map(|number| {
            let stream = connect(&server);
            let head = format!("GET /api/posts/1/replies?x={number} HTTP/1.1\r\nHost: a\r\n\r\n");
            send(&stream, &head);
            stream
        })
        .collect();
    let medians = honest.is_served_by(&server, 50).await;
    let added = peak_memory(&server) - before;
    eprintln!("{} unread: {} MiB more, {medians}", unread.len(), added / MEBIBYTE);
    assert!(added < 128 * MEBIBYTE, "{} MiB more", added / MEBIBYTE);
}
