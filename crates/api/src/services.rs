use std::sync::Arc;

use drafts::Drafts;
use forums::Forums;
use images::Images;
use kernel::{Actor, Clock, ForumId, Member, UserId};
use markup::Renderer;
use messages::Messages;
use moderation::{
    Moderation, appeals::Appeals, forum_bans::ForumBans, log::ModerationLog, reports::Reports,
};
use notifications::Notifications;
use posts::Posts;
use replies::Replies;
use saved::Saved;
use search::Search;
use site::Site;
use users::{Logins, Users};

use crate::{Problem, request::Caller};

/// The use cases that the routes offer.
pub struct Services {
    pub users: Users,
    pub logins: Logins,
    pub forums: Forums,
    pub posts: Posts,
    pub replies: Replies,
    pub messages: Messages,
    pub moderation: Moderation,
    pub forum_bans: ForumBans,
    pub appeals: Appeals,
    pub reports: Reports,
    pub moderation_log: ModerationLog,
    pub texts: Renderer,
    pub drafts: Drafts,
    pub saved: Saved,
    pub search: Search,
    pub site: Site,
    pub images: Images,
    pub notifications: Notifications,
    pub clock: Arc<dyn Clock>,
}

impl Services {
    /// Returns the sender of a request that requires a login, and counts the request if it is limited.
    pub(crate) fn member(&self, caller: &Caller) -> Result<Member, Problem> {
        let session = caller.session.as_ref().ok_or_else(Problem::unauthorized)?;
        let member = self.users.member(session)?;
        caller.spend(Some(&member))?;
        Ok(member)
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

    /// Returns the sender of a request that visitors may send, and counts the request if it is
    /// limited. Refuses a token whose session ended.
    pub(crate) fn viewer(&self, caller: &Caller) -> Result<Option<UserId>, Problem> {
        Ok(self.viewing_member(caller)?.map(|member| member.id))
    }

    /// Like [`Self::viewer`], for what depends on more than who views.
    pub(crate) fn viewing_member(&self, caller: &Caller) -> Result<Option<Member>, Problem> {
        let session = caller.session.as_ref();
        let member = session.map(|session| self.users.member(session)).transpose()?;
        caller.spend(member.as_ref())?;
        Ok(member)
    }
}
