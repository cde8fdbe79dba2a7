use std::{
    io::{self, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use reqwest::Method;
use serde_json::json;
use tokio::net::TcpSocket;

use super::{AT_ONCE, address, connect, median, sign_up};
use crate::operations::process::{Installation, Server};

const REQUEST: &str = "GET /api/events?topics=post:1 HTTP/1.1\r\nHost: a\r\n\r\n";

async fn metric(server: &mut Server, name: &str) -> u64 {
    let metrics = server.metrics().await;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap().parse().unwrap()
}

async fn wait_for_streams(server: &mut Server, open: u64) {
    let start = Instant::now();
    loop {
        let now = metric(server, "postup_streams_open").await;
        if now == open {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "there are {now} streams");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Writes the only post; returns a request that edits it.
async fn write_post(server: &Server) -> reqwest::RequestBuilder {
    let token = sign_up(server).await;
    let text = json!({"title": "Oolong", "description": "Tea"});
    for path in ["/api/forum/1/posts", "/api/posts/1"] {
        let request = server.request(Method::POST, path).bearer_auth(&token).json(&text);
        assert!(request.send().await.unwrap().status().is_success());
    }
    server.request(Method::POST, "/api/posts/1").bearer_auth(&token).json(&text)
}

#[tokio::test]
async fn streams_that_come_and_go_at_once_leave_nothing() {
    let installation = Installation::on_sqlite();
    let mut server = installation.serve(&[]);
    drop(write_post(&server).await);
    for _ in 0..3 {
        let mut clients: Vec<TcpStream> = (0..500).map(|_| connect(&server)).collect();
        for client in &mut clients {
            client.write_all(REQUEST.as_bytes()).unwrap();
        }
        wait_for_streams(&mut server, 500).await;
        let beside = median(&server, 20).await;
        assert!(beside < AT_ONCE, "{beside:?}");
        drop(clients);
        wait_for_streams(&mut server, 0).await;
    }
}

#[tokio::test]
async fn stream_of_a_client_that_reads_nothing_ends() {
    let installation = Installation::on_sqlite();
    let mut server = installation.serve(&[]);
    let edit = write_post(&server).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1_024).unwrap();
    let silent = socket.connect(address(&server)).await.unwrap();
    silent.try_write(REQUEST.as_bytes()).unwrap();
    let mut quick = connect(&server);
    quick.write_all(REQUEST.as_bytes()).unwrap();
    thread::spawn(move || io::copy(&mut quick, &mut io::sink()));
    wait_for_streams(&mut server, 2).await;
    let start = Instant::now();
    while metric(&mut server, "postup_stream_events_dropped_total").await == 0 {
        assert!(start.elapsed() < Duration::from_mins(2), "the stream stays");
        // Fewer at once than a stream has room for, so that the quick client keeps its own.
        let edits = stream::iter(0..400).map(|_| edit.try_clone().unwrap().send());
        let answers: Vec<_> = edits.buffer_unordered(50).collect().await;
        assert!(answers.into_iter().all(|answer| answer.unwrap().status() == 200));
    }
    wait_for_streams(&mut server, 1).await;
}
