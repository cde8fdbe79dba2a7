//! The community of `postup demo`.

mod moderated;
mod texts;
mod written;

pub use moderated::DemoModeration;
pub use written::{PASSWORD, Written};

use std::time::Duration;

use kernel::Timestamp;

fn hours_before(now: Timestamp, hours: f64) -> Timestamp {
    now.before(Duration::from_secs_f64(hours * 3_600.0))
}
