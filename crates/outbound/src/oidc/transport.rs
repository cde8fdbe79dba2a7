//! Carries the requests of `openidconnect`.

use openidconnect::{HttpRequest, HttpResponse, http};
use reqwest::Request;

use crate::client::{ClientError, GuardedClient};

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpError {
    #[error("the answer is too large")]
    TooLarge,
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Request(#[from] reqwest::Error),
    #[error(transparent)]
    Http(#[from] http::Error),
}

/// Sends a request and reads its answer.
pub(super) async fn call(
    client: &GuardedClient,
    request: HttpRequest,
) -> Result<HttpResponse, HttpError> {
    let found = client.send(Request::try_from(request)?).await?;
    if found.is_cut {
        return Err(HttpError::TooLarge);
    }
    let mut answer = http::Response::builder().status(found.status);
    for (name, value) in &found.headers {
        answer = answer.header(name, value);
    }
    Ok(answer.body(found.body)?)
}
