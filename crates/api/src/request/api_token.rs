use actix_web::{HttpMessage, HttpRequest, web::Data};
use users::Session;

use super::bearer_token;
use crate::{problem::Problem, state::Api};

/// The session of a request's API token, if that is valid: put into the extensions of the request.
#[derive(Clone)]
struct Identified(Result<Option<Session>, Problem>);

/// Looks up the session of a request's API token, if it has one, before the handler runs: that may need a read, for which
/// handlers can't wait. A token with a wrong checksum is refused without a read.
pub async fn identify_program(request: &HttpRequest) {
    let Some(api) = request.app_data::<Data<Api>>() else { return };
    let users = &api.executor.services().users;
    let Some(digest) = bearer_token(request).and_then(|token| users.api_token_digest(token)) else {
        return;
    };
    let found = api.api_session(digest).await;
    request.extensions_mut().insert(Identified(found));
}

/// Returns the session of a request's API token; `None` if the request has no valid one.
pub(super) fn identified(request: &HttpRequest) -> Result<Option<Session>, Problem> {
    request.extensions().get().cloned().map_or(Ok(None), |Identified(found)| found)
}
