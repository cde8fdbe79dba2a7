use actix_web::{HttpMessage, HttpRequest, web::Data};
use users::Session;

use super::bearer_token;
use crate::{problem::Problem, state::Api};

/// Whom the API token of a request represents, if it is valid: put into the extensions of the request.
#[derive(Clone)]
struct Identified(Result<Option<Session>, Problem>);

/// Finds out whom the API token of a request represents, if it is sent with one, before the handler asks: that may need a
/// read, and handlers learn the sender without waiting. A text with a wrong checksum is none and costs nothing.
pub async fn identify_program(request: &HttpRequest) {
    let Some(api) = request.app_data::<Data<Api>>() else { return };
    let users = &api.executor.services().users;
    let Some(digest) = bearer_token(request).and_then(|token| users.api_token_digest(token)) else {
        return;
    };
    let found = api.api_session(digest).await;
    request.extensions_mut().insert(Identified(found));
}

/// Returns whom the API token of a request represents; `None` if it is sent with none that is valid.
pub(super) fn identified(request: &HttpRequest) -> Result<Option<Session>, Problem> {
    request.extensions().get().cloned().map_or(Ok(None), |Identified(found)| found)
}
