use actix_web::{Responder, delete, get, post, web};
use kernel::{ForumId, Reader, UserId};
use limits::LimitedAction;
use moderation::Candidates;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, Invalid, Paging, Params, PathIds, PublicRequest, RequestBody,
        SHORT_BODY,
    },
    request_limiter::RateLimited,
    response::{ApiResponse, NoContent},
    response_cache::CachePolicy,
    routes::shared_bodies::User,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_moderators)
        .service(list_promotable)
        .service(promote_moderator)
        .service(remove_moderator)
        .service(list_access);
}

/// A forum that the user moderates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Access {
    forum_id: i64,
}

impl From<ForumId> for Access {
    fn from(forum: ForumId) -> Self {
        Self { forum_id: forum.0 }
    }
}

#[derive(Deserialize, ToSchema)]
struct Promote {
    /// The user's name, in any case.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1)]
    username: Field<String>,
}

impl RequestBody for Promote {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl Promote {
    fn parse(self) -> Result<String, Problem> {
        let mut invalid = Invalid::default();
        let username = invalid.text("username", &self.username, |text| match text.trim() {
            "" => Err("Must not be blank."),
            name => Ok(name.to_owned()),
        });
        username.ok_or_else(|| invalid.into_problem())
    }
}

/// Lists the moderators of a forum, by name.
#[utoipa::path(tag = "moderation", params(("forumId" = i64, Path), Paging), responses(
    (status = 200, description = "A page of users", body = [User]),
))]
#[get("/moderation/forum/{forumId}")]
async fn list_moderators(
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.public_read(request, CachePolicy::uncacheable(), move |s, reader| {
        let forum = s.moderation.forum(ForumId(ids.first()?), reader)?;
        let page = s.moderation.moderators(forum, &params.page()?)?;
        Ok(ApiResponse::<Vec<User>>::page(page, &params))
    })
    .await
}

/// Lists users who neither moderate the forum nor are banned, by name: those who can be promoted or, without admins,
/// banned. Its moderators and admins may.
#[utoipa::path(tag = "moderation", security(("token" = ["moderate"])), params(
    ("forumId" = i64, Path),
    ("keyword" = Option<String>, Query, description = "A part of the name, in any case"),
    ("bannable" = Option<bool>, Query, description = "Leaves out admins, who cannot be banned from a forum"),
    Paging,
), responses(
    (status = 200, description = "A page of users", body = [User]),
))]
#[get("/moderation/forum/{forumId}/promotable")]
async fn list_promotable(
    limited: RateLimited,
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.limited_by(limited.limiter(LimitedAction::Search));
    api.slow_read(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        let keyword = params.get("keyword").unwrap_or_default();
        let is_bannable = params.flag("bannable")?;
        let candidates = if is_bannable { Candidates::Bannable } else { Candidates::Promotable };
        let page =
            s.moderation.search_candidates(moderated, candidates, keyword, &params.page()?)?;
        Ok(ApiResponse::<Vec<User>>::page(page, &params))
    })
    .await
}

/// Promotes a user to moderator of a forum. Its moderators and admins may; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("forumId" = i64, Path)), request_body = Promote, responses(
    (status = 200, description = "The new moderator", body = User),
    (status = 404, description = "No such forum or user", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Invalid fields, or a banned user", body = Problem, content_type = "application/problem+json"),
))]
#[post("/moderation/forum/{forumId}/promote")]
async fn promote_moderator(
    caller: Caller,
    ids: PathIds,
    body: Body<Promote>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        let username = body.read()?.parse()?;
        Ok(ApiResponse::ok(User::from(s.moderation.promote(moderated, &username)?)))
    })
    .await
}

/// Removes a moderator of a forum. Its moderators and admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("forumId" = i64, Path), ("userId" = i64, Path)), responses(
    (status = 204, description = "Removed"),
    (status = 422, description = "The last moderator, and the caller is no admin", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/moderation/forum/{forumId}/moderators/{userId}")]
async fn remove_moderator(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let user = s.moderation.user(UserId(ids.second()?))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        s.moderation.remove(moderated, user)?;
        Ok(NoContent)
    })
    .await
}

/// Lists the forums that a user moderates. That user and admins may.
#[utoipa::path(tag = "moderation", security(("token" = ["read"])), params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of an access list", body = [Access]),
))]
#[get("/moderation/user/{id}")]
async fn list_access(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let user = s.moderation.user(UserId(ids.first()?))?;
        let page =
            s.moderation.access(user.authorize_access_list(&member.active()?)?, &params.page()?)?;
        Ok(ApiResponse::<Vec<Access>>::page(page, &params))
    })
    .await
}
