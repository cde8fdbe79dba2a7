//! `postup backup`, `restore`, `verify` and `check`, as operators use them.

mod migration;
mod schedule;

use std::{fs, path::Path};

use diesel::{Connection, SqliteConnection, connection::SimpleConnection};

use crate::command_line::{Folder, fails, succeeds};

/// Changes the SQLite file behind the back of the program.
pub(crate) fn run_sql(file: &Path, statements: &str) {
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute(statements).unwrap();
}

/// The line with the checksum of the contents.
fn content(stdout: &str) -> String {
    stdout.lines().find(|line| line.starts_with("content: ")).unwrap().to_owned()
}

#[test]
fn the_demo_survives_backups_across_databases() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    let first = content(&succeeds(&folder.postup(&["backup", "first"])));
    let copies = [
        format!("sqlite://{}", folder.file("copy.db").display()),
        test_databases::empty_database(),
        test_databases::empty_database(),
        format!("sqlite://{}", folder.file("back.db").display()),
    ];
    let mut from = "first".to_owned();
    for (nth, copy) in copies.iter().enumerate() {
        let run = |arguments: &[&str]| {
            succeeds(
                folder
                    .command(arguments)
                    .env("POSTUP_DATABASE_URL", copy)
                    .output()
                    .as_ref()
                    .unwrap(),
            )
        };
        assert_eq!(content(&run(&["restore", &from])), first);
        assert!(run(&["check"]).contains("all is well"));
        from = format!("backup-{nth}");
        assert_eq!(content(&run(&["backup", &from])), first);
        assert_eq!(content(&run(&["verify", &from])), first);
    }
}

#[test]
fn a_damaged_backup_is_refused_and_makes_no_database() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    succeeds(&folder.postup(&["backup", "a"]));
    let mut bytes = fs::read(folder.file("a")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.file("b"), bytes).unwrap();
    let url = format!("sqlite://{}", folder.file("new.db").display());
    let refused = fails(&folder.postup(&["restore", "b", "--database-url", &url]));
    assert!(refused.contains("b is cut or damaged"), "{refused}");
    assert!(!folder.file("new.db").exists());
    assert_eq!(fails(&folder.postup(&["verify", "b"])), refused);
}

#[test]
fn a_restore_needs_an_empty_database() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    let before = content(&succeeds(&folder.postup(&["backup", "a"])));
    let refused = fails(&folder.postup(&["restore", "a"]));
    assert!(refused.contains("not empty") && refused.contains("--database-url"), "{refused}");
    assert_eq!(content(&succeeds(&folder.postup(&["backup", "b"]))), before);
}

#[test]
fn backup_and_check_create_no_database() {
    let folder = Folder::new();
    for arguments in [vec!["backup", "a"], vec!["check"]] {
        assert!(fails(&folder.postup(&arguments)).contains("there is no database at"));
    }
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 0);
}

#[test]
fn a_check_reports_errors_and_fails() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    run_sql(
        &folder.file("forum.db"),
        "UPDATE posts SET reply_count = 999 WHERE id = 3;
         UPDATE contacts SET total = total + 1 WHERE owner_id = (SELECT min(owner_id) FROM contacts)",
    );
    let output = folder.postup(&["check"]);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains("posts 3: reply_count is 999, but its rows make"), "{stdout}");
    assert!(stdout.contains("contacts "), "{stdout}");
    let lines = stdout.lines().count();
    assert_eq!(output.status.code(), Some(1));
    assert!(fails(&output).contains(&format!("found wrong: {lines}")));
}
