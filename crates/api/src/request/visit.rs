use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::uri::PathAndQuery};

use crate::{Problem, meter::Meter, packed::takes_packed, request::Caller};

/// Longer addresses are answered like any other, but their answers are not kept.
const LONGEST: usize = 512;

/// A request that only reads, where visitors are welcome.
pub(crate) struct Visit {
    pub(crate) caller: Caller,
    /// Path and query.
    pub(crate) target: Box<str>,
    pub(crate) takes_packed: bool,
}

impl Visit {
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Counted by `meter`.
    pub(crate) fn metered(self, meter: Option<Meter>) -> Self {
        Self { caller: self.caller.metered(meter), ..self }
    }

    pub(crate) fn may_be_kept(&self) -> bool {
        self.target.len() <= LONGEST
    }
}

impl FromRequest for Visit {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visit = |caller: Caller| Self {
            caller,
            target: request.uri().path_and_query().map_or("/", PathAndQuery::as_str).into(),
            takes_packed: takes_packed(request.headers()),
        };
        ready(Caller::from_request(request, payload).into_inner().map(visit))
    }
}
