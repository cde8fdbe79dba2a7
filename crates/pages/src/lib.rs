//! What the server writes for browsers, robots and feed readers, beside the API.
//!
//! A document is the file of the web interface with the head and the readable text of one screen. The web
//! interface replaces the text with the screen. Responses are cached like those of the API, under the same tags.

mod answers;
mod document;
mod feed;
mod head;
mod json_ld;
mod links;
mod paging;
mod robots;
mod shell;
mod sitemap;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
    web::{Data, Query},
};
use api::{Api, Renderable, Rendered};

use self::{answers::Answers, document::Address, paging::Paging};
pub use self::{robots::is_preview_robot, shell::Shell};

/// The name of the site.
const SITE: &str = "POST-UP";

const HTML: &str = "text/html; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";
const XML: &str = "application/xml; charset=utf-8";

/// Returns a feed, a file of the sitemap, or `robots.txt`; none at other paths. `origin` as for [`document`].
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
    let (feed, file) = (feed::Subject::of(path), sitemap::File::of(path));
    let api = request.app_data::<Data<Api>>().filter(|_| feed.is_some() || file.is_some())?;
    let (path, origin) = (path.to_owned(), origin());
    let response = if let Some(subject) = feed {
        let feed =
            Renderable { key: format!("feed {origin} {path}"), tags: subject.tags(), life: None };
        let render = move |services: &api::Services| {
            Ok(Rendered { content_type: ATOM, body: subject.write(services, &path, &origin)? })
        };
        api.rendered(request, feed, render).await
    } else {
        let file = file?;
        // Seldom requested, and large.
        let uncached = Renderable { key: format!("sitemap {path}"), tags: None, life: None };
        let render = move |services: &api::Services| {
            Ok(Rendered { content_type: XML, body: file.write(services, &origin)? })
        };
        api.rendered(request, uncached, render).await
    };
    Some(response.unwrap_or_else(|problem| problem.error_response()))
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
    let renderable = Renderable { key, tags: address.tags(), life: address.life() };
    let (origin, page_shell) = (origin.to_owned(), shell.clone());
    let render = move |services: &api::Services| {
        let document = address.document(services, &paging, &origin)?;
        let answers =
            if paging.is_first() { Answers::read(services, &address)? } else { Answers::default() };
        Ok(Rendered { content_type: HTML, body: page_shell.document(&document, &answers, &origin) })
    };
    match api.rendered(request, renderable, render).await {
        Ok(response) => Some(response),
        Err(problem) if problem.status_code() == StatusCode::NOT_FOUND => Some(missing(&shell)),
        Err(_) => None,
    }
}

/// The web interface shows that nothing is here.
fn missing(shell: &Shell) -> HttpResponse {
    HttpResponse::NotFound()
        .insert_header((header::CONTENT_TYPE, HTML))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "Accept, Accept-Encoding"))
        .body(shell.missing())
}
