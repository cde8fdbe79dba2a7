use std::{collections::HashMap, sync::Mutex};

use kernel::UserId;

use super::*;
use crate::budget::MockBudgetStore;

const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
const OLD: Member =
    Member { id: UserId(7), role: Role::User, ban: None, since: Timestamp::from_unix_millis(0) };

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

/// A store in memory.
fn limits() -> Limits {
    let budgets = Mutex::new(HashMap::<Budget, Timestamp>::new());
    let mut store = MockBudgetStore::new();
    store.expect_spend().returning(move |budget, quota, now| {
        let mut budgets = budgets.lock().unwrap();
        let spent = quota.spend(budgets.get(budget).copied(), now);
        budgets.insert(*budget, spent.full_at);
        Ok(spent)
    });
    Limits::new(Arc::new(store), Arc::new(FixedClock))
}

fn home() -> Network {
    Network::of([203, 0, 113, 9].into())
}

/// Counts the requests that are allowed before the first refusal.
fn allowed(
    limits: &Limits,
    action: LimitedAction,
    account: Option<&Member>,
    network: Option<Network>,
) -> usize {
    (0..1_000)
        .take_while(|_| limits.spend(action, account, network).unwrap().retry_after.is_none())
        .count()
}

#[test]
fn a_refusal_says_when_to_retry() {
    let limits = limits();
    assert_eq!(allowed(&limits, LimitedAction::Write, Some(&OLD), Some(home())), 30);
    let refused = limits.spend(LimitedAction::Write, Some(&OLD), Some(home())).unwrap();
    assert_eq!(refused.retry_after, Some(Duration::from_secs(2)));
    assert_eq!(refused.statuses.len(), 1, "the network is not asked");
    assert_eq!(refused.statuses[0].remaining, 0);
    assert_eq!(refused.statuses[0].full_in, Duration::from_mins(1));
}

#[test]
fn a_new_account_has_a_third_of_the_quota() {
    let since = NOW.before(Duration::from_hours(23));
    let new = Member { since, ..OLD };
    let decision = limits().spend(LimitedAction::Write, Some(&new), Some(home())).unwrap();
    assert_eq!((decision.is_new, decision.statuses[0].remaining), (true, 9));
    let grown = Member { since: NOW.before(Duration::from_hours(24)), ..OLD };
    assert!(!limits().spend(LimitedAction::Write, Some(&grown), Some(home())).unwrap().is_new);
    let admin = Member { role: Role::Admin, ..new };
    assert!(!limits().spend(LimitedAction::Write, Some(&admin), Some(home())).unwrap().is_new);
}

#[test]
fn accounts_of_a_network_share_five_quotas() {
    let limits = limits();
    let mut all = 0;
    for id in 1..=10 {
        let account = Member { id: UserId(id), ..OLD };
        all += allowed(&limits, LimitedAction::Message, Some(&account), Some(home()));
    }
    assert_eq!(all, 5 * 30);
    let elsewhere = Some(Network::of([198, 51, 100, 1].into()));
    let other = Member { id: UserId(99), ..OLD };
    assert_eq!(allowed(&limits, LimitedAction::Message, Some(&other), elsewhere), 30);
}

#[test]
fn subnets_of_a_site_share_four_quotas() {
    let limits = limits();
    let subnet = |customer: u128, subnet: u128| {
        let bits = (0x2001_0db8_0001 << 80) | (customer << 72) | (subnet << 64);
        Some(Network::of(std::net::Ipv6Addr::from_bits(bits).into()))
    };
    let sign_ins = |network| allowed(&limits, LimitedAction::SignIn, None, network);
    assert_eq!(sign_ins(subnet(0, 0)), 60);
    assert_eq!((1..=255).map(|nth| sign_ins(subnet(0, nth))).sum::<usize>(), 60);
    let of_others = (1..=255).map(|customer| sign_ins(subnet(customer, 0))).sum::<usize>();
    assert_eq!(of_others, 4 * 60 - 2 * 60);
    let elsewhere = Some(Network::of([198, 51, 100, 1].into()));
    assert_eq!(sign_ins(elsewhere), 60);
}

#[test]
fn a_refused_account_spends_nothing_of_its_network() {
    let limits = limits();
    allowed(&limits, LimitedAction::Write, Some(&OLD), Some(home()));
    for _ in 0..1_000 {
        assert!(
            limits
                .spend(LimitedAction::Write, Some(&OLD), Some(home()))
                .unwrap()
                .retry_after
                .is_some()
        );
    }
    let neighbour = Member { id: UserId(8), ..OLD };
    let decision = limits.spend(LimitedAction::Write, Some(&neighbour), Some(home())).unwrap();
    assert_eq!(decision.statuses[1].remaining, 5 * 30 - 31);
}

#[test]
fn a_search_counts_for_the_account_or_else_the_network() {
    let limits = limits();
    assert_eq!(allowed(&limits, LimitedAction::Search, Some(&OLD), Some(home())), 20);
    assert_eq!(allowed(&limits, LimitedAction::Search, None, Some(home())), 100);
}

#[test]
fn registrations_count_by_network() {
    let limits = limits();
    assert_eq!(allowed(&limits, LimitedAction::Register, None, Some(home())), 10);
    let refused = limits.spend(LimitedAction::Register, None, Some(home())).unwrap();
    assert_eq!(refused.retry_after, Some(Duration::from_mins(6)));
}

#[test]
fn an_action_leaves_the_budgets_of_others_alone() {
    let limits = limits();
    allowed(&limits, LimitedAction::Write, Some(&OLD), Some(home()));
    assert_eq!(allowed(&limits, LimitedAction::Interaction, Some(&OLD), Some(home())), 60);
}
