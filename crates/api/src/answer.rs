use actix_web::{
    HttpRequest, HttpResponse, Responder,
    body::{BoxBody, EitherBody},
    http::{
        StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_TYPE, ETAG, EntityTag, Header, HeaderValue, IF_NONE_MATCH,
            IfNoneMatch, LINK, VARY,
        },
    },
    web::Bytes,
};
use kernel::Page;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    Problem,
    request::{Params, Position},
};

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const DEPENDS_ON: HeaderValue = HeaderValue::from_static("Accept, Authorization");
const NEVER_KEPT: HeaderValue = HeaderValue::from_static("no-store");
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// What a handler answers.
pub(crate) type Result<T> = std::result::Result<Answer<T>, Problem>;

/// A body with its status, and where a list goes on.
pub(crate) struct Answer<T> {
    status: StatusCode,
    body: T,
    next: Option<String>,
}

impl<T> Answer<T> {
    pub(crate) fn ok(body: T) -> Self {
        Self { status: StatusCode::OK, body, next: None }
    }

    pub(crate) fn created(body: T) -> Self {
        Self { status: StatusCode::CREATED, body, next: None }
    }

    /// With the query at which the list goes on, if it does.
    pub(crate) fn followed_by(mut self, next: Option<String>) -> Self {
        self.next = next;
        self
    }
}

impl<T> Answer<Vec<T>> {
    /// A page of a list, with the link to the next one.
    pub(crate) fn page<U, P: Position>(page: Page<U, P>, params: &Params) -> Self
    where
        T: From<U>,
    {
        let next = page.next.map(|position| params.with_cursor(&position.encode()));
        Self::ok(page.items.into_iter().map(T::from).collect()).followed_by(next)
    }
}

/// No body: 204.
pub(crate) struct Done;

impl Responder for Done {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().insert_header((CACHE_CONTROL, NEVER_KEPT)).finish()
    }
}

/// An answer as it goes over the wire.
#[derive(Clone)]
pub(crate) struct Encoded {
    status: StatusCode,
    body: Bytes,
    /// The query at which a list goes on.
    next: Option<String>,
    /// What names this very body; none if nobody may keep it.
    tag: Option<EntityTag>,
}

impl Encoded {
    /// For the one who asked.
    pub(crate) fn private<T: Serialize>(answer: Answer<T>) -> std::result::Result<Self, Problem> {
        let body = serde_json::to_vec(&answer.body).map_err(|_| Problem::internal())?;
        Ok(Self { status: answer.status, body: body.into(), next: answer.next, tag: None })
    }

    /// For anybody.
    pub(crate) fn public<T: Serialize>(answer: Answer<T>) -> std::result::Result<Self, Problem> {
        let encoded = Self::private(answer)?;
        let tag = EntityTag::new_strong(format!("{:016x}", xxh3_64(&encoded.body)));
        Ok(Self { tag: Some(tag), ..encoded })
    }

    pub(crate) fn len(&self) -> usize {
        self.body.len() + self.next.as_ref().map_or(0, String::len)
    }
}

impl Responder for Encoded {
    type Body = Bytes;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Bytes> {
        let mut response = HttpResponse::with_body(self.status, Bytes::new());
        let headers = response.headers_mut();
        headers.insert(VARY, DEPENDS_ON);
        if let Some(query) = self.next {
            let link = format!("<{}?{query}>; rel=\"next\"", request.path());
            if let Ok(link) = HeaderValue::try_from(link) {
                headers.insert(LINK, link);
            }
        }
        let Some(tag) = self.tag else {
            headers.insert(CACHE_CONTROL, NEVER_KEPT);
            headers.insert(CONTENT_TYPE, JSON);
            return response.set_body(self.body);
        };
        headers.insert(CACHE_CONTROL, REVALIDATED);
        if let Ok(tag) = HeaderValue::try_from(tag.to_string()) {
            headers.insert(ETAG, tag);
        }
        if has(request, &tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, JSON);
        response.set_body(self.body)
    }
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = EitherBody<Bytes>;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Self::Body> {
        match Encoded::private(self) {
            Ok(encoded) => encoded.respond_to(request).map_into_left_body(),
            Err(problem) => HttpResponse::from_error(problem).map_into_right_body(),
        }
    }
}

/// Whether the client has what is called `tag` already.
fn has(request: &HttpRequest, tag: &EntityTag) -> bool {
    if !request.headers().contains_key(IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}
