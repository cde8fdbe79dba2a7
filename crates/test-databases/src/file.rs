use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use rustix::fs::statvfs;
use tempfile::TempDir;

const MEMORY: &str = "/dev/shm";
/// The bytes that the SQLite files of one test binary need.
const ROOM: u64 = 1 << 30;

/// Creates a folder, in memory if the system has room there: each commit of SQLite waits for the disk.
///
/// # Panics
/// When the system has no temporary folder.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(place_for(ROOM)).expect("a folder")
}

/// Returns where files of so many bytes are put: in memory, if the system has room for them there.
pub(crate) fn place_for(bytes: u64) -> PathBuf {
    let has_room = statvfs(MEMORY).is_ok_and(|memory| memory.f_bavail * memory.f_frsize > bytes);
    if has_room { MEMORY.into() } else { env::temp_dir() }
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
