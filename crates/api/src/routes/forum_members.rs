//! The members of private forums.

use ::moderation::forum_members::{
    ForumInvite as NewInvite, ForumMember as Found, Invitation as InvitedTo, InviteDays, Removable,
};
use actix_web::{Responder, delete, get, post, put, web};
use kernel::{ForumId, InviteId, Member, Reader, UserId};
use moderation::ModeratedForum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, Invalid, OptionalBody, Paging, Params, PathIds, PublicRequest,
        RequestBody, SHORT_BODY,
    },
    response::{ApiResponse, NoContent},
    response_cache::{CachePolicy, Cacheable},
    routes::{
        forums::Forum,
        shared_bodies::{MadeInvite, User},
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_forum_members)
        .service(add_forum_member)
        .service(remove_forum_member)
        .service(create_forum_invite)
        .service(list_forum_invites)
        .service(revoke_forum_invite)
        .service(end_forum_invites)
        .service(find_invitation)
        .service(join_forum);
}

/// A member of a private forum.
#[derive(Serialize, ToSchema)]
struct ForumMember {
    user: User,
    #[schema(format = DateTime)]
    since: String,
    /// Who added the member: the same, with an invitation.
    by: User,
}

impl Cacheable for ForumMember {}

impl From<Found> for ForumMember {
    fn from(Found { user, since, by }: Found) -> Self {
        Self { user: user.into(), since: since.to_rfc3339(), by: by.into() }
    }
}

#[derive(Default, Deserialize, ToSchema)]
struct InviteToForum {
    /// How many days of 24 hours it serves from now on; missing or null means 7.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 30)]
    days: Field<i64>,
}

impl RequestBody for InviteToForum {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl InviteToForum {
    fn parse(&self) -> Result<InviteDays, Problem> {
        let mut invalid = Invalid::default();
        let days = invalid.integer("days", &self.days, |days| {
            days.map_or_else(|| Ok(InviteDays::default()), InviteDays::new)
        });
        days.ok_or_else(|| invalid.into_problem())
    }
}

/// An invitation to a private forum.
#[derive(Serialize, ToSchema)]
struct ForumInvite {
    /// The path of the screen to join, with the code. It is shown here and never again.
    #[schema(example = "/forums/join?code=00112233445566778899aabbccddeeff")]
    url: String,
    /// The end of the invitation.
    #[schema(format = DateTime)]
    until: String,
}

impl From<NewInvite> for ForumInvite {
    fn from(NewInvite { code, until }: NewInvite) -> Self {
        let url = format!("/forums/join?code={}", code.as_str());
        Self { url, until: until.to_rfc3339() }
    }
}

#[derive(Deserialize, ToSchema)]
struct JoinForum {
    /// The code of an invitation.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    code: Field<String>,
}

impl RequestBody for JoinForum {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl JoinForum {
    fn parse(&self) -> Result<String, Problem> {
        let mut invalid = Invalid::default();
        let code = invalid.text("code", &self.code, |code| Ok::<_, &str>(code.to_owned()));
        code.ok_or_else(|| invalid.into_problem())
    }
}

/// Lists the members of a private forum, newest first. Everyone who may read the forum may list them. Moderators are
/// not listed, even if they were added.
#[utoipa::path(tag = "moderation", params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of members", body = [ForumMember]),
    (status = 409, description = "The forum is not private", body = Problem, content_type = "application/problem+json"),
))]
#[get("/api/forums/{id}/members")]
async fn list_forum_members(
    request: PublicRequest,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.public_read(request, CachePolicy::uncacheable(), move |s, reader| {
        let forum = ForumId(ids.first()?);
        s.moderation.forum(forum, reader)?;
        let page = s.forum_members.list(forum, &params.page()?)?;
        Ok(ApiResponse::<Vec<ForumMember>>::page(page, &params))
    })
    .await
}

/// Adds a member to a private forum, and notifies the member. Moderators of the forum and admins may; repeating it
/// changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path), ("userId" = i64, Path)), responses(
    (status = 200, description = "The member", body = ForumMember),
    (status = 409, description = "The forum is not private", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "The user is banned, from the forum or from the site", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/forums/{id}/members/{userId}")]
async fn add_forum_member(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(&member))?;
        let user = s.moderation.user(UserId(ids.second()?))?;
        let moderated = s.moderation.authorize_moderator(forum, &member.active()?)?;
        Ok(ApiResponse::ok(ForumMember::from(s.forum_members.add(moderated, user)?)))
    })
    .await
}

