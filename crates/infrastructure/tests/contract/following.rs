//! Changes of this and other processes invalidate in time.

use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use cache::{CacheTag, TagVersions, VersionSnapshot};
use database::{CatchUp, Database, DatabaseUrl};
use diesel::{Connection, PgConnection, connection::SimpleConnection};
use infrastructure::{DbPosts, DbReplies};
use kernel::{PostId, VoteCommand};
use posts::PostRepository;
use replies::{ReplyRepository, VoteOutcome};

use crate::{
    community::Community,
    posts::content,
    support::{ACT, T0, TestDb, contract, postgres},
};

contract! {
    a_write_invalidates_its_own_tags_only,
    writes_of_another_process_invalidate,
    writes_of_a_process_without_listener_invalidate,
}

const PATIENCE: Duration = Duration::from_secs(5);

/// The database as another process opens it, once it can be relied on to follow the others.
fn another(db: &TestDb) -> Database {
    let database = Database::open(db.url()).unwrap();
    follow(&database, db);
    database
}

/// A snapshot of some tags.
fn snapshot(versions: &TagVersions, tags: &[CacheTag]) -> Option<VersionSnapshot> {
    versions.snapshot(tags, versions.current())
}

/// Waits until the connection receives, then returns the same.
fn wait_to_see(versions: &TagVersions, tags: &[CacheTag]) -> VersionSnapshot {
    let mut seen = None;
    wait_for("trust", || {
        seen = snapshot(versions, tags);
        seen.is_some()
    });
    seen.unwrap()
}

/// Makes the database receive events of others, as in a server.
pub(crate) fn follow(database: &Database, db: &TestDb) {
    database.follow_other_processes(db.url()).unwrap();
    wait_to_see(database.versions(), &[CacheTag::Global]);
}

/// Returns whether events of others arrive in time.
pub(crate) fn is_following(database: &Database) -> bool {
    snapshot(database.versions(), &[CacheTag::Global]).is_some()
}

#[track_caller]
fn wait_for(what: &str, mut has_come: impl FnMut() -> bool) {
    let start = Instant::now();
    while !has_come() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits until the snapshot is invalidated, not just uncertain.
#[track_caller]
fn wait_to_hear(versions: &TagVersions, seen: &VersionSnapshot) {
    wait_for("the change", || {
        snapshot(versions, &[CacheTag::Global]).is_some() && !versions.is_current(seen)
    });
}

/// Which of these change while `change` is made.
fn invalidated(versions: &TagVersions, tags: &[CacheTag], change: impl FnOnce()) -> Vec<CacheTag> {
    let seen: Vec<_> = tags.iter().map(|tag| snapshot(versions, &[*tag]).unwrap()).collect();
    change();
    let pairs = tags.iter().zip(&seen);
    pairs.filter(|(_, seen)| !versions.is_current(seen)).map(|(tag, _)| *tag).collect()
}

fn a_write_invalidates_its_own_tags_only(db: &TestDb) {
    let community = Community::of(db);
    let (post, reply) = community.write(10);
    let (other, _) = community.write(11);
    let forum = DbPosts::new(db.database.clone()).find(post).unwrap().unwrap().forum;
    follow(&db.database, db);
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    let all = [
        CacheTag::Global,
        CacheTag::Forums,
        CacheTag::Forum(forum),
        CacheTag::Posts,
        CacheTag::PostsOf(forum),
        CacheTag::PostSet,
        CacheTag::PostSetOf(forum),
        CacheTag::Post(post),
        CacheTag::Thread(post),
        CacheTag::Post(other),
        CacheTag::Thread(other),
    ];
    let versions = db.database.versions();
    let voter = db.add_user("voter");
    let counts = [CacheTag::Forums, CacheTag::Forum(forum)];
    let shown = vec![CacheTag::Posts, CacheTag::PostsOf(forum), CacheTag::Post(post)];
    let vote =
        || assert!(posts.vote(post, voter, VoteCommand::Upvote, T0).unwrap().done().is_some());
    assert_eq!(invalidated(versions, &all, vote), shown);
    // The second time it versions nothing.
    assert_eq!(invalidated(versions, &all, vote), []);
    let vote = || {
        let outcome = replies.vote(reply, voter, VoteCommand::Upvote, T0).unwrap();
        assert!(matches!(outcome, VoteOutcome::Counted(_)));
    };
    assert_eq!(invalidated(versions, &all, vote), [CacheTag::Thread(post)]);
    let edit = || {
        assert!(posts.update(post, &content("New", "words"), voter, T0).unwrap().done().is_some());
    };
    let lists =
        [CacheTag::Posts, CacheTag::PostsOf(forum), CacheTag::PostSet, CacheTag::PostSetOf(forum)];
    let edited = [lists.as_slice(), &[CacheTag::Post(post)]].concat();
    // Its title is the latest of the forum's; the second time it is the same.
    assert_eq!(invalidated(versions, &all, edit), [counts.as_slice(), &edited].concat());
    assert_eq!(invalidated(versions, &all, edit), edited);
    let remove = || assert!(replies.remove(reply, &ACT).unwrap());
    let thread = [CacheTag::Thread(post)];
    assert_eq!(invalidated(versions, &all, remove), [counts.as_slice(), &shown, &thread].concat());
    let of_forum = [CacheTag::PostsOf(forum), CacheTag::PostSet, CacheTag::PostSetOf(forum)];
    let of_post = [CacheTag::Post(post), CacheTag::Thread(post)];
    let delete = || assert!(posts.delete(post, &ACT).unwrap());
    let gone = [counts.as_slice(), &[CacheTag::Posts], &of_forum, &of_post].concat();
    assert_eq!(invalidated(versions, &all, delete), gone);
}

fn writes_of_another_process_invalidate(db: &TestDb) {
    let (post, _) = Community::of(db).write(10);
    let voter = db.add_user("voter");
    let listener = another(db);
    follow(&db.database, db);
    let tags = [CacheTag::Global, CacheTag::Post(post)];
    for command in [VoteCommand::Upvote, VoteCommand::Downvote, VoteCommand::Undislike] {
        let seen = snapshot(listener.versions(), &tags).unwrap();
        DbPosts::new(db.database.clone()).vote(post, voter, command, T0).unwrap();
        wait_to_hear(listener.versions(), &seen);
    }
}

fn writes_of_a_process_without_listener_invalidate(db: &TestDb) {
    let (post, _) = Community::of(db).write(10);
    let voter = db.add_user("voter");
    let listener = another(db);
    let tags = [CacheTag::Global, CacheTag::Post(post)];
    let seen = snapshot(listener.versions(), &tags).unwrap();
    DbPosts::new(db.database.clone()).vote(post, voter, VoteCommand::Upvote, T0).unwrap();
    wait_to_hear(listener.versions(), &seen);
}

#[test]
fn caching_stops_while_postgresql_is_unreachable() {
    let db = postgres();
    follow(&db.database, &db);
    let tags = [CacheTag::Global, CacheTag::Post(PostId(1))];
    let seen = snapshot(db.database.versions(), &tags).unwrap();
    db.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'postup changes' AND datname = current_database()",
    );
    thread::sleep(Duration::from_millis(80));
    assert!(snapshot(db.database.versions(), &tags).is_none());
    wait_for("trust", || snapshot(db.database.versions(), &tags).is_some());
    // Something may have changed meanwhile.
    assert!(!db.database.versions().is_current(&seen));
}

