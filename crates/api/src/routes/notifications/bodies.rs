use ::notifications::{Kind, ModerationAct, Notification as Found};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, SHORT_BODY},
    routes::shared_bodies::{User, VisibilityWord, WatchWord},
};

/// What happened. Unread ones of the same kind and about the same thing are one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Notification {
    id: i64,
    kind: KindWord,
    /// What was done; null unless `kind` is `moderation` or `report`.
    #[schema(required = true)]
    act: Option<ActWord>,
    /// Why a moderator deleted, removed, restored or locked it, as the moderation log says of the latest such act, or
    /// decided the report or appeal so.
    #[schema(required = true)]
    reason: Option<String>,
    /// How many acts it stands for, or how many texts went with a deleted forum.
    #[schema(minimum = 1)]
    count: i64,
    /// Who acted: the latest three, each once, the latest first. Deleted accounts are left out.
    #[schema(max_items = 3)]
    actors: Vec<User>,
    #[schema(required = true)]
    forum: Option<NotifiedForum>,
    #[schema(required = true)]
    post: Option<NotifiedPost>,
    /// The latest reply.
    #[schema(required = true)]
    reply: Option<NotifiedReply>,
    /// The beginning of the latest text, at most 200 characters; empty if there is none, and where it
    /// was removed.
    excerpt: String,
    /// How closely the caller follows the forum, of `watched-forum`, else the post; null where that is gone.
    #[schema(required = true)]
    watch: Option<WatchWord>,
    /// When the latest act came.
    #[schema(format = DateTime)]
    updated_at: String,
    read: bool,
}

/// Why the caller is notified: an answer, a mention, a reply to a watched post, a post in a watched
/// forum, something that was done to the caller, or a decision on the caller's report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
enum KindWord {
    Reply,
    Mention,
    WatchedPost,
    WatchedForum,
    Moderation,
    Report,
}

/// `promoted`: became an admin; `demoted`: is an admin no longer; `moderator-added`: moderates the forum;
/// `moderator-removed`: moderates it no longer; `forum-member-added`: belongs to the forum; `banned-from-forum`: only reads in the forum; `unbanned-from-forum`:
/// writes there again; `banned` and `unbanned`: the same on the whole site; `forum-deleted`: the forum is gone, with `count`
/// texts of the caller; `post-removed`, `reply-removed`,
/// `post-restored`, `reply-restored`, `post-locked`, `post-approved` and `reply-approved`: what a moderator did to
/// something of the caller;
/// `report-resolved` and `report-rejected`: how the caller's report was decided; `appeal-accepted` and
/// `appeal-rejected`: how the caller's appeal was; `password-changed`, `recovery-codes-renewed`, `second-step-added`,
/// `second-step-removed`, `passkey-added`, `passkey-removed`, `identity-linked` and `identity-removed`: a change to how the caller signs in, made with the account or by an operator;
/// `api-token-added` and `api-token-removed`: the same of a token for programs.
/// `webhook-turned-off`: a webhook of the forum or, without one, of the site is off after failures for a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
enum ActWord {
    Promoted,
    Demoted,
    ModeratorAdded,
    ModeratorRemoved,
    ForumMemberAdded,
    BannedFromForum,
    UnbannedFromForum,
    Banned,
    Unbanned,
    ForumDeleted,
    PostRemoved,
    ReplyRemoved,
    PostRestored,
    ReplyRestored,
    PostLocked,
    PostApproved,
    ReplyApproved,
    ReportResolved,
    ReportRejected,
    AppealAccepted,
    AppealRejected,
    PasswordChanged,
    RecoveryCodesRenewed,
    SecondStepAdded,
    SecondStepRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    IdentityLinked,
    IdentityRemoved,
    ApiTokenAdded,
    ApiTokenRemoved,
    WebhookTurnedOff,
}

/// The forum of a notification.
#[derive(Serialize, ToSchema)]
struct NotifiedForum {
    id: i64,
    topic: String,
    /// Who may read it, if not everybody may.
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<VisibilityWord>,
}

/// The post of a notification.
#[derive(Serialize, ToSchema)]
struct NotifiedPost {
    id: i64,
    title: String,
}

/// The reply of a notification.
#[derive(Serialize, ToSchema)]
struct NotifiedReply {
    id: i64,
}

