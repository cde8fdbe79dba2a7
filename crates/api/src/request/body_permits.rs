use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest, web};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Api, Problem, request::SignedIn};

/// Bodies of more bytes need a permit: a login has 100, and the longest message some thousands.
pub(crate) const LARGE: usize = 16 * 1024;

/// The number of members' large bodies that are read concurrently, so that all bodies fit into memory.
const FOR_MEMBERS: usize = 32;
/// The same for visitors; separate, because no account limits them.
const FOR_VISITORS: usize = 16;

/// Permits to read large bodies.
pub(crate) struct BodyPermits {
    members: Arc<Semaphore>,
    visitors: Arc<Semaphore>,
}

impl BodyPermits {
    pub(crate) fn new() -> Self {
        let permits = |count| Arc::new(Semaphore::new(count));
        Self { members: permits(FOR_MEMBERS), visitors: permits(FOR_VISITORS) }
    }

    /// Returns the permits for the sender of the request; the token is verified before.
    pub(crate) fn of(request: &HttpRequest) -> Option<PermitPool> {
        let permits = &request.app_data::<web::Data<Api>>()?.body_permits;
        let is_member = request.extensions().get::<SignedIn>().is_some();
        let pool = if is_member { &permits.members } else { &permits.visitors };
        Some(PermitPool(Arc::clone(pool)))
    }
}

/// The permits of one kind of sender.
pub(crate) struct PermitPool(Arc<Semaphore>);

impl PermitPool {
    /// Takes a permit.
    ///
    /// # Errors
    /// 503 if none is free.
    pub(crate) fn acquire(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| Problem::unavailable())
    }
}
