use std::{net::IpAddr, sync::Arc, time::Duration};

use kernel::{Clock, Network, RepositoryError, Timestamp, UserId};

use crate::{Attempt, CountOutcome, CountedFailure, EmailAddress, LoginFailures, Username};

/// The first wait; each further failure doubles it.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The number of free failures and how fast failures decay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowance {
    /// The first wait follows this many failures.
    free: u32,
    /// One failure decays after each interval.
    decay: Duration,
}

/// Five cover typos and old passwords; people seldom need more in an hour.
const NAME_ALLOWANCE: Allowance = Allowance { free: 5, decay: Duration::from_hours(1) };
/// A school or an office shares one address, so it gets more, and faster: one a minute is what a
/// few hundred people mistype, and is little for somebody who tries one password on many names.
const ADDRESS_ALLOWANCE: Allowance = Allowance { free: 50, decay: Duration::from_mins(1) };

/// The key that failures are counted by: a claimed name or a client address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottleKey {
    text: String,
    kind: ThrottleKind,
}

/// The kind of a [`ThrottleKey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrottleKind {
    Name,
    Address,
}

impl ThrottleKey {
    /// Returns the key for password guesses at a name, existing or not; `None` for an invalid name.
    #[must_use]
    pub fn password_of(name: &str) -> Option<Self> {
        Self::of_name("password", name)
    }

    /// Returns the key for guesses at recovery codes of a name. It is separate, so that password guesses
    /// do not block recovery.
    #[must_use]
    pub fn codes_of(name: &str) -> Option<Self> {
        Self::of_name("codes", name)
    }

    /// Returns the key for requests of a new password for an address, in use or not.
    #[must_use]
    pub fn email(address: &EmailAddress) -> Self {
        Self { text: format!("email:{}", address.key()), kind: ThrottleKind::Name }
    }

    /// Returns the key for password guesses by the holder of a token.
    #[must_use]
    pub fn current_password_of(user: UserId) -> Self {
        Self { text: format!("current:{user}"), kind: ThrottleKind::Name }
    }

    /// Returns the key for guesses at codes by the holder of a token, whose right password does not forgive them.
    #[must_use]
    pub fn second_step_of(user: UserId) -> Self {
        Self { text: format!("second-step:{user}"), kind: ThrottleKind::Name }
    }

    /// Returns all keys of a member.
    #[must_use]
    pub fn all_of(name: &str, user: UserId) -> Vec<Self> {
        let names = [Self::password_of(name), Self::codes_of(name)];
        names
            .into_iter()
            .flatten()
            .chain([Self::current_password_of(user), Self::second_step_of(user)])
            .collect()
    }

    /// Returns the key of an address, or of its network for IPv6.
    #[must_use]
    pub fn address(address: IpAddr) -> Self {
        Self { text: format!("address:{}", Network::of(address)), kind: ThrottleKind::Address }
    }

    /// Returns the stored text, which is the same for every spelling of a name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    #[must_use]
    pub fn kind(&self) -> ThrottleKind {
        self.kind
    }

    fn of_name(what: &str, name: &str) -> Option<Self> {
        let name = Username::parse(name).ok()?;
        Some(Self { text: format!("{what}:{}", name.key()), kind: ThrottleKind::Name })
    }

    fn allowance(&self) -> Allowance {
        match self.kind {
            ThrottleKind::Name => NAME_ALLOWANCE,
            ThrottleKind::Address => ADDRESS_ALLOWANCE,
        }
    }
}

/// The stored failures of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    pub count: u32,
    /// The start of the current decay interval, at most one interval before the last failure.
    pub last_at: Timestamp,
    /// Attempts are refused until then.
    pub locked_until: Timestamp,
}

impl Failures {
    /// Failures are deleted after a day without another.
    pub const RETENTION: Duration = Duration::from_hours(24);

    /// The longest wait. It allows a guesser four attempts an hour, or about a hundred a day, and never
    /// locks an owner out for good. A lock that ends later was set by a clock that went ahead: it does
    /// not count.
    pub const LONGEST_WAIT: Duration = Duration::from_mins(15);

    /// Returns the state after one more failure at `now`.
    #[must_use]
    pub fn after_failure(before: Option<&Self>, key: &ThrottleKey, now: Timestamp) -> Self {
        let Allowance { free, decay } = key.allowance();
        let (left, last_at) = before.map_or((0, now), |before| {
            let quiet = millis_between(before.last_at, now);
            let forgotten = quiet / decay.as_millis() as u64;
            match before.count.saturating_sub(forgotten.try_into().unwrap_or(u32::MAX)) {
                0 => (0, now),
                // The rest of an interval counts for the next one.
                left => (left, before.last_at.after(decay * forgotten as u32).min(now)),
            }
        });
        let count = left.saturating_add(1);
        let wait = count.checked_sub(free).map_or(Duration::ZERO, |over| {
            FIRST_WAIT.saturating_mul(2_u32.saturating_pow(over)).min(Self::LONGEST_WAIT)
        });
        Self { count, last_at, locked_until: now.after(wait) }
    }
}

