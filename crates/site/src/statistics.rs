/// How many days statistics cover, today included: 1 to 365.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days(u16);

/// The number of days is not from 1 to 365.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be from 1 to {} days.", Days::MAX)]
pub struct DaysError;

impl Days {
    pub const MAX: u16 = 365;

    /// # Errors
    /// [`DaysError`] when there are none or too many.
    pub fn new(days: u16) -> Result<Self, DaysError> {
        if (1..=Self::MAX).contains(&days) { Ok(Self(days)) } else { Err(DaysError) }
    }

    /// Returns the first of the days that end with `today`, as [`kernel::Timestamp::day`] counts them.
    #[must_use]
    pub fn first(self, today: i32) -> i32 {
        today - i32::from(self.0) + 1
    }
}

impl Default for Days {
    fn default() -> Self {
        Self(30)
    }
}

/// What happened on a UTC day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayFigures {
    /// As [`kernel::Timestamp::day`] counts it.
    pub day: i32,
    /// Accounts created, without those deleted before the day was counted.
    pub registrations: i64,
    /// Members who wrote a post, a reply or a message.
    pub active_members: i64,
    pub posts: i64,
    pub replies: i64,
    pub messages: i64,
    /// Reports filed by members.
    pub reports: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_1_to_365_and_include_today() {
        assert_eq!((Days::new(0), Days::new(366)), (Err(DaysError), Err(DaysError)));
        assert_eq!(Days::new(1).unwrap().first(20_000), 20_000);
        assert_eq!(Days::new(365).unwrap().first(20_000), 19_636);
        assert_eq!(Days::default().first(20_000), 19_971);
    }
}
