use ::saved::Target;
use actix_web::{Responder, delete, get, put, web};
use kernel::{PostId, Reader, ReplyId};
use limits::LimitedAction;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::hits::Hit;
use crate::{
    problem::Problem,
    request::{Caller, Paging, Params, PathIds},
    response::{self, ApiResponse},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_saved)
        .service(save_post)
        .service(unsave_post)
        .service(save_reply)
        .service(unsave_reply);
}

#[derive(Serialize, ToSchema)]
struct SavedState {
    saved: bool,
}

/// Lists the posts and replies that the caller saved, the latest saved first. Removed replies are left out.
#[utoipa::path(tag = "saved", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of posts and replies", body = [Hit]),
))]
#[get("/api/saved")]
async fn list_saved(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.saved.list(&actor, &params.page()?)?;
        Ok(ApiResponse::<Vec<Hit>>::page(page, &params))
    })
    .await
}

/// Saves a post for the caller to read again. Repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "saved", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "Whether it is saved", body = SavedState),
))]
#[put("/api/posts/{id}/saved")]
async fn save_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    change(post_target, true, caller, ids, api).await
}

/// Saves a post no longer. Repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "saved", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "Whether it is saved", body = SavedState),
))]
#[delete("/api/posts/{id}/saved")]
async fn unsave_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    change(post_target, false, caller, ids, api).await
}

/// Saves a reply for the caller to read again. Repeating it changes nothing; a removed one is not found.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "saved", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "Whether it is saved", body = SavedState),
))]
#[put("/api/replies/{id}/saved")]
async fn save_reply(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    change(reply_target, true, caller, ids, api).await
}

/// Saves a reply no longer. Repeating it changes nothing; a removed one is not found.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "saved", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "Whether it is saved", body = SavedState),
))]
#[delete("/api/replies/{id}/saved")]
async fn unsave_reply(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    change(reply_target, false, caller, ids, api).await
}

/// Returns a post that the reader may read.
fn post_target(services: &Services, id: i64, reader: Reader) -> Result<Target, Problem> {
    Ok(Target::Post(services.posts.get(PostId(id), reader)?.id))
}

/// Returns a reply that the reader may read, which may be removed.
fn reply_target(services: &Services, id: i64, reader: Reader) -> Result<Target, Problem> {
    services.replies.find(ReplyId(id), reader)?;
    Ok(Target::Reply(ReplyId(id)))
}

async fn change(
    find: fn(&Services, i64, Reader) -> Result<Target, Problem>,
    saved: bool,
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> response::Result<SavedState> {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let target = find(s, ids.first()?, Reader::from(&member))?;
        let actor = member.active()?;
        if saved {
            s.saved.save(&actor, target)?;
        } else {
            s.saved.unsave(&actor, target)?;
        }
        Ok(ApiResponse::ok(SavedState { saved }))
    })
    .await
}
