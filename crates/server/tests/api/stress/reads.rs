use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use api::Services;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use tokio::time::timeout;

use super::{
    ledger::{LONGEST_OF_PASSWORDS, Ledger},
    setup::{Member, World},
};
use crate::support::http_client;

/// An answer that takes longer is none.
const GIVEN_UP: Duration = LONGEST_OF_PASSWORDS.saturating_mul(2);

/// What all clients share.
pub(super) struct Stress {
    pub(super) address: String,
    /// Members have two tabs open.
    tabs: [Client; 2],
    pub(super) members: Vec<Member>,
    /// The use cases, for what no call does.
    pub(super) services: Arc<Services>,
    pub(super) world: Mutex<World>,
    pub(super) ledger: Ledger,
    operations: usize,
}

/// A request that is about to be sent.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    kind: &'static str,
    method: Method,
    path: String,
    body: Option<Value>,
    /// The index of the member.
    who: Option<usize>,
    /// Of another member.
    token: Option<String>,
    tab: usize,
    refusals: &'static [u16],
    killed_after: Option<Duration>,
}

/// A response.
pub(super) struct Answer {
    pub(super) status: u16,
    /// Null if there is none.
    pub(super) body: Value,
}

impl Ask {
    fn new(kind: &'static str, method: Method, path: String) -> Self {
        Self {
            kind,
            method,
            path,
            body: None,
            who: None,
            token: None,
            tab: 0,
            refusals: &[],
            killed_after: None,
        }
    }

    pub(super) fn get(kind: &'static str, path: impl Into<String>) -> Self {
        Self::new(kind, Method::GET, path.into())
    }

    pub(super) fn post(kind: &'static str, path: impl Into<String>, body: Value) -> Self {
        Self { body: Some(body), ..Self::new(kind, Method::POST, path.into()) }
    }

    pub(super) fn put(kind: &'static str, path: impl Into<String>) -> Self {
        Self::new(kind, Method::PUT, path.into())
    }

    pub(super) fn delete(kind: &'static str, path: impl Into<String>) -> Self {
        Self::new(kind, Method::DELETE, path.into())
    }

    pub(super) fn with_body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    /// As the holder of this token.
    pub(super) fn with(self, token: &str) -> Self {
        Self { who: None, token: Some(token.to_owned()), ..self }
    }

    /// By the member of this index.
    pub(super) fn by(self, who: usize) -> Self {
        Self { who: Some(who), ..self }
    }

    /// In the first tab or in the second.
    pub(super) fn in_tab(self, tab: usize) -> Self {
        Self { tab: tab % 2, ..self }
    }

    /// The accepted statuses besides success.
    pub(super) fn may_be(self, refusals: &'static [u16]) -> Self {
        Self { refusals, ..self }
    }

    /// The client goes away after so long, if it has no answer by then.
    pub(super) fn killed_after(self, patience: Option<Duration>) -> Self {
        Self { killed_after: patience, ..self }
    }
}

impl Answer {
    pub(super) fn is_done(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) fn id(&self) -> i64 {
        self.body["id"].as_i64().unwrap()
    }
}

impl Stress {
    pub(super) fn new(
        address: &str,
        members: Vec<Member>,
        services: Services,
        operations: usize,
    ) -> Self {
        let client = || {
            // Gone before the server, which keeps them for five seconds, takes them away.
            let quick = Duration::from_secs(2);
            http_client().pool_idle_timeout(quick).timeout(GIVEN_UP).build().unwrap()
        };
        Self {
            address: address.to_owned(),
            tabs: [client(), client()],
            members,
            services: Arc::new(services),
            world: Mutex::default(),
            ledger: Ledger::default(),
            operations,
        }
    }

    pub(super) fn goes_on(&self) -> bool {
        self.ledger.sent() < self.operations
    }

    fn request(&self, ask: &Ask) -> RequestBuilder {
        let url = format!("{}{}", self.address, ask.path);
        let mut request = self.tabs[ask.tab].request(ask.method.clone(), url);
        request = request.header("Accept", "application/json");
        let token = ask.who.map(|who| &self.members[who].token).or(ask.token.as_ref());
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        match &ask.body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    /// None if the client went away, or if the database was not there for the server.
    pub(super) async fn send(&self, ask: Ask) -> Option<Answer> {
        let request = self.request(&ask);
        let answer = async {
            let response = request.send().await?;
            Ok::<_, reqwest::Error>((response.status().as_u16(), response.text().await?))
        };
        self.ledger.sends();
        let sent = Instant::now();
        // Dropped in the midst of it, a request takes its connection with it.
        let Ok(answer) = timeout(ask.killed_after.unwrap_or(Duration::MAX), answer).await else {
            self.ledger.ended(ask.kind, "killed", sent);
            return None;
        };
        match answer {
            Ok((status, text)) => self.judge(ask.kind, ask.refusals, sent, status, &text),
            Err(error) => {
                self.ledger.breach(format!("{} {}: {error:?}", ask.kind, ask.path));
                None
            }
        }
    }

    fn judge(
        &self,
        kind: &'static str,
        refusals: &[u16],
        sent: Instant,
        status: u16,
        text: &str,
    ) -> Option<Answer> {
        self.ledger.ended(kind, &status.to_string(), sent);
        if status == 503 && self.ledger.may_be_unavailable(sent) {
            return None;
        }
        let answer = Answer { status, body: serde_json::from_str(text).unwrap_or_default() };
        if !answer.is_done() && !refusals.contains(&status) {
            self.ledger.breach(format!("{kind}: {status} {text}"));
        }
        Some(answer)
    }
}
