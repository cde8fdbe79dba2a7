use ::posts::PostError;
use ::replies::ReplyError;
use ::users::Session;
use actix_web::{Responder, delete, get, web};
use kernel::{Actor, PostId, Reader, ReplyId, Revision as Found};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Caller, Paging, Params, PathIds, PublicRequest},
    response::{ApiResponse, NoContent},
    response_cache::{CachePolicy, Cacheable},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(revisions_of_post)
        .service(revisions_of_reply)
        .service(hide_revision_of_post)
        .service(hide_revision_of_reply);
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
    /// Whether it was hidden: only moderators of its forum and admins see it.
    hidden: bool,
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
            hidden: revision.hidden,
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
    let session = request.caller.viewing_session().copied();
    api.public_read(request, CachePolicy::uncacheable(), move |s, reader| {
        let id = PostId(ids.first()?);
        let page = match s.posts.get(id, reader) {
            Err(PostError::NotFound) => {
                let actor = actor(s, session.as_ref())?.ok_or(PostError::NotFound)?;
                let removed = s.posts.removed(id, &actor)?;
                s.posts.removed_revisions(removed, &params.page()?)?
            }
            found => {
                let viewer = actor(s, session.as_ref())?;
                s.posts.revisions(&found?, viewer.as_ref(), &params.page()?)?
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
    let session = request.caller.viewing_session().copied();
    api.public_read(request, CachePolicy::uncacheable(), move |s, reader| {
        let id = ReplyId(ids.first()?);
        let is_removed = s.replies.get(id, reader)?.content.is_none();
        let viewer = actor(s, session.as_ref())?;
        let page = if is_removed {
            let removed = s.replies.removed(id, &viewer.ok_or(ReplyError::NotFound)?)?;
            s.replies.removed_revisions(removed, &params.page()?)?
        } else {
            let place = s.replies.find(id, reader)?;
            s.replies.revisions(&place, viewer.as_ref(), &params.page()?)?
        };
        Ok(ApiResponse::<Vec<Revision>>::page(page, &params))
    })
    .await
}

/// Hides an earlier version of a post: only moderators of its forum and admins still see it. They and its author may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "posts", security(("token" = ["write"]), ("token" = ["moderate"])), params(("id" = i64, Path), ("version" = i32, Path)), responses(
    (status = 204, description = "Hidden"),
    (status = 409, description = "It is the present version (`present-version`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/posts/{id}/revisions/{version}")]
async fn hide_revision_of_post(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let post = s.posts.get(PostId(ids.first()?), Reader::from(&member))?;
        let version = version(&ids).ok_or(PostError::NoSuchVersion)?;
        let revisable = s.posts.authorize_hide_revision(&post, &member.active()?)?;
        caller.require_for(post.author == member.id)?;
        s.posts.hide_revision(revisable, version)?;
        Ok(NoContent)
    })
    .await
}

/// Hides an earlier version of a reply: only moderators of its forum and admins still see it. They and its author may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "replies", security(("token" = ["write"]), ("token" = ["moderate"])), params(("id" = i64, Path), ("version" = i32, Path)), responses(
    (status = 204, description = "Hidden"),
    (status = 409, description = "It is the present version (`present-version`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/replies/{id}/revisions/{version}")]
async fn hide_revision_of_reply(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let place = s.replies.find(ReplyId(ids.first()?), Reader::from(&member))?;
        let version = version(&ids).ok_or(ReplyError::NoSuchVersion)?;
        let revisable = s.replies.authorize_hide_revision(&place, &member.active()?)?;
        caller.require_for(place.author == member.id)?;
        s.replies.hide_revision(revisable, version)?;
        Ok(NoContent)
    })
    .await
}

fn version(ids: &PathIds) -> Option<i32> {
    ids.second().ok().and_then(|version| i32::try_from(version).ok())
}

/// Returns who may see more than visitors do; nobody who is banned.
fn actor(services: &Services, session: Option<&Session>) -> Result<Option<Actor>, Problem> {
    let Some(session) = session else { return Ok(None) };
    services.actor_of(session)
}
