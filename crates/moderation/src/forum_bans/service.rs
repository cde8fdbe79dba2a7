use std::sync::Arc;

use kernel::{
    Actor, BannedFromForum, ById, ByTime, Clock, ForumId, Page, PageRequest, Reason,
    RepositoryError,
};

use super::{BansSeen, ForumBan, ForumBanOutcome, ForumBanRepository, NewForumBan, OwnForumBan};
use crate::{BanDays, ExistingUser, ModeratedForum, ModerationError};

/// The use cases of bans from forums.
pub struct ForumBans {
    repository: Arc<dyn ForumBanRepository>,
    clock: Arc<dyn Clock>,
}

/// Why somebody may not write in a forum.
#[derive(Debug, thiserror::Error)]
pub enum ForumBanError {
    #[error(transparent)]
    Banned(#[from] BannedFromForum),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

impl ForumBans {
    pub fn new(repository: Arc<dyn ForumBanRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { repository, clock }
    }

    /// Returns the bans that hold now, the latest first.
    pub fn list(
        &self,
        ModeratedForum { forum, .. }: ModeratedForum,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<ForumBan, ByTime>, ModerationError> {
        Ok(self.repository.list(forum, self.clock.now(), page)?)
    }

    /// Returns the actor's own bans that hold now from forums that the actor may read, by forum.
    pub fn own(
        &self,
        actor: &Actor,
        page: &PageRequest<ById>,
    ) -> Result<Page<OwnForumBan, ById>, ModerationError> {
        let seen = BansSeen::ReadableBy(actor.into());
        Ok(self.repository.of_member(actor.id, seen, self.clock.now(), page)?)
    }

    /// Returns a member's bans that hold now from forums that the actor moderates, by forum; admins moderate all.
    pub fn of_member(
        &self,
        actor: &Actor,
        ExistingUser(user): ExistingUser,
        page: &PageRequest<ById>,
    ) -> Result<Page<OwnForumBan, ById>, ModerationError> {
        let seen = if actor.is_admin() {
            BansSeen::ReadableBy(actor.into())
        } else {
            BansSeen::ModeratedBy(actor.id)
        };
        Ok(self.repository.of_member(user, seen, self.clock.now(), page)?)
    }

    /// Bans for these days, or without them for good. Replaces another ban; repeating it changes nothing.
    pub fn ban(
        &self,
        ModeratedForum { forum, actor: by, .. }: ModeratedForum,
        ExistingUser(user): ExistingUser,
        days: Option<BanDays>,
        reason: Option<Reason>,
    ) -> Result<ForumBan, ModerationError> {
        let at = self.clock.now();
        let until = days.map(|days| at.after(days.span()));
        match self.repository.ban(&NewForumBan { forum, user, until, reason, by, at })? {
            ForumBanOutcome::Banned(ban) => Ok(*ban),
            ForumBanOutcome::Moderates => Err(ModerationError::BanModerator),
            ForumBanOutcome::NoForum => Err(ModerationError::NoSuchForum),
            ForumBanOutcome::NoUser => Err(ModerationError::NoSuchUser),
        }
    }

    /// Lifts a ban. Without one it changes nothing.
    pub fn lift(
        &self,
        ModeratedForum { forum, actor, .. }: ModeratedForum,
        ExistingUser(user): ExistingUser,
    ) -> Result<(), ModerationError> {
        Ok(self.repository.lift(forum, user, actor, self.clock.now())?)
    }

    /// Checks that the actor is not banned from the forum now. Writes check it again, in their transaction.
    pub fn require_none(&self, actor: &Actor, forum: ForumId) -> Result<(), ForumBanError> {
        match self.repository.find(forum, actor.id, self.clock.now())? {
            Some(ban) => Err(BannedFromForum(ban).into()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kernel::{Ban, Reader, Role, Timestamp, UserId};

    use super::{super::repository::MockForumBanRepository, *};
    use crate::Profile;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);
    const FORUM: ForumId = ForumId(1);
    const MODERATED: ModeratedForum =
        ModeratedForum { forum: FORUM, actor: UserId(7), by_admin: false };
    const ANN: ExistingUser = ExistingUser(UserId(3));

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    fn bans(repository: MockForumBanRepository) -> ForumBans {
        ForumBans::new(Arc::new(repository), Arc::new(FixedClock))
    }

    fn profile(id: i64) -> Profile {
        Profile { id: UserId(id), username: "ann".to_owned(), image: String::new() }
    }

    #[test]
    fn moderators_see_bans_from_their_forums_and_admins_all() {
        let moderator = Actor { id: UserId(7), role: Role::Moderator };
        let admin = Actor { id: UserId(8), role: Role::Admin };
        for (actor, seen) in [
            (moderator, BansSeen::ModeratedBy(UserId(7))),
            (admin, BansSeen::ReadableBy(Reader::Admin)),
        ] {
            let mut repository = MockForumBanRepository::new();
            repository
                .expect_of_member()
                .withf(move |user, asked, now, _| (*user, *asked, *now) == (ANN.0, seen, NOW))
                .return_once(|_, _, _, _| Ok(Page { items: vec![], next: None }));
            let list = bans(repository).of_member(&actor, ANN, &PageRequest::default()).unwrap();
            assert_eq!(list.items, []);
        }
    }

    fn answering(outcome: ForumBanOutcome) -> ForumBans {
        let mut repository = MockForumBanRepository::new();
        repository.expect_ban().return_once(|_| Ok(outcome));
        bans(repository)
    }

    #[test]
    fn a_ban_of_days_ends_that_many_days_from_now() {
        let mut repository = MockForumBanRepository::new();
        let end = NOW.after(Duration::from_hours(7 * 24));
        repository
            .expect_ban()
            .withf(move |new| (new.until, new.at, new.by) == (Some(end), NOW, UserId(7)))
            .return_once(|new| {
                let ban = Ban { until: new.until, reason: None };
                let (user, by, at) = (profile(3), profile(7), new.at);
                Ok(ForumBanOutcome::Banned(Box::new(ForumBan { user, ban, by, at })))
            });
        let banned = bans(repository).ban(MODERATED, ANN, BanDays::new(7).ok(), None).unwrap();
        assert_eq!(banned.ban.until, Some(end));
    }

    #[test]
    fn each_reason_not_to_ban_is_an_error_of_its_own() {
        let refused = |outcome| answering(outcome).ban(MODERATED, ANN, None, None).unwrap_err();
        let refusal = refused(ForumBanOutcome::Moderates);
        assert!(matches!(refusal, ModerationError::BanModerator));
        assert!(matches!(refused(ForumBanOutcome::NoForum), ModerationError::NoSuchForum));
        assert!(matches!(refused(ForumBanOutcome::NoUser), ModerationError::NoSuchUser));
    }

    #[test]
    fn a_refusal_tells_the_ban() {
        let ban = Ban { until: None, reason: Some("Spam".to_owned()) };
        for found in [None, Some(ban.clone())] {
            let mut repository = MockForumBanRepository::new();
            let answer = found.clone();
            repository
                .expect_find()
                .withf(|forum, user, now| (*forum, *user, *now) == (FORUM, UserId(3), NOW))
                .return_once(|_, _, _| Ok(answer));
            let actor = Actor { id: UserId(3), role: Role::User };
            match (bans(repository).require_none(&actor, FORUM), found) {
                (Ok(()), None) => {}
                (Err(ForumBanError::Banned(BannedFromForum(told))), Some(_)) => {
                    assert_eq!(told, ban);
                }
                (result, found) => panic!("{result:?} of {found:?}"),
            }
        }
    }
}
