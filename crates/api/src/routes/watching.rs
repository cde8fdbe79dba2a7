//! Watch levels of posts and forums, and visits to threads.

use actix_web::{Responder, put, web};
use kernel::{ForumId, PostId, Reader, Timestamp};
use limits::LimitedAction;
use notifications::WatchLevel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY},
    response::ApiResponse,
    routes::shared_bodies::WatchWord,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(watch_post).service(watch_forum).service(visit_post);
}

/// A watch level: `watching` notifies of everything new, `normal` of answers and mentions, `muted` of
/// nothing.
#[derive(Serialize, ToSchema)]
struct Watch {
    level: WatchWord,
}

#[derive(Deserialize, ToSchema)]
struct SetWatch {
    #[serde(default)]
    #[schema(value_type = WatchWord, required = true)]
    level: Field<String>,
}

impl RequestBody for SetWatch {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl SetWatch {
    fn parse(self) -> Result<WatchLevel, Problem> {
        let mut invalid = Invalid::default();
        let level = invalid.text("level", &self.level, |word| {
            WatchWord::parse(word).ok_or("Must be watching, normal or muted.")
        });
        level.ok_or_else(|| invalid.into_problem())
    }
}

/// Sets how closely the caller follows a post. Repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("token" = ["write"])), params(("id" = i64, Path)), request_body = SetWatch, responses(
    (status = 200, description = "The level", body = Watch),
))]
#[put("/api/posts/{id}/watch")]
async fn watch_post(
    caller: Caller,
    ids: PathIds,
    body: Body<SetWatch>,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let post = s.posts.get(PostId(ids.first()?), Reader::from(&member))?;
        let actor = member.active()?;
        let level = body.read()?.parse()?;
        s.notifications.watch_post(&actor, post.id, level)?;
        Ok(ApiResponse::ok(Watch { level: level.into() }))
    })
    .await
}

/// Sets how closely the caller follows a forum. Repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("token" = ["write"])), params(("id" = i64, Path)), request_body = SetWatch, responses(
    (status = 200, description = "The level", body = Watch),
))]
#[put("/api/forums/{id}/watch")]
async fn watch_forum(
    caller: Caller,
    ids: PathIds,
    body: Body<SetWatch>,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.forums.get(ForumId(ids.first()?), Reader::from(&member))?;
        let actor = member.active()?;
        let level = body.read()?.parse()?;
        s.notifications.watch_forum(&actor, forum.id, level)?;
        Ok(ApiResponse::ok(Watch { level: level.into() }))
    })
    .await
}

#[derive(Serialize, ToSchema)]
struct Visit {
    /// When the caller last saw the thread; null for the first time.
    #[schema(required = true, format = DateTime)]
    previous: Option<String>,
}

/// Says that the caller sees a thread now: what others replied since is new. At most one visit a minute
/// is stored, and own replies count as visits.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The visit before", body = Visit),
))]
#[put("/api/posts/{id}/visit")]
async fn visit_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let post = s.posts.get(PostId(ids.first()?), Reader::from(&member))?;
        let previous = s.notifications.visit(&member.active()?, post.id)?;
        Ok(ApiResponse::ok(Visit { previous: previous.map(Timestamp::to_rfc3339) }))
    })
    .await
}
