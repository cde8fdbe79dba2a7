use std::fmt;

use kernel::{Network, RepositoryError, Timestamp, UserId};

use crate::{LimitedAction, Quota, SpendOutcome};

/// The owner of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitKey {
    Account(UserId),
    Network(Network),
    /// The id of a challenge, which can be solved once.
    Challenge(u128),
}

/// One budget: an action by an account, a network or a challenge. Its text form is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    pub action: LimitedAction,
    pub key: LimitKey,
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.action.name();
        match self.key {
            LimitKey::Account(id) => write!(f, "{action} account {id}"),
            LimitKey::Network(network) => write!(f, "{action} network {network}"),
            // Databases hold budgets under this name.
            LimitKey::Challenge(id) => write!(f, "{action} puzzle {id:x}"),
        }
    }
}

/// Stores budgets. It may forget full ones.
#[cfg_attr(test, mockall::automock)]
pub trait BudgetStore: Send + Sync {
    /// Spends one unit of a budget by the rule of [`Quota::spend`], atomically: concurrent callers
    /// never get more than the quota.
    ///
    /// # Errors
    /// When the store fails.
    fn spend(
        &self,
        budget: &Budget,
        quota: &Quota,
        now: Timestamp,
    ) -> Result<SpendOutcome, RepositoryError>;
}
