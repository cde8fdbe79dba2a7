use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use crate::{
    compression::accepts_zstd,
    problem::Problem,
    request::{Caller, Params},
    request_limiter::RequestLimiter,
};

/// The longest cacheable address, in bytes. Responses to longer ones are not cached.
const LONGEST_CACHEABLE: usize = 512;

/// A request to a public route that only reads.
pub(crate) struct PublicRequest {
    pub(crate) caller: Caller,
    /// The path and the known parameters of the query.
    pub(crate) target: Box<str>,
    pub(crate) accepts_zstd: bool,
}

impl PublicRequest {
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Counts the request with `limiter`.
    pub(crate) fn limited_by(self, limiter: Option<RequestLimiter>) -> Self {
        Self { caller: self.caller.limited_by(limiter), ..self }
    }

    /// Returns whether its response may be cached.
    pub(crate) fn is_cacheable(&self) -> bool {
        self.target.len() <= LONGEST_CACHEABLE
    }
}

impl FromRequest for PublicRequest {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let with_caller = |caller: Caller| Self {
            caller,
            target: Params::of(request).target(request.path()),
            accepts_zstd: accepts_zstd(request.headers()),
        };
        ready(Caller::from_request(request, payload).into_inner().map(with_caller))
    }
}
