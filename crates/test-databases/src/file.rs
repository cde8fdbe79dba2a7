use std::{fs, path::Path, sync::OnceLock};

use rustix::fs::statvfs;
use tempfile::TempDir;

const MEMORY: &str = "/dev/shm";
/// The room that the tests of one binary need there.
const ROOM: u64 = 1 << 30;

/// Creates a folder, in memory if the system has room there: each commit of SQLite waits for the disk.
///
/// # Panics
/// When the system has no temporary folder.
pub fn folder() -> TempDir {
    let has_room = statvfs(MEMORY).is_ok_and(|memory| memory.f_bavail * memory.f_frsize > ROOM);
    let folder = if has_room { tempfile::tempdir_in(MEMORY) } else { tempfile::tempdir() };
    folder.expect("a folder")
}

/// Copies the SQLite file that `fill` filled to `path`; `fill` runs once per test binary, and leaves
/// nothing in the log beside its file.
///
/// # Panics
/// When a file cannot be read or written.
pub fn filled_file(path: &Path, fill: impl FnOnce(&Path)) {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let folder = folder();
        let original = folder.path().join("template.db");
        fill(&original);
        fs::read(original).expect("the filled file")
    });
    fs::write(path, template).expect("a copy of the file");
}
