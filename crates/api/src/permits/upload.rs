use images::MAX_UPLOAD_BYTES;

use super::shared::{Sender, SharedPermit, SharedPermits};
use crate::problem::Problem;

const MIB: usize = 1024 * 1024;
/// The most MiB of uploads in memory at once: eight of the largest.
const MIB_AT_ONCE: usize = 8 * MAX_UPLOAD_BYTES / MIB;

/// Permits to hold the bytes of uploads in memory, one for each MiB.
pub(crate) struct UploadPermits(SharedPermits);

impl UploadPermits {
    pub(crate) fn new() -> Self {
        Self(SharedPermits::new(MIB_AT_ONCE))
    }

    /// Takes the permits for so many bytes.
    ///
    /// # Errors
    /// 503 if too few are free for the sender.
    pub(crate) fn acquire(&self, sender: &Sender, bytes: usize) -> Result<SharedPermit, Problem> {
        self.0.acquire(sender, bytes.div_ceil(MIB).max(1))
    }
}
