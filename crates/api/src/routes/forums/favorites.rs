use actix_web::{Responder, delete, get, post, web};
use kernel::{ForumId, Reader};
use limits::LimitedAction;
use serde::Serialize;
use utoipa::ToSchema;

use super::bodies::Forum;
use crate::{
    request::{Caller, Paging, Params, PathIds},
    response::{self, ApiResponse},
    state::Api,
};

/// Lists the caller's favorite forums, the latest favorite first.
#[utoipa::path(tag = "forums", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of forums", body = [Forum]),
))]
#[get("/forums/favorites")]
pub(super) async fn favorite_forums(
    caller: Caller,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.forums.favorites(&actor, &params.page()?)?;
        let page = ApiResponse::<Vec<Forum>>::page(page, &params);
        page.for_member(s, actor.id, "/forums/favorites")
    })
    .await
}

#[derive(Serialize, ToSchema)]
struct Favorited {
    favorited: bool,
}

/// Marks a forum as a favorite; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "forums", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "A favorite", body = Favorited),
))]
#[post("/forum/{id}/favorites")]
pub(super) async fn add_favorite(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> impl Responder {
    set_favorite(true, caller, ids, api).await
}

/// Removes a favorite, if there is one.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "forums", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "Not a favorite", body = Favorited),
))]
#[delete("/forum/{id}/favorites")]
pub(super) async fn remove_favorite(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> impl Responder {
    set_favorite(false, caller, ids, api).await
}

async fn set_favorite(
    favorited: bool,
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> response::Result<Favorited> {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let id = ForumId(ids.first()?);
        s.forums.get(id, Reader::from(&member))?;
        let actor = member.active()?;
        if favorited {
            s.forums.add_favorite(id, &actor)?;
        } else {
            s.forums.remove_favorite(id, &actor)?;
        }
        Ok(ApiResponse::ok(Favorited { favorited }))
    })
    .await
}
