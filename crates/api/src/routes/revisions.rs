use ::posts::PostError;
use ::replies::ReplyError;
use ::users::Session;
use actix_web::{Responder, get, web};
use kernel::{Actor, PostId, ReplyId, Revision as Found};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Paging, Params, PathIds, PublicRequest},
    response::ApiResponse,
    response_cache::{CachePolicy, Cacheable},
    services::Services,
    state::Api,
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

/// Lists the versions of a post, the present one included, the newest first. Those of a removed post only moderators of its
/// forum and admins see, for 30 days.
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
    let session = request.caller.session;
    api.public_read(request, CachePolicy::uncacheable(), move |s| {
        let id = PostId(ids.first()?);
        let page = match s.posts.get(id) {
            Err(PostError::NotFound) => {
                let actor = actor(s, session.as_ref())?.ok_or(PostError::NotFound)?;
                let removed = s.posts.removed(id, &actor)?;
                s.posts.removed_revisions(removed, &params.page()?)?
            }
            found => {
                found?;
                s.posts.revisions(id, &params.page()?)?
            }
        };
        Ok(ApiResponse::<Vec<Revision>>::page(page, &params))
    })
    .await
}

/// Lists the versions of a reply, the present one included, the newest first. Those of a removed reply only moderators of
/// its forum and admins see, for 30 days.
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
    let session = request.caller.session;
    api.public_read(request, CachePolicy::uncacheable(), move |s| {
        let id = ReplyId(ids.first()?);
        let page = match s.replies.get(id)?.content {
            None => {
                let actor = actor(s, session.as_ref())?.ok_or(ReplyError::NotFound)?;
                let removed = s.replies.removed(id, &actor)?;
                s.replies.removed_revisions(removed, &params.page()?)?
            }
            Some(_) => s.replies.revisions(id, &params.page()?)?,
        };
        Ok(ApiResponse::<Vec<Revision>>::page(page, &params))
    })
    .await
}

/// Returns who may see more than visitors do; nobody who is banned.
fn actor(services: &Services, session: Option<&Session>) -> Result<Option<Actor>, Problem> {
    let Some(session) = session else { return Ok(None) };
    Ok(services.users.member(session)?.active().ok())
}
