use std::sync::Arc;

use kernel::{Actor, Clock, ForumId, ForumReaders, Member, RepositoryError, UserId};

use super::{AppealOutcome, AppealRepository, AppealText, NewAppeal};
use crate::{forum_bans::ForumBanRepository, reports::Report};

/// An error of an appeal.
#[derive(Debug, thiserror::Error)]
pub enum AppealError {
    #[error("You are not banned.")]
    NotBanned,
    #[error("You have already appealed this ban.")]
    FiledBefore,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

/// The use case of appeals.
pub struct Appeals {
    repository: Arc<dyn AppealRepository>,
    bans: Arc<dyn ForumBanRepository>,
    readers: Arc<dyn ForumReaders>,
    clock: Arc<dyn Clock>,
}

/// Proof that the member is banned, from the site or from a forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appellant {
    member: UserId,
    forum: Option<ForumId>,
}

impl Appellant {
    /// Checks that the member is banned from the site.
    pub fn authorize(member: &Member) -> Result<Self, AppealError> {
        match member.ban {
            Some(_) => Ok(Self { member: member.id, forum: None }),
            None => Err(AppealError::NotBanned),
        }
    }
}

impl Appeals {
    pub fn new(
        repository: Arc<dyn AppealRepository>,
        bans: Arc<dyn ForumBanRepository>,
        readers: Arc<dyn ForumReaders>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, bans, readers, clock }
    }

    /// Checks that the actor is banned from the forum, which may be gone. A ban from one that the actor may not read is not
    /// told.
    pub fn authorize_in(&self, forum: ForumId, actor: &Actor) -> Result<Appellant, AppealError> {
        match self.bans.find(forum, actor.id, self.clock.now())? {
            Some(_) if self.readers.exists_for(actor.into(), forum)? => {
                Ok(Appellant { member: actor.id, forum: Some(forum) })
            }
            Some(_) | None => Err(AppealError::NotBanned),
        }
    }

    /// Returns the report that the appeal is.
    pub fn file(
        &self,
        Appellant { member: by, forum }: Appellant,
        text: AppealText,
    ) -> Result<Report, AppealError> {
        match self.repository.file(&NewAppeal { by, forum, text, at: self.clock.now() })? {
            AppealOutcome::Filed(report) => Ok(*report),
            AppealOutcome::FiledBefore => Err(AppealError::FiledBefore),
            AppealOutcome::NotBanned => Err(AppealError::NotBanned),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Ban, Role, Timestamp, Visibility};

    use super::{super::repository::MockAppealRepository, *};
    use crate::forum_bans::MockForumBanRepository;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    fn member(ban: Option<Ban>) -> Member {
        Member { id: UserId(3), role: Role::User, ban, since: NOW }
    }

    fn appeals(repository: MockAppealRepository, bans: MockForumBanRepository) -> Appeals {
        appeals_in(Visibility::Members, repository, bans)
    }

    fn appeals_in(
        forum: Visibility,
        repository: MockAppealRepository,
        bans: MockForumBanRepository,
    ) -> Appeals {
        let (bans, readers) = (Arc::new(bans), Arc::new(WithoutInsiders(forum)));
        Appeals::new(Arc::new(repository), bans, readers, Arc::new(FixedClock))
    }

    /// All forums have this visibility.
    struct WithoutInsiders(Visibility);

    impl ForumReaders for WithoutInsiders {
        fn visibility(&self, _: ForumId) -> Result<Option<Visibility>, RepositoryError> {
            Ok(Some(self.0))
        }

        fn belongs(&self, _: UserId, _: ForumId) -> Result<bool, RepositoryError> {
            Ok(false)
        }
    }

    const BY_THREE: Appellant = Appellant { member: UserId(3), forum: None };
    const BOATS: ForumId = ForumId(7);

    #[test]
    fn only_banned_members_appeal() {
        assert_eq!(Appellant::authorize(&member(Some(Ban::default()))).unwrap(), BY_THREE);
        assert!(matches!(Appellant::authorize(&member(None)), Err(AppealError::NotBanned)));
    }

    #[test]
    fn only_members_banned_from_the_forum_appeal_there() {
        for ban in [Some(Ban::default()), None] {
            let (is_banned, mut bans) = (ban.is_some(), MockForumBanRepository::new());
            bans.expect_find()
                .withf(|forum, user, now| (*forum, *user, *now) == (BOATS, UserId(3), NOW))
                .return_once(|_, _, _| Ok(ban));
            let actor = Actor { id: UserId(3), role: Role::User };
            let found = appeals(MockAppealRepository::new(), bans).authorize_in(BOATS, &actor);
            match found {
                Ok(appellant) => {
                    assert!(is_banned);
                    assert_eq!(appellant, Appellant { forum: Some(BOATS), ..BY_THREE });
                }
                Err(error) => assert!(!is_banned && matches!(error, AppealError::NotBanned)),
            }
        }
    }

    #[test]
    fn a_ban_from_a_forum_that_the_member_may_not_read_is_not_told() {
        let mut bans = MockForumBanRepository::new();
        bans.expect_find().return_once(|_, _, _| Ok(Some(Ban::default())));
        let appeals = appeals_in(Visibility::Private, MockAppealRepository::new(), bans);
        let refused = appeals.authorize_in(BOATS, &Actor { id: UserId(3), role: Role::User });
        assert!(matches!(refused, Err(AppealError::NotBanned)));
    }

    #[test]
    fn a_ban_that_ended_or_was_appealed_is_an_error() {
        for (outcome, is_expected) in [
            (
                AppealOutcome::NotBanned,
                (|error| matches!(error, AppealError::NotBanned)) as fn(&_) -> _,
            ),
            (AppealOutcome::FiledBefore, |error| matches!(error, AppealError::FiledBefore)),
        ] {
            let mut repository = MockAppealRepository::new();
            repository
                .expect_file()
                .withf(|new| (new.by, new.forum, new.at) == (UserId(3), Some(BOATS), NOW))
                .return_once(|_| Ok(outcome));
            let appeals = appeals(repository, MockForumBanRepository::new());
            let text = AppealText::parse("It was my brother").unwrap();
            let appellant = Appellant { forum: Some(BOATS), ..BY_THREE };
            assert!(is_expected(&appeals.file(appellant, text).unwrap_err()));
        }
    }
}
