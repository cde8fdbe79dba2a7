//! HTTP requests to providers: 10 s in all, no redirects, at most 1 MiB of an answer.

use openidconnect::{
    HttpRequest, HttpResponse, http,
    url::{Host, Url},
};
use reqwest::{Client, Request, redirect::Policy};

/// The most bytes of an answer.
const MAX_BYTES: usize = 1 << 20;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpError {
    #[error("{0} is neither an https address nor one of this machine")]
    NotAllowed(String),
    #[error("the answer has more than {MAX_BYTES} bytes")]
    TooLarge,
    #[error(transparent)]
    Reqwest(#[from] reqwest::Error),
    #[error(transparent)]
    Http(#[from] http::Error),
}

/// Returns whether a provider may be asked at this address: by TLS, or on this machine.
pub(super) fn is_allowed(url: &Url) -> bool {
    match url.scheme() {
        "https" => url.has_host(),
        "http" => is_loopback(url),
        _ => false,
    }
}

/// Returns whether an address is one of this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

pub(super) fn client() -> reqwest::Result<Client> {
    Client::builder().redirect(Policy::none()).build()
}

/// Sends a request and reads its answer.
pub(super) async fn call(client: Client, request: HttpRequest) -> Result<HttpResponse, HttpError> {
    let request = Request::try_from(request)?;
    if !is_allowed(request.url()) {
        return Err(HttpError::NotAllowed(request.url().to_string()));
    }
    let mut response = client.execute(request).await?;
    let mut answer = http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    let mut body = vec![];
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_BYTES {
            return Err(HttpError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(answer.body(body)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_asked_by_tls_or_on_this_machine() {
        for (address, allowed) in [
            ("https://id.example", true),
            ("http://localhost:4000/oidc", true),
            ("http://127.0.0.2", true),
            ("http://[::1]:80", true),
            ("http://id.example", false),
            ("http://localhost.example", false),
            ("http://10.0.0.1", false),
            ("ftp://localhost", false),
        ] {
            assert_eq!(is_allowed(&address.parse().unwrap()), allowed, "{address}");
        }
    }
}
