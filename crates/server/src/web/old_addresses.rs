//! Addresses of the system that the community came from.

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, header::LOCATION},
    web::block,
};
use api::Methods;
use import::OldAddress;

use super::Web;

/// Returns a redirect from an old address to the new one, if a community was imported and has it. Calls of the API at
/// the same path come first.
pub(super) async fn redirect(request: &HttpRequest) -> Option<HttpResponse> {
    let moved = Arc::clone(request.app_data::<Web>()?.moved.as_ref()?);
    let address = OldAddress::parse(moved.system(), request.path(), request.query_string())?;
    if Methods::declared().of(request.path()).contains(&Method::GET) {
        return None;
    }
    let found = block(move || moved.find(&address)).await.ok()?;
    match found {
        Ok(path) => {
            Some(HttpResponse::MovedPermanently().insert_header((LOCATION, path?)).finish())
        }
        Err(error) => {
            tracing::warn!(%error, "an old address was not looked up");
            None
        }
    }
}
