use std::time::Duration;

/// How long a ban lasts: whole days of 24 hours, at most about ten years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BanDays(u16);

/// The number of days is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be a whole number from 1 to {max}.", max = BanDays::MAX)]
pub struct BanDaysError;

impl BanDays {
    /// The most days.
    pub const MAX: u16 = 3_650;

    /// # Errors
    /// [`BanDaysError`] unless `days` is from 1 to [`Self::MAX`].
    pub fn new(days: i64) -> Result<Self, BanDaysError> {
        match u16::try_from(days) {
            Ok(days @ 1..=Self::MAX) => Ok(Self(days)),
            _ => Err(BanDaysError),
        }
    }

    #[must_use]
    pub fn span(self) -> Duration {
        Duration::from_hours(24 * u64::from(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_lasts_from_one_day_to_ten_years() {
        assert_eq!(BanDays::new(1).unwrap().span(), Duration::from_hours(24));
        assert_eq!(BanDays::new(3_650).unwrap().span(), Duration::from_hours(24 * 3_650));
        for days in [i64::MIN, -1, 0, 3_651, 65_537, i64::MAX] {
            assert_eq!(BanDays::new(days), Err(BanDaysError), "{days}");
        }
    }
}
