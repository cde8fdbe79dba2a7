use actix_web::{Responder, get, web};
use kernel::{PostId, ReplyId, Revision as Found};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    Api,
    request::{Paging, Params, PathIds, PublicRequest},
    response::ApiResponse,
    response_cache::{CachePolicy, Cacheable},
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(revisions_of_post).service(revisions_of_reply);
}

/// A version of a text. Edits within five minutes make one.
#[derive(Serialize, ToSchema)]
struct Revision {
    /// From 1.
    version: i32,
    /// When it was written.
    #[schema(format = DateTime)]
    at: String,
    /// Its author.
    username: String,
    /// Of a post.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    title: Option<String>,
    description: String,
}

impl Cacheable for Revision {}

impl From<Found> for Revision {
    fn from(revision: Found) -> Self {
        Self {
            version: revision.version,
            at: revision.at.to_rfc3339(),
            username: revision.username,
            title: revision.title,
            description: revision.description,
        }
    }
}

/// Lists the versions of a post, the present one included, the newest first.
#[utoipa::path(tag = "posts", params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of versions", body = [Revision]),
))]
#[get("/api/posts/{id}/revisions")]
async fn revisions_of_post(
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.public_read(request, CachePolicy::uncacheable(), move |s, _| {
        let id = PostId(ids.first()?);
        s.posts.get(id, None)?;
        let page = s.posts.revisions(id, &params.page()?)?;
        Ok(ApiResponse::<Vec<Revision>>::page(page, &params))
    })
    .await
}

/// Lists the versions of a reply, the present one included, the newest first.
#[utoipa::path(tag = "replies", params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of versions", body = [Revision]),
))]
#[get("/api/replies/{id}/revisions")]
async fn revisions_of_reply(
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.public_read(request, CachePolicy::uncacheable(), move |s, _| {
        let id = ReplyId(ids.first()?);
        s.replies.find(id)?;
        let page = s.replies.revisions(id, &params.page()?)?;
        Ok(ApiResponse::<Vec<Revision>>::page(page, &params))
    })
    .await
}
