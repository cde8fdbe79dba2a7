use std::time::Duration;

use kernel::Timestamp;

/// How often a member gets mails about what is unread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MailFrequency {
    #[default]
    Off,
    /// Soon after each act, unless the member reads it before.
    Each,
    /// A digest a day.
    Daily,
    /// A digest a week.
    Weekly,
}

impl MailFrequency {
    pub const ALL: [Self; 4] = [Self::Off, Self::Each, Self::Daily, Self::Weekly];

    /// The word for it on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Each => "each",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }

    /// The time between two digests; none where no digest is sent.
    #[must_use]
    pub const fn period(self) -> Option<Duration> {
        match self {
            Self::Off | Self::Each => None,
            Self::Daily => Some(Duration::from_hours(24)),
            Self::Weekly => Some(Duration::from_hours(7 * 24)),
        }
    }
}

/// When mails about notifications go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailPace {
    /// From an act to its mail: who is there reads it before.
    pub delay: Duration,
    /// The least time between two mails to a member.
    pub pause: Duration,
}

impl Default for MailPace {
    fn default() -> Self {
        Self { delay: Duration::from_mins(5), pause: Duration::from_mins(10) }
    }
}

impl MailPace {
    /// Returns when the next mail may go out if `last` was the time of the one before; `None` if now.
    #[must_use]
    pub fn wait(
        &self,
        frequency: MailFrequency,
        last: Timestamp,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let next = last.after(frequency.period().unwrap_or(self.pause));
        (next > now).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_unix_millis(minutes * 60_000)
    }

    #[test]
    fn mails_keep_their_distance() {
        let pace = MailPace::default();
        for (frequency, minutes) in [
            (MailFrequency::Each, 10),
            (MailFrequency::Daily, 1_440),
            (MailFrequency::Weekly, 10_080),
        ] {
            assert_eq!(pace.wait(frequency, at(5), at(4 + minutes)), Some(at(5 + minutes)));
            assert_eq!(pace.wait(frequency, at(5), at(5 + minutes)), None);
        }
    }
}