/// Removes a member from a private forum: from the next request on, the member may not read it. The member, moderators of
/// the forum and admins may; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["write"]), ("token" = ["moderate"])), params(("id" = i64, Path), ("userId" = i64, Path)), responses(
    (status = 204, description = "Removed"),
))]
#[delete("/api/forums/{id}/members/{userId}")]
async fn remove_forum_member(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let id = ForumId(ids.first()?);
        let forum = s.moderation.forum(id, Reader::from(&member))?;
        let user = UserId(ids.second()?);
        let existing = s.moderation.user(user)?;
        let actor = member.active()?;
        let removable = if user == actor.id {
            Removable::own(id, &actor)
        } else {
            Removable::by_moderator(s.moderation.authorize_moderator(forum, &actor)?, existing)
        };
        caller.require_for(user == actor.id)?;
        s.forum_members.remove(removable)?;
        Ok(NoContent)
    })
    .await
}

/// Makes an invitation to a private forum, which serves anybody who is signed in, any number of times. Moderators of the
/// forum and admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = Option<InviteToForum>, responses(
    (status = 201, description = "Created", body = ForumInvite),
    (status = 409, description = "The forum is not private", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/forums/{id}/invites")]
async fn create_forum_invite(
    caller: Caller,
    ids: PathIds,
    body: OptionalBody<InviteToForum>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let moderated = moderated(s, &s.member(&caller)?, &ids)?;
        let days = body.read()?.parse()?;
        Ok(ApiResponse::created(ForumInvite::from(s.forum_members.invite(moderated, days)?)))
    })
    .await
}

/// Lists the invitations to a forum that serve, the newest first. Moderators of the forum and admins may.
#[utoipa::path(tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of invitations", body = [MadeInvite]),
))]
#[get("/api/forums/{id}/invites")]
async fn list_forum_invites(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let moderated = moderated(s, &s.member(&caller)?, &ids)?;
        let page = s.forum_members.invites(moderated, &params.page()?)?;
        Ok(ApiResponse::<Vec<MadeInvite>>::page(page, &params))
    })
    .await
}

/// Revokes an invitation to a forum: nobody joins with it from now on. Moderators of the forum and admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path), ("inviteId" = i64, Path)), responses(
    (status = 204, description = "Revoked"),
))]
#[delete("/api/forums/{id}/invites/{inviteId}")]
async fn revoke_forum_invite(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let moderated = moderated(s, &s.member(&caller)?, &ids)?;
        s.forum_members.revoke_invite(moderated, InviteId(ids.second()?))?;
        Ok(NoContent)
    })
    .await
}

/// Ends all invitations to a forum. Moderators of the forum and admins may; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), responses(
    (status = 204, description = "Ended"),
))]
#[delete("/api/forums/{id}/invites")]
async fn end_forum_invites(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        s.forum_members.end_invites(moderated(s, &s.member(&caller)?, &ids)?)?;
        Ok(NoContent)
    })
    .await
}

fn moderated(s: &Services, member: &Member, ids: &PathIds) -> Result<ModeratedForum, Problem> {
    let forum = s.moderation.forum(ForumId(ids.first()?), Reader::from(member))?;
    Ok(s.moderation.authorize_moderator(forum, &member.active()?)?)
}

/// What somebody is invited to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Invitation {
    topic: String,
    #[serde(rename = "description_html")]
    description_html: String,
    /// How many members the forum has beside its moderators.
    members: i64,
    /// The name of who made the invitation, if that is known.
    by: Option<String>,
    /// The end of the invitation.
    #[schema(format = DateTime)]
    until: String,
}

impl From<InvitedTo> for Invitation {
    fn from(InvitedTo { topic, description_html, members, by, until }: InvitedTo) -> Self {
        Self { topic, description_html, members, by, until: until.to_rfc3339() }
    }
}

/// Returns the forum that an invitation leads to. The caller needs its code alone.
#[utoipa::path(tag = "moderation", security(("token" = ["read"])), params(("code" = String, Query, description = "The code of an invitation")), responses(
    (status = 200, description = "The forum of the invitation", body = Invitation),
    (status = 404, description = "No such invitation, or it has ended", body = Problem, content_type = "application/problem+json"),
))]
#[get("/api/forums/join")]
async fn find_invitation(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        s.member(&caller)?.active()?;
        let invited = s.forum_members.invitation(params.get("code").unwrap_or_default())?;
        Ok(ApiResponse::ok(Invitation::from(invited)))
    })
    .await
}

/// Makes the caller a member of the private forum of an invitation; repeating it changes nothing.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["write"])), request_body = JoinForum, responses(
    (status = 200, description = "The forum", body = Forum),
    (status = 403, description = "The caller is banned, from the forum or from the site", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "No such invitation, or it has ended", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/forums/join")]
async fn join_forum(caller: Caller, body: Body<JoinForum>, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let forum = s.forum_members.join(&member.active()?, &body.read()?.parse()?)?;
        let forum = s.forums.get(forum, Reader::from(&member))?;
        ApiResponse::ok(Forum::from(forum)).for_member(s, member.id, "")
    })
    .await
}
