use std::time::Duration;

use super::*;

const T0: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

fn name() -> ThrottleKey {
    ThrottleKey::password_of("Ann").unwrap()
}

fn address() -> ThrottleKey {
    ThrottleKey::address([192, 0, 2, 1].into())
}

fn failed(before: Option<&Failures>, key: &ThrottleKey, now: Timestamp) -> Failures {
    Failures::after_failure(before, key, now)
}

/// The waits in seconds after each of so many failures, each made as soon as it may be.
fn waits(key: &ThrottleKey, failures: usize) -> Vec<i64> {
    let mut known: Option<Failures> = None;
    (0..failures)
        .map(|_| {
            let now = known.map_or(T0, |known| known.locked_until);
            let after = failed(known.as_ref(), key, now);
            known = Some(after);
            (after.locked_until.unix_millis() - now.unix_millis()) / 1_000
        })
        .collect()
}

#[test]
fn waits_double_after_five_failures_of_a_name() {
    let expected = [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900];
    assert_eq!(waits(&name(), 17), expected);
}

#[test]
fn waits_start_after_fifty_failures_of_an_address() {
    let waits = waits(&address(), 52);
    assert!(waits[..49].iter().all(|wait| *wait == 0));
    assert_eq!(waits[49..], [1, 2, 4]);
}

#[test]
fn failures_decay_with_time() {
    let five = Failures { count: 5, last_at: T0, locked_until: T0 };
    let hour = Duration::from_hours(1);
    let count = |key: &ThrottleKey, after: Duration| {
        Failures::after_failure(Some(&five), key, T0.after(after)).count
    };
    assert_eq!(count(&name(), hour.saturating_sub(Duration::from_millis(1))), 6);
    assert_eq!(count(&name(), hour), 5);
    assert_eq!(count(&name(), hour * 5), 1);
    assert_eq!(count(&name(), hour * 500), 1);
    assert_eq!(count(&address(), Duration::from_mins(2)), 4);
}

#[test]
fn one_failure_decays_per_interval() {
    let mut known = Failures { count: 1, last_at: T0, locked_until: T0 };
    // One every 50 seconds, for a day: faster than one a minute, by a sixth.
    for nth in 1..=1_728 {
        let now = T0.after(Duration::from_secs(50 * nth));
        known = failed(Some(&known), &address(), now);
        if nth == 180 {
            assert_eq!(known.count, 1 + 180 - 150);
        }
    }
    // One every 70 seconds is forgotten before the next but one.
    let mut known = Failures { count: 1, last_at: T0, locked_until: T0 };
    for nth in 1..=1_728 {
        known = failed(Some(&known), &address(), T0.after(Duration::from_secs(70 * nth)));
        assert!(known.count <= 2, "{nth}: {known:?}");
    }
}

#[test]
fn a_clock_set_back_keeps_failures() {
    let known = Failures { count: 5, last_at: T0, locked_until: T0 };
    assert_eq!(failed(Some(&known), &name(), T0.before(Duration::from_hours(9))).count, 6);
}

#[test]
fn the_maximum_count_has_the_longest_wait() {
    let known = Failures { count: u32::MAX, last_at: T0, locked_until: T0 };
    let after = failed(Some(&known), &name(), T0);
    assert_eq!((after.count, after.locked_until), (u32::MAX, T0.after(Failures::LONGEST_WAIT)));
}

fn counted(key: ThrottleKey, before: Option<Failures>) -> CountedFailure {
    let after = failed(before.as_ref(), &key, T0);
    CountedFailure { key, before, after }
}

#[test]
fn a_success_clears_the_failures_of_a_name() {
    let count = counted(name(), Some(Failures { count: 4, last_at: T0, locked_until: T0 }));
    assert_eq!(count.after_success(&count.after, Success::Complete), None);
}

#[test]
fn a_first_step_undoes_only_itself() {
    let before = Failures { count: 4, last_at: T0, locked_until: T0 };
    let count = counted(name(), Some(before));
    assert_eq!(count.after_success(&count.after, Success::FirstStep), Some(before));
    let meanwhile = failed(Some(&count.after), &name(), T0);
    let left = count.after_success(&meanwhile, Success::FirstStep);
    assert_eq!(left, Some(Failures { count: 5, ..meanwhile }));
}

#[test]
fn a_success_undoes_only_itself_for_an_address() {
    let before =
        Failures { count: 90, last_at: T0.before(Failures::LONGEST_WAIT), locked_until: T0 };
    let count = counted(address(), Some(before));
    assert_eq!(
        count.after_success(&count.after, Success::Complete),
        Some(before),
        "as if it had never been counted"
    );
    let first = counted(address(), None);
    assert_eq!(first.after_success(&first.after, Success::Complete), None);
}

#[test]
fn a_success_keeps_concurrent_failures() {
    let count = counted(address(), None);
    let meanwhile = failed(Some(&count.after), &address(), T0.after(Duration::from_secs(1)));
    assert_eq!(
        count.after_success(&meanwhile, Success::Complete),
        Some(Failures { count: 1, ..meanwhile })
    );
}

#[test]
fn all_spellings_of_a_name_share_a_key() {
    assert_eq!(ThrottleKey::password_of("ANN"), ThrottleKey::password_of("ann"));
    assert_ne!(ThrottleKey::password_of("ann"), ThrottleKey::codes_of("ann"));
    let long = "a".repeat(31);
    for no_name in ["", "ab", "a b c", "ann\0", long.as_str()] {
        assert_eq!(ThrottleKey::password_of(no_name), None, "{no_name:?}");
    }
}

#[test]
fn a_64_bit_ipv6_network_shares_a_key() {
    let key = |address: &str| ThrottleKey::address(address.parse().unwrap());
    assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
    assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
    assert_eq!(key("2001:db8:1:2::1").as_str(), "address:2001:db8:1:2::");
    assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
    assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
}

#[test]
fn a_wait_is_written_in_words() {
    for (wait_seconds, words) in [
        (1, "Please wait 1 second, then"),
        (90, "Please wait 90 seconds, then"),
        (91, "Please wait 2 minutes, then"),
        (900, "Please wait 15 minutes, then"),
    ] {
        let told = TooManyAttempts { wait_seconds }.to_string();
        assert!(told.contains(words), "{told}");
    }
}
