use actix_web::{
    Error, HttpMessage,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{Method, StatusCode},
};
use api::SignedIn;
use tracing::{Span, field::Empty};
use tracing_actix_web::RootSpanBuilder;

use crate::web::{Web, client, request_id::RequestId};

/// Where what is done to accounts and by moderators is done; what is between two people is not here.
const AUDITED: [&str; 5] = ["/login", "/register", "/api/user/", "/moderation/", "/user/"];
/// Where moderators and admins take away what others wrote.
const AUDITED_IF_DELETED: [&str; 3] = ["/forums/", "/api/posts/", "/api/replies/"];

/// What the log says of a request: never its query, its headers or its body.
pub(super) struct RequestLog;

impl RootSpanBuilder for RequestLog {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let trusted = request.app_data::<Web>().map_or(&[][..], |web| &web.trusted_proxies);
        let id = RequestId::of(request, trusted);
        let span = tracing::info_span!(
            target: "request",
            "request",
            id = id.as_str(),
            method = %request.method(),
            path = request.path(),
            client = client::address(request.request(), trusted).map(tracing::field::display),
            status = Empty,
        );
        request.extensions_mut().insert(id);
        span
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        tracing::debug!(parent: &span, "answered");
        let Ok(response) = outcome else { return };
        let request = response.request();
        if is_audited(request.method(), request.path(), status) {
            let account = request.extensions().get().map(|SignedIn(id)| id.0);
            let came_of_it = if status.is_success() { "done" } else { "refused" };
            tracing::info!(target: "audit", parent: &span, account, "{came_of_it}");
        }
    }
}

/// Whether it is written down at every level. Never what anybody can ask for as often as they like:
/// failed logins are throttled, and so is what members change.
fn is_audited(method: &Method, path: &str, status: StatusCode) -> bool {
    let is_at = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
    match status {
        _ if method.is_safe() => false,
        StatusCode::UNAUTHORIZED => is_at(&["/login"]),
        StatusCode::FORBIDDEN => !is_at(&["/register", "/api/contacts/"]),
        _ if !status.is_success() => false,
        _ => is_at(&AUDITED) || method == Method::DELETE && is_at(&AUDITED_IF_DELETED),
    }
}
