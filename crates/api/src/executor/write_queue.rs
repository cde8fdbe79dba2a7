use std::sync::Arc;

use kernel::RepositoryError;
use tokio::sync::oneshot;

use super::{Erased, UseCase};
use crate::{problem::Problem, services::Services};

/// A write, which returns what to call once its commit succeeded or failed.
pub type WriteJob = Box<dyn FnOnce() -> CommitCallback + Send>;
pub type CommitCallback = Box<dyn FnOnce(Result<(), RepositoryError>) + Send>;

/// Runs writes one after the other on a thread that commits several of them together.
pub struct WriteQueue {
    /// Only for jobs of the queue.
    pub services: Arc<Services>,
    /// Enqueues a job; an error says that too many wait.
    pub submit: Box<dyn Fn(WriteJob) -> Result<(), RepositoryError> + Send + Sync>,
}

impl WriteQueue {
    pub(crate) async fn run(&self, use_case: UseCase) -> Result<Erased, Problem> {
        let (sender, committed) = oneshot::channel();
        let (services, span) = (Arc::clone(&self.services), tracing::Span::current());
        (self.submit)(Box::new(move || {
            let result = span.in_scope(|| use_case.run(&services));
            Box::new(move |outcome| {
                // The client may have gone.
                let _ = sender.send(outcome.map_err(Problem::from).and(result));
            })
        }))?;
        committed.await.unwrap_or_else(|_| Err(Problem::aborted()))
    }
}
