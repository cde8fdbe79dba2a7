use std::{convert::Infallible, marker::PhantomData, time::Duration};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::{
        StatusCode,
        header::{CONTENT_LENGTH, TRANSFER_ENCODING},
    },
    web::{Bytes, BytesMut},
};
use futures_util::{StreamExt, future::LocalBoxFuture};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use tokio::time::timeout;

use crate::{
    permits::{LARGE, PermitPool, SharedPermit},
    problem::Problem,
    state::Api,
};

/// The maximum size in bytes of a body without a long text.
pub(crate) const SHORT_BODY: usize = 4 * 1024;

/// Returns the maximum size in bytes of a body with a text of this length: JSON may escape each
/// character with twelve bytes.
pub(crate) const fn body_with_text(characters: usize) -> usize {
    SHORT_BODY + 12 * characters
}

/// The body of a request.
pub(crate) trait RequestBody: DeserializeOwned + 'static {
    /// The maximum size in bytes.
    const MAX_BYTES: usize;
}

/// The timeout of a body: the longest has 590 KiB.
const PATIENCE: Duration = Duration::from_secs(10);

/// A JSON body, read but not yet judged.
pub(crate) struct Body<T> {
    bytes: Result<Read, Problem>,
    shape: PhantomData<fn() -> T>,
}

/// The bytes, and the permit that a large body holds until it is parsed.
type Read = (Bytes, Option<SharedPermit>);

impl<T: RequestBody> Body<T> {
    /// Ignores fields that the call does not know.
    ///
    /// # Errors
    /// 415 for another media type, 413 past [`RequestBody::MAX_BYTES`], 503 where too many others are
    /// large, 400 for malformed JSON, 422 for another shape.
    pub(crate) fn read(self) -> Result<T, Problem> {
        let (bytes, _place) = self.bytes?;
        match serde_json::from_slice(&bytes) {
            // serde also reads a struct from an array of its fields.
            Ok(_) if is_array(&bytes) => Err(another_shape()),
            Ok(body) => Ok(body),
            // The rest was not looked at.
            Err(error) if error.classify() == Category::Data => {
                Err(match serde_json::from_slice::<IgnoredAny>(&bytes) {
                    Ok(_) => another_shape(),
                    Err(error) => malformed(&error),
                })
            }
            Err(error) => Err(malformed(&error)),
        }
    }
}

impl<T> Body<T> {
    /// Returns the bytes as they came; none of a body that is refused unread.
    pub(super) fn raw(&self) -> &[u8] {
        self.bytes.as_ref().map_or(&[], |(bytes, _)| bytes)
    }
}

/// Whether this JSON is an array, which no body is. One call takes a string.
fn is_array(json: &[u8]) -> bool {
    json.trim_ascii_start().starts_with(b"[")
}

/// A JSON body that may be missing, read but not yet judged.
pub(crate) struct OptionalBody<T>(Body<T>);

impl<T: RequestBody + Default> OptionalBody<T> {
    /// Like [`Body::read`]; nothing and `null` are the default.
    pub(crate) fn read(self) -> Result<T, Problem> {
        let Self(body) = self;
        match &body.bytes {
            Ok((bytes, _)) if bytes.is_empty() || bytes.as_ref() == b"null" => Ok(T::default()),
            _ => body.read(),
        }
    }
}

impl<T: RequestBody> FromRequest for OptionalBody<T> {
    type Error = Infallible;
    type Future = LocalBoxFuture<'static, Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_chunked = request.headers().contains_key(TRANSFER_ENCODING);
        if declared_length(request) == 0 && !is_chunked {
            let nothing = Body { bytes: Ok((Bytes::new(), None)), shape: PhantomData };
            return Box::pin(async { Ok(Self(nothing)) });
        }
        let body = Body::from_request(request, payload);
        Box::pin(async move { body.await.map(Self) })
    }
}

impl<T: RequestBody> FromRequest for Body<T> {
    type Error = Infallible;
    type Future = LocalBoxFuture<'static, Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = request
            .mime_type()
            .ok()
            .flatten()
            .is_some_and(|mime| mime.essence_str() == mime::APPLICATION_JSON.essence_str());
        let payload = payload.take();
        let api = request.app_data::<actix_web::web::Data<Api>>();
        let permits = api.map(|api| api.body_permits.of(request));
        let declared = declared_length(request);
        Box::pin(async move {
            let bytes = if is_json {
                timeout(PATIENCE, collect(payload, permits, declared, T::MAX_BYTES))
                    .await
                    .unwrap_or_else(|_| Err(too_slow()))
            } else {
                Err(not_json())
            };
            Ok(Self { bytes, shape: PhantomData })
        })
    }
}

async fn collect(
    mut payload: Payload,
    permits: Option<PermitPool>,
    declared: usize,
    max_bytes: usize,
) -> Result<Read, Problem> {
    if declared > max_bytes {
        return Err(too_large(max_bytes));
    }
    let acquire = || permits.as_ref().map(PermitPool::acquire).transpose();
    let mut permit = if declared > LARGE { acquire()? } else { None };
    // Growing bit by bit would take twice the memory.
    let mut bytes = BytesMut::with_capacity(declared);
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| incomplete())?;
        if bytes.len() + chunk.len() > max_bytes {
            return Err(too_large(max_bytes));
        }
        bytes.extend_from_slice(&chunk);
        if permit.is_none() && bytes.len() > LARGE {
            permit = acquire()?;
        }
    }
    Ok((bytes.freeze(), permit))
}

/// Returns the `Content-Length`; 0 without one.
pub(super) fn declared_length(request: &HttpRequest) -> usize {
    let header = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    header.and_then(|length| length.parse().ok()).unwrap_or(0)
}

fn malformed(error: &serde_json::Error) -> Problem {
    Problem::bad_request("malformed-json", format!("The body is not JSON: {error}."))
}

fn another_shape() -> Problem {
    let detail = "The body has another shape than this call expects.";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail)
}

pub(super) fn too_slow() -> Problem {
    let detail = "The body took too long to come. Please try again.";
    Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", detail)
}

pub(super) fn incomplete() -> Problem {
    Problem::bad_request("incomplete-body", "The body ended before all of it had come.")
}

fn not_json() -> Problem {
    let detail = "The body must be JSON, with the Content-Type application/json.";
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", detail)
}

fn too_large(max_bytes: usize) -> Problem {
    let detail = format!("The body must have at most {} KiB.", max_bytes / 1024);
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
}
