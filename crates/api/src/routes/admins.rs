//! What admins alone do; a part of moderation.

use ::moderation::{AccountStatus, Administrator};
use actix_web::{Responder, get, put, web};
use kernel::{Ban, ByName, Page, PageRequest, Timestamp, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Caller, OptionalBody, Paging, Params, PathIds},
    response::ApiResponse,
    routes::{
        forum_bans::BanUser,
        shared_bodies::{Authority, authorities},
    },
    state::Api,
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
    /// The ban that holds, if there is one.
    #[schema(required = true)]
    ban: Option<BanTerms>,
    #[schema(min_items = 1, max_items = 1)]
    authorities: [Authority; 1],
}

/// Until when and why an account is banned.
#[derive(Serialize, ToSchema)]
struct BanTerms {
    /// When it ends; null if it does not.
    #[schema(required = true, format = DateTime)]
    until: Option<String>,
    #[schema(required = true, max_length = 500)]
    reason: Option<String>,
}

impl From<Ban> for BanTerms {
    fn from(Ban { until, reason }: Ban) -> Self {
        Self { until: until.map(Timestamp::to_rfc3339), reason }
    }
}

impl From<AccountStatus> for AdminUser {
    fn from(status: AccountStatus) -> Self {
        let banned = status.ban.is_some();
        Self {
            id: status.profile.id.0,
            username: status.profile.username,
            user_image: status.profile.image,
            banned,
            ban: status.ban.map(BanTerms::from),
            authorities: authorities(status.role, banned),
        }
    }
}

/// Lists users who are not active admins, including banned ones, by name; or the active admins. Only admins may.
#[utoipa::path(tag = "moderation", security(("token" = ["admin"])), params(
    ("role" = Option<String>, Query, description = "`admin`: the active admins"),
    ("keyword" = Option<String>, Query, description = "A part of the name, in any case"),
    ("name" = Option<String>, Query, description = "The whole name, in any case: lists this user alone, also an admin"),
    Paging,
), responses(
    (status = 200, description = "A page of users", body = [AdminUser]),
))]
#[get("/users/admin")]
async fn list_for_admins(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.slow_read(move |s| {
        let admin = Administrator::authorize(&s.member(&caller)?.active()?)?;
        let keyword = params.get("keyword").unwrap_or_default();
        let request: PageRequest<ByName> = params.page()?;
        if let Some(name) = params.get("name") {
            let items = s.moderation.account(admin, name)?.into_iter().collect();
            let page: Page<_, ByName> = Page { items, next: None };
            return Ok(ApiResponse::<Vec<AdminUser>>::page(page, &params));
        }
        let page = match params.get("role") {
            None | Some("") => s.moderation.search_users(admin, keyword, &request)?,
            Some("admin") => s.moderation.search_admins(admin, keyword, &request)?,
            Some(_) => return Err(Problem::invalid_field("role", "Must be admin.")),
        };
        Ok(ApiResponse::<Vec<AdminUser>>::page(page, &params))
    })
    .await
}

/// Promotes a user to admin. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["admin"])), params(("id" = i64, Path)), responses(
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
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["admin"])), params(("id" = i64, Path)), responses(
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

/// Bans a user, for some days or without end; the clock alone ends it. Only admins may. Banning a banned user replaces
/// end and reason; repeating a ban, with the same reason and an end at most a minute away, changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["admin"])), params(("id" = i64, Path)), request_body = Option<BanUser>, responses(
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
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["admin"])), params(("id" = i64, Path)), responses(
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
