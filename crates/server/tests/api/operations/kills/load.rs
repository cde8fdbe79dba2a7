use std::{
    collections::HashSet,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use database::Database;
use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types::Text};
use futures_util::future::join_all;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::{
    command_line::succeeds,
    operations::process::{Installation, Server},
    support::http_client,
};

/// Returns the stored rows, as lines like those of [`Load::acknowledged`].
const STORED: &str = "
    SELECT 'post ' || id || ' ' || title AS line FROM posts
    UNION ALL SELECT 'reply ' || id || ' ' || description FROM replies
    UNION ALL SELECT 'vote of ' || user_id || ' on ' || post_id FROM post_votes WHERE vote = 1
    UNION ALL SELECT 'message ' || id || ' ' || message FROM messages";

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Members who write concurrently without a pause, and their acknowledged writes.
pub(super) struct Load {
    client: Client,
    writers: Vec<Writer>,
    forum: i64,
    written: AtomicUsize,
    refused: AtomicUsize,
    acknowledged: Mutex<Vec<String>>,
}

struct Writer {
    id: i64,
    token: String,
}

impl Load {
    /// Creates a load with this many writers.
    pub(super) async fn new(installation: &Installation, server: &Server, writers: usize) -> Self {
        let mut load = Self {
            client: http_client().build().unwrap(),
            writers: vec![],
            forum: 0,
            written: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
            acknowledged: Mutex::default(),
        };
        for number in 0..writers {
            let name = format!("writer{number}");
            let (id, token) = installation.sign_up(&name);
            load.writers.push(Writer { id, token });
        }
        let forum = json!({"topic": "Kills", "description": "Written in haste"});
        let path = format!("{}/forums/create", server.address);
        let created = load.send(&load.writers[0], Method::POST, path, forum).await.unwrap();
        load.forum = created["id"].as_i64().unwrap();
        load
    }

    /// Returns the number of acknowledged writes.
    pub(super) fn acknowledged(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// Returns the number of refused and unanswered writes.
    pub(super) fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }

    /// Waits until this many more writes are acknowledged.
    pub(super) async fn until_more(&self, more: usize) {
        let (before, started) = (self.acknowledged(), Instant::now());
        while self.acknowledged() < before + more {
            assert!(started.elapsed() < Duration::from_secs(10), "it does not go on");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Writes without end; `address` gives the server for each write.
    pub(super) async fn run(&self, address: impl Fn() -> String) {
        join_all((0..self.writers.len()).map(async |writer| {
            loop {
                if self.turn(writer, &address()).await.is_none() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        }))
        .await;
    }

    /// Writes until the server is gone.
    pub(super) async fn run_until_gone(&self, server: &Server) {
        join_all(
            (0..self.writers.len())
                .map(async |writer| while self.turn(writer, &server.address).await.is_some() {}),
        )
        .await;
    }

    /// Writes one of each; ends at the first that is not acknowledged.
    async fn turn(&self, writer: usize, address: &str) -> Option<()> {
        let me = &self.writers[writer];
        let other = self.writers[(writer + 1) % self.writers.len()].id;
        let text = format!("text {}", self.written.fetch_add(1, Ordering::Relaxed));

        let body = json!({"title": text, "description": "In haste"});
        let path = format!("{address}/api/forum/{}/posts", self.forum);
        let post = self.send(me, Method::POST, path, body).await?["id"].clone();
        self.acknowledge(format!("post {post} {text}"));

        let path = format!("{address}/api/post/{post}/replies");
        let reply = self.send(me, Method::POST, path, json!({"description": text})).await?;
        self.acknowledge(format!("reply {} {text}", reply["id"]));

        let path = format!("{address}/api/posts/{post}/upvote");
        self.send(me, Method::PUT, path, json!({})).await?;
        self.acknowledge(format!("vote of {} on {post}", me.id));

        let path = format!("{address}/api/contacts/{other}");
        let message = self.send(me, Method::POST, path, json!({"message": text})).await?;
        self.acknowledge(format!("message {} {text}", message["id"]));
        Some(())
    }

    fn acknowledge(&self, line: String) {
        self.acknowledged.lock().unwrap().push(line);
    }

    /// What is answered to a write; none if that is not known to be stored. What it refers to was
    /// acknowledged, so that a refusal other than "come back" is a loss.
    async fn send(
        &self,
        writer: &Writer,
        method: Method,
        path: String,
        body: Value,
    ) -> Option<Value> {
        let request = self.client.request(method, &path).bearer_auth(&writer.token).json(&body);
        if let Ok(response) = request.send().await {
            let status = response.status();
            match response.text().await {
                Ok(text) if status.is_success() => return serde_json::from_str(&text).ok(),
                Ok(text) => assert_eq!(status, 503, "{path}: {text}"),
                Err(_) => {}
            }
        }
        self.refused.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Checks that all that was acknowledged is in the database, and that all in it agrees.
    pub(super) fn is_all_in(&self, installation: &Installation) {
        let database = Database::open(&installation.database_url.parse().unwrap()).unwrap();
        let stored = database.read(|conn| sql_query(STORED).load::<Line>(conn)).unwrap();
        let stored: HashSet<String> = stored.into_iter().map(|line| line.line).collect();
        let acknowledged = self.acknowledged.lock().unwrap();
        let lost: Vec<_> = acknowledged.iter().filter(|line| !stored.contains(*line)).collect();
        assert!(lost.is_empty(), "of {} are lost: {lost:?}", acknowledged.len());
        assert!(succeeds(&installation.run(&["check"])).contains("all is well"));
    }
}