impl From<Found> for Notification {
    fn from(found: Found) -> Self {
        Self {
            id: found.id.0,
            kind: found.kind.into(),
            act: found.act.map(ActWord::from),
            reason: found.reason,
            count: found.count,
            actors: found.actors.into_iter().map(User::from).collect(),
            forum: found.forum.map(|forum| NotifiedForum {
                id: forum.id.0,
                topic: forum.topic,
                visibility: VisibilityWord::of_closed(forum.visibility),
            }),
            post: found.post.map(|post| NotifiedPost { id: post.id.0, title: post.title }),
            watch: found.watch.map(WatchWord::from),
            reply: found.reply.map(|reply| NotifiedReply { id: reply.0 }),
            excerpt: found.excerpt,
            updated_at: found.updated_at.to_rfc3339(),
            read: found.read,
        }
    }
}

impl From<Kind> for KindWord {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Reply => Self::Reply,
            Kind::Mention => Self::Mention,
            Kind::WatchedPost => Self::WatchedPost,
            Kind::WatchedForum => Self::WatchedForum,
            Kind::Moderation => Self::Moderation,
            Kind::Report => Self::Report,
        }
    }
}

impl From<ModerationAct> for ActWord {
    fn from(act: ModerationAct) -> Self {
        match act {
            ModerationAct::Promoted => Self::Promoted,
            ModerationAct::Demoted => Self::Demoted,
            ModerationAct::ModeratorAdded => Self::ModeratorAdded,
            ModerationAct::ModeratorRemoved => Self::ModeratorRemoved,
            ModerationAct::ForumMemberAdded => Self::ForumMemberAdded,
            ModerationAct::BannedFromForum => Self::BannedFromForum,
            ModerationAct::UnbannedFromForum => Self::UnbannedFromForum,
            ModerationAct::Banned => Self::Banned,
            ModerationAct::Unbanned => Self::Unbanned,
            ModerationAct::ForumDeleted => Self::ForumDeleted,
            ModerationAct::PostRemoved => Self::PostRemoved,
            ModerationAct::ReplyRemoved => Self::ReplyRemoved,
            ModerationAct::PostRestored => Self::PostRestored,
            ModerationAct::ReplyRestored => Self::ReplyRestored,
            ModerationAct::PostLocked => Self::PostLocked,
            ModerationAct::PostApproved => Self::PostApproved,
            ModerationAct::ReplyApproved => Self::ReplyApproved,
            ModerationAct::ReportResolved => Self::ReportResolved,
            ModerationAct::AppealAccepted => Self::AppealAccepted,
            ModerationAct::AppealRejected => Self::AppealRejected,
            ModerationAct::ReportRejected => Self::ReportRejected,
            ModerationAct::PasswordChanged => Self::PasswordChanged,
            ModerationAct::RecoveryCodesRenewed => Self::RecoveryCodesRenewed,
            ModerationAct::SecondStepAdded => Self::SecondStepAdded,
            ModerationAct::SecondStepRemoved => Self::SecondStepRemoved,
            ModerationAct::PasskeyAdded => Self::PasskeyAdded,
            ModerationAct::PasskeyRemoved => Self::PasskeyRemoved,
            ModerationAct::IdentityLinked => Self::IdentityLinked,
            ModerationAct::IdentityRemoved => Self::IdentityRemoved,
            ModerationAct::ApiTokenAdded => Self::ApiTokenAdded,
            ModerationAct::ApiTokenRemoved => Self::ApiTokenRemoved,
            ModerationAct::WebhookTurnedOff => Self::WebhookTurnedOff,
        }
    }
}

/// Up to when notifications are read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadUpTo {
    #[serde(default)]
    #[schema(value_type = String, format = DateTime, required = true)]
    up_to: Field<String>,
}

impl RequestBody for ReadUpTo {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl ReadUpTo {
    pub(super) fn parse(self) -> Result<Timestamp, Problem> {
        let mut invalid = Invalid::default();
        let up_to = invalid.text("upTo", &self.up_to, |text| {
            Timestamp::parse_rfc3339(text).ok_or("Must be a time such as 2026-11-20T10:58:00.123Z.")
        });
        up_to.ok_or_else(|| invalid.into_problem())
    }
}
