use actix_web::{Responder, get, web};
use utoipa_actix_web::service_config::ServiceConfig;

use super::Post;
use crate::{
    request::{Caller, Paging, Params},
    response::{self, ApiResponse},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(held_posts);
}

/// Lists the caller's own posts that wait for approval, the newest first.
#[utoipa::path(tag = "posts", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of posts", body = [Post]),
))]
#[get("/api/posts/held")]
async fn held_posts(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.posts.own_held(&actor, &params.page()?)?;
        response::Result::Ok(ApiResponse::<Vec<Post>>::page(page, &params))
    })
    .await
}
