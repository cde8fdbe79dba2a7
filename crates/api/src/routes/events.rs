use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{CACHE_CONTROL, HeaderName, VARY},
    web,
};
use kernel::{Member, Reader};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client,
    live::{Client, Topic, Topics, parse_topics},
    problem::Problem,
    request::{Caller, Params, bearer_token},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(stream_events);
}

/// What a client that comes back has seen.
const LAST_EVENT_ID: &str = "Last-Event-ID";
/// Tells nginx not to collect what is sent.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// An event of the stream.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what a stream is made of")]
struct StreamEvent {
    /// For `Last-Event-ID`.
    id: String,
    event: String,
    /// JSON.
    data: String,
}

/// Streams what happens, as `text/event-stream`. With a token the stream is the member's own. Events name ids
/// and never texts, and come after the commit, on every copy of the server:
///
/// | event | data | sent to |
/// | --- | --- | --- |
/// | `unread` | what `GET /api/unread` says | the member |
/// | `message` | `{contactId, messageId, act}`: `sent`, `edited`, `deleted`, `read` | both people |
/// | `session` | `{reason}`: `banned`, `signed-out`, `role`; the first two end the stream | the member |
/// | `post` | `{id, forumId, act}`: `written`, `edited`, `deleted`, `locked` | `posts`, `forum:{id}`, `post:{id}` |
/// | `reply` | `{id, postId, respondsTo, act}`: `written`, `edited`, `deleted` | `post:{id}` |
/// | `votes` | `{kind, id, upvotes, downvotes}`: `post`, `reply`; at most one a second for each | `post:{id}` |
/// | `resync` | `{}`: something may be missing; read anew | everybody |
///
/// A comment comes every 15 seconds. A client that comes back with the header `Last-Event-ID` gets what it
/// missed, or `resync`; an event may come twice with the same id. A client that reads too slowly is dropped.
/// The stream ends with the token. An account has at most 8,
/// and a network an eighth of all. A token never belongs into the address.
#[utoipa::path(tag = "notifications", params(
    ("topics" = Option<String>, Query, description = "Up to 20 of `posts`, `forum:{id}`, `post:{id}`, with commas"),
    ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client has"),
), responses(
    (status = 200, description = "The stream", body = StreamEvent, content_type = "text/event-stream"),
    (status = 404, description = "A topic is not there", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "The account or the network has too many streams", body = Problem, content_type = "application/problem+json"),
))]
#[get("/api/events")]
async fn stream_events(
    request: HttpRequest,
    caller: Caller,
    params: Params,
    api: web::Data<Api>,
) -> Result<HttpResponse, Problem> {
    let session = caller.session;
    let users = &api.executor.services().users;
    let time_left = session
        .zip(bearer_token(&request))
        .map(|(session, token)| users.time_left(&session, token));
    let words = params.get("topics").unwrap_or_default().to_owned();
    let (topics, named, session) = api
        .read(move |s| {
            let member = s.viewing_member(&caller)?;
            let named = parse_topics(&words)?;
            let topics = found(s, &named, member.as_ref())?;
            // Who lacks a second step that the site asks for follows as a visitor, as does a token without the scope.
            Ok((topics, named, session.filter(|_| member.is_some())))
        })
        .await?;
    let client = Client {
        session,
        network: client::current_network(),
        time_left,
        last_id: request.headers().get(LAST_EVENT_ID).and_then(|id| id.to_str().ok()),
        is_limited: api.limits.is_some(),
    };
    let stream = api.live.open(&client, topics)?;
    // Nobody would notice a session that ended, or a forum that closed, before the stream was open.
    api.read(move |s| {
        let member = session.map(|session| s.users.member(&session)).transpose()?;
        found(s, &named, member.as_ref())
    })
    .await?;
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((CACHE_CONTROL, "no-store, no-transform"))
        .insert_header((VARY, "Authorization"))
        .insert_header((ACCEL_BUFFERING, "no"))
        .streaming(stream))
}

/// Returns the topics with their forums, if what each names is there for the reader.
fn found(services: &Services, named: &[Topic], member: Option<&Member>) -> Result<Topics, Problem> {
    let reader = member.map_or(Reader::Visitor, Reader::from);
    let found = |topic: &Topic| {
        let forum = match *topic {
            Topic::Posts => None,
            Topic::Forum(forum) => Some(services.forums.get(forum, reader)?.id),
            Topic::Post(post) => Some(services.posts.get(post, reader)?.forum),
        };
        Ok((*topic, forum))
    };
    named.iter().map(found).collect()
}
