use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest, web};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Api, Problem, request::SignedIn};

/// Bodies of more bytes are large: a login has 100, and the longest message some thousands.
pub(crate) const LARGE: usize = 16 * 1024;

/// How many large bodies may be read at once. What all clients together send has to fit into memory,
/// and visitors, whom nobody counts, must not take the places of members.
const OF_MEMBERS: usize = 32;
const OF_VISITORS: usize = 16;

/// The places for large bodies.
pub(crate) struct LargeBodies {
    of_members: Arc<Semaphore>,
    of_visitors: Arc<Semaphore>,
}

impl LargeBodies {
    pub(crate) fn new() -> Self {
        let places = |count| Arc::new(Semaphore::new(count));
        Self { of_members: places(OF_MEMBERS), of_visitors: places(OF_VISITORS) }
    }

    /// Those for whoever sent the request, whose token was looked at before.
    pub(crate) fn of(request: &HttpRequest) -> Option<Places> {
        let places = &request.app_data::<web::Data<Api>>()?.large_bodies;
        let is_member = request.extensions().get::<SignedIn>().is_some();
        let places = if is_member { &places.of_members } else { &places.of_visitors };
        Some(Places(Arc::clone(places)))
    }
}

pub(crate) struct Places(Arc<Semaphore>);

impl Places {
    /// # Errors
    /// 503 if none is free.
    pub(crate) fn take(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| Problem::unavailable())
    }
}
