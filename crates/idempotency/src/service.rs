use std::{sync::Arc, time::Duration};

use kernel::{Clock, IdempotencyKey, RepositoryError, UserId};

use crate::{Claim, Claimed, IdempotencyRepository, StoredAnswer};

/// How long an answer is kept.
const RETENTION: Duration = Duration::from_hours(24);
/// After so long a request without an answer is taken for lost. If it is not, it writes nothing once it came again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a request with a key is not done.
#[derive(Debug, thiserror::Error)]
pub enum IdempotencyError {
    #[error("This Idempotency-Key was used for something else. Send it with a new one.")]
    Reused,
    #[error("This is being done already. Wait a moment and send it again.")]
    Running,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

/// How a request with a key goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is to be done, and then to be finished.
    New(Claim),
    /// It wrote what has this id before, and is to be answered with it and finished.
    Written(Claim, i64),
    /// It was done before, and is answered so again.
    Answered(StoredAnswer),
}

/// The use cases of idempotency.
pub struct Idempotency {
    repository: Arc<dyn IdempotencyRepository>,
    clock: Arc<dyn Clock>,
}

impl Idempotency {
    #[must_use]
    pub fn new(repository: Arc<dyn IdempotencyRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { repository, clock }
    }

    /// Begins a request; `fingerprint` stands for the call and its body.
    ///
    /// # Errors
    /// When the key is in use.
    pub fn begin(
        &self,
        member: UserId,
        key: IdempotencyKey,
        fingerprint: i64,
    ) -> Result<Begun, IdempotencyError> {
        let at = self.clock.now();
        let (forgotten, abandoned) = (at.before(RETENTION), at.before(PATIENCE));
        let claim = Claim { member, key, fingerprint, at, forgotten, abandoned };
        match self.repository.claim(&claim)? {
            Claimed::New => Ok(Begun::New(claim)),
            Claimed::Written(id) => Ok(Begun::Written(claim, id)),
            Claimed::Answered(answer) => Ok(Begun::Answered(answer)),
            Claimed::ByAnother => Err(IdempotencyError::Reused),
            Claimed::Running => Err(IdempotencyError::Running),
        }
    }

    /// Ends a request with its answer, or without one if it was refused.
    ///
    /// # Errors
    /// When the answer cannot be stored.
    pub fn finish(
        &self,
        claim: &Claim,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), IdempotencyError> {
        match answer {
            Some(answer) => self.repository.answer(claim, answer)?,
            None => self.repository.release(claim)?,
        }
        Ok(())
    }

    /// Deletes all keys whose answers are forgotten. Returns their number.
    ///
    /// # Errors
    /// When they cannot be deleted.
    pub fn delete_forgotten(&self) -> Result<usize, IdempotencyError> {
        let (mut all, forgotten) = (0, self.clock.now().before(RETENTION));
        loop {
            match self.repository.delete_forgotten(forgotten)? {
                0 => return Ok(all),
                some => all += some,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Timestamp;

    use super::*;
    use crate::repository::MockIdempotencyRepository;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    fn begin(claimed: Claimed) -> Result<Begun, IdempotencyError> {
        let mut repository = MockIdempotencyRepository::new();
        repository.expect_claim().return_once(|claim| {
            assert_eq!(claim.at, NOW);
            assert_eq!(claim.forgotten.after(Duration::from_hours(24)), NOW);
            assert_eq!(claim.abandoned.after(Duration::from_secs(10)), NOW);
            Ok(claimed)
        });
        let service = Idempotency::new(Arc::new(repository), Arc::new(FixedClock));
        service.begin(UserId(3), IdempotencyKey::parse("a").unwrap(), 7)
    }

    #[test]
    fn a_key_serves_one_request() {
        assert!(matches!(begin(Claimed::New), Ok(Begun::New(claim)) if claim.fingerprint == 7));
        assert!(matches!(begin(Claimed::ByAnother), Err(IdempotencyError::Reused)));
        assert!(matches!(begin(Claimed::Written(5)), Ok(Begun::Written(_, 5))));
        assert!(matches!(begin(Claimed::Running), Err(IdempotencyError::Running)));
        let answer = StoredAnswer { status: 201, body: "{}".to_owned() };
        let again = begin(Claimed::Answered(answer.clone())).unwrap();
        assert_eq!(again, Begun::Answered(answer));
    }

    #[test]
    fn forgotten_keys_are_deleted_until_none_is_left() {
        let mut repository = MockIdempotencyRepository::new();
        let mut batches = [500, 3, 0].into_iter();
        repository
            .expect_delete_forgotten()
            .times(3)
            .returning(move |_| Ok(batches.next().unwrap()));
        let service = Idempotency::new(Arc::new(repository), Arc::new(FixedClock));
        assert_eq!(service.delete_forgotten().unwrap(), 503);
    }
}
