//! Bans from a forum.

use ::moderation::{
    BanDays,
    forum_bans::{AppealState, ForumBan as Found, OwnForumBan as FoundOwn},
};
use actix_web::{Responder, delete, get, put, web};
use kernel::{ForumId, Reader, Reason, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Caller, Field, Invalid, OptionalBody, Paging, Params, PathIds, RequestBody, body_with_text,
    },
    response::{ApiResponse, NoContent},
    routes::shared_bodies::User,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_own_bans)
        .service(list_bans_of_member)
        .service(list_forum_bans)
        .service(ban_from_forum)
        .service(lift_forum_ban);
}

#[derive(Default, Deserialize, ToSchema)]
pub(super) struct BanUser {
    /// How many days of 24 hours it lasts from now on; missing or null means without end.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 3650)]
    days: Field<i64>,
    /// Shown to the user and in the log; missing, null or blank means none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    reason: Field<String>,
}

impl RequestBody for BanUser {
    const MAX_BYTES: usize = body_with_text(Reason::MAX_CHARS);
}

impl BanUser {
    pub(super) fn parse(self) -> Result<(Option<BanDays>, Option<Reason>), Problem> {
        let mut invalid = Invalid::default();
        let days = invalid.integer("days", &self.days, |days| days.map(BanDays::new).transpose());
        let reason = invalid.optional_text("reason", &self.reason, Reason::parse);
        let (Some(days), Some(reason)) = (days, reason) else {
            return Err(invalid.into_problem());
        };
        Ok((days, reason))
    }
}

/// A ban from a forum.
#[derive(Serialize, ToSchema)]
struct ForumBan {
    user: User,
    /// When it ends; null if it does not.
    #[schema(required = true, format = DateTime)]
    until: Option<String>,
    #[schema(required = true, max_length = 500)]
    reason: Option<String>,
    /// Who banned.
    by: User,
    #[schema(format = DateTime)]
    at: String,
}

impl From<Found> for ForumBan {
    fn from(Found { user, ban, by, at }: Found) -> Self {
        Self {
            user: user.into(),
            until: ban.until.map(Timestamp::to_rfc3339),
            reason: ban.reason,
            by: by.into(),
            at: at.to_rfc3339(),
        }
    }
}

/// A ban from a forum, as the banned member sees it, or a moderator who looks at the member.
#[derive(Serialize, ToSchema)]
struct OwnForumBan {
    forum: BannedForum,
    /// When it ends; null if it does not.
    #[schema(required = true, format = DateTime)]
    until: Option<String>,
    #[schema(required = true, max_length = 500)]
    reason: Option<String>,
    #[schema(format = DateTime)]
    at: String,
    #[schema(inline)]
    appeal: OwnAppeal,
}

/// The forum of a ban.
#[derive(Serialize, ToSchema)]
struct BannedForum {
    id: i64,
    topic: String,
}

/// `none`: the member may appeal; `waiting`: an appeal waits for its decision; `rejected`: the ban stays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
enum OwnAppeal {
    None,
    Waiting,
    Rejected,
}

impl From<FoundOwn> for OwnForumBan {
    fn from(FoundOwn { forum, topic, ban, at, appeal }: FoundOwn) -> Self {
        Self {
            forum: BannedForum { id: forum.0, topic },
            until: ban.until.map(Timestamp::to_rfc3339),
            reason: ban.reason,
            at: at.to_rfc3339(),
            appeal: match appeal {
                AppealState::None => OwnAppeal::None,
                AppealState::Waiting => OwnAppeal::Waiting,
                AppealState::Rejected => OwnAppeal::Rejected,
            },
        }
    }
}

/// Lists the caller's own bans from forums that hold, by forum: there, the caller reads and does not write.
#[utoipa::path(tag = "moderation", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of bans", body = [OwnForumBan]),
))]
#[get("/api/bans")]
async fn list_own_bans(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.forum_bans.own(&actor, &params.page()?)?;
        Ok(ApiResponse::<Vec<OwnForumBan>>::page(page, &params))
    })
    .await
}

/// Lists a member's bans that hold from forums that the caller moderates, by forum; for admins, from all.
#[utoipa::path(tag = "moderation", security(("token" = ["read"])), params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of bans", body = [OwnForumBan]),
))]
#[get("/api/user/{id}/bans")]
async fn list_bans_of_member(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let user = s.moderation.user(UserId(ids.first()?))?;
        let page = s.forum_bans.of_member(&member.active()?, user, &params.page()?)?;
        Ok(ApiResponse::<Vec<OwnForumBan>>::page(page, &params))
    })
    .await
}

/// Lists the bans from a forum that hold, the latest first. Its moderators and admins may.
#[utoipa::path(tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of bans", body = [ForumBan]),
))]
#[get("/api/forums/{id}/bans")]
async fn list_forum_bans(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.slow_read(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        let page = s.forum_bans.list(moderated, &params.page()?)?;
        Ok(ApiResponse::<Vec<ForumBan>>::page(page, &params))
    })
    .await
}

/// Bans a member from a forum, for some days or without end: there, the member reads and does not write. The clock
/// alone ends it. Moderators of the forum and admins may. Banning a banned member replaces end and reason; repeating a
/// ban, with the same reason and an end at most a minute away, changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path), ("userId" = i64, Path)), request_body = Option<BanUser>, responses(
    (status = 200, description = "The ban", body = ForumBan),
    (status = 422, description = "Invalid fields, a moderator of the forum or an admin", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/forums/{id}/bans/{userId}")]
async fn ban_from_forum(
    caller: Caller,
    ids: PathIds,
    body: OptionalBody<BanUser>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let user = s.moderation.user(UserId(ids.second()?))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        let (days, reason) = body.read()?.parse()?;
        Ok(ApiResponse::ok(ForumBan::from(s.forum_bans.ban(moderated, user, days, reason)?)))
    })
    .await
}

/// Lifts a ban from a forum. Moderators of the forum and admins may; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path), ("userId" = i64, Path)), responses(
    (status = 204, description = "Lifted"),
))]
#[delete("/api/forums/{id}/bans/{userId}")]
async fn lift_forum_ban(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let user = s.moderation.user(UserId(ids.second()?))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        s.forum_bans.lift(moderated, user)?;
        Ok(NoContent)
    })
    .await
}
