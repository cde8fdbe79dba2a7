use std::{thread::sleep, time::Duration};

use forums::{Description, ForumEdit, ForumRepository, Topic};
use infrastructure::{DbForums, maintenance};
use kernel::Visibility;
use test_databases::OwnCluster;

use crate::support::{ACT, T0, TestDb};

#[test]
fn a_replica_that_is_behind_shows_no_forum_that_closed() {
    let primary = OwnCluster::new();
    let db = TestDb::at(&primary.url);
    maintenance::migrate(&db.database).unwrap();
    let replica = primary.replica();
    let urls = [replica.url.parse().unwrap()];
    let visitors = db.database.reading_from(&urls, Duration::from_secs(5), None).unwrap();
    let visitors = DbForums(visitors);
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Club");
    let shown = || visitors.find(forum, T0).unwrap().map(|found| found.description);

    // A change that visitors do not see: they read the replica, which is known to keep up.
    let mut edits = 0;
    loop {
        replica.sql("SELECT pg_wal_replay_pause()");
        sleep(Duration::from_millis(100));
        edits += 1;
        db.run(&format!("UPDATE forums SET description = 'Edit {edits}' WHERE id = {forum}"));
        if shown().is_some_and(|description| description != format!("Edit {edits}")) {
            break;
        }
        assert!(edits < 40, "visitors read no replica");
        replica.sql("SELECT pg_wal_replay_resume()");
        sleep(Duration::from_millis(500));
    }
    let edit = ForumEdit {
        topic: Topic::parse("Club").unwrap(),
        description: Description::parse("Closed").unwrap(),
        visibility: Some(Visibility::Private),
    };
    DbForums(db.database.clone()).update(forum, &edit, &ACT).unwrap();
    let found = visitors.find(forum, T0).unwrap().unwrap();
    assert_eq!(found.visibility, Visibility::Private);
}
