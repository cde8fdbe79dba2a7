//! Locks and pins.

use ::posts::{LockReason, Pin};
use actix_web::{Responder, put, web};
use kernel::{PostId, Reader, Timestamp};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::bodies::Post;
use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, body_with_text},
    response::ApiResponse,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(lock_post).service(pin_post);
}

#[derive(Deserialize, ToSchema)]
struct LockPost {
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    locked: Field<bool>,
    /// Shown to everybody; missing, null or blank means none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    reason: Field<String>,
}

impl RequestBody for LockPost {
    const MAX_BYTES: usize = body_with_text(LockReason::MAX_CHARS);
}

impl LockPost {
    fn parse(self) -> Result<(bool, Option<LockReason>), Problem> {
        let mut invalid = Invalid::default();
        let locked = invalid.flag("locked", &self.locked);
        let reason = invalid.optional_text("reason", &self.reason, LockReason::parse);
        let (Some(locked), Some(reason)) = (locked, reason) else {
            return Err(invalid.into_problem());
        };
        Ok((locked, reason))
    }
}

#[derive(Deserialize, ToSchema)]
struct PinPost {
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    pinned: Field<bool>,
    /// When the pin ends, in the future; missing or null means never.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Field<String>,
}

impl RequestBody for PinPost {
    const MAX_BYTES: usize = crate::request::SHORT_BODY;
}

impl PinPost {
    fn parse(self) -> Result<Option<Pin>, Problem> {
        let mut invalid = Invalid::default();
        let pinned = invalid.flag("pinned", &self.pinned);
        let until = invalid.text("until", &self.until, |text| match text {
            "" => Ok(None),
            text => Timestamp::parse_rfc3339(text).map(Some).ok_or("Must be a time of RFC 3339."),
        });
        let (Some(pinned), Some(until)) = (pinned, until) else {
            return Err(invalid.into_problem());
        };
        Ok(pinned.then_some(Pin { until }))
    }
}

/// Locks or unlocks a post. Moderators of its forum and admins may; repeating it changes nothing. In a locked post
/// nobody else writes, edits or votes.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = LockPost, responses(
    (status = 200, description = "The post", body = Post),
))]
#[put("/api/posts/{id}/lock")]
async fn lock_post(
    caller: Caller,
    ids: PathIds,
    body: Body<LockPost>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let post = s.posts.get(PostId(ids.first()?), Reader::from(&member))?;
        let moderated = s.posts.authorize_moderation(&post, &member.active()?)?;
        let (locked, reason) = body.read()?.parse()?;
        let post = s.posts.set_lock(moderated, locked, reason)?;
        ApiResponse::ok(Post::from(post)).for_member(s, member.id, "")
    })
    .await
}

/// Pins a post to the top of the lists of its forum, or unpins it. Moderators of the forum and admins may; at most
/// three posts of a forum are pinned.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = PinPost, responses(
    (status = 200, description = "The post", body = Post),
    (status = 422, description = "Invalid fields, or three others are pinned", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/posts/{id}/pin")]
async fn pin_post(
    caller: Caller,
    ids: PathIds,
    body: Body<PinPost>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let post = s.posts.get(PostId(ids.first()?), Reader::from(&member))?;
        let moderated = s.posts.authorize_moderation(&post, &member.active()?)?;
        let pin = body.read()?.parse()?;
        let post = s.posts.set_pin(moderated, pin)?;
        ApiResponse::ok(Post::from(post)).for_member(s, member.id, "")
    })
    .await
}
