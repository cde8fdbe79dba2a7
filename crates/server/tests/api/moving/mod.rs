//! `postup import` and `postup export-archive`, as operators use them.

mod communities;

use std::{
    fmt::Write as _,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use diesel::{
    Connection as _, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query,
    sql_types::BigInt,
};

use crate::command_line::{Folder, fails, succeeds};

const POSTS: i64 = 6_000;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Returns a number from the database; 0 while it has no such table.
fn number(file: &Path, query: &str) -> i64 {
    let Ok(mut conn) = SqliteConnection::establish(file.to_str().unwrap()) else { return 0 };
    sql_query(query).get_result::<Number>(&mut conn).map_or(0, |number| number.n)
}

/// How many records are stored.
const STORED: &str = "SELECT count(*) AS n FROM imported WHERE kind < 9";

/// Runs an import to its end. Kills it three times on the way, as soon as it has stored more, unless it ends before.
fn killed_thrice(import: impl Fn() -> Command, stored: impl Fn() -> i64) -> Output {
    for _ in 0..3 {
        let before = stored();
        let mut import = import();
        let mut running = import.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while stored() == before && running.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        running.kill().unwrap();
        let output = running.wait_with_output().unwrap();
        if output.status.success() {
            return output;
        }
    }
    import().output().unwrap()
}

fn write_archive(folder: &Path) {
    fs::create_dir(folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("archive.json", r#"{"format": "postup-archive", "version": 1}"#);
    let at = r#""created_at": "2020-01-02T03:04:05Z""#;
    write("users.jsonl", &format!(r#"{{"id": 1, "name": "ann", {at}}}"#));
    write("forums.jsonl", &format!(r#"{{"id": 1, "name": "Tea", {at}}}"#));
    let mut posts = String::new();
    for id in 1..=POSTS {
        let text = format!("Text **{id}** with some words, as people write them.");
        writeln!(
            posts,
            r#"{{"id": {id}, "forum": 1, "author": 1, "title": "Post {id}", "text": "{text}", {at}}}"#
        )
        .unwrap();
    }
    write("posts.jsonl", &posts);
}

#[test]
fn a_community_moves_to_another_database() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    let written = succeeds(&folder.postup(&["export-archive", "archive"]));
    assert!(written.contains("639 written"), "{written}");
    let archive = folder.file("archive");
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&archive), mode(&archive.join("users.jsonl"))), (0o700, 0o600));
    assert!(fails(&folder.postup(&["export-archive", "archive"])).contains("exists"));
    let postgres = test_databases::empty_database();
    let sqlite = format!("sqlite://{}", folder.file("copy.db").display());
    for copy in [sqlite, postgres] {
        let run = |arguments: &[&str]| {
            folder.command(arguments).env("POSTUP_DATABASE_URL", &copy).output().unwrap()
        };
        let carried = succeeds(&run(&["import", "--from", "archive", "archive"]));
        assert!(carried.contains("639 carried") && carried.contains("is an admin"), "{carried}");
        assert!(succeeds(&run(&["check"])).contains("all is well"));
    }
    let refused = fails(&folder.postup(&["import", "--from", "archive", "archive"]));
    assert!(refused.contains("not empty"), "{refused}");
}

#[test]
fn a_killed_import_goes_on_where_it_was() {
    let folder = Folder::new();
    write_archive(&folder.file("archive"));
    let (import, file) = (["import", "--from", "archive", "archive"], folder.file("forum.db"));
    let told = succeeds(&killed_thrice(|| folder.command(&import), || number(&file, STORED)));
    assert!(told.contains(&format!("{POSTS} carried")), "{told}");
    assert_eq!(number(&file, "SELECT count(*) AS n FROM posts"), POSTS);
    assert_eq!(number(&file, "SELECT post_count AS n FROM forums"), POSTS);
    assert!(fails(&folder.postup(&import)).contains("can't be repeated"));
    assert!(succeeds(&folder.postup(&["check"])).contains("all is well"));
}

#[test]
fn a_wrong_source_makes_no_database() {
    let folder = Folder::new();
    for (system, reason) in
        [("archive", "archive.json"), ("discourse", "the other system"), ("usenet", "must be one")]
    {
        let refused = fails(&folder.postup(&["import", "--from", system, "nowhere"]));
        assert!(refused.contains(reason), "{refused}");
    }
    assert!(!folder.file("forum.db").exists());
}

#[test]
fn another_database_of_nodebb_is_refused_in_words() {
    let folder = Folder::new();
    let import = ["import", "--from", "nodebb", "mongodb://127.0.0.1/nodebb"];
    let refused = fails(&folder.postup(&import));
    assert!(refused.contains("only PostgreSQL is read"), "{refused}");
}
