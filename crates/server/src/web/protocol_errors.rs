//! Completes the errors that actix-http itself answers: it knows neither the middleware nor problems.

use actix_web::{
    ResponseError,
    body::MessageBody,
    http::{StatusCode, header::HeaderMap},
    web::Bytes,
};
use api::Problem;

use crate::web::headers;

/// Longer than any response without a body that actix-http writes.
const MAX_LEN: usize = 256;
const NO_BODY: &str = "\r\ncontent-length: 0\r\n";

/// Returns the problem to send instead of this response, if it is an error of actix-http, which has no
/// body. actix-http closes the connection after it.
pub(super) fn complete(response: &[u8]) -> Option<Bytes> {
    if response.len() > MAX_LEN {
        return None;
    }
    let head = str::from_utf8(response).ok()?.strip_suffix("\r\n\r\n")?;
    let (version, status) = head.split_at_checked("HTTP/1.1 ".len())?;
    let problem = problem(version, status.get(..3)?)?;
    let (start, end) = head.split_once(NO_BODY).or_else(|| {
        // It may also be the last.
        head.strip_suffix(NO_BODY.trim_end()).map(|start| (start, ""))
    })?;
    // The application's own have the security headers.
    let [(own, _), ..] = headers::SECURITY;
    if head.contains(own.as_str()) {
        return None;
    }
    Some(with_body(&[start, end], &problem))
}

fn problem(version: &str, status: &str) -> Option<Problem> {
    if !["HTTP/1.0 ", "HTTP/1.1 "].contains(&version) {
        return None;
    }
    Some(match status {
        "400" => Problem::new(
            StatusCode::BAD_REQUEST,
            "malformed-request",
            "The request is no valid HTTP.",
        ),
        "408" => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            "The request did not arrive in time.",
        ),
        "431" => Problem::new(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "headers-too-large",
            "The request has too many or too long headers.",
        ),
        _ => return None,
    })
}

fn with_body(head: &[&str], problem: &Problem) -> Bytes {
    let response = problem.error_response();
    let mut lines: Vec<u8> = head.join("\r\n").trim_end().into();
    let mut add = |name: &str, value: &[u8]| {
        lines.extend([b"\r\n", name.as_bytes(), b": ", value].concat());
    };
    if !head.iter().any(|part| part.contains("connection: close")) {
        add("connection", b"close");
    }
    let own: &HeaderMap = response.headers();
    for (name, value) in own {
        add(name.as_str(), value.as_bytes());
    }
    for (name, value) in headers::SECURITY {
        add(name.as_str(), value.as_bytes());
    }
    let body = response.into_body().try_into_bytes().unwrap_or_default();
    add("content-length", body.len().to_string().as_bytes());
    lines.extend(b"\r\n\r\n");
    lines.extend(&body);
    lines.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_errors_become_problems_with_security_headers() {
        for (status, code) in [
            ("400 Bad Request", "malformed-request"),
            ("408 Request Timeout", "too-slow"),
            ("431 Request Header Fields Too Large", "headers-too-large"),
        ] {
            let bare = format!(
                "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\
                 date: Tue, 24 Nov 2026 21:00:00 GMT\r\n\r\n"
            );
            let complete = complete(bare.as_bytes()).unwrap();
            let complete = str::from_utf8(&complete).unwrap();
            let (head, body) = complete.split_once("\r\n\r\n").unwrap();
            assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{head}");
            for line in [
                "connection: close",
                "date: Tue, 24 Nov 2026 21:00:00 GMT",
                "content-type: application/problem+json",
                "x-content-type-options: nosniff",
                &format!("content-length: {}", body.len()),
            ] {
                assert_eq!(head.lines().filter(|one| *one == line).count(), 1, "{line} in {head}");
            }
            assert!(body.contains(&format!("\"code\":\"{code}\"")), "{body}");
        }
    }

    #[test]
    fn other_responses_stay_as_they_are() {
        let unchanged = |response: &str| assert!(complete(response.as_bytes()).is_none());
        unchanged("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        unchanged("HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}");
        unchanged("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n");
        unchanged(
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ncontent-security-policy: x\r\n\r\n",
        );
        unchanged("");
    }
}
