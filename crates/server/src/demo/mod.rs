//! The community of `postup demo`.

mod community;
mod moderated;
mod texts;

pub use community::{Community, PASSWORD};
pub use moderated::DemoModeration;

use std::time::Duration;

use kernel::Timestamp;

fn hours_before(now: Timestamp, hours: f64) -> Timestamp {
    now.before(Duration::from_secs_f64(hours * 3_600.0))
}
