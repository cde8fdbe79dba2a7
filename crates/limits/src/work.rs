use std::{sync::Arc, time::Duration};

use kernel::{Clock, RepositoryError, Timestamp};

use crate::{Act, Budget, BudgetStore, Holder, Quota};

/// How long a puzzle is good: an old telephone may need minutes for a hard one.
const GOOD_FOR: Duration = Duration::from_mins(10);
/// No solution that was looked for by counting is longer.
const LONGEST_SOLUTION: usize = 32;

/// What a puzzle says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub id: u128,
    /// With how many zero bits the hash has to begin.
    pub bits: u32,
    pub expires_at: Timestamp,
}

/// Makes puzzles that nobody else can make, and hashes.
#[cfg_attr(test, mockall::automock)]
pub trait Puzzles: Send + Sync {
    /// A new puzzle, written so that it can be told from a forged one.
    ///
    /// # Errors
    /// When it cannot be signed.
    fn issue(&self, bits: u32, expires_at: Timestamp) -> Result<String, RepositoryError>;

    /// What was issued as this text; none if it was not issued here.
    fn read(&self, challenge: &str) -> Option<Puzzle>;

    /// With how many zero bits the SHA-256 of this text begins.
    fn zero_bits(&self, text: &str) -> u32;
}

/// A puzzle to be solved before an account is created, which costs a program that creates thousands
/// the time it saves (a proof of work as in Hashcash: A. Back, "Hashcash – a denial of service
/// counter-measure", 2002).
pub struct Work {
    puzzles: Arc<dyn Puzzles>,
    solved: Arc<dyn BudgetStore>,
    clock: Arc<dyn Clock>,
    bits: u32,
}

impl Work {
    /// `solved` is where puzzles are remembered that were solved. Each bit doubles the work.
    pub fn new(
        puzzles: Arc<dyn Puzzles>,
        solved: Arc<dyn BudgetStore>,
        clock: Arc<dyn Clock>,
        bits: u32,
    ) -> Self {
        Self { puzzles, solved, clock, bits }
    }

    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// A new puzzle.
    pub fn challenge(&self) -> Result<String, RepositoryError> {
        self.puzzles.issue(self.bits, self.clock.now().after(GOOD_FOR))
    }

    /// Whether the SHA-256 of `challenge:solution` begins with the zero bits that the challenge asks
    /// for. True once for each challenge, and only while it is good.
    pub fn is_done(&self, challenge: &str, solution: &str) -> Result<bool, RepositoryError> {
        let now = self.clock.now();
        let Some(puzzle) = self.puzzles.read(challenge) else { return Ok(false) };
        let hash = || self.puzzles.zero_bits(&format!("{challenge}:{solution}"));
        if now >= puzzle.expires_at || solution.len() > LONGEST_SOLUTION || hash() < puzzle.bits {
            return Ok(false);
        }
        let once = Quota { burst: 1, every: GOOD_FOR };
        let budget = Budget { act: Act::Register, holder: Holder::Puzzle(puzzle.id) };
        Ok(self.solved.spend(&budget, &once, now)?.allowed)
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("bits", &self.bits).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MockBudgetStore;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    /// A world in which "good" was issued, and the only solution is "7"; it is good for `left` more.
    fn work(left: Duration, is_first: bool) -> Work {
        let mut puzzles = MockPuzzles::new();
        puzzles.expect_read().returning(move |challenge| {
            (challenge == "good").then_some(Puzzle { id: 1, bits: 12, expires_at: NOW.after(left) })
        });
        puzzles.expect_zero_bits().returning(|text| if text == "good:7" { 12 } else { 11 });
        let mut solved = MockBudgetStore::new();
        solved.expect_spend().returning(move |_, quota, now| {
            let full_at = (!is_first).then(|| now.after(quota.every));
            Ok(quota.spend(full_at, now))
        });
        Work::new(Arc::new(puzzles), Arc::new(solved), Arc::new(FixedClock), 12)
    }

    const LEFT: Duration = Duration::from_mins(1);

    #[test]
    fn a_solution_counts_once_in_time_and_for_its_own_puzzle() {
        assert!(work(LEFT, true).is_done("good", "7").unwrap());
        assert!(!work(LEFT, true).is_done("good", "8").unwrap());
        assert!(!work(LEFT, true).is_done("forged", "7").unwrap());
        assert!(!work(Duration::ZERO, true).is_done("good", "7").unwrap());
        assert!(!work(LEFT, false).is_done("good", "7").unwrap());
        assert!(!work(LEFT, true).is_done("good", &"7".repeat(33)).unwrap());
    }
}
