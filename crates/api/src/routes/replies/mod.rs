mod bodies;
mod thread_request;

use ::replies::{Position, ReplyError, ThreadRequest};
use actix_web::{Responder, delete, get, post, put, web};
use cache::CacheTag;
use kernel::{PostId, Reader, ReplyId, VoteCommand};
use limits::LimitedAction;
use utoipa_actix_web::service_config::ServiceConfig;

pub(super) use self::bodies::AuthoredReply;
pub(crate) use self::bodies::Reply;
use self::{
    bodies::{EditReply, WriteReply},
    thread_request::{ThreadParams, thread_request},
};
use crate::{
    problem::Problem,
    request::{
        Body, Caller, IdempotencyHeader, Idempotent, Paging, Params, PathIds, Position as _,
        PublicRequest, Todo, WhyDeleted,
    },
    response::{self, ApiResponse, NoContent, SerializedResponse},
    response_cache::CachePolicy,
    routes::shared_bodies::Tally,
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(create_reply)
        .service(thread_of_post)
        .service(held_replies)
        .service(find_reply)
        .service(edit_reply)
        .service(remove_reply)
        .service(upvote_reply)
        .service(downvote_reply)
        .service(unlike_reply)
        .service(undislike_reply);
}

/// Creates a reply to a post or to one of its replies. By the rules of the forum the account may be too new
/// (`account-too-young`) or a word blocked. Where the forum holds links of new members, one with a link waits for approval
/// (`held`).
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "replies", security(("token" = ["write"])), params(("postId" = i64, Path), IdempotencyHeader), request_body = WriteReply, responses(
    (status = 201, description = "Created", body = Reply),
    (status = 409, description = "The parent reply is removed, or the post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/post/{postId}/replies")]
async fn create_reply(
    caller: Caller,
    ids: PathIds,
    key: Idempotent,
    body: Body<WriteReply>,
    api: web::Data<Api>,
) -> impl Responder {
    let once = key.with(&body);
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let look_up = |reader| Ok(s.replies.require_post(PostId(ids.first()?), reader)?);
        once.run(s, &member, look_up, |Todo { request, written: before }| {
            let created =
                |reply| SerializedResponse::private(&ApiResponse::created(Reply::new(reply)), "");
            if let Some(id) = before {
                let found = match s.replies.get(ReplyId(id), Reader::from(&member)) {
                    Err(ReplyError::NotFound) => s.replies.held(ReplyId(id), &member.active()?),
                    shown => shown,
                };
                return created(found?);
            }
            let post = PostId(ids.first()?);
            let place = s.replies.place(post, member.id, Reader::from(&member))?;
            let actor = member.active()?;
            let forum = place.forum();
            let banned_first = |refused| s.banned_from_forum_or(&actor, forum, refused);
            let writable = s.replies.authorize_create(place, &actor);
            let writable = writable.map_err(|error| banned_first(error.into()))?;
            let (responds_to, description) = written.map_err(banned_first)?;
            let reply = s.replies.create(writable.by(request), responds_to, description);
            created(reply.map_err(|error| banned_first(error.into()))?)
        })
    })
    .await
}

/// Returns the replies to a post as a tree: at most 1,000, breadth first. The `Link` header continues the top level.
#[utoipa::path(tag = "replies", params(("postId" = i64, Path), ThreadParams), responses(
    (status = 200, description = "The top-level replies with their answers", body = [Reply]),
))]
#[get("/api/posts/{postId}/replies")]
async fn thread_of_post(
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let policy = CachePolicy::of_path(ids.first_as(|id| CacheTag::Thread(PostId(id)))).slow();
    api.public_read(request, policy, move |s, reader| {
        thread(s, reader, PostId(ids.first()?), &params)
    })
    .await
}

/// Returns a page of the replies to a post, by the query parameters.
pub(crate) fn thread(
    services: &Services,
    reader: Reader,
    post: PostId,
    params: &Params,
) -> response::Result<Vec<Reply>> {
    let replies = &services.replies;
    let request = thread_request(params).or_else(|refused| {
        // 404 comes before 422.
        replies.require_post(post, reader)?;
        Err(refused)
    })?;
    Ok(ApiResponse::page(replies.thread(post, reader, request)?, params))
}

/// Lists the caller's own replies to a post that wait for approval, the oldest first.
#[utoipa::path(tag = "replies", security(("token" = ["read"])), params(("postId" = i64, Path), Paging), responses(
    (status = 200, description = "A page of replies, without answers", body = [Reply]),
))]
#[get("/api/posts/{postId}/replies/held")]
async fn held_replies(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let post = PostId(ids.first()?);
        s.replies.require_post(post, Reader::from(&member))?;
        let page = s.replies.held_in(post, &member.active()?, &params.page()?)?;
        Ok(ApiResponse::<Vec<Reply>>::page(page, &params))
    })
    .await
}

