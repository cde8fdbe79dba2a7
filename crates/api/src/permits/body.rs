use actix_web::{HttpMessage, HttpRequest};

use super::shared::{Sender, SharedPermit, SharedPermits};
use crate::{client::SignedIn, problem::Problem};

/// Bodies of more bytes need a permit: a login has 100, and the longest message some thousands.
pub(crate) const LARGE: usize = 16 * 1024;

/// The number of members' large bodies that are read concurrently, so that all bodies fit into memory.
const FOR_MEMBERS: usize = 32;
/// The same for visitors; separate, because no account limits them.
const FOR_VISITORS: usize = 16;

/// Permits to read large bodies.
pub(crate) struct BodyPermits {
    members: SharedPermits,
    visitors: SharedPermits,
}

impl BodyPermits {
    pub(crate) fn new() -> Self {
        let (members, visitors) =
            (SharedPermits::new(FOR_MEMBERS), SharedPermits::new(FOR_VISITORS));
        Self { members, visitors }
    }

    /// Returns the permits for the sender of the request; the token is verified before.
    pub(crate) fn of(&self, request: &HttpRequest) -> PermitPool {
        let is_member = request.extensions().get::<SignedIn>().is_some();
        let permits = if is_member { &self.members } else { &self.visitors };
        PermitPool { permits: permits.clone(), sender: Sender::of(request) }
    }
}

/// The permits of one kind of sender, for one of them.
pub(crate) struct PermitPool {
    permits: SharedPermits,
    sender: Sender,
}

impl PermitPool {
    /// Takes a permit.
    ///
    /// # Errors
    /// 503 if none is free for the sender.
    pub(crate) fn acquire(&self) -> Result<SharedPermit, Problem> {
        self.permits.acquire(&self.sender, 1)
    }
}
