//! The REST API: a thin adapter from HTTP to the use cases of the domains.
//!
//! A handler reads from top to bottom in the order in which the API refuses: the token (401),
//! what the path names (404), whether that person may (403), the body (415, 413, 400), its fields
//! (422). All of it runs in one call of the [`Executor`].

mod answers;
mod audit;
mod bodies;
mod client;
mod compression;
mod executor;
mod live;
mod methods;
mod openapi;
mod page;
mod permits;
mod problem;
mod public_reads;
mod rendered;
mod request;
mod request_limiter;
mod response;
mod response_cache;
mod routes;
mod scopes;
mod services;
mod state;
mod text_writes;
mod verbs;
mod webhook_contents;

use std::future::{Ready, ready};

use actix_web::{HttpRequest, HttpResponse, ResponseError, http::StatusCode, http::header, web};
use utoipa_actix_web::service_config::ServiceConfig;

pub use answers::answer_to_visitor;
pub use audit::Audit;
pub use client::{ClientAddress, SignedIn};
pub use compression::accepts_encoding;
pub use executor::{
    Bounds, CommitCallback, Executor, InlineReads, PooledServices, Reads, ReplicaReads, WriteJob,
    WriteQueue, Writes,
};
pub use live::{Live, LiveState, StreamBounds};
pub use methods::Methods;
pub use openapi::document;
pub use problem::Problem;
pub use rendered::{Renderable, Rendered};
pub use request::identify_program;
pub use request_limiter::{RATE_LIMIT_HEADERS, add_rate_limit_headers};
pub use response::matches_if_none_match;
pub use response_cache::{CatchUp, ResponseCache};
pub use routes::CORRECTED_QUERY;
pub use services::Services;
pub use state::{Api, Backend, ReadinessProbe};
pub use webhook_contents::WebhookContents;

/// Registers all routes; requires `Data<Api>`.
pub fn configure(config: &mut web::ServiceConfig) {
    routes::all(&mut ServiceConfig::new(config));
}

/// Answers unmatched requests: 405 on a known path, otherwise 404.
pub fn no_such_call(request: HttpRequest) -> Ready<HttpResponse> {
    let allowed = Methods::declared().of(request.path());
    ready(if allowed.is_empty() {
        Problem::not_found("There is nothing at this address.").error_response()
    } else {
        method_not_allowed(&allowed)
    })
}

/// Returns 405 with the allowed methods.
pub fn method_not_allowed(allowed: &[actix_web::http::Method]) -> HttpResponse {
    let detail = "This address does not take this method.";
    let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail);
    let mut response = problem.error_response();
    let allowed: Vec<&str> = allowed.iter().map(actix_web::http::Method::as_str).collect();
    if let Ok(allow) = header::HeaderValue::from_str(&allowed.join(", ")) {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}
