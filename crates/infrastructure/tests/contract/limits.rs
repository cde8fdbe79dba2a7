//! Budgets: in memory and shared, they follow the one rule.

use std::time::Duration;

use ::limits::{Budget, BudgetStore, LimitKey, LimitedAction, Quota};
use kernel::{Network, Timestamp, UserId};

use crate::support::{T0, TestDb, contract, postgres, sixteen_at_once};

contract![
    a_burst_is_allowed_then_one_per_interval,
    stored_budgets_follow_the_rule,
    concurrent_requests_get_the_quota_at_most,
    budgets_of_others_are_left_alone,
];

const THREE: Quota = Quota { burst: 3, interval: Duration::from_secs(2) };

fn of(id: i64) -> Budget {
    Budget { action: LimitedAction::Write, key: LimitKey::Account(UserId(id)) }
}

fn allowed(budgets: &dyn BudgetStore, budget: &Budget, asks: usize, now: Timestamp) -> usize {
    (0..asks).filter(|_| budgets.spend(budget, &THREE, now).unwrap().allowed).count()
}

fn a_burst_is_allowed_then_one_per_interval(db: &TestDb) {
    let budgets = infrastructure::budgets(&db.database, db.url());
    assert_eq!(allowed(&*budgets, &of(1), 10, T0), 3);
    assert_eq!(allowed(&*budgets, &of(1), 10, T0.after(Duration::from_millis(1_999))), 0);
    assert_eq!(allowed(&*budgets, &of(1), 10, T0.after(Duration::from_secs(2))), 1);
    assert_eq!(allowed(&*budgets, &of(1), 10, T0.after(Duration::from_hours(1))), 3);
}

fn stored_budgets_follow_the_rule(db: &TestDb) {
    let budgets = infrastructure::budgets(&db.database, db.url());
    let mut known = None;
    let mut now = T0;
    // Steps forward of many sizes, now and then one back, as a clock that is set does.
    for step in 0..200_u64 {
        let span = Duration::from_millis(step * 7_919 % 1_700);
        now = if step % 17 == 0 { now.before(span * 20) } else { now.after(span) };
        let wanted = THREE.spend(known, now);
        assert_eq!(budgets.spend(&of(1), &THREE, now).unwrap(), wanted, "step {step}");
        known = Some(wanted.full_at);
    }
}

fn concurrent_requests_get_the_quota_at_most(db: &TestDb) {
    let budgets = infrastructure::budgets(&db.database, db.url());
    let allowed = sixteen_at_once(|_| allowed(&*budgets, &of(1), 4, T0));
    assert_eq!(allowed.iter().sum::<usize>(), 3);
}

fn budgets_of_others_are_left_alone(db: &TestDb) {
    let budgets = infrastructure::budgets(&db.database, db.url());
    assert_eq!(allowed(&*budgets, &of(1), 10, T0), 3);
    let network = LimitKey::Network(Network::of([203, 0, 113, 9].into()));
    for other in [
        of(2),
        Budget { action: LimitedAction::Interaction, ..of(1) },
        Budget { action: LimitedAction::Write, key: network },
    ] {
        assert_eq!(allowed(&*budgets, &other, 10, T0), 3, "{other}");
    }
}

#[test]
fn servers_on_postgresql_share_budgets() {
    let db = postgres();
    let (one, other) = (
        infrastructure::budgets(&db.database, db.url()),
        infrastructure::budgets(&db.database, db.url()),
    );
    assert_eq!(allowed(&*one, &of(1), 2, T0), 2);
    assert_eq!(allowed(&*other, &of(1), 10, T0), 1);
}

#[test]
fn full_budgets_are_swept_from_postgresql() {
    let db = postgres();
    let budgets = infrastructure::budgets(&db.database, db.url());
    for id in 0..10 {
        budgets.spend(&of(id), &THREE, T0).unwrap();
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM budgets"), 10);
    budgets.spend(&of(99), &THREE, T0.after(Duration::from_mins(2))).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM budgets"), 1);
}
