use kernel::{RepositoryError, Timestamp};

use crate::{Budget, Quota, Spent};

/// Where budgets are kept. What is full may be forgotten.
#[cfg_attr(test, mockall::automock)]
pub trait BudgetStore: Send + Sync {
    /// Takes one out of a budget by the rule of [`Quota::spend`], as one step: whatever asks at the
    /// same time, no more than the quota is allowed.
    fn spend(
        &self,
        budget: &Budget,
        quota: &Quota,
        now: Timestamp,
    ) -> Result<Spent, RepositoryError>;
}
