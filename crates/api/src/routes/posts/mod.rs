mod bodies;
mod feed;
mod held;
mod moderated;

use ::posts::PostError;
use actix_web::{Either, Responder, ResponseError, delete, get, post, put, web};
use cache::CacheTag;
use kernel::{ForumId, PostId, Reader, VoteCommand};
use limits::LimitedAction;
use utoipa_actix_web::service_config::ServiceConfig;

pub(crate) use self::{bodies::Post, feed::feed};
use self::{
    bodies::WritePost,
    feed::{PostListParams, feed_policy, is_search, refuse_narrowing},
};
use crate::{
    problem::Problem,
    request::{
        Body, Caller, IdempotencyHeader, Idempotent, Paging, Params, PathIds, PublicRequest, Todo,
        WhyDeleted,
    },
    request_limiter::RateLimited,
    response::{self, ApiResponse, NoContent, SerializedResponse},
    response_cache::CachePolicy,
    routes::shared_bodies::Tally,
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_posts)
        .service(posts_of_forum)
        .service(create_post)
        // Before the posts by their ids.
        .configure(held::routes)
        .service(find_post)
        .service(edit_post)
        .service(delete_post)
        .service(upvote_post)
        .service(downvote_post)
        .service(unlike_post)
        .service(undislike_post)
        .configure(moderated::routes);
}

/// Lists the posts of all forums, or with `filter=following` those of the caller's favorite and watched forums, newest first.
#[utoipa::path(tag = "posts", params(PostListParams, Paging), responses(
    (status = 200, description = "A page of posts", body = [Post]),
    (status = 403, description = "Banned, with `filter=following`", body = Problem, content_type = "application/problem+json"),
))]
#[get("/api/posts")]
async fn list_posts(
    limited: RateLimited,
    request: PublicRequest,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    if params.get("filter") == Some("following") {
        return Either::Left(following(request.caller, params, api).await);
    }
    let request = if is_search(&params) {
        request.limited_by(limited.limiter(LimitedAction::Search))
    } else {
        request
    };
    let policy = feed_policy(Some([CacheTag::Posts, CacheTag::PostSet]), &params);
    let read = move |s: &Services, reader: Reader| feed(s, reader, None, &params);
    Either::Right(api.public_read(request, policy, read).await)
}

async fn following(
    caller: Caller,
    params: Params,
    api: web::Data<Api>,
) -> Result<SerializedResponse, Problem> {
    api.slow_read(move |s| {
        let actor = s.member(&caller)?.active()?;
        refuse_narrowing(&params)?;
        let page = s.posts.following(&actor, &params.page()?)?;
        ApiResponse::<Vec<Post>>::page(page, &params).for_member(s, actor.id, "/api/posts")
    })
    .await
}

/// Lists the posts of a forum.
#[utoipa::path(tag = "posts", params(("id" = i64, Path), PostListParams, Paging), responses(
    (status = 200, description = "A page of posts", body = [Post]),
))]
#[get("/api/forum/{id}/posts")]
async fn posts_of_forum(
    limited: RateLimited,
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let request = if is_search(&params) {
        request.limited_by(limited.limiter(LimitedAction::Search))
    } else {
        request
    };
    let forum = ids.first_as(ForumId);
    let policy =
        feed_policy(forum.map(|id| [CacheTag::PostsOf(id), CacheTag::PostSetOf(id)]), &params);
    api.public_read(request, policy, move |s, reader| {
        let forum = ForumId(ids.first()?);
        let page = feed(s, reader, Some(forum), &params);
        // Posts imply a forum. Report a missing forum before an invalid query.
        let may_be_missing = match &page {
            Ok(page) => page.body().is_empty(),
            Err(problem) => problem.status_code().is_client_error(),
        };
        if may_be_missing {
            s.forums.get(forum, reader)?;
        }
        page
    })
    .await
}

/// Creates a post in a forum, by whose rules the account may be too new (`account-too-young`) or a word blocked. Where the
/// forum holds links of new members, one with a link waits for approval (`held`).
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "posts", security(("token" = ["write"])), params(("id" = i64, Path), IdempotencyHeader), request_body = WritePost, responses(
    (status = 201, description = "Created", body = Post),
))]
#[post("/api/forum/{id}/posts")]
async fn create_post(
    caller: Caller,
    ids: PathIds,
    key: Idempotent,
    body: Body<WritePost>,
    api: web::Data<Api>,
) -> impl Responder {
    let once = key.with(&body);
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let find = |reader| Ok(s.forums.get(ForumId(ids.first()?), reader)?);
        once.run(
            s,
            &member,
            |reader| find(reader).map(drop),
            |Todo { request, written: before }| {
                let created =
                    |post| ApiResponse::created(Post::from(post)).for_member(s, member.id, "");
                if let Some(id) = before {
                    let found = match s.posts.get(PostId(id), Reader::from(&member)) {
                        Err(PostError::NotFound) => s.posts.held(PostId(id), &member.active()?),
                        shown => shown,
                    };
                    return created(found?);
                }
                let forum = find(Reader::from(&member))?;
                let actor = member.active()?;
                let banned_first = |refused| s.banned_from_forum_or(&actor, forum.id, refused);
                let writable = s.posts.authorize_create(forum.id, &actor);
                let writable = writable.map_err(|error| banned_first(error.into()))?;
                let content = written.map_err(banned_first)?;
                let post = s.posts.create(writable.by(request), content);
                created(post.map_err(|error| banned_first(error.into()))?)
            },
        )
    })
    .await
}

