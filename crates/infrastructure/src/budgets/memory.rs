use ::limits::{Budget, BudgetStore, Quota, SpendOutcome};
use kernel::{RepositoryError, Timestamp};
use parking_lot::Mutex;
use quick_cache::unsync::Cache;

/// Budgets in the memory of this process.
///
/// Evicts the least recently used budgets beyond a limit, which makes them full: filling the
/// memory from many networks only gains what a new network has anyway.
pub(super) struct MemoryBudgets(Mutex<Cache<Budget, Timestamp>>);

impl MemoryBudgets {
    /// The maximum number of budgets: under 16 MB.
    pub(super) const MOST: usize = 1 << 17;

    /// Creates a store for up to `most` budgets.
    #[must_use]
    pub(super) fn new(most: usize) -> Self {
        Self(Mutex::new(Cache::new(most)))
    }
}

impl BudgetStore for MemoryBudgets {
    fn spend(
        &self,
        budget: &Budget,
        quota: &Quota,
        now: Timestamp,
    ) -> Result<SpendOutcome, RepositoryError> {
        let mut kept = self.0.lock();
        let spent = quota.spend(kept.get(budget).copied(), now);
        kept.insert(*budget, spent.full_at);
        Ok(spent)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ::limits::{LimitKey, LimitedAction};
    use kernel::UserId;

    use super::*;

    #[test]
    fn memory_is_bounded_for_any_number_of_keys() {
        let budgets = MemoryBudgets::new(100);
        let quota = Quota { burst: 1, interval: Duration::from_hours(1) };
        let now = Timestamp::from_unix_millis(0);
        for id in 0..10_000 {
            let budget =
                Budget { action: LimitedAction::Write, key: LimitKey::Account(UserId(id)) };
            assert!(budgets.spend(&budget, &quota, now).unwrap().allowed);
        }
        assert!(budgets.0.lock().len() <= 100);
    }
}
