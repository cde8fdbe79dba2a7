use std::{sync::Arc, time::Duration};

use kernel::{Actor, ByTime, Clock, Page, PageRequest, Timestamp};

use crate::{Draft, DraftData, DraftError, DraftKey, DraftRepository, DraftWrite, SaveOutcome};

/// The most drafts of a member.
pub const MAX_DRAFTS: usize = 100;
/// How long a draft is kept after its last write.
pub const RETENTION: Duration = Duration::from_hours(180 * 24);

/// The use cases of drafts.
pub struct Drafts {
    repository: Arc<dyn DraftRepository>,
    clock: Arc<dyn Clock>,
}

impl Drafts {
    pub fn new(repository: Arc<dyn DraftRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { repository, clock }
    }

    /// Returns the actor's drafts, the latest first.
    pub fn list(
        &self,
        actor: &Actor,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Draft, ByTime>, DraftError> {
        Ok(self.repository.list(actor.id, expired(self.clock.now()), page)?)
    }

    /// Stores a draft in place of the version `replaces`, or a new one if that is 0.
    pub fn save(
        &self,
        actor: &Actor,
        key: DraftKey,
        replaces: i64,
        data: DraftData,
    ) -> Result<Draft, DraftError> {
        let at = self.clock.now();
        let write = DraftWrite { owner: actor.id, key, replaces, data, at };
        match self.repository.save(&write, expired(at), MAX_DRAFTS)? {
            SaveOutcome::Saved(draft) => Ok(draft),
            SaveOutcome::OtherVersion(draft) => Err(DraftError::OtherVersion(draft)),
            SaveOutcome::TooMany => Err(DraftError::TooMany),
        }
    }

    /// Deletes a draft, if it exists.
    pub fn delete(&self, actor: &Actor, key: &DraftKey) -> Result<(), DraftError> {
        Ok(self.repository.delete(actor.id, key)?)
    }

    /// Deletes the rows of all expired drafts. Returns their number.
    pub fn delete_expired(&self) -> Result<usize, DraftError> {
        let (mut all, expired) = (0, expired(self.clock.now()));
        loop {
            match self.repository.delete_expired(expired)? {
                0 => return Ok(all),
                some => all += some,
            }
        }
    }
}

/// The time of the last write of drafts that expire now.
fn expired(now: Timestamp) -> Timestamp {
    now.before(RETENTION)
}

#[cfg(test)]
mod tests {
    use kernel::{Limit, Role, UserId};

    use super::*;
    use crate::repository::MockDraftRepository;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

    struct Fixed;

    impl Clock for Fixed {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    fn drafts(repository: MockDraftRepository) -> Drafts {
        Drafts::new(Arc::new(repository), Arc::new(Fixed))
    }

    fn save(outcome: SaveOutcome) -> Result<Draft, DraftError> {
        let mut repository = MockDraftRepository::new();
        repository
            .expect_save()
            .withf(|write, expired, max| {
                write.at == NOW && *expired == NOW.before(RETENTION) && *max == 100
            })
            .return_once(|_, _, _| Ok(outcome));
        let (key, data) = (DraftKey::parse("a").unwrap(), DraftData::parse("b").unwrap());
        drafts(repository).save(&ann(), key, 0, data)
    }

    fn ann() -> Actor {
        Actor { id: UserId(1), role: Role::User }
    }

    fn draft() -> Draft {
        Draft { id: 5, key: "a".into(), version: 1, data: "b".into(), updated_at: NOW }
    }

    #[test]
    fn saving_returns_the_draft_or_what_refuses_it() {
        assert_eq!(save(SaveOutcome::Saved(draft())).unwrap(), draft());
        let other = save(SaveOutcome::OtherVersion(Some(draft())));
        assert!(matches!(other, Err(DraftError::OtherVersion(Some(found))) if found == draft()));
        assert!(matches!(save(SaveOutcome::TooMany), Err(DraftError::TooMany)));
    }

    #[test]
    fn expired_drafts_are_left_out_to_the_millisecond() {
        let mut repository = MockDraftRepository::new();
        repository
            .expect_list()
            .withf(|owner, expired, _| *owner == UserId(1) && *expired == NOW.before(RETENTION))
            .return_once(|_, _, _| Ok(Page { items: vec![], next: None }));
        let page = PageRequest { limit: Limit::default(), after: None };
        assert_eq!(drafts(repository).list(&ann(), &page).unwrap().items, []);
    }

    #[test]
    fn expired_drafts_are_deleted_until_none_is_left() {
        let mut repository = MockDraftRepository::new();
        let mut batches = [500, 3, 0].into_iter();
        repository.expect_delete_expired().times(3).returning(move |_| Ok(batches.next().unwrap()));
        assert_eq!(drafts(repository).delete_expired().unwrap(), 503);
    }
}
