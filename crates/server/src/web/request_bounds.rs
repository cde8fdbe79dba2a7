use actix_web::{
    HttpRequest,
    http::{StatusCode, uri::PathAndQuery},
};
use api::Problem;

/// Path and query; our own are under 300 bytes, even for a search with many words.
const MAX_TARGET_LEN: usize = 8 * 1024;
/// Browsers send about twenty; proxies add some.
const MAX_HEADERS: usize = 64;
/// Names and values; a token has 300 bytes.
const MAX_HEADER_BYTES: usize = 16 * 1024;

/// Refuses oversized requests before any other check. Beyond 96 headers or 128 KiB, actix-http
/// answers, and `protocol_errors` completes it.
pub(super) fn exceeds_bounds(request: &HttpRequest) -> Option<Problem> {
    let target =
        request.uri().path_and_query().map_or(0, |target| PathAndQuery::as_str(target).len());
    if target > MAX_TARGET_LEN {
        let detail = "The address is too long.";
        return Some(Problem::new(StatusCode::URI_TOO_LONG, "address-too-long", detail));
    }
    let headers = request.headers();
    let bytes: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    (headers.len() > MAX_HEADERS || bytes > MAX_HEADER_BYTES).then(|| {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        Problem::new(status, "headers-too-large", "The request has too many or too long headers.")
    })
}
