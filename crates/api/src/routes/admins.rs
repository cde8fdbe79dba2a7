//! What admins alone do; a part of moderation.

use ::moderation::{AccountStatus, Administrator, BanDays};
use actix_web::{Responder, get, put, web};
use kernel::{Reason, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    Api, Problem,
    request::{
        Caller, Field, Invalid, OptionalBody, Paging, Params, PathIds, RequestBody, body_with_text,
    },
    response::ApiResponse,
    routes::shared_bodies::{Authority, authorities},
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_for_admins)
        .service(promote_admin)
        .service(demote_admin)
        .service(ban)
        .service(unban);
}

/// An account as admins see it.
#[derive(Serialize, ToSchema)]
struct AdminUser {
    id: i64,
    username: String,
    user_image: String,
    banned: bool,
    #[schema(min_items = 1, max_items = 1)]
    authorities: [Authority; 1],
}

impl From<AccountStatus> for AdminUser {
    fn from(status: AccountStatus) -> Self {
        Self {
            id: status.profile.id.0,
            username: status.profile.username,
            user_image: status.profile.image,
            banned: status.banned,
            authorities: authorities(status.role, status.banned),
        }
    }
}

/// Lists users who are not active admins, including banned ones, by name; or the active admins. Only admins may.
#[utoipa::path(tag = "moderation", security(("token" = [])), params(
    ("role" = Option<String>, Query, description = "`admin`: the active admins"),
    ("keyword" = Option<String>, Query, description = "A part of the name, in any case"),
    Paging,
), responses(
    (status = 200, description = "A page of users", body = [AdminUser]),
))]
#[get("/users/admin")]
async fn list_for_admins(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.slow_read(move |s| {
        let admin = Administrator::authorize(&s.member(&caller)?.active()?)?;
        let keyword = params.get("keyword").unwrap_or_default();
        let page = match params.get("role") {
            None | Some("") => s.moderation.search_users(admin, keyword, &params.page()?)?,
            Some("admin") => s.moderation.search_admins(admin, keyword, &params.page()?)?,
            Some(_) => return Err(Problem::invalid_field("role", "Must be admin.")),
        };
        Ok(ApiResponse::<Vec<AdminUser>>::page(page, &params))
    })
    .await
}

/// Promotes a user to admin. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The admin", body = AdminUser),
    (status = 422, description = "A banned user", body = Problem, content_type = "application/problem+json"),
))]
#[put("/moderation/user/{id}/promote/admin")]
async fn promote_admin(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let user = s.moderation.user(UserId(ids.first()?))?;
        let admin = Administrator::authorize(&member.active()?)?;
        Ok(ApiResponse::ok(AdminUser::from(s.moderation.promote_to_admin(admin, user)?)))
    })
    .await
}

/// Demotes an admin to moderator, or to plain user without a forum. Only admins may; demoting
/// somebody who is no admin changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The user", body = AdminUser),
    (status = 422, description = "The last admin", body = Problem, content_type = "application/problem+json"),
))]
#[put("/moderation/user/{id}/demote")]
async fn demote_admin(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let user = s.moderation.user(UserId(ids.first()?))?;
        let admin = Administrator::authorize(&member.active()?)?;
        Ok(ApiResponse::ok(AdminUser::from(s.moderation.demote_admin(admin, user)?)))
    })
    .await
}

#[derive(Default, Deserialize, ToSchema)]
struct BanUser {
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
    fn parse(self) -> Result<(Option<BanDays>, Option<Reason>), Problem> {
        let mut invalid = Invalid::default();
        let days = invalid.integer("days", &self.days, |days| days.map(BanDays::new).transpose());
        let reason = invalid.text("reason", &self.reason, |text| {
            if text.trim().is_empty() { Ok(None) } else { Reason::parse(text).map(Some) }
        });
        let (Some(days), Some(reason)) = (days, reason) else {
            return Err(invalid.into_problem());
        };
        Ok((days, reason))
    }
}

/// Bans a user, for some days or without end; the clock alone ends it. Only admins may. Banning a banned user replaces
/// end and reason; repeating a ban, with the same reason and an end at most a minute away, changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), request_body = Option<BanUser>, responses(
    (status = 200, description = "The banned user", body = AdminUser),
    (status = 422, description = "Invalid fields, the caller's own account, or the last admin", body = Problem, content_type = "application/problem+json"),
))]
#[put("/user/{id}/ban")]
async fn ban(
    caller: Caller,
    ids: PathIds,
    body: OptionalBody<BanUser>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let user = s.moderation.user(UserId(ids.first()?))?;
        let admin = Administrator::authorize(&member.active()?)?;
        let (days, reason) = body.read()?.parse()?;
        Ok(ApiResponse::ok(AdminUser::from(s.moderation.ban(admin, user, days, reason)?)))
    })
    .await
}

/// Unbans a user and restores the earlier role. Only admins may; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The user", body = AdminUser),
))]
#[put("/user/{id}/unban")]
async fn unban(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let user = s.moderation.user(UserId(ids.first()?))?;
        let admin = Administrator::authorize(&member.active()?)?;
        Ok(ApiResponse::ok(AdminUser::from(s.moderation.unban(admin, user)?)))
    })
    .await
}
