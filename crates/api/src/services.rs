use std::sync::Arc;

use drafts::Drafts;
use forums::Forums;
use idempotency::Idempotency;
use images::Images;
use kernel::{Actor, Clock, ForumId};
use markup::Renderer;
use messages::Messages;
use moderation::{
    Moderation, appeals::Appeals, forum_bans::ForumBans, forum_members::ForumMembers,
    log::ModerationLog, reports::Reports,
};
use notifications::Notifications;
use posts::Posts;
use push::Push;
use replies::Replies;
use saved::Saved;
use search::Search;
use site::Site;
use users::{Emails, Logins, Users};
use webhooks::Webhooks;

use crate::problem::Problem;

/// The use cases that the routes offer.
pub struct Services {
    pub users: Users,
    pub logins: Logins,
    /// `None` where the site sends no mail.
    pub emails: Option<Emails>,
    pub forums: Forums,
    pub posts: Posts,
    pub replies: Replies,
    pub messages: Messages,
    pub moderation: Moderation,
    pub forum_bans: ForumBans,
    pub forum_members: ForumMembers,
    pub appeals: Appeals,
    pub reports: Reports,
    pub moderation_log: ModerationLog,
    pub texts: Renderer,
    pub drafts: Drafts,
    pub idempotency: Idempotency,
    pub saved: Saved,
    pub search: Search,
    pub site: Site,
    pub images: Images,
    pub notifications: Notifications,
    pub push: Push,
    pub webhooks: Webhooks,
    pub clock: Arc<dyn Clock>,
}

impl Services {
    /// Returns the use cases of e-mail addresses, if the site sends mail.
    pub(crate) fn emails(&self) -> Result<&Emails, Problem> {
        self.emails.as_ref().ok_or_else(Problem::mail_off)
    }

    /// Returns the refusal of a write in a forum: the ban of the actor from it, if there is one, comes before others.
    pub(crate) fn banned_from_forum_or(
        &self,
        actor: &Actor,
        forum: ForumId,
        refused: Problem,
    ) -> Problem {
        match self.forum_bans.require_none(actor, forum) {
            Ok(()) => refused,
            Err(banned) => banned.into(),
        }
    }
}
