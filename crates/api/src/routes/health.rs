use actix_web::{
    HttpResponse, Responder, get,
    http::header::{CACHE_CONTROL, ContentType},
    web,
};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{problem::Problem, state::Api};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(alive).service(ready);
}

/// Returns whether the process is alive.
#[utoipa::path(tag = "health", responses((status = 200, description = "Alive", body = String)))]
#[get("/healthz")]
async fn alive() -> impl Responder {
    ok("alive")
}

/// Returns whether the server is ready for requests, which needs the database.
#[utoipa::path(tag = "health", responses((status = 200, description = "Ready", body = String)))]
#[get("/readyz")]
async fn ready(api: web::Data<Api>) -> impl Responder {
    if api.is_ready().await? { Ok(ok("ready")) } else { Err(Problem::unavailable()) }
}

fn ok(word: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type(ContentType::plaintext())
        .body(word)
}
