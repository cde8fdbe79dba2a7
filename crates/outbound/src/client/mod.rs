//! One client for all servers of others: 10 s in all for a request, no redirects, no more of an answer than allowed.

mod networks;
mod resolver;

use std::{
    future::Future,
    io,
    sync::{Arc, OnceLock},
    time::Duration,
};

use kernel::{Endpoint, Timestamp};
use reqwest::{
    Client, ClientBuilder, Request, StatusCode,
    header::{self, HeaderMap},
    redirect::Policy,
};
use time::{OffsetDateTime, format_description::well_known::Rfc2822};
use tokio::{
    runtime::{Builder, Runtime},
    sync::Semaphore,
    time::timeout,
};
use url::{Host, Url};

pub use self::networks::Networks;
use self::resolver::{CheckedResolver, Lookup, system_lookup};
use crate::chain;

/// How long servers of others are waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// The most requests at a time.
const AT_ONCE: usize = 64;
/// The most names that are looked up at a time: the system blocks a thread for each.
const LOOKUPS: usize = 16;

/// Which servers a client asks, and how much of an answer it reads.
#[derive(Clone, Debug)]
pub enum Reach {
    /// Addresses that members name: `https`, public or in these networks, no proxies, at most 64 KiB.
    Public(Networks),
    /// Addresses that the operator names: `https`, or `http` on this machine; at most 1 MiB.
    Chosen,
}

impl Reach {
    fn max_bytes(&self) -> usize {
        match self {
            Self::Public(_) => 1 << 16,
            Self::Chosen => 1 << 20,
        }
    }

    /// Returns whether servers may be asked in this way, wherever they are.
    pub(crate) fn takes(&self, url: &Url) -> bool {
        match (self, url.scheme()) {
            (_, "https") => url.has_host(),
            (Self::Chosen, "http") => is_loopback(url),
            _ => false,
        }
    }
}

/// Returns whether an address is one of this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Why a server was not asked, or did not answer.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("{0} is not an address that may be asked")]
    NotAllowed(String),
    #[error("{0} is not, or not only, at public addresses")]
    NotPublic(String),
    #[error("{0} is not found")]
    NotFound(String, #[source] io::Error),
    #[error("no answer within 10 s")]
    TooSlow,
    #[error(transparent)]
    Failed(#[from] reqwest::Error),
}

impl ClientError {
    /// Says why an endpoint does not answer, by its host alone: the rest of the address may be a secret.
    pub(crate) fn describe(self, endpoint: &Endpoint) -> String {
        match self {
            Self::Failed(error) => format!("{}: {}", endpoint.host(), chain(&error.without_url())),
            other => chain(&other),
        }
    }
}

/// What a server answered.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The beginning, up to what the client reads.
    pub body: Vec<u8>,
    /// Whether there is more.
    pub is_cut: bool,
}

/// Returns how long a server asks to wait, in seconds or until a time (RFC 9110, section 10.2.3).
pub(crate) fn retry_after(answer: &Answer, now: Timestamp) -> Option<Duration> {
    let text = answer.headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = OffsetDateTime::parse(text, &Rfc2822).ok()?;
    Some(Timestamp::from_unix_millis(at.unix_timestamp() * 1_000).since(now))
}

/// Asks servers of others within its reach.
pub struct GuardedClient {
    /// Built for the first request: it reads the system's certificates, for tens of milliseconds.
    client: OnceLock<Client>,
    builder: Box<dyn Fn() -> ClientBuilder + Send + Sync>,
    reach: Reach,
    resolver: CheckedResolver,
    /// The longest wait for an address and for an answer.
    patience: Duration,
    places: Semaphore,
    /// None once this is dropped.
    runtime: Option<Runtime>,
}

impl GuardedClient {
    /// # Errors
    /// When the system has no thread.
    pub fn new(reach: Reach) -> Result<Self, io::Error> {
        Self::build(reach, system_lookup(), PATIENCE, |builder| builder)
    }

    fn build(
        reach: Reach,
        lookup: Lookup,
        patience: Duration,
        trust: impl Fn(ClientBuilder) -> ClientBuilder + Send + Sync + 'static,
    ) -> Result<Self, io::Error> {
        let networks = match &reach {
            Reach::Public(networks) => networks.clone(),
            Reach::Chosen => Networks::default(),
        };
        let resolver = CheckedResolver { lookup, networks };
        let checked = match reach {
            Reach::Public(_) => Some(Arc::new(resolver.clone())),
            Reach::Chosen => None,
        };
        let builder = Box::new(move || {
            let builder = Client::builder().redirect(Policy::none()).timeout(patience);
            trust(match &checked {
                Some(resolver) => builder.no_proxy().dns_resolver(Arc::clone(resolver)),
                None => builder,
            })
        });
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(LOOKUPS)
            .thread_name("outbound")
            .enable_all()
            .build()?;
        let (client, places) = (OnceLock::new(), Semaphore::new(AT_ONCE));
        Ok(Self { client, builder, reach, resolver, patience, places, runtime: Some(runtime) })
    }

    fn client(&self) -> Result<&Client, reqwest::Error> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = (self.builder)().build()?;
        Ok(self.client.get_or_init(|| client))
    }

    /// Waits for a question of this client; never on a thread of another runtime. `None` once it is dropped.
    pub fn wait<T>(&self, question: impl Future<Output = T>) -> Option<T> {
        self.runtime.as_ref().map(|runtime| runtime.block_on(question))
    }

    /// Returns an error unless a server at this address may be asked at this moment.
    pub async fn check(&self, url: &Url) -> Result<(), ClientError> {
        self.check_scheme(url)?;
        match self.reach {
            Reach::Public(_) => timeout(self.patience, self.resolver.check(url))
                .await
                .unwrap_or(Err(ClientError::TooSlow)),
            Reach::Chosen => Ok(()),
        }
    }

    fn check_scheme(&self, url: &Url) -> Result<(), ClientError> {
        let host = url.host_str().unwrap_or_default();
        let refused = || ClientError::NotAllowed(format!("{}://{host}", url.scheme()));
        self.reach.takes(url).then_some(()).ok_or_else(refused)
    }

    /// Sends a request and reads its answer.
    pub async fn send(&self, request: Request) -> Result<Answer, ClientError> {
        self.check_scheme(request.url())?;
        if let Reach::Public(_) = self.reach {
            self.resolver.check_literal(request.url())?;
        }
        timeout(self.patience, self.answer(request)).await.unwrap_or(Err(ClientError::TooSlow))
    }

    async fn answer(&self, request: Request) -> Result<Answer, ClientError> {
        let _place = self.places.acquire().await.map_err(|_| ClientError::TooSlow)?;
        let mut response = self.client()?.execute(request).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let (mut body, most) = (vec![], self.reach.max_bytes());
        while body.len() <= most
            && let Some(chunk) = response.chunk().await?
        {
            body.extend_from_slice(&chunk);
        }
        let is_cut = body.len() > most;
        body.truncate(most);
        Ok(Answer { status, headers, body, is_cut })
    }
}

impl Drop for GuardedClient {
    fn drop(&mut self) {
        // Waiting for its threads would block those of a server that ends.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests;
