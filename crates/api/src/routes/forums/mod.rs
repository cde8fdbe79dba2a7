mod bodies;
mod favorites;
mod list;
mod rules;

use ::forums::ForumEdit;
use actix_web::{Responder, delete, get, post, web};
use kernel::{ByName, ByTier, ForumId, Reader};
use limits::LimitedAction;
use utoipa_actix_web::service_config::ServiceConfig;

pub(crate) use self::{bodies::Forum, list::page, rules::ForumRules};
use self::{
    bodies::WriteForum,
    favorites::{add_favorite, favorite_forums, remove_favorite},
    list::{ForumListParams, shown_forums},
};

use crate::{
    problem::Problem,
    request::{Body, Caller, Paging, Params, PathIds, PublicRequest, WhyDeleted},
    request_limiter::RateLimited,
    response::{ApiResponse, NoContent},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_forums)
        .service(forums_with_topic)
        .service(search_forums)
        .service(favorite_forums)
        .service(create_forum)
        .service(find_forum)
        .service(edit_forum)
        .service(delete_forum)
        .service(add_favorite)
        .service(remove_favorite)
        .configure(rules::routes);
}

/// Lists all forums, by default newest first, or the ten most active of the last seven days.
#[utoipa::path(tag = "forums", params(
    ("isMostActive" = Option<bool>, Query, description = "The first ten of `sort=active`"),
    ForumListParams,
    Paging,
), responses(
    (status = 200, description = "A page of forums", body = [Forum]),
))]
#[get("/forums")]
async fn list_forums(
    request: PublicRequest,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let policy = list::policy(&params, &api);
    api.public_read(request, policy, move |s, reader| list::page(s, reader, &params)).await
}

/// Finds forums whose topic equals or starts with the text, regardless of case; an equal one first.
#[utoipa::path(tag = "forums", params(("topic" = String, Query), Paging), responses(
    (status = 200, description = "A page of forums", body = [Forum]),
))]
#[get("/forums/topic")]
async fn forums_with_topic(
    limited: RateLimited,
    request: PublicRequest,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let request = request.limited_by(limited.limiter(LimitedAction::Search));
    api.public_read(request, shown_forums(&api), move |s, reader| {
        let page =
            s.forums.with_topic(reader, params.required("topic")?, &params.page::<ByName>()?)?;
        Ok(ApiResponse::<Vec<Forum>>::page(page, &params))
    })
    .await
}

/// Searches forums that match all words in topic and description, the best match first.
#[utoipa::path(tag = "forums", params(("searchTerm" = String, Query), Paging), responses(
    (status = 200, description = "A page of forums", body = [Forum]),
))]
#[get("/forums/search")]
async fn search_forums(
    limited: RateLimited,
    request: PublicRequest,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let request = request.limited_by(limited.limiter(LimitedAction::Search));
    api.public_read(request, shown_forums(&api).slow(), move |s, reader| {
        let term = params.required("searchTerm")?;
        let page = s.forums.search(reader, term, &params.page::<ByTier>()?)?;
        Ok(ApiResponse::<Vec<Forum>>::page(page, &params))
    })
    .await
}

/// Creates a forum; its author becomes its first moderator.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "forums", security(("token" = ["write"])), request_body = WriteForum, responses(
    (status = 201, description = "Created", body = Forum),
    (status = 409, description = "The topic is taken", body = Problem, content_type = "application/problem+json"),
))]
#[post("/forums/create")]
async fn create_forum(
    caller: Caller,
    body: Body<WriteForum>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let actor = s.member(caller)?.active()?;
        let (topic, description, visibility) = written?;
        let forum = s.forums.create(&actor, topic, description, visibility.unwrap_or_default())?;
        ApiResponse::created(Forum::from(forum)).for_member(s, actor.id, "")
    })
    .await
}

/// Returns a forum.
#[utoipa::path(tag = "forums", params(("id" = i64, Path)), responses(
    (status = 200, description = "The forum", body = Forum),
))]
#[get("/forums/{id}")]
async fn find_forum(request: PublicRequest, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.public_read(request, shown_forums(&api), move |s, reader| {
        Ok(ApiResponse::ok(Forum::from(s.forums.get(ForumId(ids.first()?), reader)?)))
    })
    .await
}

/// Edits topic and description of a forum, and who may read it, from the next request on. Its moderators and admins may.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "forums", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = WriteForum, responses(
    (status = 200, description = "The forum", body = Forum),
    (status = 409, description = "The topic is taken", body = Problem, content_type = "application/problem+json"),
))]
#[post("/forums/{id}")]
async fn edit_forum(
    caller: Caller,
    ids: PathIds,
    body: Body<WriteForum>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let id = ForumId(ids.first()?);
        s.forums.get(id, Reader::from(&member))?;
        let editable = s.forums.authorize_edit(id, &member.active()?)?;
        let (topic, description, visibility) = written?;
        let edit = ForumEdit { topic, description, visibility };
        let forum = s.forums.edit(editable, &edit)?;
        ApiResponse::ok(Forum::from(forum)).for_member(s, member.id, "")
    })
    .await
}

/// Deletes a forum with its content. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "forums", security(("token" = ["admin"])), params(("id" = i64, Path), WhyDeleted), responses(
    (status = 204, description = "Deleted"),
))]
#[delete("/forums/{id}")]
async fn delete_forum(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.slow_write(move |s| {
        let member = s.member(&caller)?;
        let id = ForumId(ids.first()?);
        s.forums.get(id, Reader::from(&member))?;
        let deletable = s.forums.authorize_delete(id, &member.active()?)?;
        s.forums.delete(deletable, params.reason()?)?;
        Ok(NoContent)
    })
    .await
}