#[test]
fn unknown_events_of_a_newer_copy_invalidate_everything() {
    let db = postgres();
    follow(&db.database, &db);
    let tags = [CacheTag::Global, CacheTag::Post(PostId(1))];
    let seen = snapshot(db.database.versions(), &tags).unwrap();
    let store = |words| format!("INSERT INTO changes (copy, events) VALUES ('newer', '{words}')");
    db.run(&store("pv2.7"));
    thread::sleep(Duration::from_millis(100));
    assert!(db.database.versions().is_current(&seen));
    db.run(&store("pv2.7 poem5"));
    wait_to_hear(db.database.versions(), &seen);
}

/// Catches up with all that was committed before.
fn catch_up(with: &CatchUp) {
    let (sender, done) = mpsc::channel();
    with.ask(move |is_known| sender.send(is_known).unwrap());
    assert!(done.recv_timeout(PATIENCE).unwrap());
}

#[test]
fn who_asks_knows_at_once_what_another_copy_committed() {
    let db = postgres();
    let (post, _) = Community::of(&db).write(10);
    let voter = db.add_user("voter");
    let copy = Database::open(db.url()).unwrap();
    let others = copy.follow_other_processes(db.url()).unwrap().unwrap();
    let tags = [CacheTag::Global, CacheTag::Post(post)];
    wait_to_see(copy.versions(), &tags);
    let posts = DbPosts::new(db.database.clone());
    for command in [VoteCommand::Upvote, VoteCommand::Downvote].repeat(20) {
        catch_up(&others);
        let seen = snapshot(copy.versions(), &tags).unwrap();
        posts.vote(post, voter, command, T0).unwrap().done().unwrap();
        catch_up(&others);
        assert!(!copy.versions().is_current(&seen));
    }
}

#[test]
fn transaction_that_commits_after_a_later_one_is_noticed() {
    let db = postgres();
    let copy = Database::open(db.url()).unwrap();
    let others = copy.follow_other_processes(db.url()).unwrap().unwrap();
    let tag = |post| [CacheTag::Global, CacheTag::Post(PostId(post))];
    wait_to_see(copy.versions(), &tag(1));
    catch_up(&others);
    let seen = [1, 2].map(|post| snapshot(copy.versions(), &tag(post)).unwrap());
    let known = || seen.each_ref().map(|seen| copy.versions().is_current(seen));
    let DatabaseUrl::Postgres(url) = db.url() else { unreachable!() };
    let mut first = PgConnection::establish(url).unwrap();
    first.batch_execute("BEGIN; INSERT INTO changes (copy, events) VALUES ('a', 'pv1.7')").unwrap();
    db.run("INSERT INTO changes (copy, events) VALUES ('b', 'pv2.7')");
    catch_up(&others);
    assert_eq!(known(), [true, false]);
    first.batch_execute("COMMIT").unwrap();
    catch_up(&others);
    assert_eq!(known(), [false, false]);
}

#[test]
fn nobody_is_told_to_know_all_while_postgresql_is_unreachable() {
    let db = postgres();
    let copy = Database::open(db.url()).unwrap();
    let unreachable = DatabaseUrl::Postgres("postgres://localhost:1/none".to_owned());
    let others = copy.follow_other_processes(&unreachable).unwrap().unwrap();
    let (sender, done) = mpsc::channel();
    others.ask(move |is_known| sender.send(is_known).unwrap());
    assert!(!done.recv_timeout(PATIENCE).unwrap());
}
