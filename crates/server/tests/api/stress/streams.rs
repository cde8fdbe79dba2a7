//! Members follow all events meanwhile, and come back when their stream ends.

use std::{
    convert::Infallible,
    future::pending,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use futures_util::future::join_all;
use reqwest::{Client, Response};

use super::{reads::Stress, setup::WRITERS};
use crate::support::http_client;

const FOLLOWERS: usize = 200;
/// One in this many reads nothing.
const SILENT: usize = 10;
/// Longer than a server keeps the connection of a client that reads nothing.
const SILENCE: Duration = Duration::from_secs(30);
const RETRY: Duration = Duration::from_millis(100);

/// Follows without end; counts the events.
pub(super) async fn follow(stress: &Stress, events: &AtomicUsize) -> Infallible {
    let client = http_client().build().unwrap();
    join_all((0..FOLLOWERS).map(|number| follow_one(stress, &client, number, events))).await;
    pending().await
}

async fn follow_one(stress: &Stress, client: &Client, number: usize, events: &AtomicUsize) {
    let mut last_id = String::new();
    loop {
        let request = client
            .get(format!("{}/api/events?topics=posts", stress.address))
            .bearer_auth(&stress.members[number % WRITERS].token);
        let request =
            if last_id.is_empty() { request } else { request.header("Last-Event-ID", &last_id) };
        match request.send().await {
            Ok(_unread) if number.is_multiple_of(SILENT) => tokio::time::sleep(SILENCE).await,
            Ok(stream) if stream.status() == 200 => read(stream, &mut last_id, events).await,
            // The member is banned or gone, or the database is away.
            _ => {}
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// Reads to the end of the stream.
async fn read(mut stream: Response, last_id: &mut String, events: &AtomicUsize) {
    let mut text = String::new();
    while let Ok(Some(chunk)) = stream.chunk().await {
        text.push_str(str::from_utf8(&chunk).unwrap());
        while let Some((block, rest)) = text.split_once("\n\n") {
            if let Some(id) = block.lines().find_map(|line| line.strip_prefix("id: ")) {
                id.clone_into(last_id);
                events.fetch_add(1, Ordering::Relaxed);
            }
            text = rest.to_owned();
        }
    }
}
