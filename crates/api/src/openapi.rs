use std::sync::LazyLock;

use actix_web::App;
use url::Url;
use users::Scope;
use utoipa::{
    OpenApi,
    openapi::{
        ContentBuilder, Header, HeaderBuilder, HttpMethod, Object, Ref, RefOr, Response,
        ResponseBuilder, Server, Type,
        path::{Operation, ParameterIn},
        security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
    },
};
use utoipa_actix_web::AppExt;

use crate::{
    problem::Problem,
    routes,
    scopes::{SESSION, TOKEN},
};

/// The name of the extension that says what the audit log records; the served document lacks it.
pub(crate) const AUDIT_EXTENSION: &str = "x-audit";

/// The search parameters.
const SEARCH_PARAMS: [&str; 5] = ["q", "keyword", "searchTerm", "topic", "filter"];

const TOKEN_WORDS: &str = "The token of a sign-in, or an API token (`postup_…`) with one of the scopes that the call \
    names; without it 403 `scope-missing`, or where visitors may call, too, the answer for visitors. `read`: read what the \
    member may read. `write`: write, vote and change settings as the member. `moderate`: moderate where the member does. \
    `admin`: administer the site, if the member does. None implies another, and none permits more than the member may. \
    Members make API tokens in their security settings or with `POST /api/user/{id}/tokens`.";
const SESSION_WORDS: &str = "The token of a sign-in. An API token gets 403 `session-needed`.";

const PROBLEM: &str = "application/problem+json";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "POST-UP",
        description = "A community forum: forums, posts, threaded replies, votes, favorites, direct messages, moderation."
    ),
    components(schemas(Problem)),
    tags(
        (name = "accounts", description = "Registration, login, the own account"),
        (name = "people", description = "Other users"),
        (name = "forums", description = "Forums, favorites, forum search"),
        (name = "posts", description = "Posts, their votes, the feeds"),
        (name = "replies", description = "Replies, their votes, threads"),
        (name = "texts", description = "What texts look like"),
        (name = "drafts", description = "What members are writing"),
        (name = "search", description = "Search everywhere"),
        (name = "saved", description = "What members keep to read again"),
        (name = "images", description = "Uploaded images"),
        (name = "messages", description = "Contacts and direct messages"),
        (name = "notifications", description = "Notifications, unread counts, watch levels, visits"),
        (name = "moderation", description = "Moderators, promotion, bans"),
        (name = "webhooks", description = "Webhooks: signed HTTP requests about events"),
        (name = "site", description = "The settings of the site, invitations, statistics"),
        (name = "health", description = "Health checks"),
        (name = "document", description = "This document"),
    )
)]
struct Frame;

/// Returns the OpenAPI document, built once: a start needs it several times.
pub fn document() -> &'static utoipa::openapi::OpenApi {
    static DOCUMENT: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(build);
    &DOCUMENT
}

fn build() -> utoipa::openapi::OpenApi {
    let (_, mut document) = App::new()
        .into_utoipa_app()
        .openapi(Frame::openapi())
        .configure(routes::all)
        .split_for_parts();
    let components = document.components.get_or_insert_default();
    for (name, description) in [(TOKEN, TOKEN_WORDS), (SESSION, SESSION_WORDS)] {
        let scheme = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(description));
        components.add_security_scheme(name, SecurityScheme::Http(scheme.build()));
    }
    for item in document.paths.paths.values_mut() {
        for (method, operation) in [
            (HttpMethod::Get, &mut item.get),
            (HttpMethod::Post, &mut item.post),
            (HttpMethod::Put, &mut item.put),
            (HttpMethod::Delete, &mut item.delete),
        ] {
            if let Some(operation) = operation {
                add_common_errors(&method, operation);
            }
        }
    }
    document
}

/// The document as clients see it, with the address that the server is known by.
pub(crate) fn document_at(public_url: Option<&Url>) -> utoipa::openapi::OpenApi {
    let mut document = document().clone();
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.post, &mut item.put, &mut item.delete].into_iter().flatten() {
            if let Some(extensions) = &mut operation.extensions {
                extensions.remove(AUDIT_EXTENSION);
            }
        }
    }
    document.servers = public_url.map(|url| vec![Server::new(url.as_str())]);
    document
}

