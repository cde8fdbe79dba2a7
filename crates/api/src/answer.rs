use actix_web::{
    HttpRequest, HttpResponse, Responder,
    body::{BoxBody, EitherBody},
    http::{
        StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, EntityTag, Header, HeaderValue,
            IF_NONE_MATCH, IfNoneMatch, LINK, VARY,
        },
    },
    web::Bytes,
};
use kernel::Page;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    Problem,
    packed::{Text, takes_packed},
    request::{Params, Position},
};

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const DEPENDS_ON: HeaderValue = HeaderValue::from_static("Accept, Authorization, Accept-Encoding");
const ZSTD: HeaderValue = HeaderValue::from_static("zstd");
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

    pub(crate) fn body(&self) -> &T {
        &self.body
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

/// An answer as it goes over the wire; a copy of it shares its text.
#[derive(Clone)]
pub(crate) struct Encoded {
    status: StatusCode,
    text: Text,
    /// Where a list goes on.
    link: Option<HeaderValue>,
    /// What names this very body; none if nobody may keep it.
    tag: Option<HeaderValue>,
}

impl Encoded {
    /// For the one who asked at `path`.
    pub(crate) fn private<T: Serialize>(
        answer: &Answer<T>,
        path: &str,
    ) -> std::result::Result<Self, Problem> {
        let body = serde_json::to_vec(&answer.body).map_err(|_| Problem::internal())?;
        let next = answer.next.as_ref().map(|query| format!("<{path}?{query}>; rel=\"next\""));
        let link = next.and_then(|next| HeaderValue::try_from(next).ok());
        Ok(Self { status: answer.status, text: Text::new(body), link, tag: None })
    }

    /// For anybody who asks at `path`. Its tag is a weak one, as it is packed for some.
    pub(crate) fn public<T: Serialize>(
        answer: &Answer<T>,
        path: &str,
    ) -> std::result::Result<Self, Problem> {
        let encoded = Self::private(answer, path)?;
        let tag = format!("W/\"{:016x}\"", xxh3_64(encoded.text.plain()));
        Ok(Self { tag: HeaderValue::try_from(tag).ok(), ..encoded })
    }

    /// Does now what is left to be done when it is sent to somebody who takes it packed.
    pub(crate) fn pack(&self) {
        self.text.packed();
    }

    /// As it is for somebody for whom another text stands in it.
    pub(crate) fn for_member(&self, text: impl FnOnce(&[u8]) -> Vec<u8>) -> Self {
        Self { text: Text::new(text(self.text())), tag: None, ..self.clone() }
    }

    pub(crate) fn text(&self) -> &[u8] {
        self.text.plain()
    }

    /// In bytes, about.
    pub(crate) fn size(&self) -> usize {
        self.text.size() + self.link.as_ref().map_or(0, HeaderValue::len)
    }
}

impl Responder for Encoded {
    type Body = Bytes;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Bytes> {
        let packed = if takes_packed(request.headers()) { self.text.packed() } else { None };
        let mut response = HttpResponse::with_body(self.status, Bytes::new());
        let headers = response.headers_mut();
        headers.insert(VARY, DEPENDS_ON);
        if let Some(link) = self.link {
            headers.insert(LINK, link);
        }
        if let Some(tag) = self.tag {
            let is_known = is_known(request, &tag);
            headers.insert(CACHE_CONTROL, REVALIDATED);
            headers.insert(ETAG, tag);
            if is_known {
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                return response;
            }
        } else {
            headers.insert(CACHE_CONTROL, NEVER_KEPT);
        }
        headers.insert(CONTENT_TYPE, JSON);
        if packed.is_some() {
            headers.insert(CONTENT_ENCODING, ZSTD);
        }
        let body = packed.unwrap_or(self.text.plain()).clone();
        response.set_body(body)
    }
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = EitherBody<Bytes>;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Self::Body> {
        match Encoded::private(&self, request.path()) {
            Ok(encoded) => encoded.respond_to(request).map_into_left_body(),
            Err(problem) => HttpResponse::from_error(problem).map_into_right_body(),
        }
    }
}

/// Whether the client has what is called `tag` already.
fn is_known(request: &HttpRequest, tag: &HeaderValue) -> bool {
    match request.headers().get(IF_NONE_MATCH) {
        None => false,
        Some(named) if named == tag => true,
        Some(_) => {
            let tag = tag.to_str().ok().and_then(|tag| tag.parse::<EntityTag>().ok());
            match (IfNoneMatch::parse(request), tag) {
                (Ok(IfNoneMatch::Any), _) => true,
                (Ok(IfNoneMatch::Items(tags)), Some(tag)) => {
                    tags.iter().any(|known| known.weak_eq(&tag))
                }
                _ => false,
            }
        }
    }
}
