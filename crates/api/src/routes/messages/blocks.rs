use actix_web::{Responder, delete, get, put, web};
use kernel::UserId;
use limits::LimitedAction;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Caller, PathIds},
    response::{self, ApiResponse, NoContent},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_block).service(block).service(unblock);
}

#[derive(Serialize, ToSchema)]
struct Block {
    blocked: bool,
}

/// Returns whether the caller blocks a user.
#[utoipa::path(tag = "messages", security(("token" = ["read"])), params(("userId" = i64, Path)), responses(
    (status = 200, description = "Blocked or not", body = Block),
))]
#[get("/api/contacts/{userId}/block")]
async fn find_block(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let peer = s.messages.peer(UserId(ids.first()?))?;
        let blocked = s.messages.blocks(&member.active()?, peer)?;
        response::Result::Ok(ApiResponse::ok(Block { blocked }))
    })
    .await
}

/// Blocks a user: neither can send the other messages. Existing messages stay; an existing block
/// stays.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "messages", security(("token" = ["write"])), params(("userId" = i64, Path)), responses(
    (status = 204, description = "Blocked"),
    (status = 422, description = "The caller's own account", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/contacts/{userId}/block")]
async fn block(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let peer = s.messages.peer(UserId(ids.first()?))?;
        s.messages.block(&member.active()?, peer)?;
        Ok(NoContent)
    })
    .await
}

/// Unblocks a user.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "messages", security(("token" = ["write"])), params(("userId" = i64, Path)), responses(
    (status = 204, description = "Not blocked"),
))]
#[delete("/api/contacts/{userId}/block")]
async fn unblock(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let peer = s.messages.peer(UserId(ids.first()?))?;
        s.messages.unblock(&member.active()?, peer)?;
        Ok(NoContent)
    })
    .await
}
