//! Restores what moderators removed.

use actix_web::{Responder, post, web};
use kernel::{PostId, Reader, Reason, ReplyId};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{posts::Post, replies::Reply};
use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, body_with_text},
    response::ApiResponse,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(restore_post).service(restore_reply);
}

#[derive(Deserialize, ToSchema)]
struct Restore {
    /// For the moderation log, where everybody can read it; missing, null or blank means none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    reason: Field<String>,
}

impl RequestBody for Restore {
    const MAX_BYTES: usize = body_with_text(Reason::MAX_CHARS);
}

impl Restore {
    fn parse(self) -> Result<Option<Reason>, Problem> {
        let mut invalid = Invalid::default();
        let reason = invalid.optional_text("reason", &self.reason, Reason::parse);
        reason.ok_or_else(|| invalid.into_problem())
    }
}

/// Restores a post that a moderator removed, with all that was under it: its replies, votes, versions and images.
/// Moderators of its forum and admins may, for 30 days.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = Restore, responses(
    (status = 200, description = "The post", body = Post),
    (status = 403, description = "The post is shown, and the caller does not moderate its forum", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "The post is wiped, or not removed, or removed and the caller does not moderate its forum", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/posts/{id}/restore")]
async fn restore_post(
    caller: Caller,
    ids: PathIds,
    body: Body<Restore>,
    api: web::Data<Api>,
) -> impl Responder {
    api.slow_write(move |s| {
        let member = s.member(&caller)?;
        let id = PostId(ids.first()?);
        let actor = member.active().or_else(|banned| {
            // Report a missing post before a missing permission.
            s.posts.get(id, Reader::from(&member))?;
            Err(Problem::from(banned))
        })?;
        let removed = s.posts.authorize_restore(id, &actor)?;
        let post = s.posts.restore(removed, body.read()?.parse()?)?;
        ApiResponse::ok(Post::from(post)).for_member(s, member.id, "")
    })
    .await
}

/// Restores the text of a reply that a moderator removed, with its versions and images. Moderators of its forum and admins
/// may, for 30 days. A reply to a removed post is restored with it.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = Restore, responses(
    (status = 200, description = "The reply, without its answers", body = Reply),
    (status = 403, description = "The reply is shown, and the caller does not moderate its forum", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "The reply is wiped, or not removed, or removed and the caller does not moderate its forum", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/replies/{id}/restore")]
async fn restore_reply(
    caller: Caller,
    ids: PathIds,
    body: Body<Restore>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let id = ReplyId(ids.first()?);
        let actor = member.active().or_else(|banned| {
            // Report a reply that is not shown before a missing permission.
            s.replies.require_shown(id, Reader::from(&member))?;
            Err(Problem::from(banned))
        })?;
        let removed = s.replies.authorize_restore(id, &actor)?;
        let reply = s.replies.restore(removed, body.read()?.parse()?)?;
        ApiResponse::ok(Reply::from(reply)).for_member(s, member.id, "")
    })
    .await
}
