use std::{net::IpAddr, sync::Arc, time::Duration};

use kernel::{Clock, Network, RepositoryError, Timestamp, UserId};

use crate::{Attempt, CountOutcome, CountedFailure, LoginFailures, Username};

/// Who has typed wrong so often is not blocked for ever: this is the longest wait, of which a guesser
/// gets four an hour, or about a hundred a day.
const LONGEST_WAIT: Duration = Duration::from_mins(15);
/// The first wait; each further failure doubles it.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// How many failures are let go, and how soon they are forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowance {
    /// After so many failures comes the first wait.
    free_failures: u32,
    /// A failure is forgotten after each span of this length without another.
    decay_interval: Duration,
}

/// Five cover slips and the passwords that one once had; a person seldom needs more in an hour.
const NAME_ALLOWANCE: Allowance =
    Allowance { free_failures: 5, decay_interval: Duration::from_hours(1) };
/// A school or an office shares one address, so it gets more, and gets it back sooner: one a minute
/// is what a few hundred people may mistype, and is little for whoever tries one word on many names.
const ADDRESS_ALLOWANCE: Allowance =
    Allowance { free_failures: 50, decay_interval: Duration::from_mins(1) };

/// What failures are counted of: a name that somebody claims, or an address that they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottleKey {
    text: String,
    kind: ThrottleKind,
}

/// What kind of thing a [`ThrottleKey`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrottleKind {
    Name,
    Address,
}

impl ThrottleKey {
    /// Guesses at the password of a name, whether or not anybody has it; none if nobody can have it.
    #[must_use]
    pub fn password_of(name: &str) -> Option<Self> {
        Self::of_name("password", name)
    }

    /// Guesses at the recovery codes of a name: counted apart, so that whoever guesses at somebody's
    /// password does not bar the other way in.
    #[must_use]
    pub fn codes_of(name: &str) -> Option<Self> {
        Self::of_name("codes", name)
    }

    /// Guesses at the password by somebody who holds a token of the account.
    #[must_use]
    pub fn current_password_of(user: UserId) -> Self {
        Self { text: format!("current:{user}"), kind: ThrottleKind::Name }
    }

    /// All that is counted of a member.
    #[must_use]
    pub fn all_of(name: &str, user: UserId) -> Vec<Self> {
        let names = [Self::password_of(name), Self::codes_of(name)];
        names.into_iter().flatten().chain([Self::current_password_of(user)]).collect()
    }

    /// All that come from an address, or, of IPv6, from its network.
    #[must_use]
    pub fn address(address: IpAddr) -> Self {
        Self { text: format!("address:{}", Network::of(address)), kind: ThrottleKind::Address }
    }

    /// What makes it one: the same for every spelling of a name.
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

/// What is remembered of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    pub count: u32,
    /// Since when none of them was forgotten: when the last one was, or up to one span before.
    pub last_at: Timestamp,
    /// Until then, nothing is tried.
    pub locked_until: Timestamp,
}

impl Failures {
    /// After a day without another, nothing is left to be remembered.
    pub const RETENTION: Duration = Duration::from_hours(24);

    /// What is to be remembered after one more at `now`.
    #[must_use]
    pub fn after_failure(before: Option<&Self>, key: &ThrottleKey, now: Timestamp) -> Self {
        let Allowance { free_failures, decay_interval } = key.allowance();
        let (left, last_at) = before.map_or((0, now), |before| {
            let quiet = millis_between(before.last_at, now);
            let forgotten = quiet / decay_interval.as_millis() as u64;
            match before.count.saturating_sub(forgotten.try_into().unwrap_or(u32::MAX)) {
                0 => (0, now),
                // The rest of a span counts for the next one.
                left => (left, before.last_at.after(decay_interval * forgotten as u32).min(now)),
            }
        });
        let count = left.saturating_add(1);
        let wait = count.checked_sub(free_failures).map_or(Duration::ZERO, |over| {
            FIRST_WAIT.saturating_mul(2_u32.saturating_pow(over)).min(LONGEST_WAIT)
        });
        Self { count, last_at, locked_until: now.after(wait) }
    }
}

impl CountedFailure {
    /// What is left of `stored` when the trial that was counted turns out to be no failure: nothing
    /// of a name, whose owner has come; of an address just this one is taken back, or whoever has
    /// an account could wash the guesses at others' away.
    #[must_use]
    pub fn after_success(&self, stored: &Failures) -> Option<Failures> {
        match self.key.kind {
            ThrottleKind::Name => None,
            ThrottleKind::Address if *stored == self.after => self.before,
            ThrottleKind::Address => {
                Some(Failures { count: stored.count.saturating_sub(1), ..*stored })
            }
        }
    }
}

/// Somebody who failed too often has to wait.
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

/// Why nothing may be tried.
pub(crate) enum ThrottleError {
    TooMany(TooManyAttempts),
    Repository(RepositoryError),
}

impl From<RepositoryError> for ThrottleError {
    fn from(error: RepositoryError) -> Self {
        Self::Repository(error)
    }
}

/// Makes who guesses wait longer and longer.
///
/// A trial is counted as a failure before it is made, and taken back if it is none: however many
/// come at once, no more get through than if they came one by one.
pub(crate) struct Throttle {
    /// None lets everybody try as often as they like.
    failures: Option<Arc<dyn LoginFailures>>,
    clock: Arc<dyn Clock>,
}

impl Throttle {
    pub(crate) fn new(failures: Option<Arc<dyn LoginFailures>>, clock: Arc<dyn Clock>) -> Self {
        Self { failures, clock }
    }

    /// Whether nobody needs to wait; counts nothing.
    pub(crate) fn check(&self, keys: &[ThrottleKey]) -> Result<(), ThrottleError> {
        let Some(failures) = &self.failures else { return Ok(()) };
        let now = self.clock.now();
        let locked_until = failures.locked_until(keys, now)?;
        locked_until
            .map_or(Ok(()), |until| Err(ThrottleError::TooMany(too_many_attempts(now, until))))
    }

    /// Counts a trial that may now be made.
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

    /// The trial was no failure.
    pub(crate) fn undo(&self, counts: &[CountedFailure]) -> Result<(), RepositoryError> {
        self.failures.as_ref().map_or(Ok(()), |failures| failures.undo(counts))
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
