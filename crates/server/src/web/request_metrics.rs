use std::time::Instant;

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
};

use api::Problem;

use crate::{metrics::AnsweredRequest, web::Web};

/// Marks a request answered by a file or page of the SPA, even if its path matches an API route.
pub(super) struct UnmatchedRoute;

/// Counts and times requests.
pub(super) async fn measure<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let Some(metrics) = request.app_data::<Web>().and_then(|web| web.metrics.clone()) else {
        return next.call(request).await;
    };
    let _in_flight = metrics.requests.enter();
    let (started, method) = (Instant::now(), method(request.method()));
    let response = next.call(request).await?;
    let problem = response.response().error().and_then(|error| error.as_error::<Problem>());
    metrics.requests.answered(AnsweredRequest {
        method,
        route: &route(response.request()),
        status: response.status().as_str(),
        is_first_step: problem.is_some_and(Problem::asks_for_second_step),
        took: started.elapsed(),
    });
    Ok(response)
}

/// The known methods: clients can invent more than a label should have.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn route(request: &HttpRequest) -> String {
    if request.extensions().contains::<UnmatchedRoute>() {
        return "spa".to_owned();
    }
    request.match_pattern().unwrap_or_else(|| "none".to_owned())
}
