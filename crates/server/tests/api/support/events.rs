use std::time::Duration;

use reqwest::{Method, Response, header::HeaderMap};
use serde_json::Value;
use tokio::time::timeout;

use super::Actor;

/// The maximum wait for an event.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// A stream of events that is read.
pub(crate) struct EventReader {
    response: Response,
    /// What was received and not read yet.
    text: String,
}

/// An event as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LiveEvent {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) data: Value,
}

impl Actor<'_> {
    /// Opens a stream that follows these topics. It gets no event of an earlier write, which the server may still be
    /// sending when it answers the write.
    pub(crate) async fn follow(&self, topics: &str) -> EventReader {
        // Events are sent in order, and a client with an unknown last event gets `resync`.
        let mut other = self.app.anonymous().resume("", "unknown").await;
        other.wait_for("resync").await;
        self.resume(topics, "").await
    }

    /// Opens a stream that goes on after the event with this id.
    pub(crate) async fn resume(&self, topics: &str, last_id: &str) -> EventReader {
        let request = self.request(Method::GET, &format!("/api/events?topics={topics}"));
        let request =
            if last_id.is_empty() { request } else { request.header("Last-Event-ID", last_id) };
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        let mut reader = EventReader { response, text: String::new() };
        assert_eq!(reader.block().await.as_deref(), Some("retry: 2000"));
        reader
    }
}

impl EventReader {
    pub(crate) fn headers(&self) -> &HeaderMap {
        self.response.headers()
    }

    /// Returns the next event, or none at the end of the stream. Comments are skipped.
    pub(crate) async fn next(&mut self) -> Option<LiveEvent> {
        let event = async {
            loop {
                let block = self.block().await?;
                if !block.starts_with(':') {
                    return Some(parse(&block));
                }
            }
        };
        timeout(PATIENCE, event).await.unwrap()
    }

    /// Returns the name and the data of the next event that does not only count what is unread, or none at the end of
    /// the stream.
    pub(crate) async fn next_act_or_end(&mut self) -> Option<(String, Value)> {
        loop {
            let event = self.next().await?;
            if event.name != "unread" {
                return Some((event.name, event.data));
            }
        }
    }

    pub(crate) async fn next_act(&mut self) -> (String, Value) {
        self.next_act_or_end().await.unwrap()
    }

    /// Reads up to the next event of this name, and returns it.
    pub(crate) async fn wait_for(&mut self, name: &str) -> LiveEvent {
        loop {
            let event = self.next().await.unwrap();
            if event.name == name {
                return event;
            }
        }
    }

    /// Returns the lines up to the next empty one.
    pub(crate) async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(block);
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.unwrap().unwrap()?;
            self.text.push_str(str::from_utf8(&chunk).unwrap());
        }
    }
}

fn parse(block: &str) -> LiveEvent {
    let field = |name: &str| {
        let mut lines = block.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.unwrap_or_else(|| panic!("{block} has no {name}")).to_owned()
    };
    let data = serde_json::from_str(&field("data")).unwrap();
    LiveEvent { id: field("id"), name: field("event"), data }
}
