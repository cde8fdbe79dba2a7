//! The server as browsers meet it: API and SPA on one address, under one set of headers.

mod files;
mod headers;
mod one_origin;

use actix_cors::Cors;
use actix_web::{
    App, Error,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::header,
    middleware::{Condition, from_fn},
    web::{self, Data},
};
use api::{Api, Methods};
use tracing_actix_web::TracingLogger;

/// What differs from one installation to another.
#[derive(Clone, Debug)]
pub struct Web {
    cors_origins: Vec<String>,
}

impl Web {
    /// `cors_origins` may call the API from a browser, beside our own.
    #[must_use]
    pub fn new(cors_origins: &[String]) -> Self {
        Self { cors_origins: cors_origins.to_vec() }
    }

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
        .wrap(from_fn(one_origin::route))
        .wrap(web.cors())
        .wrap(from_fn(headers::secure))
        .wrap(TracingLogger::default())
}
