use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::StatusCode,
};
use api::{Audit, SignedIn};
use tracing::{Level, Span, field::Empty};
use tracing_actix_web::RootSpanBuilder;

use crate::web::{Web, client, request_id::RequestId};

/// The logged fields of a request: never its query, headers or body.
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
        let request = outcome.as_ref().ok().map(ServiceResponse::request);
        let audited = request.filter(|request| is_audited(request, status));
        // Formatted for the lines below alone.
        if audited.is_some() || tracing::enabled!(Level::DEBUG) {
            span.record("status", status.as_u16());
        }
        tracing::debug!(parent: &span, "responded");
        if let Some(request) = audited {
            let account = request.extensions().get().map(|SignedIn(id)| id.0);
            let result = if status.is_success() { "done" } else { "refused" };
            tracing::info!(target: "audit", parent: &span, account, "{result}");
        }
    }
}

/// Returns whether the route records this response, at every log level.
fn is_audited(request: &HttpRequest, status: StatusCode) -> bool {
    let pattern = || request.match_pattern();
    !request.method().is_safe()
        && pattern().is_some_and(|pattern| Audit::of(request.method(), pattern).records(status))
}
