use std::time::Duration;

use infrastructure::DbLoginFailures;
use kernel::Timestamp;
use users::{CountOutcome, CountedFailure, Failures, LoginFailures, Success, ThrottleKey};

use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    failures_lock_their_own_key_only,
    attempts_during_a_lock_are_not_counted,
    a_lock_of_a_clock_that_went_ahead_does_not_last,
    concurrent_attempts_are_limited_like_sequential_ones,
    a_success_clears_the_name_and_itself,
    a_first_step_clears_itself_alone,
    clearing_failures_unlocks,
    old_failures_are_swept,
}

fn failures(db: &TestDb) -> DbLoginFailures {
    DbLoginFailures(db.database.clone())
}

fn ann() -> ThrottleKey {
    ThrottleKey::password_of("Ann").unwrap()
}

fn address(last: u8) -> ThrottleKey {
    ThrottleKey::address([192, 0, 2, last].into())
}

fn count(db: &TestDb, keys: &[ThrottleKey], now: Timestamp) -> Option<Vec<CountedFailure>> {
    match failures(db).count(keys, now).unwrap() {
        CountOutcome::Done(counts) => Some(counts),
        CountOutcome::Locked(_) => None,
    }
}

fn fail(db: &TestDb, key: &ThrottleKey, times: usize) {
    for _ in 0..times {
        assert!(count(db, std::slice::from_ref(key), T0).is_some(), "not locked yet");
    }
}

fn rows(db: &TestDb) -> i64 {
    db.number("SELECT count(*) AS n FROM login_failures")
}

fn failures_lock_their_own_key_only(db: &TestDb) {
    let until = T0.after(Duration::from_secs(1));
    fail(db, &ann(), 4);
    assert_eq!(failures(db).locked_until(&[ann()], T0).unwrap(), None);
    fail(db, &ann(), 1);
    for keys in [vec![ann()], vec![address(1), ann()]] {
        assert_eq!(failures(db).locked_until(&keys, T0).unwrap(), Some(until));
        assert_eq!(failures(db).count(&keys, T0).unwrap(), CountOutcome::Locked(until));
        assert_eq!(failures(db).locked_until(&keys, until).unwrap(), None);
    }
    let others = [address(1), ThrottleKey::password_of("bob").unwrap()];
    assert_eq!(failures(db).locked_until(&others, T0).unwrap(), None);
    assert_eq!(failures(db).locked_until(&[], T0).unwrap(), None);
    assert!(count(db, &[ann()], until).is_some(), "once the wait is over");
    assert!(count(db, &[ann()], until).is_none(), "and then a longer one");
}

fn attempts_during_a_lock_are_not_counted(db: &TestDb) {
    fail(db, &ann(), 5);
    let before = rows(db);
    for last in 0..9 {
        assert!(count(db, &[address(last), ann()], T0).is_none());
    }
    assert_eq!(rows(db), before);
}

fn a_lock_of_a_clock_that_went_ahead_does_not_last(db: &TestDb) {
    let ahead = T0.after(Duration::from_hours(30 * 24));
    for _ in 0..5 {
        assert!(count(db, &[ann()], ahead).is_some());
    }
    assert!(failures(db).locked_until(&[ann()], ahead).unwrap().is_some());
    assert_eq!(failures(db).locked_until(&[ann()], T0).unwrap(), None);
    assert!(count(db, &[ann()], T0).is_some());
    let until = failures(db).locked_until(&[ann()], T0).unwrap().unwrap();
    assert!(until <= T0.after(Failures::LONGEST_WAIT), "{until:?}");
}

fn concurrent_attempts_are_limited_like_sequential_ones(db: &TestDb) {
    let through = sixteen_at_once(|nth| count(db, &[address(nth as u8), ann()], T0).is_some());
    assert_eq!(through.into_iter().filter(|through| *through).count(), 5);
    let through = sixteen_at_once(|nth| {
        let name = ThrottleKey::password_of(&format!("name-{nth}")).unwrap();
        (0..16).filter(|_| count(db, &[address(99), name.clone()], T0).is_some()).count()
    });
    assert_eq!(through.into_iter().sum::<usize>(), 50, "of one address with many names");
}

fn a_success_clears_the_name_and_itself(db: &TestDb) {
    fail(db, &ann(), 3);
    fail(db, &address(1), 48);
    let counts = count(db, &[address(1), ann()], T0).unwrap();
    let [of_address, of_name] = &counts[..] else { panic!("{counts:?}") };
    assert_eq!((of_address.after.count, of_name.after.count), (49, 4));
    failures(db).undo(&counts, Success::Complete).unwrap();
    let counts = count(db, &[address(1), ann()], T0).unwrap();
    assert_eq!(counts[0], *of_address, "no less, and no more");
    assert_eq!((counts[1].before, counts[1].after.count), (None, 1));
}

fn a_first_step_clears_itself_alone(db: &TestDb) {
    fail(db, &ann(), 3);
    let counts = count(db, &[address(1), ann()], T0).unwrap();
    failures(db).undo(&counts, Success::FirstStep).unwrap();
    assert_eq!(count(db, &[address(1), ann()], T0).unwrap(), counts);
}

fn clearing_failures_unlocks(db: &TestDb) {
    fail(db, &ann(), 5);
    assert!(failures(db).forget(&[address(1), ann()]).unwrap());
    assert!(!failures(db).forget(&[address(1), ann()]).unwrap());
    assert_eq!(failures(db).locked_until(&[ann()], T0).unwrap(), None);
}

fn old_failures_are_swept(db: &TestDb) {
    for last in 0..20 {
        count(db, &[address(last)], T0).unwrap();
    }
    let next_day = T0.after(Duration::from_hours(24));
    count(db, &[address(20)], next_day).unwrap();
    assert_eq!(rows(db), 21, "not a day yet");
    let later = next_day.after(Duration::from_millis(1));
    count(db, &[address(20)], later).unwrap();
    count(db, &[address(20)], later).unwrap();
    assert_eq!(rows(db), 1);
    let known = count(db, &[address(20)], later).unwrap();
    assert_eq!(known[0].after.count, 4);
}
