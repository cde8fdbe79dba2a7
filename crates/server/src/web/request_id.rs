use actix_web::{
    HttpMessage,
    dev::ServiceRequest,
    http::header::{HeaderName, HeaderValue},
};
use ipnet::IpNet;

use crate::web::client::is_trusted;

pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const LONGEST: usize = 128;

/// The id of a request in the log and in the response.
#[derive(Clone, Debug)]
pub(super) struct RequestId(pub(super) HeaderValue);

impl RequestId {
    /// Takes the id of a trusted proxy, or creates one.
    pub(super) fn of(request: &ServiceRequest, trusted: &[IpNet]) -> Self {
        let by_proxy = request.peer_addr().is_some_and(|peer| is_trusted(peer.ip(), trusted));
        let named = request.headers().get(X_REQUEST_ID).filter(|name| by_proxy && is_sane(name));
        named.map_or_else(|| Self::new(request), |name| Self(name.clone()))
    }

    fn new(request: &ServiceRequest) -> Self {
        let drawn = request.extensions().get::<tracing_actix_web::RequestId>().copied();
        let name = drawn.map(|id| id.to_string()).unwrap_or_default();
        Self(HeaderValue::from_str(&name).unwrap_or_else(|_| HeaderValue::from_static("")))
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// Returns whether an id is short and cannot break a log line.
fn is_sane(name: &HeaderValue) -> bool {
    let known = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
    (1..=LONGEST).contains(&name.len()) && name.as_bytes().iter().all(known)
}
