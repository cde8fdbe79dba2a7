use std::{sync::Arc, time::Duration};

use kernel::{Clock, RepositoryError, Timestamp};

use crate::{Budget, BudgetStore, LimitKey, LimitedAction, Quota};

/// The lifetime of a challenge: an old phone may need minutes for a hard one.
const CHALLENGE_LIFETIME: Duration = Duration::from_mins(10);
/// In bytes. A solution found by counting is never longer.
const MAX_SOLUTION_LEN: usize = 32;

/// The content of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub id: u128,
    /// The number of leading zero bits that the hash needs.
    pub bits: u32,
    pub expires_at: Timestamp,
}

/// Issues challenges that nobody else can forge, and hashes solutions.
#[cfg_attr(test, mockall::automock)]
pub trait ChallengeIssuer: Send + Sync {
    /// Returns a new, signed challenge.
    ///
    /// # Errors
    /// When it cannot be signed.
    fn issue(&self, bits: u32, expires_at: Timestamp) -> Result<String, RepositoryError>;

    /// Reads a challenge; `None` if it was not issued here.
    fn read(&self, challenge: &str) -> Option<Challenge>;

    /// Counts the leading zero bits of the SHA-256 hash of `text`.
    fn zero_bits(&self, text: &str) -> u32;
}

/// Proof of work before registration: it slows down programs that create thousands of accounts
/// (as in Hashcash: A. Back, "Hashcash – a denial of service counter-measure", 2002).
pub struct ProofOfWork {
    issuer: Arc<dyn ChallengeIssuer>,
    solved: Arc<dyn BudgetStore>,
    clock: Arc<dyn Clock>,
    bits: u32,
}

impl ProofOfWork {
    /// `solved` remembers solved challenges. Each bit of `bits` doubles the work.
    pub fn new(
        issuer: Arc<dyn ChallengeIssuer>,
        solved: Arc<dyn BudgetStore>,
        clock: Arc<dyn Clock>,
        bits: u32,
    ) -> Self {
        Self { issuer, solved, clock, bits }
    }

    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Issues a new challenge.
    ///
    /// # Errors
    /// When it cannot be signed.
    pub fn issue(&self) -> Result<String, RepositoryError> {
        self.issuer.issue(self.bits, self.clock.now().after(CHALLENGE_LIFETIME))
    }

    /// Checks that the SHA-256 of `challenge:solution` begins with the zero bits that the challenge
    /// asks for. Returns true once for each challenge, before it expires.
    ///
    /// # Errors
    /// When the store of solved challenges fails.
    pub fn verify(&self, challenge: &str, solution: &str) -> Result<bool, RepositoryError> {
        let now = self.clock.now();
        let Some(Challenge { id, bits, expires_at }) = self.issuer.read(challenge) else {
            return Ok(false);
        };
        let zero_bits = || self.issuer.zero_bits(&format!("{challenge}:{solution}"));
        if now >= expires_at || solution.len() > MAX_SOLUTION_LEN || zero_bits() < bits {
            return Ok(false);
        }
        let once = Quota { burst: 1, interval: CHALLENGE_LIFETIME };
        let budget = Budget { action: LimitedAction::Register, key: LimitKey::Challenge(id) };
        Ok(self.solved.spend(&budget, &once, now)?.allowed)
    }
}

impl std::fmt::Debug for ProofOfWork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofOfWork").field("bits", &self.bits).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::MockBudgetStore;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    /// The challenge "good" was issued with the only solution "7" and expires in `left`.
    fn proof_of_work(left: Duration, is_first: bool) -> ProofOfWork {
        let mut issuer = MockChallengeIssuer::new();
        issuer.expect_read().returning(move |challenge| {
            (challenge == "good").then_some(Challenge {
                id: 1,
                bits: 12,
                expires_at: NOW.after(left),
            })
        });
        issuer.expect_zero_bits().returning(|text| if text == "good:7" { 12 } else { 11 });
        let mut solved = MockBudgetStore::new();
        solved.expect_spend().returning(move |_, quota, now| {
            let full_at = (!is_first).then(|| now.after(quota.interval));
            Ok(quota.spend(full_at, now))
        });
        ProofOfWork::new(Arc::new(issuer), Arc::new(solved), Arc::new(FixedClock), 12)
    }

    const LEFT: Duration = Duration::from_mins(1);

    #[test]
    fn a_solution_counts_once_before_it_expires() {
        assert!(proof_of_work(LEFT, true).verify("good", "7").unwrap());
        assert!(!proof_of_work(LEFT, true).verify("good", "8").unwrap());
        assert!(!proof_of_work(LEFT, true).verify("forged", "7").unwrap());
        assert!(!proof_of_work(Duration::ZERO, true).verify("good", "7").unwrap());
        assert!(!proof_of_work(LEFT, false).verify("good", "7").unwrap());
        assert!(!proof_of_work(LEFT, true).verify("good", &"7".repeat(33)).unwrap());
    }
}