/// What an attempt that succeeded has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// The password, where a second step is in force.
    FirstStep,
    /// All that the account asks for.
    Complete,
}

impl CountedFailure {
    /// Returns what remains of `stored` when the counted attempt succeeds: nothing of a name, whose
    /// owner is here; else only this attempt is undone, or an account holder could clear the guesses at
    /// other accounts, and who knows a password alone those at the codes.
    #[must_use]
    pub fn after_success(&self, stored: &Failures, success: Success) -> Option<Failures> {
        match (self.key.kind, success) {
            (ThrottleKind::Name, Success::Complete) => None,
            _ if *stored == self.after => self.before,
            _ => Some(Failures { count: stored.count.saturating_sub(1), ..*stored }),
        }
    }
}

/// Too many failures: the caller has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyAttempts {
    /// In whole seconds, at least one.
    pub wait_seconds: u64,
}

impl std::fmt::Display for TooManyAttempts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (number, unit) = match self.wait_seconds {
            seconds @ ..=90 => (seconds, "second"),
            seconds => (seconds.div_ceil(60), "minute"),
        };
        let s = if number == 1 { "" } else { "s" };
        write!(f, "Too many failed attempts. Please wait {number} {unit}{s}, then try again.")
    }
}

impl std::error::Error for TooManyAttempts {}

/// The reason why an attempt is refused.
pub(crate) enum ThrottleError {
    TooMany(TooManyAttempts),
    Repository(RepositoryError),
}

impl From<RepositoryError> for ThrottleError {
    fn from(error: RepositoryError) -> Self {
        Self::Repository(error)
    }
}

/// Throttles guessing with growing waits.
///
/// Counts an attempt as a failure before it is made and undoes that if it succeeds, so that
/// concurrent attempts gain nothing over sequential ones.
pub(crate) struct Throttle {
    /// `None` throttles nothing.
    failures: Option<Arc<dyn LoginFailures>>,
    clock: Arc<dyn Clock>,
}

impl Throttle {
    pub(crate) fn new(failures: Option<Arc<dyn LoginFailures>>, clock: Arc<dyn Clock>) -> Self {
        Self { failures, clock }
    }

    /// Checks that no key is locked, without counting.
    pub(crate) fn check(&self, keys: &[ThrottleKey]) -> Result<(), ThrottleError> {
        let Some(failures) = &self.failures else { return Ok(()) };
        let now = self.clock.now();
        let locked_until = failures.locked_until(keys, now)?;
        locked_until
            .map_or(Ok(()), |until| Err(ThrottleError::TooMany(too_many_attempts(now, until))))
    }

    /// Counts an attempt that may now be made.
    pub(crate) fn count_attempt(
        &self,
        keys: &[ThrottleKey],
    ) -> Result<Vec<CountedFailure>, ThrottleError> {
        let Some(failures) = &self.failures else { return Ok(vec![]) };
        let now = self.clock.now();
        match failures.count(keys, now)? {
            CountOutcome::Done(counts) => Ok(counts),
            CountOutcome::Locked(until) => {
                Err(ThrottleError::TooMany(too_many_attempts(now, until)))
            }
        }
    }

    /// Undoes the count of a successful attempt.
    pub(crate) fn undo(
        &self,
        counts: &[CountedFailure],
        success: Success,
    ) -> Result<(), RepositoryError> {
        self.failures.as_ref().map_or(Ok(()), |failures| failures.undo(counts, success))
    }
}

fn too_many_attempts(now: Timestamp, until: Timestamp) -> TooManyAttempts {
    TooManyAttempts { wait_seconds: millis_between(now, until).div_ceil(1_000).max(1) }
}

fn millis_between(earlier: Timestamp, later: Timestamp) -> u64 {
    later.unix_millis().saturating_sub(earlier.unix_millis()).max(0) as u64
}

impl Attempt {
    pub(crate) fn password_keys(&self) -> Vec<ThrottleKey> {
        self.with_address(ThrottleKey::password_of(&self.username))
    }

    pub(crate) fn code_keys(&self) -> Vec<ThrottleKey> {
        self.with_address(ThrottleKey::codes_of(&self.username))
    }

    fn with_address(&self, name: Option<ThrottleKey>) -> Vec<ThrottleKey> {
        self.address.map(ThrottleKey::address).into_iter().chain(name).collect()
    }
}

#[cfg(test)]
mod tests;
