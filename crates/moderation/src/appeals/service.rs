use std::sync::Arc;

use kernel::{Clock, Member, RepositoryError, UserId};

use super::{AppealOutcome, AppealRepository, AppealText, NewAppeal};
use crate::reports::Report;

/// An error of an appeal.
#[derive(Debug, thiserror::Error)]
pub enum AppealError {
    #[error("You are not banned.")]
    NotBanned,
    #[error("You have appealed against this ban already.")]
    FiledBefore,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

/// The use case of appeals.
pub struct Appeals {
    repository: Arc<dyn AppealRepository>,
    clock: Arc<dyn Clock>,
}

/// Proof that the member is banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appellant(UserId);

impl Appellant {
    /// Checks that the member is banned.
    pub fn authorize(member: &Member) -> Result<Self, AppealError> {
        if member.ban.is_some() { Ok(Self(member.id)) } else { Err(AppealError::NotBanned) }
    }
}

impl Appeals {
    pub fn new(repository: Arc<dyn AppealRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { repository, clock }
    }

    /// Returns the report that the appeal is.
    pub fn file(&self, Appellant(by): Appellant, text: AppealText) -> Result<Report, AppealError> {
        match self.repository.file(&NewAppeal { by, text, at: self.clock.now() })? {
            AppealOutcome::Filed(report) => Ok(*report),
            AppealOutcome::FiledBefore => Err(AppealError::FiledBefore),
            AppealOutcome::NotBanned => Err(AppealError::NotBanned),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Ban, Role, Timestamp};

    use super::{super::repository::MockAppealRepository, *};

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

    #[test]
    fn only_banned_members_appeal() {
        assert_eq!(
            Appellant::authorize(&member(Some(Ban::default()))).unwrap(),
            Appellant(UserId(3))
        );
        assert!(matches!(Appellant::authorize(&member(None)), Err(AppealError::NotBanned)));
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
                .withf(|new| (new.by, new.at) == (UserId(3), NOW))
                .return_once(|_| Ok(outcome));
            let appeals = Appeals::new(Arc::new(repository), Arc::new(FixedClock));
            let text = AppealText::parse("It was my brother").unwrap();
            assert!(is_expected(&appeals.file(Appellant(UserId(3)), text).unwrap_err()));
        }
    }
}
