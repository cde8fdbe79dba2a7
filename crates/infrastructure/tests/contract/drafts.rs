use std::time::Duration;

use drafts::{Draft, DraftData, DraftKey, DraftRepository, DraftWrite, RETENTION, SaveOutcome};
use infrastructure::DbDrafts;
use kernel::{ByTime, Limit, PageRequest, Timestamp, UserId};

use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    a_write_raises_the_version,
    a_write_of_another_version_is_refused,
    one_of_concurrent_writers_wins,
    concurrent_first_writes_keep_the_maximum,
    drafts_page_latest_first,
    a_draft_expires_to_the_millisecond,
    only_expired_drafts_are_swept,
    members_do_not_share_keys,
}

fn drafts(db: &TestDb) -> DbDrafts {
    DbDrafts(db.database.clone())
}

fn key(key: &str) -> DraftKey {
    DraftKey::parse(key).unwrap()
}

fn write(owner: UserId, name: &str, replaces: i64, at: Timestamp) -> DraftWrite {
    let data = DraftData::parse(&format!("{replaces}")).unwrap();
    DraftWrite { owner, key: key(name), replaces, data, at }
}

fn save_at(db: &TestDb, write: &DraftWrite, max: usize) -> SaveOutcome {
    drafts(db).save(write, write.at.before(RETENTION), max).unwrap()
}

#[track_caller]
fn saved(db: &TestDb, write: &DraftWrite) -> Draft {
    match save_at(db, write, 100) {
        SaveOutcome::Saved(draft) => draft,
        other => panic!("{other:?}"),
    }
}

fn list(db: &TestDb, owner: UserId, now: Timestamp) -> Vec<Draft> {
    drafts(db).list(owner, now.before(RETENTION), &PageRequest::default()).unwrap().items
}

fn a_write_raises_the_version(db: &TestDb) {
    let ann = db.add_user("ann");
    for replaces in 0..3 {
        let at = T0.after(Duration::from_secs(replaces as u64));
        let draft = saved(db, &write(ann, "post:1", replaces, at));
        assert_eq!((draft.version, draft.updated_at), (replaces + 1, at));
        assert_eq!((&*draft.key, &*draft.data), ("post:1", &*replaces.to_string()));
        assert_eq!(list(db, ann, at), [draft]);
    }
    drafts(db).delete(ann, &key("post:1")).unwrap();
    drafts(db).delete(ann, &key("post:1")).unwrap();
    assert_eq!(list(db, ann, T0), []);
}

fn a_write_of_another_version_is_refused(db: &TestDb) {
    let ann = db.add_user("ann");
    assert_eq!(save_at(db, &write(ann, "a", 1, T0), 100), SaveOutcome::OtherVersion(None));
    let draft = saved(db, &write(ann, "a", 0, T0));
    for other in [0, 2, i64::MAX - 1] {
        let refused = save_at(db, &write(ann, "a", other, T0), 100);
        assert_eq!(refused, SaveOutcome::OtherVersion(Some(draft.clone())));
    }
    assert_eq!(list(db, ann, T0), [draft]);
}

fn one_of_concurrent_writers_wins(db: &TestDb) {
    let ann = db.add_user("ann");
    for version in 0..3 {
        let outcomes = sixteen_at_once(|_| save_at(db, &write(ann, "a", version, T0), 100));
        let won = outcomes.iter().filter(|outcome| matches!(outcome, SaveOutcome::Saved(_)));
        assert_eq!(won.count(), 1, "{outcomes:?}");
        let told = |outcome: &&SaveOutcome| matches!(outcome, SaveOutcome::OtherVersion(Some(draft)) if draft.version == version + 1);
        assert_eq!(outcomes.iter().filter(told).count(), 15, "{outcomes:?}");
    }
}

fn concurrent_first_writes_keep_the_maximum(db: &TestDb) {
    let ann = db.add_user("ann");
    let outcomes =
        sixteen_at_once(|number| save_at(db, &write(ann, &format!("k{number}"), 0, T0), 5));
    let saved = outcomes.iter().filter(|outcome| matches!(outcome, SaveOutcome::Saved(_)));
    assert_eq!(saved.count(), 5);
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == SaveOutcome::TooMany).count(), 11);
    let there = list(db, ann, T0);
    assert_eq!(there.len(), 5);
    // Those that are there can be written on.
    let again = DraftWrite { key: key(&there[0].key), ..write(ann, "x", 1, T0) };
    assert!(matches!(save_at(db, &again, 5), SaveOutcome::Saved(_)));
}

fn drafts_page_latest_first(db: &TestDb) {
    let ann = db.add_user("ann");
    for (name, second) in [("b", 2), ("a", 1), ("d", 3), ("c", 3)] {
        saved(db, &write(ann, name, 0, T0.after(Duration::from_secs(second))));
    }
    let (mut names, mut after) = (vec![], None::<ByTime>);
    loop {
        let page = PageRequest { limit: Limit::new(1).unwrap(), after };
        let page = drafts(db).list(ann, T0.before(RETENTION), &page).unwrap();
        names.extend(page.items.into_iter().map(|draft| draft.key));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(names, ["c", "d", "b", "a"]);
}

fn a_draft_expires_to_the_millisecond(db: &TestDb) {
    let ann = db.add_user("ann");
    let draft = saved(db, &write(ann, "a", 0, T0));
    let end = T0.after(RETENTION);
    assert_eq!(list(db, ann, end.before(Duration::from_millis(1))), [draft]);
    assert_eq!(list(db, ann, end), []);
    // It neither counts nor refuses the first version of another.
    assert_eq!(save_at(db, &write(ann, "a", 1, end), 1), SaveOutcome::OtherVersion(None));
    assert!(matches!(save_at(db, &write(ann, "b", 0, end), 1), SaveOutcome::Saved(_)));
    assert_eq!(saved(db, &write(ann, "a", 0, end)).version, 1);
}

fn only_expired_drafts_are_swept(db: &TestDb) {
    let ann = db.add_user("ann");
    saved(db, &write(ann, "old", 0, T0));
    saved(db, &write(ann, "new", 0, T0.after(Duration::from_millis(1))));
    assert_eq!(drafts(db).delete_expired(T0).unwrap(), 1);
    assert_eq!(drafts(db).delete_expired(T0).unwrap(), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM drafts"), 1);
    assert_eq!(list(db, ann, T0)[0].key, "new");
}

fn members_do_not_share_keys(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    saved(db, &write(ann, "a", 0, T0));
    saved(db, &write(bob, "a", 0, T0));
    drafts(db).delete(bob, &key("a")).unwrap();
    assert_eq!((list(db, ann, T0).len(), list(db, bob, T0).len()), (1, 0));
}
