use std::sync::Arc;

use kernel::{Actor, ById, Clock, Page, PageRequest};

use crate::{SavedError, SavedItem, SavedRepository, Target};

/// The use cases of saved posts and replies.
pub struct Saved {
    repository: Arc<dyn SavedRepository>,
    clock: Arc<dyn Clock>,
}

impl Saved {
    pub fn new(repository: Arc<dyn SavedRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { repository, clock }
    }

    /// Saves a post or reply for the actor.
    pub fn save(&self, actor: &Actor, target: Target) -> Result<(), SavedError> {
        found(self.repository.save(actor.id, target, self.clock.now())?)
    }

    /// Saves a post or reply no longer.
    pub fn unsave(&self, actor: &Actor, target: Target) -> Result<(), SavedError> {
        found(self.repository.unsave(actor.id, target)?)
    }

    /// Returns what the actor saved, the latest first.
    pub fn list(
        &self,
        actor: &Actor,
        page: &PageRequest<ById>,
    ) -> Result<Page<SavedItem, ById>, SavedError> {
        Ok(self.repository.list(actor.id, actor.into(), page)?)
    }
}

fn found(found: bool) -> Result<(), SavedError> {
    found.then_some(()).ok_or(SavedError::NotFound)
}

#[cfg(test)]
mod tests {
    use kernel::{PostId, Role, Timestamp, UserId};

    use super::*;
    use crate::repository::MockSavedRepository;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
    const ANN: Actor = Actor { id: UserId(1), role: Role::User };
    const POST: Target = Target::Post(PostId(5));

    struct Fixed;

    impl Clock for Fixed {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    #[test]
    fn saving_what_is_missing_is_an_error() {
        for there in [true, false] {
            let mut repository = MockSavedRepository::new();
            repository
                .expect_save()
                .withf(|member, target, at| (*member, *target, *at) == (ANN.id, POST, NOW))
                .return_once(move |_, _, _| Ok(there));
            repository.expect_unsave().return_once(move |_, _| Ok(there));
            let saved = Saved::new(Arc::new(repository), Arc::new(Fixed));
            for outcome in [saved.save(&ANN, POST), saved.unsave(&ANN, POST)] {
                assert_eq!(outcome.is_ok(), there);
                assert!(there || matches!(outcome, Err(SavedError::NotFound)));
            }
        }
    }
}
