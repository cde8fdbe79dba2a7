use std::{num::NonZero, sync::Arc, thread};

use actix_web::web;
use forums::Forums;
use kernel::{Changes, Member, RepositoryError, UserId};
use limits::{Limits, ProofOfWork};
use messages::Messages;
use moderation::Moderation;
use posts::Posts;
use replies::Replies;
use tokio::sync::oneshot;
use url::Url;
use users::{Logins, Users};

use crate::{
    Problem,
    gate::Gate,
    openapi::document_at,
    request::{Caller, LargeBodies},
    show::Kept,
    threads::Threads,
};

/// How many wait for a password to be hashed before the next is sent away.
const MOST_WAITING_TO_HASH: usize = 64;

/// The use cases that the routes offer.
pub struct Services {
    pub users: Users,
    pub logins: Logins,
    pub forums: Forums,
    pub posts: Posts,
    pub replies: Replies,
    pub messages: Messages,
    pub moderation: Moderation,
    /// Whether the database answers.
    pub ready: Box<dyn Fn() -> bool + Send + Sync>,
    /// The same over what may be some seconds behind, where there is such a thing: good enough for
    /// visitors, who have written nothing that they would miss.
    pub for_visitors: Option<Box<Services>>,
    /// The same for reads that take microseconds, which then run where the request is rather than
    /// where blocking harms nobody; none if a read is a round trip.
    pub at_once: Option<Box<Services>>,
    /// The same for changes that take microseconds beside the wait for the disk; none if the database
    /// has more than one writer.
    pub in_line: Option<InLine>,
    /// How many threads there are for other reads; none: as many as come at once.
    pub reading_threads: Option<usize>,
    /// The same for changes that take microseconds, where they are not done in line.
    pub changing_threads: Option<usize>,
    /// Whether whatever is written here is written by this process: then members too are shown what
    /// is kept, with their own votes in it.
    pub is_alone: bool,
    /// What is being changed: for how long answers to visitors may be kept.
    pub changes: Arc<Changes>,
}

/// Use cases that run one after the other on a thread of their own, so that several wait for the disk
/// together.
pub struct InLine {
    pub services: Arc<Services>,
    /// Has a job done soon, or says that too many wait.
    pub queue: Box<dyn Fn(Job) -> Result<(), RepositoryError> + Send + Sync>,
}

/// Something to do, which gives whom to tell whether it is durable.
pub type Job = Box<dyn FnOnce() -> Told + Send>;
/// Is told that what a job did is durable, or why it is undone.
pub type Told = Box<dyn FnOnce(Result<(), RepositoryError>) + Send>;

impl Services {
    /// Who sends the request, where a sign-in is required. Here it is counted, if it is limited.
    pub(crate) fn member(&self, caller: &Caller) -> Result<Member, Problem> {
        let session = caller.session.as_ref().ok_or_else(Problem::unauthorized)?;
        let member = self.users.member(session)?;
        caller.spend(Some(&member))?;
        Ok(member)
    }

    /// Who sends the request, where visitors are welcome. A token that counts no more is refused all
    /// the same. Here it is counted, if it is limited.
    pub(crate) fn viewer(&self, caller: &Caller) -> Result<Option<UserId>, Problem> {
        let session = caller.session.as_ref();
        let member = session.map(|session| self.users.member(session)).transpose()?;
        caller.spend(member.as_ref())?;
        Ok(member.map(|member| member.id))
    }
}

/// What every handler has at hand.
pub struct Api {
    services: Arc<Services>,
    hashing: Gate,
    /// For reads that do not run where the request is; none where they run as all else does.
    reading: Option<Threads>,
    /// For changes of a few rows; none where they are done in line, or run as all else does.
    changing: Option<Threads>,
    /// None where limits are off.
    pub(crate) limits: Option<Arc<Limits>>,
    work: Option<Arc<ProofOfWork>>,
    pub(crate) large_bodies: LargeBodies,
    pub(crate) kept: Arc<Kept>,
    /// The document as it is sent: the same for everybody, so written once.
    document: String,
}

impl Api {
    /// `public_url` is the address that the document names.
    #[must_use]
    pub fn new(
        services: Services,
        public_url: Option<&Url>,
        limits: Option<Arc<Limits>>,
        work: Option<Arc<ProofOfWork>>,
    ) -> Self {
        // One processor at least is left to everybody else.
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let hashing = Gate::new((processors / 2).max(1), MOST_WAITING_TO_HASH);
        let document = document_at(public_url).to_json().unwrap_or_default();
        let kept = Arc::new(Kept::new());
        let threads = |name, count: Option<usize>| Threads::new(name, count?);
        let reading = threads("reading", services.reading_threads);
        let changing = threads("changing", services.changing_threads);
        let (services, large_bodies) = (Arc::new(services), LargeBodies::new());
        Self { services, hashing, reading, changing, limits, work, large_bodies, kept, document }
    }

    pub(crate) fn document(&self) -> &str {
        &self.document
    }

    /// What is asked of whoever registers; none if it is nothing.
    pub(crate) fn work(&self) -> Option<Arc<ProofOfWork>> {
        self.work.clone()
    }

    pub(crate) fn services(&self) -> &Services {
        &self.services
    }

    /// Runs a use case where blocking harms nobody: the one crossing of a request.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let services = Arc::clone(&self.services);
        // What is logged there belongs to the request too.
        let span = tracing::Span::current();
        let work = move || span.in_scope(|| use_case(&services));
        web::block(work).await.unwrap_or_else(|_| Err(Problem::aborted()))
    }

    /// As [`Self::run`], for a use case that only reads, and that in microseconds.
    pub(crate) async fn run_at_once<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.services.at_once {
            Some(services) => use_case(services),
            None => self.run_long(use_case).await,
        }
    }

    /// As [`Self::run`], for a use case that only reads, and that for milliseconds.
    pub(crate) async fn run_long<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_on(self.reading.as_ref(), use_case).await
    }

    /// As [`Self::run`], for a use case that changes a few rows.
    pub(crate) async fn run_in_line<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let Some(line) = &self.services.in_line else {
            return self.run_on(self.changing.as_ref(), use_case).await;
        };
        let (tell, told) = oneshot::channel();
        let services = Arc::clone(&line.services);
        let span = tracing::Span::current();
        (line.queue)(Box::new(move || {
            let result = span.in_scope(|| use_case(&services));
            Box::new(move |durable| {
                // Whoever asked may have gone.
                let _ = tell.send(durable.map_err(Problem::from).and(result));
            })
        }))?;
        told.await.unwrap_or_else(|_| Err(Problem::aborted()))
    }

    async fn run_on<T: Send + 'static>(
        &self,
        threads: Option<&Threads>,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let Some(threads) = threads else { return self.run(use_case).await };
        let services = Arc::clone(&self.services);
        let span = tracing::Span::current();
        threads.run(move || span.in_scope(|| use_case(&services))).await
    }

    /// As [`Self::run`], for a use case that hashes a password: few at once, a bounded queue before them.
    pub(crate) async fn run_hashing<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.hashing.pass().await?;
        self.run(move |services| {
            let _permit = permit;
            use_case(services)
        })
        .await
    }
}
