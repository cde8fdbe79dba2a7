use std::sync::atomic::{AtomicUsize, Ordering};

use database::{Database, DatabaseUrl};
use infrastructure::{
    DbSessions,
    maintenance::{self, Backup, BackupError, BackupFolder, Reason},
};
use users::{SessionRepository, session_of_early_tokens};

use super::support::{Folder, age, hash, quiet, restore, same_and_other};
use crate::{
    community::Community,
    support::{T0, TestDb, contract, sixteen_at_once},
};

contract! {
    every_table_is_backed_up,
    an_older_backup_is_migrated_on_both_databases,
    the_older_of_two_look_alike_topics_gets_the_skeleton,
    accounts_from_before_sessions_have_one,
    migrating_a_filled_database_backs_it_up_first,
    migrating_an_empty_database_makes_no_backup,
    a_failed_backup_stops_the_migration,
    sixteen_concurrent_starts_back_up_and_migrate_once,
}

/// The schema before messages.
const EARLY: &str = "0004";

/// But what passes, and is no part of what the forum is, and what the database keeps up by itself.
fn every_table_is_backed_up(db: &TestDb) {
    let all = db.number(match db.url() {
        DatabaseUrl::Sqlite(_) => {
            "SELECT count(*) AS n FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
                    AND name NOT IN ('deliveries', 'email_tokens', 'idempotency_keys', 'login_failures', 'passkey_challenges', 'provider_requests', 'provider_tickets', 'push_subscriptions', 'schema_state', 'sessions', 'sign_in_tickets', 'webhook_deliveries', 'reply_words', 'search_words',
                        'search_neighbours', 'search_tasks')"
        }
        DatabaseUrl::Postgres(_) => {
            "SELECT count(*) AS n FROM information_schema.tables
                WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
                    AND table_name NOT IN ('budgets', 'changes', 'deliveries', 'email_tokens', 'idempotency_keys', 'login_failures', 'passkey_challenges', 'provider_requests', 'provider_tickets', 'push_subscriptions', 'schema_state', 'sessions', 'sign_in_tickets', 'webhook_deliveries', 'post_search', 'reply_words',
                        'search_words', 'search_neighbours', 'search_tasks')"
        }
    });
    let written = maintenance::backup(&db.database, &Folder::new().file("a"), T0, &quiet).unwrap();
    // All but that in which diesel notes the migrations.
    assert_eq!(written.tables as i64, all - 1);
}

fn an_older_backup_is_migrated_on_both_databases(db: &TestDb) {
    Community::of(db);
    let since = age(db, EARLY);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    assert_eq!(Backup::open(&file).unwrap().head().schema, EARLY);
    assert_eq!(maintenance::migrate(&db.database).unwrap(), since);
    for copy in same_and_other(db) {
        restore(&copy.database, &file).unwrap();
        assert!(maintenance::pending(&copy.database).unwrap().is_empty());
        assert_eq!(hash(&copy), hash(db));
        assert_eq!(maintenance::check(&copy.database, &quiet).unwrap(), []);
    }
}

fn the_older_of_two_look_alike_topics_gets_the_skeleton(db: &TestDb) {
    let ann = db.add_user("ann");
    let (older, newer) = (db.add_forum(ann, "Cooper"), db.add_forum(ann, "Other"));
    age(db, EARLY);
    db.run(&format!("UPDATE forums SET topic = 'Соореr', topic_key = 'соореr' WHERE id = {newer}"));
    maintenance::migrate(&db.database).unwrap();
    let with = |id| format!("SELECT count(topic_skeleton) AS n FROM forums WHERE id = {id}");
    assert_eq!((db.number(&with(older)), db.number(&with(newer))), (1, 0));
}

fn accounts_from_before_sessions_have_one(db: &TestDb) {
    let ann = db.add_user("ann");
    age(db, EARLY);
    maintenance::migrate(&db.database).unwrap();
    let sessions = DbSessions(db.database.clone());
    let session = session_of_early_tokens(ann);
    assert!(sessions.holder(ann, session).unwrap().is_some());
    let open: Vec<_> = sessions.list(ann, T0).unwrap().into_iter().map(|one| one.id).collect();
    assert_eq!(open, [session]);
    let all = db.number("SELECT count(*) AS n FROM sessions");
    assert_eq!(all, 1, "none of the author of deleted accounts' content");
}

fn migrating_a_filled_database_backs_it_up_first(db: &TestDb) {
    Community::of(db);
    let since = age(db, EARLY);
    let (before, folder) = (hash(db), Folder::new());
    let backups = BackupFolder(folder.file("backups"));
    let save = |version: &str| -> Result<(), BackupError> {
        backups.write(&db.database, Reason::Before(version), T0, &quiet)?;
        Ok(())
    };
    assert_eq!(maintenance::migrate_saving(&db.database, save).unwrap(), since);
    let file = folder.file("backups/postup-before-0005-2026-11-20T105800.123Z.backup");
    let saved = Backup::open(&file).unwrap().verify(&quiet).unwrap();
    assert_eq!((saved.content_hash, saved.head.schema.as_str()), (before, EARLY));
}

fn migrating_an_empty_database_makes_no_backup(db: &TestDb) {
    let since = age(db, EARLY);
    let save = |_: &str| -> Result<(), BackupError> { panic!("there is nothing to save") };
    assert_eq!(maintenance::migrate_saving(&db.database, save).unwrap(), since);
    db.add_user("ann");
    assert!(maintenance::migrate_saving(&db.database, save).unwrap().is_empty());
}

fn a_failed_backup_stops_the_migration(db: &TestDb) {
    db.add_user("ann");
    let since = age(db, EARLY);
    let refuse = |_: &str| Err(BackupError::Nothing);
    assert!(matches!(maintenance::migrate_saving(&db.database, refuse), Err(BackupError::Nothing)));
    assert_eq!(maintenance::pending(&db.database).unwrap(), since);
    assert_eq!(maintenance::migrate(&db.database).unwrap(), since);
}

fn sixteen_concurrent_starts_back_up_and_migrate_once(db: &TestDb) {
    Community::of(db);
    let since = age(db, EARLY);
    let (saves, folder) = (AtomicUsize::new(0), Folder::new());
    let applied = sixteen_at_once(|copy| {
        let database = Database::open(db.url()).unwrap();
        let save = |version: &str| -> Result<(), BackupError> {
            let nth = saves.fetch_add(1, Ordering::Relaxed);
            maintenance::backup(
                &database,
                &folder.file(&format!("{version}-{copy}-{nth}")),
                T0,
                &quiet,
            )?;
            Ok(())
        };
        maintenance::migrate_saving(&database, save).unwrap().len()
    });
    assert_eq!(applied.iter().sum::<usize>(), since.len());
    assert_eq!(folder.names().len(), 1);
}
