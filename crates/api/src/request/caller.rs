use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::{Method, header::AUTHORIZATION},
    web,
};
use kernel::Member;
use limits::LimitedAction;
use users::Session;

use crate::{Api, Problem, meter::Meter, request::SignedIn};

/// Who sends the request: nobody, or the holder of a token that is signed and has not expired.
///
/// A bad token is refused here, on public routes too; whether its session still counts, the
/// services say ([`crate::Services::member`], [`crate::Services::viewer`]).
///
/// Whoever changes something is counted, as soon as it is known who it is.
pub(crate) struct Caller {
    pub(crate) session: Option<Session>,
    /// None if this request is not limited.
    pub(crate) meter: Option<Meter>,
}

impl Caller {
    /// Counted as this, instead of as a write.
    pub(crate) fn counted_as(mut self, act: LimitedAction) -> Self {
        if let Some(meter) = &mut self.meter {
            meter.action = act;
        }
        self
    }

    /// Counted by `meter`, where nothing is changed.
    pub(crate) fn metered(mut self, meter: Option<Meter>) -> Self {
        self.meter = meter;
        self
    }

    /// Counts the request, if it is limited.
    pub(crate) fn spend(&self, account: Option<&Member>) -> Result<(), Problem> {
        self.meter.as_ref().map_or(Ok(()), |meter| meter.spend(account))
    }
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(caller(request))
    }
}

fn caller(request: &HttpRequest) -> Result<Caller, Problem> {
    let changes = *request.method() != Method::GET;
    let meter = || changes.then(|| Meter::of(request, LimitedAction::Write)).flatten();
    let Some(header) = request.headers().get(AUTHORIZATION) else {
        return Ok(Caller { session: None, meter: meter() });
    };
    let api = request.app_data::<web::Data<Api>>().ok_or_else(Problem::internal)?;
    let session = header
        .to_str()
        .ok()
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .and_then(|(_, token)| api.executor.services().users.session(token.trim()));
    let session = session.ok_or_else(Problem::unauthorized)?;
    request.extensions_mut().insert(SignedIn(session.user));
    Ok(Caller { session: Some(session), meter: meter() })
}
