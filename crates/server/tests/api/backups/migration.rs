use std::{ffi::OsStr, fs, path::Path};

use super::{content, run_sql};
use crate::command_line::{Folder, fails, succeeds};

/// A folder with a demo whose schema is that before messages.
fn aged_demo() -> Folder {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/sqlite");
    let mut since: Vec<_> =
        fs::read_dir(migrations).unwrap().map(|entry| entry.unwrap().path()).collect();
    since.retain(|migration| migration.file_name().unwrap() > OsStr::new("0005"));
    since.sort();
    for migration in since.iter().rev() {
        let down = fs::read_to_string(migration.join("down.sql")).unwrap();
        run_sql(&folder.file("forum.db"), &down);
    }
    let forget = "DELETE FROM __diesel_schema_migrations WHERE version >= '0005'";
    run_sql(&folder.file("forum.db"), forget);
    folder
}

fn saved(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.file("backups")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_filled_database_is_backed_up_before_migrating() {
    let folder = aged_demo();
    let before = content(&succeeds(&folder.postup(&["backup", "before"])));
    assert!(succeeds(&folder.postup(&["migrate"])).contains("0005"));
    let [name] = &saved(&folder)[..] else { panic!("{:?}", saved(&folder)) };
    assert!(name.starts_with("postup-before-0005-"), "{name}");
    let path = folder.file("backups").join(name);
    let path = path.to_str().unwrap();
    assert_eq!(content(&succeeds(&folder.postup(&["verify", path]))), before);
    succeeds(&folder.postup(&["migrate"]));
    assert_eq!(saved(&folder).len(), 1);
    let url = format!("sqlite://{}", folder.file("new.db").display());
    succeeds(&folder.postup(&["restore", path, "--database-url", &url]));
    assert!(succeeds(&folder.postup(&["check", "--database-url", &url])).contains("all is well"));
}

#[test]
fn a_failed_backup_stops_the_migration_by_default() {
    let folder = aged_demo();
    fs::write(folder.file("backups"), "no folder").unwrap();
    let refused = fails(&folder.postup(&["migrate"]));
    for word in ["not migrated", "backups", "POSTUP_BACKUP_DIR", "--no-backup"] {
        assert!(refused.contains(word), "{refused}");
    }
    assert!(fails(&folder.postup(&["check"])).contains("postup migrate"));
    assert!(succeeds(&folder.postup(&["migrate", "--no-backup"])).contains("0005"));
    assert!(succeeds(&folder.postup(&["check"])).contains("all is well"));
}