/// Returns a reply with at most 1,000 descendants, breadth first, and up to three ancestors. The `Link` header continues
/// its own answers.
/// One that waits for approval is there for its author and those who may approve it alone.
#[utoipa::path(tag = "replies", params(("id" = i64, Path), ThreadParams), responses(
    (status = 200, description = "The reply", body = Reply),
))]
#[get("/api/replies/{id}")]
async fn find_reply(
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let held = ids.clone();
    let shown = move |s: &Services, reader: Reader| -> response::Result<Reply> {
        let id = ReplyId(ids.first()?);
        let request = thread_request(&params).or_else(|refused| {
            s.replies.find(id, reader)?;
            Err(refused)
        })?;
        let (branch, next) = s.replies.subtree(id, reader, request)?;
        let next = next.map(|position: Position| params.with_cursor(&position.encode()));
        let reply = match request {
            ThreadRequest::First(_) => {
                let ancestors = s.replies.ancestors(&branch.reply)?;
                Reply::from(branch).below(ancestors)
            }
            ThreadRequest::After(_) => Reply::from(branch),
        };
        Ok(ApiResponse::ok(reply).with_next(next))
    };
    api.public_or_own_read(request, CachePolicy::uncacheable().slow(), shown, move |s, actor| {
        Ok(ApiResponse::ok(Reply::from(s.replies.held(ReplyId(held.first()?), actor)?)))
    })
    .await
}

/// Changes the text of a reply and marks it as edited. Only its author may. Where the forum holds links of new members, they
/// add none.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "replies", security(("token" = ["write"])), params(("id" = i64, Path)), request_body = EditReply, responses(
    (status = 200, description = "The reply, without its answers", body = Reply),
    (status = 409, description = "The reply is removed, or the post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/replies/{id}")]
async fn edit_reply(
    caller: Caller,
    ids: PathIds,
    body: Body<EditReply>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let place = s.replies.find(ReplyId(ids.first()?), Reader::from(&member))?;
        let actor = member.active()?;
        let editable = s.replies.authorize_edit(&place, &actor)?;
        let banned_first = |refused| s.banned_from_forum_or(&actor, place.forum, refused);
        let description = written.map_err(banned_first)?;
        let edited = s.replies.edit(editable, &description);
        let reply = edited.map_err(|error| banned_first(error.into()))?;
        ApiResponse::ok(Reply::from(reply)).for_member(s, member.id, "")
    })
    .await
}

/// Removes a reply: its place and its answers stay. Its author, moderators of the forum and admins may; repeating it changes
/// nothing. Its author wipes the text, also after a removal; what others remove, and what is in a locked post, can be
/// restored for 30 days. One that waits for approval only its
/// author wipes, without a trace.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "replies", security(("token" = ["write"]), ("token" = ["moderate"])), params(("id" = i64, Path), WhyDeleted), responses(
    (status = 204, description = "Removed"),
    (status = 409, description = "The reply waits for the caller's approval (`held`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/replies/{id}")]
async fn remove_reply(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let id = ReplyId(ids.first()?);
        let place = match s.replies.find(id, Reader::from(&member)) {
            Err(ReplyError::NotFound) => {
                let actor = member.active().map_err(|_| ReplyError::NotFound)?;
                caller.require_for(true)?;
                s.replies.remove_unseen(id, &actor)?;
                return Ok(NoContent);
            }
            found => found?,
        };
        let removable = s.replies.authorize_remove(&place, &member.active()?)?;
        caller.require_for(place.author == member.id)?;
        s.replies.remove(removable, params.reason()?)?;
        Ok(NoContent)
    })
    .await
}

/// Upvotes; replaces a downvote.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "replies", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The reply is removed, or the post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/replies/{id}/upvote")]
async fn upvote_reply(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Upvote, caller, ids, api).await
}

/// Downvotes; replaces an upvote.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "replies", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The reply is removed, or the post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/replies/{id}/downvote")]
async fn downvote_reply(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Downvote, caller, ids, api).await
}

/// Removes an upvote; changes nothing else.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "replies", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The reply is removed, or the post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/replies/{id}/upvote/unlike")]
async fn unlike_reply(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    vote(VoteCommand::Unlike, caller, ids, api).await
}

/// Removes a downvote; changes nothing else.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "replies", security(("token" = ["write"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The new votes", body = Tally),
    (status = 409, description = "The reply is removed, or the post is locked", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/replies/{id}/downvote/undislike")]
async fn undislike_reply(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
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
        let id = ReplyId(ids.first()?);
        let actor = member.active().or_else(|banned| {
            // Report a missing reply before a missing permission.
            s.replies.find(id, Reader::from(&member))?;
            Err(Problem::from(banned))
        })?;
        Ok(ApiResponse::ok(Tally::from(s.replies.vote(id, &actor, command)?)))
    })
    .await
}
