//! Rows that no system should have, and some have.

use std::{collections::BTreeMap, fs};

use import::{Fate, Kind, Report};
use infrastructure::maintenance;
use tempfile::TempDir;

use super::import;
use crate::support::{TestDb, contract};

const AT: &str = "2020-01-02T03:04:05Z";

fn archive(files: &[(&str, &[String])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let head = r#"{"format": "postup-archive", "version": 1}"#;
    fs::write(folder.path().join("archive.json"), head).unwrap();
    for (file, lines) in files {
        fs::write(folder.path().join(format!("{file}.jsonl")), lines.join("\n")).unwrap();
    }
    folder
}

fn user(id: &str, name: &str, more: &str) -> String {
    let name = serde_json::to_string(name).unwrap();
    format!(r#"{{"id": "{id}", "name": {name}, "created_at": "{AT}"{more}}}"#)
}

fn forum(id: &str, name: &str, more: &str) -> String {
    format!(r#"{{"id": "{id}", "name": "{name}", "created_at": "{AT}"{more}}}"#)
}

fn post(id: &str, title: &str, text: &str, more: &str) -> String {
    let (title, text) =
        (serde_json::to_string(title).unwrap(), serde_json::to_string(text).unwrap());
    let more = if more.contains("created_at") {
        more.to_owned()
    } else {
        format!(r#", "created_at": "{AT}"{more}"#)
    };
    format!(r#"{{"id": "{id}", "forum": "f", "title": {title}, "text": {text}{more}}}"#)
}

fn reply(id: &str, parent: &str) -> String {
    format!(
        r#"{{"id": "{id}", "post": "p", "parent": "{parent}", "author": "1", "text": "t{id}", "created_at": "{AT}"}}"#
    )
}

fn remarks(report: &Report) -> BTreeMap<(Kind, &'static str), (Fate, u64)> {
    report.lines().map(|(kind, fate, remark, line)| ((kind, remark), (fate, line.rows))).collect()
}

fn names(db: &TestDb, query: &str) -> i64 {
    db.number(&format!("SELECT count(*) AS n FROM {query}"))
}

contract!(
    odd_members_get_names_of_their_own,
    odd_forums_get_names_of_their_own,
    odd_texts_are_carried_and_said,
    replies_never_go_in_circles,
    what_refers_to_nothing_is_left_out,
    hidden_texts_stay_hidden,
);

fn odd_members_get_names_of_their_own(db: &TestDb) {
    let address = r#", "email": "a@x.org""#;
    let folder = archive(&[(
        "users",
        &[
            user("1", "Ann", address),
            user("2", "ann", address),
            user("3", "änn", r#", "email": "nonsense""#),
            user("4", "'; DROP TABLE users; --", r#", "about": "<b>x</b>", "is_admin": true"#),
            user("5", "安娜", r#", "avatar": "javascript:alert(1)""#),
            user("6", "<script>", r#", "ban": {"reason": "x\ty"}"#),
            user("6", "twice", ""),
            "no json".to_owned(),
        ],
    )]);
    let report = import(db, folder.path()).unwrap();
    let remarks = remarks(&report);
    let of = |remark| remarks.get(&(Kind::User, remark)).copied();
    assert_eq!(of("has another name here"), Some((Fate::Changed, 5)));
    let twice = "the e-mail address is of another member, too: left out";
    assert_eq!(of(twice), Some((Fate::Changed, 1)));
    assert_eq!(of("the e-mail address is none: left out"), Some((Fate::Changed, 1)));
    assert_eq!(of("is an admin there, and here"), Some((Fate::Changed, 1)));
    let no_picture = "the picture has no address that can be shown";
    assert_eq!(of(no_picture), Some((Fate::Changed, 1)));
    let no_json = "the line is not such a record in JSON";
    assert_eq!(of(no_json), Some((Fate::NotCarried, 1)));
    for name in ["Ann", "ann2", "ann3", ".DROP.TABLE.users.--", "member", "script"] {
        assert_eq!(names(db, &format!("users WHERE username = '{name}'")), 1, "{name}");
    }
    assert_eq!(names(db, "users WHERE id > 0"), 6);
    assert_eq!(names(db, "users WHERE role = 2"), 1);
    assert_eq!(names(db, "users WHERE banned_until > 0 AND ban_reason = 'x y' AND id > 0"), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn odd_forums_get_names_of_their_own(db: &TestDb) {
    let folder = archive(&[(
        "forums",
        &[
            forum("a", "Tea", ""),
            forum("b", "Green", r#", "parent": "a""#),
            forum("c", "tea", ""),
            forum("d", "", ""),
            forum("e", "Loop", r#", "parent": "f""#),
            forum("f", "Pool", r#", "parent": "e""#),
            forum(
                "g",
                &"long ".repeat(40),
                r#", "visibility": "private", "description": "<i>x</i>""#,
            ),
        ],
    )]);
    let report = import(db, folder.path()).unwrap();
    assert_eq!(report.count(Kind::Forum), 7);
    for topic in ["Tea", "Tea › Green", "tea 2", "Forum d", "Pool › Loop", "Loop › Pool"] {
        assert_eq!(names(db, &format!("forums WHERE topic = '{topic}'")), 1, "{topic}");
    }
    assert_eq!(names(db, "forums WHERE visibility = 2 AND description = '*x*'"), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn odd_texts_are_carried_and_said(db: &TestDb) {
    let folder = archive(&[
        ("forums", &[forum("f", "F", "")]),
        (
            "posts",
            &[
                post("1", "", "First <b>line</b>\nsecond", ""),
                post("2", "<b>&amp;</b>\n", "", ""),
                post("3", &"t".repeat(300), &"x".repeat(20_001), ""),
                post("4", "Early", "t", r#", "created_at": "1969-12-31T23:59:59Z""#),
                post("5", "Gone", "![](images/gone.png) ![](images/../../etc/passwd)", ""),
                post("6", "\u{0}\u{202e}", "a\u{0}b", ""),
                post("7", "No forum", "t", "").replace(r#""f""#, r#""x""#),
            ],
        ),
    ]);
    let report = import(db, folder.path()).unwrap();
    let remarks = remarks(&report);
    let of = |remark| remarks.get(&(Kind::Post, remark)).map(|found| found.1);
    assert_eq!(of("there is no title: the text gives one"), Some(2));
    assert_eq!(of("there is no text"), Some(1));
    assert_eq!(of("the title is too long: its end was cut"), Some(1));
    assert_eq!(of("the text is too long: its end was cut"), Some(1));
    assert_eq!(of("the time is before 1970 or has not come yet"), Some(1));
    assert_eq!(of("the author is gone: shown as a deleted account"), Some(6));
    assert_eq!(of("the forum is gone"), Some(1));
    let gone = (Kind::File, "the file is gone or has more than 10 MiB");
    assert_eq!(remarks[&gone], (Fate::NotCarried, 1));
    for row in [
        "title = 'First **line**'",
        "title = '<b>&amp;</b>' AND html NOT LIKE '%<b>%'",
        "title = 'ab' AND description = 'ab'",
        "title = 'Early' AND created_at = 0",
        "length(description) = 20000 AND description LIKE '%too long%'",
    ] {
        assert_eq!(names(db, &format!("posts WHERE {row}")), 1, "{row}");
    }
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn replies_never_go_in_circles(db: &TestDb) {
    let mut replies = vec![reply("a", "b"), reply("b", "a"), reply("c", "c"), reply("0", "")];
    replies.extend((1..100).map(|depth| reply(&depth.to_string(), &(depth - 1).to_string())));
    let folder = archive(&[
        ("users", &[user("1", "ann", "")]),
        ("forums", &[forum("f", "F", "")]),
        ("posts", &[post("p", "P", "t", r#", "opening": "o""#)]),
        ("replies", &[replies, vec![reply("z", "o")]].concat()),
    ]);
    let report = import(db, folder.path()).unwrap();
    let remarks = remarks(&report);
    let of = |remark| remarks.get(&(Kind::Reply, remark)).map(|found| found.1);
    assert_eq!(of("what it answers is gone: it answers the post"), Some(3));
    assert_eq!(of("is nested too deep: it stands beside what it answers"), Some(39));
    assert_eq!(report.count(Kind::Reply), 104);
    assert_eq!(names(db, "replies WHERE depth = 0"), 4);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn what_refers_to_nothing_is_left_out(db: &TestDb) {
    let message = |id: &str, to: &str| {
        format!(
            r#"{{"id": "{id}", "from": "1", "to": "{to}", "text": "t", "sent_at": "{AT}", "is_read": true}}"#
        )
    };
    let vote = |on: &str, by: &str| format!(r#"{{"on": {on}, "by": "{by}", "vote": "up"}}"#);
    let folder = archive(&[
        ("users", &[user("1", "ann", ""), user("2", "bob", "")]),
        ("forums", &[forum("f", "F", "")]),
        ("ties", &[r#"{"user": "9", "forum": "f", "kind": "moderator"}"#.to_owned()]),
        ("posts", &[post("p", "P", "t", r#", "opening": "o""#)]),
        (
            "votes",
            &[
                vote(r#"{"post": "p"}"#, "1"),
                vote(r#"{"reply": "o"}"#, "2"),
                vote(r#"{"reply": "o"}"#, "2"),
                vote(r#"{"post": "x"}"#, "1"),
                vote(r#"{"post": "p"}"#, "9"),
            ],
        ),
        ("messages", &[message("1", "2"), message("2", "1"), message("3", "9")]),
    ]);
    let report = import(db, folder.path()).unwrap();
    let lost: Vec<_> = report.lines().filter(|line| line.1 == Fate::NotCarried).collect();
    assert_eq!(lost.len(), 5, "{lost:?}");
    assert_eq!(names(db, "posts WHERE upvotes = 2 AND score = 2"), 1);
    assert_eq!(names(db, "messages"), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn hidden_texts_stay_hidden(db: &TestDb) {
    let folder = archive(&[
        ("users", &[user("1", "ann", "")]),
        ("forums", &[forum("f", "F", "")]),
        (
            "posts",
            &[
                post(
                    "p",
                    "P",
                    "secret",
                    r#", "is_hidden": true, "pinned": {"since": "2020-01-02T03:04:05Z"}"#,
                ),
                post("q", "Q", "t", ""),
            ],
        ),
        (
            "replies",
            &[
                reply("1", ""),
                reply("2", "1").replace(r#""p""#, r#""q""#),
                reply("3", "").replace(r#""p""#, r#""q""#).replace('}', r#", "is_hidden": true}"#),
            ],
        ),
    ]);
    import(db, folder.path()).unwrap();
    assert_eq!(names(db, "shown_posts"), 1);
    assert_eq!(names(db, "shown_replies"), 2);
    assert_eq!(names(db, "removed_replies WHERE description = 't3'"), 1);
    assert_eq!(names(db, "posts WHERE reply_count = 1 AND title = 'Q'"), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}
