use actix_web::{
    Error, HttpMessage, HttpRequest, HttpResponse, ResponseError,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        ConnectionType, Method, Uri,
        header::{ACCEPT, Accept, HOST, Header, USER_AGENT},
    },
    middleware::Next,
};
use api::{Methods, method_not_allowed};
use mime::{APPLICATION_JSON, Mime, TEXT_HTML};
use url::Url;

use crate::web::{
    Web, client, files, old_addresses, request_bounds, request_metrics::UnmatchedRoute,
};

/// Prefixes of paths that never serve the SPA.
const NON_APP_PATHS: [&str; 7] =
    ["/api", "/assets", "/images", "/login/oidc", "/mail", "/healthz", "/readyz"];

/// Dispatches each request to a file, a page of the SPA or an API route.
pub(super) async fn route<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    if let Some(problem) = request_bounds::exceeds_bounds(request.request()) {
        let mut response = problem.error_response();
        // As where actix-http refuses a larger one.
        response.head_mut().set_connection_type(ConnectionType::Close);
        return Ok(request.into_response(response).map_into_right_body());
    }
    drop_trailing_slash(&mut request);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && let Some(response) = file_or_screen(request.request()).await {
        request.extensions_mut().insert(UnmatchedRoute);
        return Ok(request.into_response(response).map_into_right_body());
    }
    if let Some(response) = other_method(&request) {
        return Ok(request.into_response(response).map_into_right_body());
    }
    if request.method() == Method::HEAD {
        // Routed as GET; the connection sends no body.
        request.head_mut().method = Method::GET;
    }
    api::identify_program(request.request()).await;
    Ok(next.call(request).await?.map_into_left_body())
}

async fn file_or_screen(request: &HttpRequest) -> Option<HttpResponse> {
    let path = request.path();
    if let Some(file) = files::file(request, path) {
        return Some(file);
    }
    if let Some(resource) = pages::resource(request, || origin(request)).await {
        return Some(resource);
    }
    if let Some(redirect) = old_addresses::redirect(request).await {
        return Some(redirect);
    }
    if !is_screen(request, path) {
        return None;
    }
    let Some(mut document) = pages::document(request, &origin(request)).await else {
        return Some(files::screen(request));
    };
    files::add_preload(path, &mut document);
    Some(document)
}

/// Returns the scheme and host under which clients reach this server.
fn origin(request: &HttpRequest) -> String {
    let web = request.app_data::<Web>();
    if let Some(url) = web.and_then(|web| web.public_url.as_ref()) {
        return url.origin().ascii_serialization();
    }
    let is_https = web.is_some_and(|web| client::is_https(request, &web.trusted_proxies));
    let scheme = if is_https { "https" } else { "http" };
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let is_host = |host: &&str| Url::parse(&format!("{scheme}://{host}/")).is_ok();
    format!("{scheme}://{}", host.filter(is_host).unwrap_or("localhost"))
}

fn is_screen(request: &HttpRequest, path: &str) -> bool {
    if NON_APP_PATHS.iter().any(|prefix| is_below(path, prefix)) {
        return false;
    }
    let accepted = accepted(request);
    let names =
        |wanted: &Mime| accepted.iter().any(|mime| mime.essence_str() == wanted.essence_str());
    let has_get = || Methods::declared().of(path).contains(&Method::GET);
    let is_robot = || {
        let agent = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok());
        agent.is_some_and(pages::is_preview_robot)
    };
    names(&TEXT_HTML) || (!names(&APPLICATION_JSON) && (!has_get() || is_robot()))
}

fn is_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn accepted(request: &HttpRequest) -> Vec<Mime> {
    if !request.headers().contains_key(ACCEPT) {
        return vec![];
    }
    Accept::parse(request).map_or_else(|_| vec![], |accept| accept.ranked())
}

/// Refuses a method that a literal path of the document lacks, before the router matches it as an id.
fn other_method(request: &ServiceRequest) -> Option<HttpResponse> {
    let allowed = Methods::declared().of_literal(request.path())?;
    (!allowed.contains(request.method()) && request.method() != Method::OPTIONS)
        .then(|| method_not_allowed(allowed))
}

/// Not of what deletes: with an empty id behind it, a list would be meant in the place of one item.
fn drop_trailing_slash(request: &mut ServiceRequest) {
    let path = request.path();
    if path.len() == 1 || !path.ends_with('/') || request.method() == Method::DELETE {
        return;
    }
    let trimmed = path.trim_end_matches('/');
    let trimmed = if trimmed.is_empty() { "/" } else { trimmed };
    let target = match request.uri().query() {
        Some(query) => format!("{trimmed}?{query}"),
        None => trimmed.to_owned(),
    };
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = target.parse().ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
}
