use actix_web::{Responder, get, web};
use kernel::UserId;
use limits::LimitedAction;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    request::{Caller, Paging, Params, PathIds},
    request_limiter::RateLimited,
    response::{self, ApiResponse},
    routes::shared_bodies::User,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(list_users).service(filter_users).service(find_user);
}

/// Lists all users but the caller, by name.
#[utoipa::path(tag = "people", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of users", body = [User]),
))]
#[get("/users")]
async fn list_users(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    people_named(String::new(), caller, params, api).await
}

/// Lists users but the caller whose name contains the text, regardless of case, by name.
#[utoipa::path(tag = "people", security(("token" = ["read"])), params(("filter" = String, Path), Paging), responses(
    (status = 200, description = "A page of users", body = [User]),
))]
#[get("/users/filtered/{filter}")]
async fn filter_users(
    limited: RateLimited,
    caller: Caller,
    filter: web::Path<String>,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.limited_by(limited.limiter(LimitedAction::Search));
    people_named(filter.into_inner(), caller, params, api).await
}

async fn people_named(
    part: String,
    caller: Caller,
    params: Params,
    api: web::Data<Api>,
) -> response::Result<Vec<User>> {
    api.slow_read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.users.search_users(&actor, part.trim(), &params.page()?)?;
        Ok(ApiResponse::page(page, &params))
    })
    .await
}

/// Returns a user.
#[utoipa::path(tag = "people", security(("token" = ["read"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The user", body = User),
))]
#[get("/users/{id}")]
async fn find_user(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let profile = s.users.profile(UserId(ids.first()?))?;
        member.active()?;
        Ok(ApiResponse::ok(User::from(profile)))
    })
    .await
}