/// Adds the responses that all operations of a kind share.
fn add_common_errors(method: &HttpMethod, operation: &mut Operation) {
    let is_about_data =
        operation.tags.iter().flatten().all(|tag| tag != "health" && tag != "document");
    let signed_in = operation.security.is_some();
    let parameters = || {
        operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        })
    };
    let has_path_id =
        parameters().any(|p| p.parameter_in == ParameterIn::Path && p.name != "filter");
    let has_query = parameters().any(|p| p.parameter_in == ParameterIn::Query);
    let has_body = operation.request_body.is_some();
    let is_search = parameters().any(|p| SEARCH_PARAMS.contains(&p.name.as_str()))
        && operation.operation_id.as_deref() != Some("list_for_admins");
    let is_export = operation.operation_id.as_deref() == Some("export");
    let changes = is_about_data && *method != HttpMethod::Get;
    let is_limited = changes || is_about_data && (is_search || is_export);
    let refusals = [
        (401, "Missing or invalid token", is_about_data),
        (403, "Banned, or not allowed", signed_in),
        (404, "Not found", has_path_id),
        (400, "Malformed JSON", has_body),
        (413, "Over 1 MiB", has_body),
        (415, "Not JSON", has_body),
        (422, "Invalid fields or parameters", has_body || has_query),
        (500, "Server error", is_about_data),
        (
            503,
            "Busy, or the database is unavailable",
            is_about_data || operation.operation_id.as_deref() == Some("ready"),
        ),
        (409, "It, or the caller, was deleted concurrently", changes && signed_in),
        (507, "The disk is full; nothing was stored", changes),
    ];
    if is_limited {
        add_limits(operation);
    }
    for (status, description, applies) in refusals {
        if applies {
            let responses = &mut operation.responses.responses;
            responses.entry(status.to_string()).or_insert_with(|| RefOr::T(problem(description)));
        }
    }
    if is_about_data && !signed_in {
        allow_anonymous(method, operation);
    }
}

/// Allowed with and without a token.
fn allow_anonymous(method: &HttpMethod, operation: &mut Operation) {
    let scope = if *method == HttpMethod::Get { Scope::Read } else { Scope::Write };
    let token = SecurityRequirement::new(TOKEN, [scope.word()]);
    operation.security = Some(vec![SecurityRequirement::default(), token]);
    if *method == HttpMethod::Get {
        let kept = ResponseBuilder::new().description("Not modified").build();
        operation.responses.responses.insert("304".to_owned(), RefOr::T(kept));
    }
}

fn add_limits(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    let too_often = || RefOr::T(problem("Rate limit exceeded; `Retry-After` says when to retry"));
    if let RefOr::T(refused) = responses.entry("429".to_owned()).or_insert_with(too_often) {
        refused.headers.extend(limit_headers());
    }
}

fn limit_headers() -> [(String, RefOr<Header>); 3] {
    let header = |description: &str, kind: Type| {
        HeaderBuilder::new()
            .description(Some(description))
            .schema(Some(Object::with_type(kind)))
            .build()
    };
    let policy = "What is allowed at once (`q`), and the seconds in which that comes back (`w`)";
    let left = "What is left (`r`), and the seconds until all of it is back (`t`)";
    [
        ("Retry-After", header("Seconds", Type::Integer)),
        ("RateLimit-Policy", header(policy, Type::String)),
        ("RateLimit", header(left, Type::String)),
    ]
    .map(|(name, header)| (name.to_owned(), RefOr::T(header)))
}

fn problem(description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    ResponseBuilder::new().description(description).content(PROBLEM, content).build()
}

#[cfg(test)]
mod tests {
    use actix_web::http::Method;

    use crate::methods::Methods;

    fn methods_of(path: &str) -> Vec<Method> {
        Methods::declared().of(path)
    }

    #[test]
    fn a_path_has_the_methods_of_all_its_routes() {
        let wanted = [Method::GET, Method::HEAD, Method::POST, Method::DELETE];
        assert_eq!(methods_of("/forums/3"), wanted);
        assert_eq!(methods_of("/login"), [Method::POST]);
    }

    #[test]
    fn a_literal_path_takes_precedence_over_an_id() {
        assert_eq!(methods_of("/forums/create"), [Method::POST]);
    }

    #[test]
    fn an_unknown_path_has_no_methods() {
        assert!(methods_of("/nowhere").is_empty());
    }
}
