use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::uri::PathAndQuery};

use crate::{Problem, request::Caller};

/// Longer addresses are answered like any other, but their answers are not kept.
const LONGEST: usize = 512;

/// A request that only reads, where visitors are welcome.
pub(crate) struct Visit {
    pub(crate) caller: Caller,
    /// What a visitor's answer is kept by: path and query.
    pub(crate) target: Option<Box<str>>,
}

impl FromRequest for Visit {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visit = |caller: Caller| {
            let target = request.uri().path_and_query().map(PathAndQuery::as_str);
            let kept = target.filter(|target| caller.0.is_none() && target.len() <= LONGEST);
            Self { target: kept.map(Box::from), caller }
        };
        ready(Caller::from_request(request, payload).into_inner().map(visit))
    }
}
