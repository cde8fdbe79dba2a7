use std::sync::{Arc, OnceLock};

use actix_web::{rt, web};
use kernel::{SessionId, Timestamp};
use limits::{Limits, ProofOfWork};
use quick_cache::sync::Cache;
use url::Url;
use users::{Session, USE_PRECISION};

use crate::{
    executor::Executor,
    live::Live,
    openapi::document_at,
    permits::{BodyPermits, UploadPermits},
    problem::Problem,
    response_cache::ResponseCache,
    services::Services,
};

/// The most sessions whose use is remembered.
const MAX_USES: usize = 65_536;
/// The most API tokens that are remembered.
const MAX_API_SESSIONS: usize = 16_384;

/// The parts of the API, assembled by the wiring.
pub struct Backend {
    pub executor: Executor,
    pub cache: ResponseCache,
    pub live: Arc<Live>,
    pub is_ready: ReadinessProbe,
}

/// Whether the database answers.
pub type ReadinessProbe = Arc<dyn Fn() -> bool + Send + Sync>;

/// The shared state of all handlers.
pub struct Api {
    pub(crate) executor: Executor,
    pub(crate) cache: Arc<ResponseCache>,
    pub(crate) live: Arc<Live>,
    is_ready: ReadinessProbe,
    /// When sessions were last marked as used here.
    uses: Cache<(SessionId, i32), Timestamp>,
    /// The sessions of API tokens by their hashes. A token may have ended since.
    programs: Cache<String, Session>,
    /// None where limits are off.
    pub(crate) limits: Option<Arc<Limits>>,
    /// The proof of work asked of a registration; none if there is none.
    pub(crate) work: Option<Arc<ProofOfWork>>,
    pub(crate) body_permits: BodyPermits,
    pub(crate) upload_permits: UploadPermits,
    /// The address that the server is known by.
    public_url: Option<Url>,
    document: OnceLock<String>,
}

impl Api {
    /// `public_url` is the address that the server is known by.
    #[must_use]
    pub fn new(
        Backend { executor, cache, live, is_ready }: Backend,
        public_url: Option<Url>,
        limits: Option<Arc<Limits>>,
        work: Option<Arc<ProofOfWork>>,
    ) -> Self {
        let (body_permits, upload_permits) = (BodyPermits::new(), UploadPermits::new());
        let cache = Arc::new(cache);
        Self {
            executor,
            cache,
            live,
            is_ready,
            uses: Cache::new(MAX_USES),
            programs: Cache::new(MAX_API_SESSIONS),
            limits,
            work,
            body_permits,
            upload_permits,
            public_url,
            document: OnceLock::new(),
        }
    }

    /// Returns the OpenAPI document as JSON, serialized when it is asked for first.
    pub(crate) fn document(&self) -> &str {
        self.document
            .get_or_init(|| document_at(self.public_url.as_ref()).to_json().unwrap_or_default())
    }

    /// Stores that a session is used, at most once in five minutes and beside the request. A sign-in stores its own.
    pub(crate) fn note_use(self: &Arc<Self>, session: Session) {
        let now = self.executor.services().clock.now();
        let is_recent = |at: Timestamp| now.since(at) < USE_PRECISION;
        // With the version: a token that is refused hides no use by a later one of the session.
        let key = (session.id, session.version);
        let is_new = session.api.is_none() && is_recent(session.issued_at);
        if is_new || self.uses.get(&key).is_some_and(is_recent) {
            return;
        }
        self.uses.insert(key, now);
        let api = Arc::clone(self);
        rt::spawn(async move {
            let mark = move |s: &Services| {
                s.users.signed_in(&session)?;
                Ok(s.users.mark_used(&session)?)
            };
            // Not stored, it is stored after the next five minutes, as a refused token must not cost a write each time.
            let _ = api.write(mark).await;
        });
    }

    /// Returns the session of the API token with this hash; `None` if there is none, or it has expired.
    pub(crate) async fn api_session(&self, digest: String) -> Result<Option<Session>, Problem> {
        let found = match self.programs.get(&digest) {
            None => {
                let key = digest.clone();
                let found = self.read(move |s| Ok(s.users.api_session(&key)?)).await?;
                found.inspect(|session| self.programs.insert(digest, *session))
            }
            known => known,
        };
        let now = self.executor.services().clock.now();
        Ok(found.filter(|session| session.api.is_some_and(|api| now < api.ends_at)))
    }

    /// Asks the database on a thread that no request waits for: a busy server is ready.
    pub(crate) async fn is_ready(&self) -> Result<bool, Problem> {
        let is_ready = Arc::clone(&self.is_ready);
        web::block(move || is_ready()).await.map_err(|_| Problem::aborted())
    }
}
