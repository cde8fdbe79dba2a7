use kernel::{Clock, Timestamp};
use time::OffsetDateTime;

/// The system clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the Clock")]
    fn now(&self) -> Timestamp {
        let nanos = OffsetDateTime::now_utc().unix_timestamp_nanos();
        Timestamp::from_unix_millis((nanos / 1_000_000) as i64)
    }
}
