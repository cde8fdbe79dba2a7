use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::AUTHORIZATION, web};
use users::Session;

use crate::{Api, Problem};

/// Who sends the request: nobody, or the holder of a token that is signed and has not expired.
///
/// A bad token is refused here, on public routes too; whether its session still counts, the
/// services say ([`crate::Services::member`], [`crate::Services::viewer`]).
pub(crate) struct Caller(pub(crate) Option<Session>);

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(caller(request))
    }
}

fn caller(request: &HttpRequest) -> Result<Caller, Problem> {
    let Some(header) = request.headers().get(AUTHORIZATION) else {
        return Ok(Caller(None));
    };
    let api = request.app_data::<web::Data<Api>>().ok_or_else(Problem::internal)?;
    let session = header
        .to_str()
        .ok()
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .and_then(|(_, token)| api.services().users.session(token.trim()));
    session.map(|session| Caller(Some(session))).ok_or_else(Problem::unauthorized)
}
