//! Answers of the API for documents that carry what their screen asks first.

use std::borrow::Cow;

use kernel::{ForumId, PostId, Reader};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    problem::Problem,
    request::Params,
    response::{ApiResponse, next_link},
    routes,
    services::Services,
};

/// Returns what a `GET` of this path and query, such as `/api/posts?filter=hot`, answers a visitor: the `body`
/// and, for a list that goes on, the `Link` header as `link`.
///
/// # Errors
/// Those of the route, and 404 for routes whose answers no document carries.
pub fn answer_to_visitor(services: &Services, target: &str) -> Result<Value, Problem> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let params = Params::parse(query);
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match *segments.as_slice() {
        ["api", "posts"] => answer(routes::feed(services, Reader::Visitor, None, &params)?, path),
        ["api", "posts", id] => {
            let post = services.posts.get(PostId(parse_id(id)?), Reader::Visitor)?;
            answer(ApiResponse::ok(routes::Post::from(post)), path)
        }
        ["api", "posts", id, "replies"] => {
            answer(routes::thread(services, Reader::Visitor, PostId(parse_id(id)?), &params)?, path)
        }
        ["api", "forum", id, "posts"] => {
            let forum = ForumId(parse_id(id)?);
            answer(routes::feed(services, Reader::Visitor, Some(forum), &params)?, path)
        }
        ["api", "people", name] => {
            answer(routes::profile(services, Reader::Visitor, &decoded(name))?, path)
        }
        ["api", "people", name, "posts"] => {
            answer(routes::posts_of(services, Reader::Visitor, &decoded(name), &params)?, path)
        }
        ["api", "forums", id, "rules"] => {
            let rules = services.forums.rules(ForumId(parse_id(id)?), Reader::Visitor, None)?;
            answer(ApiResponse::ok(routes::ForumRules::from(rules)), path)
        }
        ["api", "pages", slug] => answer(routes::page(services, slug)?, path),
        ["api", "site"] => answer(routes::site(services)?, path),
        ["forums"] => answer(routes::forums(services, Reader::Visitor, &params)?, path),
        ["forums", id] => {
            let forum = services.forums.get(ForumId(parse_id(id)?), Reader::Visitor)?;
            answer(ApiResponse::ok(routes::Forum::from(forum)), path)
        }
        _ => Err(nothing()),
    }
}

fn answer<T: Serialize>(response: ApiResponse<T>, path: &str) -> Result<Value, Problem> {
    let (body, next) = response.into_parts();
    let body = serde_json::to_value(body).map_err(|_| Problem::internal())?;
    Ok(match next {
        Some(query) => json!({ "body": body, "link": next_link(path, &query) }),
        None => json!({ "body": body }),
    })
}

fn decoded(name: &str) -> Cow<'_, str> {
    percent_decode_str(name).decode_utf8_lossy()
}

fn parse_id(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| nothing())
}

fn nothing() -> Problem {
    Problem::not_found("There is nothing at this address.")
}
