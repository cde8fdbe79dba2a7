use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder, Responder,
    body::EitherBody,
    http::{
        Method, StatusCode,
        header::{
            AUTHORIZATION, CACHE_CONTROL, ETAG, EntityTag, Header, IF_NONE_MATCH, IfNoneMatch,
            LINK, VARY,
        },
    },
};
use kernel::Page;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    Problem,
    request::{Params, Position},
};

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
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish()
    }
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = EitherBody<Vec<u8>>;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Self::Body> {
        let Ok(body) = serde_json::to_vec(&self.body) else {
            return HttpResponse::from_error(Problem::internal()).map_into_right_body();
        };
        let mut response = HttpResponse::build(self.status);
        response.insert_header((VARY, "Accept, Authorization"));
        if let Some(query) = self.next {
            let link = format!("<{}?{query}>; rel=\"next\"", request.path());
            response.insert_header((LINK, link));
        }
        if request.method() != Method::GET || request.headers().contains_key(AUTHORIZATION) {
            response.insert_header((CACHE_CONTROL, "no-store"));
        } else if revalidates(request, &mut response, &body) {
            return response.status(StatusCode::NOT_MODIFIED).finish().map_into_right_body();
        }
        response.content_type("application/json").message_body(body).map_or_else(
            |error| HttpResponse::from_error(error).map_into_right_body(),
            HttpResponse::map_into_left_body,
        )
    }
}

/// Labels what anybody may keep; whether the client has it already.
fn revalidates(request: &HttpRequest, response: &mut HttpResponseBuilder, body: &[u8]) -> bool {
    let tag = EntityTag::new_strong(format!("{:016x}", xxh3_64(body)));
    response.insert_header((CACHE_CONTROL, "no-cache")).insert_header((ETAG, tag.to_string()));
    if !request.headers().contains_key(IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    }
}
