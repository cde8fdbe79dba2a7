use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        ConnectionType,
        header::{
            CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, PERMISSIONS_POLICY, REFERRER_POLICY,
            STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
    middleware::Next,
};

use crate::web::{
    Web, client,
    request_id::{RequestId, X_REQUEST_ID},
};

/// Only our own scripts and styles; images may come from anywhere. Strings become markup or a worker's address only
/// through the policy of `frontend/src/ui/trusted.ts`, or Swiper's, `html`, which it creates anew for each use.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
                      img-src 'self' blob: https: http:; connect-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types postup html 'allow-duplicates'";

/// Browser features that the app never uses.
const UNUSED: &str =
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

/// One year, without subdomains, which may not be ours.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The same for every response, except that a route may set a content security policy of its own.
pub(super) const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (PERMISSIONS_POLICY, HeaderValue::from_static(UNUSED)),
];

/// Adds the security headers and the request id to every response.
pub(super) async fn secure<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    api::add_rate_limit_headers(&mut response);
    for (name, value) in SECURITY {
        if name != CONTENT_SECURITY_POLICY || !response.headers().contains_key(&name) {
            response.headers_mut().insert(name, value);
        }
    }
    let id = response.request().extensions().get::<RequestId>().cloned();
    if let Some(RequestId(id)) = id {
        response.headers_mut().insert(X_REQUEST_ID, id);
    }
    let web = response.request().app_data::<Web>();
    let is_tls = web.is_some_and(|web| uses_tls(response.request(), web));
    let is_last = web.is_some_and(|web| web.draining.has_begun());
    if is_tls {
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    if is_last {
        // The client has to reconnect, to another server.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}

/// Returns whether browsers reach this server over TLS, by its public URL or its proxy.
fn uses_tls(request: &HttpRequest, web: &Web) -> bool {
    web.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
        || client::is_https(request, &web.trusted_proxies)
}