/// Returns a post. One that waits for approval is there for its author and those who may approve it alone.
#[utoipa::path(tag = "posts", params(("id" = i64, Path)), responses(
    (status = 200, description = "The post", body = Post),
))]
#[get("/api/posts/{id}")]
async fn find_post(request: PublicRequest, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    let policy = CachePolicy::of_path(ids.first_as(|id| CacheTag::Post(PostId(id))));
    let (shown, held) = (ids.clone(), ids);
    api.public_or_own_read(
        request,
        policy,
        move |s, reader| {
            Ok(ApiResponse::ok(Post::from(s.posts.get(PostId(shown.first()?), reader)?)))
        },
        move |s, actor| {
            Ok(ApiResponse::ok(Post::from(s.posts.held(PostId(held.first()?), actor)?)))
        },
    )
    .await
}

/// Edits title, description and image of a post and marks it as edited. Only its author may. Where the forum holds links of
/// new members, they add none.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "posts", security(("token" = ["write"])), params(("id" = i64, Path)), request_body = WritePost, responses(
    (status = 200, description = "The post", body = Post),
    (status = 409, description = "The post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/posts/{id}")]
async fn edit_post(
    caller: Caller,
    ids: PathIds,
    body: Body<WritePost>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let post = s.posts.get(PostId(ids.first()?), Reader::from(&member))?;
        let actor = member.active()?;
        let editable = s.posts.authorize_edit(&post, &actor)?;
        let banned_first = |refused| s.banned_from_forum_or(&actor, post.forum, refused);
        let content = written.map_err(banned_first)?;
        let edited = s.posts.edit(editable, &content);
        let post = edited.map_err(|error| banned_first(error.into()))?;
        ApiResponse::ok(Post::from(post)).for_member(s, member.id, "")
    })
    .await
}

/// Deletes a post with its replies. Its author, moderators of the forum and admins may. Its author wipes it, also
/// after a removal; what others delete, and what is locked, can be restored for 30 days. One that waits for approval only its
/// author wipes.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "posts", security(("token" = ["write"]), ("token" = ["moderate"])), params(("id" = i64, Path), WhyDeleted), responses(
    (status = 204, description = "Deleted"),
    (status = 409, description = "The post waits for the caller's approval (`held`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/posts/{id}/delete")]
async fn delete_post(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.slow_write(move |s| {
        let member = s.member(&caller)?;
        let id = PostId(ids.first()?);
        let post = match s.posts.get(id, Reader::from(&member)) {
            Err(PostError::NotFound) => {
                let actor = member.active().map_err(|_| PostError::NotFound)?;
                caller.require_for(true)?;
                s.posts.delete_unseen(id, &actor)?;
                return Ok(NoContent);
            }
            found => found?,
        };
        let deletable = s.posts.authorize_delete(&post, &member.active()?)?;
        caller.require_for(post.author == member.id)?;
        s.posts.delete(deletable, params.reason()?)?;
        Ok(NoContent)
    })
    .await
}

/// Upvotes; replaces a downvote.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "posts", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/posts/{id}/upvote")]
async fn upvote_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Upvote, caller, ids, api).await
}

/// Downvotes; replaces an upvote.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "posts", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/posts/{id}/downvote")]
async fn downvote_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Downvote, caller, ids, api).await
}

/// Removes an upvote; changes nothing else.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "posts", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/posts/{id}/upvote/unlike")]
async fn unlike_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Unlike, caller, ids, api).await
}

/// Removes a downvote; changes nothing else.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "posts", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/posts/{id}/downvote/undislike")]
async fn undislike_post(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Undislike, caller, ids, api).await
}

async fn vote(
    command: VoteCommand,
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> response::Result<Tally> {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let id = PostId(ids.first()?);
        let actor = member.active().or_else(|banned| {
            // Report a missing post before a missing permission.
            s.posts.get(id, Reader::from(&member))?;
            Err(Problem::from(banned))
        })?;
        Ok(ApiResponse::ok(Tally::from(s.posts.vote(id, &actor, command)?)))
    })
    .await
}
