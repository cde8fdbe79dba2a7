//! The server as browsers meet it: API and SPA on one address, under one set of headers.

mod client;
pub(crate) mod connections;
mod dispatch;
mod draining;
mod files;
mod headers;
mod log;
mod request_bounds;
mod request_id;
mod request_metrics;

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
use api::{Api, Methods, RATE_LIMIT_HEADERS};
use ipnet::IpNet;
use limits::{Limits, ProofOfWork};
use tracing_actix_web::TracingLogger;
use url::Url;

pub use self::draining::Draining;
use self::log::RequestLog;
use crate::metrics::Metrics;

/// What differs from one installation to another.
#[derive(Clone, Debug, Default)]
pub struct Web {
    /// Origins that may call the API from a browser, beside our own.
    pub cors_origins: Vec<String>,
    /// Where proxies stand whose word on the client's address counts.
    pub trusted_proxies: Vec<IpNet>,
    /// What the API document names; the address it is read from, if none.
    pub public_url: Option<Url>,
    /// Where requests are counted, if anywhere.
    pub metrics: Option<Arc<Metrics>>,
    pub draining: Draining,
    /// How often somebody may do something; none if nothing is limited.
    pub limits: Option<Arc<Limits>>,
    /// What whoever registers has to work on; none if nothing.
    pub work: Option<Arc<ProofOfWork>>,
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
            .expose_headers([
                header::LINK,
                header::ETAG,
                header::RETRY_AFTER,
                header::WWW_AUTHENTICATE,
            ])
            .expose_headers(RATE_LIMIT_HEADERS)
            .max_age(3_600);
        Condition::new(!self.cors_origins.is_empty(), cors)
    }
}

/// The application that each worker runs.
pub fn app(
    api: Data<Api>,
    methods: Data<Methods>,
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
        .app_data(methods)
        .configure(api::configure)
        .default_service(web::to(api::no_such_call))
        .wrap(from_fn(dispatch::route))
        .wrap(from_fn(client::tell))
        .wrap(web.cors())
        .app_data(web)
        .wrap(from_fn(headers::secure))
        .wrap(TracingLogger::<RequestLog>::new())
        .wrap(from_fn(request_metrics::measure))
}
