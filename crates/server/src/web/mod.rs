//! The web server: API and SPA on one origin with common headers.

mod bounded_stream;
mod client;
pub(crate) mod connections;
mod dispatch;
mod draining;
mod files;
mod headers;
mod log;
mod old_addresses;
mod open_requests;
mod protocol_errors;
mod request_bounds;
mod request_id;
mod request_metrics;
mod start;
mod unsent;

use std::sync::Arc;

use actix_cors::Cors;
use actix_web::{
    App, Error,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::header,
    middleware::{Condition, from_fn},
    web::{self, Data},
};
use api::{Api, CORRECTED_QUERY, RATE_LIMIT_HEADERS};
use import::Moved;
use ipnet::IpNet;
use limits::{Limits, ProofOfWork};
use pages::Shell;
use tracing_actix_web::TracingLogger;
use url::Url;

use self::log::RequestLog;
pub use self::{draining::Draining, start::start, unsent::Unsent};
use crate::metrics::Metrics;

/// The settings of an installation.
#[derive(Clone, Debug, Default)]
pub struct Web {
    /// Additional origins that may call the API from a browser.
    pub cors_origins: Vec<String>,
    /// The addresses of trusted proxies.
    pub trusted_proxies: Vec<IpNet>,
    /// The server URL in the API document; by default the URL of the request.
    pub public_url: Option<Url>,
    /// Request metrics, if enabled.
    pub metrics: Option<Arc<Metrics>>,
    pub draining: Draining,
    /// The responses that wait for their clients.
    pub unsent: Unsent,
    /// Rate limits, if enabled.
    pub limits: Option<Arc<Limits>>,
    /// Proof of work before registration, if enabled.
    pub work: Option<Arc<ProofOfWork>>,
    /// The community that was imported, if one was: its old addresses lead to the new ones.
    pub moved: Option<Arc<dyn Moved>>,
}

impl Web {
    fn cors(&self) -> Condition<Cors> {
        let cors = self
            .cors_origins
            .iter()
            .fold(Cors::default(), |cors, origin| cors.allowed_origin(origin));
        let cors = cors
            .allowed_methods(["GET", "HEAD", "POST", "PUT", "DELETE"])
            .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::IF_NONE_MATCH])
            .allowed_header("Last-Event-ID")
            .allowed_header("Idempotency-Key")
            .expose_headers([
                header::LINK,
                header::ETAG,
                header::RETRY_AFTER,
                header::WWW_AUTHENTICATE,
            ])
            .expose_headers(RATE_LIMIT_HEADERS)
            .expose_headers([CORRECTED_QUERY])
            .max_age(3_600);
        Condition::new(!self.cors_origins.is_empty(), cors)
    }
}

/// Returns the file of the web interface, in which documents have their place.
#[must_use]
pub fn shell() -> Data<Shell> {
    Data::new(Shell::new(files::index().as_deref()))
}

/// Builds the application of a worker.
pub fn app(
    api: Data<Api>,
    shell: Data<Shell>,
    web: Web,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(api)
        .app_data(shell)
        .configure(api::configure)
        .default_service(web::to(api::no_such_call))
        .wrap(from_fn(dispatch::route))
        .wrap(from_fn(unsent::bound))
        .wrap(from_fn(client::tell))
        .wrap(web.cors())
        .app_data(web)
        .wrap(from_fn(headers::secure))
        .wrap(TracingLogger::<RequestLog>::new())
        .wrap(from_fn(request_metrics::measure))
        .wrap(from_fn(open_requests::count))
}
