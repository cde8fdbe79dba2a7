//! What the server writes for browsers, robots and feed readers, beside the API.
//!
//! A document is the file of the web interface with the head and the readable text of one screen. The web
//! interface replaces the text with the screen. Responses are cached like those of the API, under the same tags.

mod answers;
mod card;
mod direction;
mod document;
mod feed;
mod head;
mod json_ld;
mod links;
mod manifest;
mod oembed;
mod paging;
mod robots;
mod shell;
mod sitemap;
mod words;

use std::time::Duration;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::StatusCode,
    web::{Data, Query},
};
use api::{Api, Problem, Renderable, Rendered, Services};
use cache::CacheTag;
use kernel::Reader;

use self::{answers::Answers, document::Address, paging::Paging};
pub use self::{robots::is_preview_robot, shell::Shell};

/// How long a document is valid at most: pins end, and lists of the last hours change, by the clock alone.
const LIFE: Duration = Duration::from_secs(1);

const HTML: &str = "text/html; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";
const MANIFEST: &str = "application/manifest+json";
const PNG: &str = "image/png";
const JSON: &str = "application/json";
const XML: &str = "application/xml; charset=utf-8";

/// Returns a feed, a file of the sitemap, the card of a post, the manifest, what other sites show of a link, or `robots.txt`; none
/// at other paths. `origin` as for
/// [`document`].
pub async fn resource(
    request: &HttpRequest,
    origin: impl FnOnce() -> String,
) -> Option<HttpResponse> {
    let path = request.path();
    if path == "/robots.txt" {
        let text = HttpResponse::Ok()
            .content_type("text/plain; charset=utf-8")
            .body(robots::write(&origin()));
        return Some(text);
    }
    let api = request.app_data::<Data<Api>>()?;
    let response = if let Some(subject) = feed::Subject::of(path) {
        feed(api, request, subject, origin()).await
    } else if let Some(file) = sitemap::File::of(path) {
        sitemap(api, request, file, origin()).await
    } else if path == manifest::PATH {
        manifest(api, request).await
    } else if path == oembed::PATH {
        oembed(api, request, origin()).await
    } else {
        card(api, request, card::Subject::of(path)?).await
    };
    Some(response.unwrap_or_else(|problem| problem.error_response()))
}

type Response = Result<HttpResponse, Problem>;

async fn feed(
    api: &Api,
    request: &HttpRequest,
    subject: feed::Subject,
    origin: String,
) -> Response {
    let path = request.path().to_owned();
    let key = format!("feed {origin} {path}");
    let renderable = Renderable { key, tags: subject.tags(), life: None };
    api.rendered(request, renderable, move |services| {
        Ok(Rendered { content_type: ATOM, body: subject.write(services, &path, &origin)? })
    })
    .await
}

/// Files of the sitemap are seldom requested, and large: they are not cached.
async fn sitemap(
    api: &Api,
    request: &HttpRequest,
    file: sitemap::File,
    origin: String,
) -> Response {
    let uncached =
        Renderable { key: format!("sitemap {}", request.path()), tags: None, life: None };
    api.rendered(request, uncached, move |services| {
        Ok(Rendered { content_type: XML, body: file.write(services, &origin)? })
    })
    .await
}

async fn manifest(api: &Api, request: &HttpRequest) -> Response {
    let tags = Some(vec![CacheTag::Global]);
    let renderable = Renderable { key: manifest::PATH.to_owned(), tags, life: None };
    api.rendered(request, renderable, |services| {
        let body = manifest::write(&services.site.settings()?);
        Ok(Rendered { content_type: MANIFEST, body })
    })
    .await
}

/// Said of links to this site.
async fn oembed(api: &Api, request: &HttpRequest, origin: String) -> Response {
    let asked = Query::<oembed::Asked>::from_query(request.query_string());
    let asked = asked.map_err(|_| oembed::nothing())?;
    if asked.format.as_ref().is_some_and(|format| format != "json") {
        let detail = "The only format is json.";
        return Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "other-format", detail));
    }
    let address = asked.address(&origin).ok_or_else(oembed::nothing)?;
    let has_room = asked.has_room();
    let key = format!("oembed {origin} {address:?} {has_room}");
    let renderable = Renderable { key, tags: address.tags(), life: None };
    api.rendered(request, renderable, move |services| {
        let body = oembed::write(services, &address, has_room, &origin)?;
        Ok(Rendered { content_type: JSON, body })
    })
    .await
}

async fn card(api: &Api, request: &HttpRequest, subject: card::Subject) -> Response {
    let card::Subject::Post(post) = subject else {
        return Err(Problem::not_found("There is no such post."));
    };
    let tags = vec![CacheTag::Global, CacheTag::Post(post), CacheTag::Thread(post)];
    let renderable = Renderable { key: format!("card {post}"), tags: Some(tags), life: None };
    let read = move |services: &Services| {
        let post = services.posts.get(post, Reader::Visitor)?;
        Ok((post, card::Look::read(services)?))
    };
    api.drawn(request, renderable, read, |(post, look)| {
        let body = card::draw(&post, &look).ok_or_else(Problem::internal)?;
        Ok(Rendered { content_type: PNG, body })
    })
    .await
}

/// Returns the document of the screen at the path of a request; none if the server does not write it, or is too
/// busy to: then the web interface shows the screen by itself.
///
/// `origin` is the scheme and the host of the forum, as in `https://forum.example`.
pub async fn document(request: &HttpRequest, origin: &str) -> Option<HttpResponse> {
    let api = request.app_data::<Data<Api>>()?;
    let shell = request.app_data::<Data<Shell>>()?.clone();
    let address = Address::of(request.path())?;
    let paging = Query::<Paging>::from_query(request.query_string()).ok()?.into_inner();
    let key = format!("document {origin} {} {}", request.path(), paging.key());
    let renderable = Renderable { key, tags: address.tags(), life: Some(LIFE) };
    let (origin, page_shell) = (origin.to_owned(), shell.clone());
    let render = move |services: &Services| {
        let site = services.site.settings()?;
        let document = address.document(services, &site, &paging, &origin)?;
        let answers = if paging.is_first() {
            Answers::read(services, &address, &site)?
        } else {
            Answers::default()
        };
        let body = page_shell.document(&document, &answers, &origin, &site);
        Ok(Rendered { content_type: HTML, body })
    };
    match api.rendered(request, renderable, render).await {
        Ok(response) => Some(response),
        Err(problem) if problem.status_code() == StatusCode::NOT_FOUND => {
            Some(missing(api, request, &shell).await)
        }
        Err(_) => None,
    }
}

/// The web interface shows that nothing is here.
async fn missing(api: &Api, request: &HttpRequest, shell: &Shell) -> HttpResponse {
    let key = "document of what is missing".to_owned();
    let renderable = Renderable { key, tags: Some(vec![CacheTag::Global]), life: None };
    let shell = shell.clone();
    let render = move |services: &Services| {
        Ok(Rendered { content_type: HTML, body: shell.missing(&services.site.settings()?) })
    };
    let mut response = match api.rendered(request, renderable, render).await {
        Ok(response) => response,
        Err(problem) => return problem.error_response(),
    };
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}
