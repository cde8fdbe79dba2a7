mod actor;
mod closed_forums;
mod database;
mod deliveries;
mod events;
mod german;
mod members;
mod relay;

use std::{
    sync::{Arc, LazyLock},
    thread,
    time::{Duration, Instant},
};

use ::database::{
    Database, DatabaseUrl, DbConnection, DeliveryRunner, OutboxRunner, schema::outbox,
};
use actix_web::{dev::ServerHandle, rt::System};
use api::{Backend, Services};
use diesel::{QueryDsl, RunQueryDsl};
use infrastructure::SystemClock;
use mail::Mailer;
use native_tls::TlsConnector;
use notifications::MailPace;
use outbound::{Networks, OidcProviders, WebPush, WebhookReceivers};
use reqwest::{Client, ClientBuilder, redirect::Policy};
use security::{JwtSecret, PasskeyOrigin};
use server::{
    web::{Web, start},
    wiring::{self, Mailing, SignIn, serving},
};
use tempfile::TempDir;

pub(crate) use self::{
    actor::{Actor, Answer, send},
    database::{let_pass, migrated_database, migrated_on_postgres, migrated_on_sqlite},
    events::EventReader,
    members::sign_up,
    relay::Relay,
};

/// Waits until the condition holds, for at most 20 s.
pub(crate) async fn eventually(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !holds().await {
        assert!(start.elapsed() < Duration::from_secs(20), "not within 20 s: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub(crate) const PASSWORD: &str = "correct horse";

/// The server over a database of its own.
pub(crate) struct TestApp {
    pub(crate) address: String,
    client: Client,
    server: ServerHandle,
    /// The use cases behind the server, for what no call does.
    behind: Arc<Services>,
    pub(crate) database: Database,
    url: DatabaseUrl,
    _outbox: Option<OutboxRunner>,
    _deliveries: Option<DeliveryRunner>,
    /// None beside one that has it.
    _folder: Option<TempDir>,
}

/// What the tokens are signed with.
pub(crate) const SECRET: [u8; 32] = [7; 32];

/// Shared by all: each has a thread of its own.
pub(crate) static PUSH: LazyLock<Arc<WebPush>> =
    LazyLock::new(|| Arc::new(WebPush::new(&SECRET, None, Networks::default()).unwrap()));

/// As [`PUSH`].
pub(crate) static WEBHOOKS: LazyLock<Arc<WebhookReceivers>> =
    LazyLock::new(|| Arc::new(WebhookReceivers::new(None, Networks::default()).unwrap()));

/// How the server of a test differs from the usual one, whose passwords are hashed at bcrypt's lowest
/// cost, without throttling and limits.
#[derive(Clone, Default)]
pub(crate) struct TestOptions {
    web: Web,
    hashing_cost: Option<u32>,
    is_throttled: bool,
    is_limited: bool,
    is_uncached: bool,
    work_bits: u32,
    token_ttl: Option<Duration>,
    providers: Arc<OidcProviders>,
    mail: TestMail,
    mail_pace: MailPace,
}

/// What becomes of mails.
#[derive(Clone, Default)]
enum TestMail {
    /// They wait.
    #[default]
    Unsent,
    SentBy(Arc<dyn Mailer>),
    /// The site sends none.
    Off,
}

impl TestOptions {
    /// Passwords are hashed at this cost.
    pub(crate) fn hashing_cost(mut self, cost: u32) -> Self {
        self.hashing_cost = Some(cost);
        self
    }

    /// Sign-in failures are throttled.
    pub(crate) fn throttled(mut self) -> Self {
        self.is_throttled = true;
        self.behind_proxy()
    }

    /// Rate limits apply.
    pub(crate) fn limited(mut self) -> Self {
        self.is_limited = true;
        self.behind_proxy()
    }

    /// The server trusts `X-Forwarded-For` of every client.
    pub(crate) fn behind_proxy(mut self) -> Self {
        self.web.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        self
    }

    /// Registration takes a proof of work of this many bits.
    pub(crate) fn proof_of_work(mut self, bits: u32) -> Self {
        self.work_bits = bits;
        self
    }

    /// Tokens are valid for this long.
    pub(crate) fn token_ttl(mut self, ttl: Duration) -> Self {
        self.token_ttl = Some(ttl);
        self
    }

    /// These providers of OpenID Connect are configured.
    pub(crate) fn providers(mut self, providers: OidcProviders) -> Self {
        self.providers = Arc::new(providers);
        self
    }

    /// Mails are sent by this.
    pub(crate) fn mailer(mut self, mailer: Arc<dyn Mailer>) -> Self {
        self.mail = TestMail::SentBy(mailer);
        self
    }

    /// Mails about notifications go out at this pace.
    pub(crate) fn mail_pace(mut self, pace: MailPace) -> Self {
        self.mail_pace = pace;
        self
    }

    /// The site sends no mail.
    pub(crate) fn without_mail(mut self) -> Self {
        self.mail = TestMail::Off;
        self
    }

    /// Responses are not cached. What follows from writes is left to the server beside it.
    pub(crate) fn uncached(mut self) -> Self {
        self.is_uncached = true;
        self
    }

    pub(crate) fn web(mut self, web: Web) -> Self {
        self.web = web;
        self
    }

    pub(crate) async fn spawn(self) -> TestApp {
        let folder = test_databases::folder();
        let url = migrated_database(folder.path()).parse().unwrap();
        self.over(url, Some(folder)).await
    }

    /// Starts another server over the database of `app`.
    pub(crate) async fn spawn_beside(self, app: &TestApp) -> TestApp {
        self.over(app.url.clone(), None).await
    }

    /// Starts another server over the database of another, at an address of its own.
    pub(crate) async fn spawn_over(self, url: DatabaseUrl) -> TestApp {
        self.over(url, None).await
    }

    async fn over(mut self, url: DatabaseUrl, folder: Option<TempDir>) -> TestApp {
        let database = Database::open(&url).unwrap();
        let database = database.delivering_to(
            wiring::event_consumers(
                matches!(self.mail, TestMail::SentBy(_)).then_some(self.mail_pace.delay),
            ),
            Arc::new(SystemClock),
        );
        let sign_in = self.sign_in();
        if self.work_bits > 0 {
            self.web.work = wiring::work(&database, &url, &sign_in.secret, self.work_bits);
        }
        if self.is_limited {
            self.web.limits = Some(Arc::new(wiring::limits(&database, &url)));
        }
        let backend = if self.is_uncached {
            wiring::backend(&database, &sign_in, None, None)
        } else {
            serving(&database, &url, &sign_in, None)
        };
        let behind = Arc::new(wiring::services(&database, &sign_in));
        let (server, address) = serve(backend.unwrap(), self.web).await;
        let deliveries = match self.mail {
            TestMail::SentBy(mailer) => {
                let public_url = "https://forum.example".parse().unwrap();
                let mailing = Some(Mailing { mailer, public_url, pace: self.mail_pace });
                let carriers = wiring::carriers(&database, &sign_in, mailing);
                Some(database.start_deliveries(carriers, &(Arc::new(SystemClock) as _)).unwrap())
            }
            TestMail::Unsent | TestMail::Off => None,
        };
        let outbox = if self.is_uncached { None } else { database.start_outbox().unwrap() };
        TestApp {
            address,
            client: http_client().redirect(Policy::none()).build().unwrap(),
            server,
            behind,
            database,
            url,
            _outbox: outbox,
            _deliveries: deliveries,
            _folder: folder,
        }
    }

    pub(crate) fn sign_in(&self) -> SignIn {
        SignIn {
            secret: JwtSecret::new(SECRET.to_vec()).unwrap(),
            token_ttl: self.token_ttl.unwrap_or(Duration::from_hours(1)),
            hashing_cost: self.hashing_cost.unwrap_or(4),
            throttled: self.is_throttled,
            passkeys: self
                .web
                .public_url
                .clone()
                .map_or(PasskeyOrigin::Loopback, PasskeyOrigin::Public),
            providers: Arc::clone(&self.providers),
            push: PUSH.clone(),
            webhooks: WEBHOOKS.clone(),
            mail: !matches!(self.mail, TestMail::Off),
        }
    }
}

impl TestApp {
    pub(crate) async fn spawn() -> Self {
        TestOptions::default().spawn().await
    }

    pub(crate) fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    pub(crate) fn is_on_postgres(&self) -> bool {
        matches!(self.url, DatabaseUrl::Postgres(_))
    }

    /// Waits until what follows from the writes so far is written, such as a visit from a reply.
    pub(crate) async fn delivered(&self) {
        let count = |conn: &mut DbConnection| outbox::table.count().get_result::<i64>(conn);
        eventually("all events are delivered", async || self.database.read(count).unwrap() == 0)
            .await;
    }

    pub(crate) fn anonymous(&self) -> Actor<'_> {
        Actor { app: self, id: 0, token: None }
    }

    /// Returns the actor for an existing token.
    pub(crate) fn with_token(&self, id: i64, token: &str) -> Actor<'_> {
        Actor { app: self, id, token: Some(token.to_owned()) }
    }
}

/// Starts a server on a thread of its own; returns how to stop it, and its URL.
async fn serve(backend: Backend, web: Web) -> (ServerHandle, String) {
    let (started, address) = tokio::sync::oneshot::channel();
    thread::spawn(move || {
        System::new().block_on(async move {
            let (server, address) = start(backend, ([127, 0, 0, 1], 0).into(), web).unwrap();
            started.send((server.handle(), format!("http://{address}"))).unwrap();
            server.await.unwrap();
        });
    });
    address.await.unwrap()
}

/// Reads the certificates of the system, which takes longer than most tests' requests, once for all clients.
static TLS: LazyLock<TlsConnector> = LazyLock::new(|| TlsConnector::new().unwrap());

/// A client that leaves a connection long before the server does, which could close it while a request is on its way.
pub(crate) fn http_client() -> ClientBuilder {
    let idle = Duration::from_secs(2);
    Client::builder().no_proxy().tls_backend_preconfigured(TLS.clone()).pool_idle_timeout(idle)
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // Sends the stop without waiting for it.
        drop(self.server.stop(false));
    }
}
