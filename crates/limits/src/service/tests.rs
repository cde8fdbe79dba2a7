use std::{collections::HashMap, sync::Mutex};

use kernel::UserId;

use super::*;
use crate::store::MockBudgetStore;

const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
const OLD: Member = Member {
    id: UserId(7),
    role: Role::User,
    banned: false,
    since: Timestamp::from_unix_millis(0),
};

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

/// Remembers as a store should.
fn limits() -> Limits {
    let kept = Mutex::new(HashMap::<Budget, Timestamp>::new());
    let mut store = MockBudgetStore::new();
    store.expect_spend().returning(move |budget, quota, now| {
        let mut kept = kept.lock().unwrap();
        let spent = quota.spend(kept.get(budget).copied(), now);
        kept.insert(*budget, spent.full_at);
        Ok(spent)
    });
    Limits::new(Arc::new(store), Arc::new(FixedClock))
}

fn home() -> Network {
    Network::of([203, 0, 113, 9].into())
}

/// How often it is allowed before it is refused.
fn allowed(limits: &Limits, act: Act, account: Option<&Member>, network: Option<Network>) -> usize {
    (0..1_000).take_while(|_| limits.spend(act, account, network).unwrap().wait.is_none()).count()
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back() {
    let limits = limits();
    assert_eq!(allowed(&limits, Act::Write, Some(&OLD), Some(home())), 30);
    let refused = limits.spend(Act::Write, Some(&OLD), Some(home())).unwrap();
    assert_eq!(refused.wait, Some(Duration::from_secs(2)));
    assert_eq!(refused.standings.len(), 1, "the network is not asked");
    assert_eq!(refused.standings[0].remaining, 0);
    assert_eq!(refused.standings[0].full_in, Duration::from_mins(1));
}

#[test]
fn an_account_has_a_third_on_its_first_day() {
    let since = NOW.before(Duration::from_hours(23));
    let new = Member { since, ..OLD };
    let verdict = limits().spend(Act::Write, Some(&new), Some(home())).unwrap();
    assert_eq!((verdict.is_new, verdict.standings[0].remaining), (true, 9));
    let grown = Member { since: NOW.before(Duration::from_hours(24)), ..OLD };
    assert!(!limits().spend(Act::Write, Some(&grown), Some(home())).unwrap().is_new);
    let admin = Member { role: Role::Admin, ..new };
    assert!(!limits().spend(Act::Write, Some(&admin), Some(home())).unwrap().is_new);
}

#[test]
fn the_accounts_of_a_network_share_five_times_what_one_has() {
    let limits = limits();
    let mut all = 0;
    for id in 1..=10 {
        let account = Member { id: UserId(id), ..OLD };
        all += allowed(&limits, Act::Message, Some(&account), Some(home()));
    }
    assert_eq!(all, 5 * 30);
    let elsewhere = Some(Network::of([198, 51, 100, 1].into()));
    let other = Member { id: UserId(99), ..OLD };
    assert_eq!(allowed(&limits, Act::Message, Some(&other), elsewhere), 30);
}

#[test]
fn who_is_refused_takes_nothing_from_the_others_of_the_network() {
    let limits = limits();
    allowed(&limits, Act::Write, Some(&OLD), Some(home()));
    for _ in 0..1_000 {
        assert!(limits.spend(Act::Write, Some(&OLD), Some(home())).unwrap().wait.is_some());
    }
    let neighbour = Member { id: UserId(8), ..OLD };
    let verdict = limits.spend(Act::Write, Some(&neighbour), Some(home())).unwrap();
    assert_eq!(verdict.standings[1].remaining, 5 * 30 - 31);
}

#[test]
fn a_search_counts_against_the_account_or_without_one_the_network() {
    let limits = limits();
    assert_eq!(allowed(&limits, Act::Search, Some(&OLD), Some(home())), 20);
    assert_eq!(allowed(&limits, Act::Search, None, Some(home())), 100);
}

#[test]
fn new_accounts_are_counted_by_network() {
    let limits = limits();
    assert_eq!(allowed(&limits, Act::Register, None, Some(home())), 10);
    let refused = limits.spend(Act::Register, None, Some(home())).unwrap();
    assert_eq!(refused.wait, Some(Duration::from_mins(6)));
}

#[test]
fn what_is_done_leaves_other_budgets_as_they_are() {
    let limits = limits();
    allowed(&limits, Act::Write, Some(&OLD), Some(home()));
    assert_eq!(allowed(&limits, Act::Click, Some(&OLD), Some(home())), 60);
}
