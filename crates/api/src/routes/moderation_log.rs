//! The public log of what moderators and admins did.

use ::moderation::log::{
    ForumName, LogAction, LogEntry, LogFilter, LoggedPerson, LoggedThing, ThingKind,
};
use actix_web::{Responder, get, web};
use cache::CacheTag;
use kernel::{PostId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Paging, Params, PublicRequest},
    response::ApiResponse,
    response_cache::{CachePolicy, Cacheable},
    routes::shared_bodies::{User, VisibilityWord},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(list_log);
}

/// What was done to somebody, or to what somebody wrote.
#[derive(Serialize, ToSchema)]
struct Entry {
    id: i64,
    #[schema(format = DateTime)]
    at: String,
    #[schema(
        pattern = "^(promoted|demoted|moderator-added|moderator-removed|banned|unbanned|forum-banned|forum-unbanned|forum-member-added|forum-member-removed|forum-invite-created|forum-invites-ended|post-deleted|reply-deleted|post-restored|reply-restored|version-hidden|same-author-removed|forum-edited|forum-rules-changed|forum-visibility-changed|forum-deleted|post-locked|post-unlocked|post-pinned|post-unpinned|report-resolved|report-rejected|post-approved|reply-approved|appeal-accepted|appeal-rejected|report-reopened|appeal-reopened|held-again|site-changed|invite-created|invite-revoked)$"
    )]
    action: &'static str,
    /// Null for who runs the server.
    #[schema(required = true)]
    by: Option<User>,
    /// Null for what concerns the whole site.
    #[schema(required = true)]
    forum: Option<LoggedForum>,
    /// Null for a message, which is private, and for the site.
    #[schema(required = true)]
    target: Option<LoggedTarget>,
    /// How many texts it took with it; absent if only the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<usize>,
    #[schema(required = true)]
    reason: Option<String>,
    /// When it was reversed.
    #[schema(required = true, format = DateTime)]
    undone: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct LoggedForum {
    id: i64,
    /// Null if the forum is gone; of an act that deleted it, what it was.
    #[schema(required = true)]
    topic: Option<String>,
    /// Who may read it, if not everybody may.
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<VisibilityWord>,
}

impl From<ForumName> for LoggedForum {
    fn from(ForumName { id, topic, visibility }: ForumName) -> Self {
        Self { id: id.0, topic, visibility: VisibilityWord::of_closed(visibility) }
    }
}

#[derive(Serialize, ToSchema)]
struct LoggedTarget {
    #[schema(pattern = "^(member|post|reply|forum)$")]
    kind: &'static str,
    id: i64,
    /// The id of its post, which may be gone.
    #[schema(required = true)]
    post: Option<i64>,
    /// The present title of that post; null if it is gone.
    #[schema(required = true)]
    title: Option<String>,
    /// The name of the member, or of who wrote it.
    #[schema(required = true)]
    username: Option<String>,
}

/// Titles change without the log.
impl Cacheable for Entry {
    fn ids(&self, into: &mut Vec<i64>) {
        into.extend(self.target.as_ref().and_then(|target| target.post));
    }
}

impl From<LogEntry> for Entry {
    fn from(entry: LogEntry) -> Self {
        Self {
            id: entry.id,
            at: entry.at.to_rfc3339(),
            action: entry.action.word(),
            by: entry.by.map(User::from),
            forum: entry.forum.map(LoggedForum::from),
            target: entry.target.map(LoggedTarget::from),
            texts: entry.texts,
            reason: entry.reason,
            undone: entry.undone_at.map(Timestamp::to_rfc3339),
        }
    }
}

impl From<LoggedThing> for LoggedTarget {
    fn from(thing: LoggedThing) -> Self {
        let LoggedThing { kind, id, post, title, username } = thing;
        let kind = match kind {
            ThingKind::Member => "member",
            ThingKind::Post => "post",
            ThingKind::Reply => "reply",
            ThingKind::Forum => "forum",
        };
        Self { kind, id, post: post.map(|post| post.0), title, username }
    }
}

impl From<LoggedPerson> for User {
    fn from(person: LoggedPerson) -> Self {
        Self::new(person.id, person.username, person.image)
    }
}

/// Lists what moderators and admins did in forums that the caller may read and on the site, the newest first. Without texts that were removed, and without who reported.
#[utoipa::path(tag = "moderation", params(
    ("forum" = Option<i64>, Query, description = "Only in this forum"),
    ("user" = Option<String>, Query, description = "Only what the member with this name did, or what was done to that member; a name that nobody has finds nothing"),
    ("action" = Option<String>, Query, description = "Only this: `promoted`, `demoted`, `moderator-added`, `moderator-removed`, `banned`, `unbanned`, `forum-banned`, `forum-unbanned`, `forum-member-added`, `forum-member-removed`, `forum-invite-created`, `forum-invites-ended`, `post-deleted`, `reply-deleted`, `post-restored`, `reply-restored`, `version-hidden`, `same-author-removed`, `forum-edited`, `forum-rules-changed`, `forum-visibility-changed`, `forum-deleted`, `post-locked`, `post-unlocked`, `post-pinned`, `post-unpinned`, `report-resolved`, `report-rejected`, `post-approved`, `reply-approved`, `appeal-accepted`, `appeal-rejected`, `report-reopened`, `appeal-reopened`, `held-again`, `site-changed`, `invite-created` or `invite-revoked`"),
    Paging,
), responses(
    (status = 200, description = "A page of the log", body = [Entry]),
))]
#[get("/api/modlog")]
async fn list_log(request: PublicRequest, params: Params, api: web::Data<Api>) -> impl Responder {
    let policy = CachePolicy::of(CacheTag::ModerationLog).and_each(|id| CacheTag::Post(PostId(id)));
    api.public_read(request, policy.slow(), move |s, reader| {
        let page = s.moderation_log.entries(&filter(&params)?, reader, &params.page()?)?;
        Ok(ApiResponse::<Vec<Entry>>::page(page, &params))
    })
    .await
}

fn filter(params: &Params) -> Result<LogFilter, Problem> {
    let action = params.get("action").map(|word| {
        let action = LogAction::ALL.into_iter().find(|action| action.word() == word);
        action.ok_or_else(|| Problem::invalid_field("action", "Must be an action of the log."))
    });
    Ok(LogFilter {
        forum: params.forum()?,
        username: params.get("user").map(str::to_owned),
        action: action.transpose()?,
    })
}
