use std::{sync::Arc, time::Duration};

use kernel::{Clock, Member, Network, RepositoryError, Role, Timestamp};

use crate::{Act, Budget, BudgetStore, Holder, Quota, Spent};

/// For how long an account is new.
const NEW_FOR: Duration = Duration::from_hours(24);

/// Whether somebody may do something now.
pub struct Limits {
    store: Arc<dyn BudgetStore>,
    clock: Arc<dyn Clock>,
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub budget: Budget,
    pub quota: Quota,
    pub remaining: u32,
    /// Until it is full again.
    pub full_in: Duration,
}

/// What came of asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Of each budget that was asked, the account's first.
    pub standings: Vec<Standing>,
    /// After how long to try again, if it is refused.
    pub wait: Option<Duration>,
    /// Whether the account has less because it is new.
    pub is_new: bool,
}

impl Limits {
    pub fn new(store: Arc<dyn BudgetStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Takes one act out of the budgets that it counts against. Without an account it is the
    /// network's; where neither is known, nothing is limited.
    pub fn spend(
        &self,
        act: Act,
        account: Option<&Member>,
        network: Option<Network>,
    ) -> Result<Verdict, RepositoryError> {
        let now = self.clock.now();
        let is_new = account.is_some_and(|account| is_new(account, now));
        let of_account =
            account.map(|account| (Holder::Account(account.id), act.of_account(is_new)));
        let of_network = network
            .filter(|_| account.is_none() || act.counts_twice())
            .map(|network| (Holder::Network(network), act.of_network()));
        let mut verdict = Verdict { standings: vec![], wait: None, is_new };
        for (holder, quota) in of_account.into_iter().chain(of_network) {
            let budget = Budget { act, holder };
            let spent = self.store.spend(&budget, &quota, now)?;
            verdict.standings.push(standing(budget, quota, spent, now));
            if !spent.allowed {
                verdict.wait = Some(wait(quota, spent, now));
                break;
            }
        }
        Ok(verdict)
    }
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Limits")
    }
}

/// An admin is trusted from the first moment: somebody who runs the forum said so.
fn is_new(account: &Member, now: Timestamp) -> bool {
    account.role != Role::Admin && now < account.since.after(NEW_FOR)
}

fn standing(budget: Budget, quota: Quota, spent: Spent, now: Timestamp) -> Standing {
    let full_in = spent.full_at.since(now);
    let left = quota.window().saturating_sub(full_in);
    let remaining = (left.as_millis() / quota.every.as_millis().max(1)) as u32;
    Standing { budget, quota, remaining, full_in }
}

/// Until there is room for one.
fn wait(quota: Quota, spent: Spent, now: Timestamp) -> Duration {
    (spent.full_at.since(now) + quota.every).saturating_sub(quota.window())
}

#[cfg(test)]
mod tests;
