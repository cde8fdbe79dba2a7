use std::{sync::Arc, time::Duration};

use kernel::{Clock, Member, Network, RepositoryError, Role, Timestamp};

use crate::{Budget, BudgetStore, LimitKey, LimitedAction, Quota, SpendOutcome};

/// The time for which an account counts as new.
const NEW_ACCOUNT_PERIOD: Duration = Duration::from_hours(24);

/// Decides whether a request may go ahead now.
pub struct Limits {
    store: Arc<dyn BudgetStore>,
    clock: Arc<dyn Clock>,
}

/// The state of one budget after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitStatus {
    pub budget: Budget,
    pub quota: Quota,
    pub remaining: u32,
    /// Time until the budget is full again.
    pub full_in: Duration,
}

/// The decision on one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The status of each budget that was checked, the account's first.
    pub statuses: Vec<LimitStatus>,
    /// When to retry, if the request is refused.
    pub retry_after: Option<Duration>,
    /// Whether the account has a smaller quota because it is new.
    pub is_new: bool,
}

impl Limits {
    pub fn new(store: Arc<dyn BudgetStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Spends one unit of each budget that the action counts against: the account's, the network's
    /// or both. Without an account the network's budget counts; if neither is known, nothing is
    /// limited. An IPv6 network counts three times: as a /64, with twice the quota as a /56, and with four
    /// times the quota as a /48.
    ///
    /// # Errors
    /// When the store fails.
    pub fn spend(
        &self,
        action: LimitedAction,
        account: Option<&Member>,
        network: Option<Network>,
    ) -> Result<Decision, RepositoryError> {
        let now = self.clock.now();
        let is_new = account.is_some_and(|account| is_new(account, now));
        let of_account =
            account.map(|account| (LimitKey::Account(account.id), action.account_quota(is_new)));
        let of_networks = network
            .filter(|_| account.is_none() || action.counts_for_network())
            .into_iter()
            .flat_map(|network| network_budgets(action, network));
        let mut decision = Decision { statuses: vec![], retry_after: None, is_new };
        for (key, quota) in of_account.into_iter().chain(of_networks) {
            let budget = Budget { action, key };
            let outcome = self.store.spend(&budget, &quota, now)?;
            decision.statuses.push(status(budget, quota, outcome, now));
            if !outcome.allowed {
                decision.retry_after = Some(retry_after(quota, outcome, now));
                break;
            }
        }
        Ok(decision)
    }
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Limits")
    }
}

/// An admin never counts as new: another admin vouched for them.
fn is_new(account: &Member, now: Timestamp) -> bool {
    account.role != Role::Admin && now < account.since.after(NEW_ACCOUNT_PERIOD)
}

/// Returns the budgets of a network and of the larger ones around it, if it is IPv6: the smallest first,
/// because what it refuses must not spend what its neighbours share.
fn network_budgets(
    action: LimitedAction,
    network: Network,
) -> impl Iterator<Item = (LimitKey, Quota)> {
    let mut networks = vec![(network, 1), (network.customer(), 2), (network.site(), 4)];
    networks.dedup_by_key(|(network, _)| *network);
    let quota = action.network_quota();
    networks.into_iter().map(move |(network, factor)| {
        let Quota { burst, interval } = quota;
        let quota = Quota { burst: burst * factor, interval: interval / factor };
        (LimitKey::Network(network), quota)
    })
}

fn status(budget: Budget, quota: Quota, outcome: SpendOutcome, now: Timestamp) -> LimitStatus {
    let full_in = outcome.full_at.since(now);
    let left = quota.window().saturating_sub(full_in);
    let remaining = (left.as_millis() / quota.interval.as_millis().max(1)) as u32;
    LimitStatus { budget, quota, remaining, full_in }
}

/// Returns the time until one unit is available.
fn retry_after(quota: Quota, outcome: SpendOutcome, now: Timestamp) -> Duration {
    (outcome.full_at.since(now) + quota.interval).saturating_sub(quota.window())
}

#[cfg(test)]
mod tests;
