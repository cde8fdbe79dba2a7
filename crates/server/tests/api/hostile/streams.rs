use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::net::TcpSocket;

use super::{Honest, address, connect, read_some, serve_with_few_files, sign_up};
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
    let honest = Honest::new();
    drop(write_post(&server).await);
    for _ in 0..3 {
        let mut clients: Vec<TcpStream> = (0..500).map(|_| connect(&server)).collect();
        for client in &mut clients {
            client.write_all(REQUEST.as_bytes()).unwrap();
        }
        wait_for_streams(&mut server, 500).await;
        honest.is_served_by(&server, 20).await;
        drop(clients);
        wait_for_streams(&mut server, 0).await;
    }
}

#[tokio::test]
async fn one_address_behind_a_proxy_gets_an_eighth_of_the_streams() {
    let installation = Installation::on_sqlite();
    let server = serve_with_few_files(&installation, &[("POSTUP_TRUSTED_PROXIES", "127.0.0.1")]);
    let open = |from: &str| {
        let mut client = connect(&server);
        let request = format!(
            "GET /api/events?topics=posts HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {from}\r\n\r\n"
        );
        client.write_all(request.as_bytes()).unwrap();
        (read_some(&client)["HTTP/1.1 ".len()..][..3].to_owned(), client)
    };
    // Of 448 streams.
    let held: Vec<_> = (0..56).map(|_| open("192.0.2.1")).collect();
    assert!(held.iter().all(|(status, _)| status == "200"));
    assert_eq!(open("192.0.2.1").0, "429");
    assert_eq!(open("198.51.100.7").0, "200");
}

/// Opens a stream that is read without a pause; returns how many events of posts have arrived.
fn read_stream(server: &Server) -> Arc<AtomicUsize> {
    let mut client = connect(server);
    client.write_all(REQUEST.as_bytes()).unwrap();
    let arrived = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&arrived);
    thread::spawn(move || {
        let lines = BufReader::new(client).lines().map_while(Result::ok);
        for _event in lines.filter(|line| line == "event: post") {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    arrived
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
    let arrived = read_stream(&server);
    wait_for_streams(&mut server, 2).await;
    let start = Instant::now();
    let mut edited = 0;
    // It ends when the buffers are full, or on a busy machine after 20 s without acknowledgement.
    while metric(&mut server, "postup_streams_open").await == 2 {
        assert!(start.elapsed() < Duration::from_mins(2), "the stream stays after {edited} events");
        // Fewer at once than a stream has room for, so that the quick client keeps its own.
        let edits = (0..50).map(|_| edit.try_clone().unwrap().send());
        let answers = join_all(edits).await;
        assert!(answers.into_iter().all(|answer| answer.unwrap().status() == 200));
        edited += 50;
        while arrived.load(Ordering::Relaxed) < edited {
            assert!(start.elapsed() < Duration::from_mins(2), "an event of {edited} is missing");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    wait_for_streams(&mut server, 1).await;
}
