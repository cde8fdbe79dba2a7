use actix_web::{
    HttpRequest, HttpResponse, Responder,
    body::{BoxBody, EitherBody},
    http::{
        StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, EntityTag, Header, HeaderName,
            HeaderValue, IF_NONE_MATCH, IfNoneMatch, LINK, VARY,
        },
    },
    web::Bytes,
};
use idempotency::StoredAnswer;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    compression::{CompressibleBody, accepts_zstd},
    problem::Problem,
};

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const VARY_ON: HeaderValue = HeaderValue::from_static("Accept, Authorization, Accept-Encoding");
const ZSTD: HeaderValue = HeaderValue::from_static("zstd");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

/// The result of a handler.
pub(crate) type Result<T> = std::result::Result<ApiResponse<T>, Problem>;

/// A body with its status and, for a list, the query of the next page.
pub(crate) struct ApiResponse<T> {
    status: StatusCode,
    body: T,
    next: Option<String>,
    header: Option<(HeaderName, HeaderValue)>,
}

impl<T> ApiResponse<T> {
    pub(crate) fn ok(body: T) -> Self {
        Self { status: StatusCode::OK, body, next: None, header: None }
    }

    pub(crate) fn created(body: T) -> Self {
        Self { status: StatusCode::CREATED, body, next: None, header: None }
    }

    pub(crate) fn accepted(body: T) -> Self {
        Self { status: StatusCode::ACCEPTED, body, next: None, header: None }
    }

    /// Returns the body, and the query of the next page.
    pub(crate) fn into_parts(self) -> (T, Option<String>) {
        (self.body, self.next)
    }

    pub(crate) fn body(&self) -> &T {
        &self.body
    }

    /// Adds the query of the next page, if there is one.
    pub(crate) fn with_next(mut self, next: Option<String>) -> Self {
        self.next = next;
        self
    }

    /// Adds a header of this call alone, if there is something to say in it.
    pub(crate) fn with_header(mut self, header: Option<(HeaderName, HeaderValue)>) -> Self {
        self.header = header;
        self
    }
}

/// No body: 204.
pub(crate) struct NoContent;

impl Responder for NoContent {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().insert_header((CACHE_CONTROL, NO_STORE)).finish()
    }
}

/// No body yet: 202.
pub(crate) struct Accepted;

impl Responder for Accepted {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Accepted().insert_header((CACHE_CONTROL, NO_STORE)).finish()
    }
}

/// A response as it goes over the wire. Clones share the body.
#[derive(Clone)]
pub(crate) struct SerializedResponse {
    status: StatusCode,
    content_type: HeaderValue,
    body: CompressibleBody,
    /// The link to the next page of a list.
    link: Option<HeaderValue>,
    /// A header of this call alone.
    header: Option<(HeaderName, HeaderValue)>,
    /// The `ETag`; `None` if clients may not cache it.
    etag: Option<HeaderValue>,
}

impl SerializedResponse {
    /// Serializes a response to a request for `path`, for one member.
    pub(crate) fn private<T: Serialize>(
        answer: &ApiResponse<T>,
        path: &str,
    ) -> std::result::Result<Self, Problem> {
        let body = serde_json::to_vec(&answer.body).map_err(|_| Problem::internal())?;
        let ApiResponse { status, next, header, .. } = answer;
        let link = next.as_ref().map(|query| next_link(path, query));
        let link = link.and_then(|link| HeaderValue::try_from(link).ok());
        let (status, header, body) = (*status, header.clone(), CompressibleBody::new(body));
        Ok(Self { status, content_type: JSON, body, link, header, etag: None })
    }

    /// The response to an earlier request.
    pub(crate) fn stored(answer: StoredAnswer) -> std::result::Result<Self, Problem> {
        let status = StatusCode::from_u16(answer.status).map_err(|_| Problem::internal())?;
        let body = CompressibleBody::new(answer.body.into_bytes());
        Ok(Self { status, content_type: JSON, body, link: None, header: None, etag: None })
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// A response for anybody that another adapter rendered.
    pub(crate) fn rendered(content_type: HeaderValue, body: Vec<u8>) -> Self {
        let etag = etag_of(&body);
        let body = CompressibleBody::new(body);
        Self { status: StatusCode::OK, content_type, body, link: None, header: None, etag }
    }

    /// Returns it for anybody: clients may cache it. Its `ETag` is weak, because some get it compressed.
    pub(crate) fn for_all(self) -> Self {
        Self { etag: etag_of(self.body.plain()), ..self }
    }

    /// Compresses the body now rather than when it is sent.
    pub(crate) fn compress(&self) {
        self.body.compressed();
    }

    /// Returns a copy for one member with a changed body.
    pub(crate) fn for_member(&self, change: impl FnOnce(&[u8]) -> Vec<u8>) -> Self {
        Self { body: CompressibleBody::new(change(self.text())), etag: None, ..self.clone() }
    }

    pub(crate) fn text(&self) -> &[u8] {
        self.body.plain()
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        self.body.size() + self.link.as_ref().map_or(0, HeaderValue::len)
    }
}

/// Returns the `Link` header of a list at `path` that goes on with `query`.
pub(crate) fn next_link(path: &str, query: &str) -> String {
    format!("<{path}?{query}>; rel=\"next\"")
}

fn etag_of(body: &[u8]) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("W/\"{:016x}\"", xxh3_64(body))).ok()
}

impl Responder for SerializedResponse {
    type Body = Bytes;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Bytes> {
        let compressed =
            if accepts_zstd(request.headers()) { self.body.compressed() } else { None };
        let mut response = HttpResponse::with_body(self.status, Bytes::new());
        let headers = response.headers_mut();
        headers.insert(VARY, VARY_ON);
        if let Some(link) = self.link {
            headers.insert(LINK, link);
        }
        if let Some((name, value)) = self.header {
            headers.insert(name, value);
        }
        if let Some(etag) = self.etag {
            let is_known_to_client = matches_if_none_match(request, &etag);
            headers.insert(CACHE_CONTROL, NO_CACHE);
            headers.insert(ETAG, etag);
            if is_known_to_client {
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                return response;
            }
        } else {
            headers.insert(CACHE_CONTROL, NO_STORE);
        }
        headers.insert(CONTENT_TYPE, self.content_type);
        if compressed.is_some() {
            headers.insert(CONTENT_ENCODING, ZSTD);
        }
        let body = compressed.unwrap_or(self.body.plain()).clone();
        response.set_body(body)
    }
}

impl<T: Serialize> Responder for ApiResponse<T> {
    type Body = EitherBody<Bytes>;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Self::Body> {
        match SerializedResponse::private(&self, request.path()) {
            Ok(encoded) => encoded.respond_to(request).map_into_left_body(),
            Err(problem) => HttpResponse::from_error(problem).map_into_right_body(),
        }
    }
}

/// Returns whether `If-None-Match` names this `ETag`.
#[must_use]
pub fn matches_if_none_match(request: &HttpRequest, etag: &HeaderValue) -> bool {
    match request.headers().get(IF_NONE_MATCH) {
        None => false,
        Some(named) if named == etag => true,
        Some(_) => {
            let etag = etag.to_str().ok().and_then(|etag| etag.parse::<EntityTag>().ok());
            match (IfNoneMatch::parse(request), etag) {
                (Ok(IfNoneMatch::Any), _) => true,
                (Ok(IfNoneMatch::Items(tags)), Some(etag)) => {
                    tags.iter().any(|known| known.weak_eq(&etag))
                }
                _ => false,
            }
        }
    }
}
