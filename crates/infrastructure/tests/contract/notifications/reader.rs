use infrastructure::{DbNotifications, DbPosts, DbReader, DbReplies};
use kernel::{ForumId, PostId, Vote, VoteCommand};
use notifications::{
    LastVisit, NotificationRepository, ReaderRepository, ReaderState, Settings, WatchLevel,
};
use posts::PostRepository;
use replies::ReplyRepository;

use super::{at, deliver, post, producing_at, reply, watch};
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    authors_watch_the_post,
    levels_of_forums_are_found,
    votes_on_posts_are_found,
    new_replies_are_those_of_others_since_the_visit,
    visits_are_stored_at_most_so_often,
    visit_that_sees_new_replies_is_stored_at_once,
    own_replies_are_visits,
}

fn reader(db: &TestDb) -> DbReader {
    DbReader(db.database.clone())
}

fn authors_watch_the_post(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let off = Settings { auto_watch: false, ..Settings::default() };
    DbNotifications(db.database.clone()).set_settings(cleo, off, T0).unwrap();
    let tea = post(&db.database, ann, db.add_forum(ann, "Tea"), "Oolong");
    watch(db, bob, tea, WatchLevel::Muted);
    for author in [ann, bob, cleo] {
        reply(&db.database, author, tea, None, "I like it");
    }
    let level = |user| reader(db).states(user, &[tea]).unwrap()[0].watch;
    assert_eq!(level(ann), WatchLevel::Watching);
    assert_eq!(level(bob), WatchLevel::Muted);
    assert_eq!(level(cleo), WatchLevel::Normal);
    assert!(!reader(db).watch_post(ann, PostId(99), WatchLevel::Muted).unwrap());
}

fn levels_of_forums_are_found(db: &TestDb) {
    let ann = db.add_user("ann");
    let [tea, cake] = ["Tea", "Cake"].map(|topic| db.add_forum(ann, topic));
    for level in [WatchLevel::Watching, WatchLevel::Muted] {
        assert!(reader(db).watch_forum(ann, tea, level).unwrap());
        assert_eq!(reader(db).forum_levels(ann, &[cake, tea]).unwrap(), [(tea, level)]);
    }
    assert!(reader(db).watch_forum(ann, tea, WatchLevel::Normal).unwrap());
    assert_eq!(reader(db).forum_levels(ann, &[cake, tea]).unwrap(), []);
    assert_eq!(reader(db).forum_levels(ann, &[]).unwrap(), []);
    assert!(!reader(db).watch_forum(ann, ForumId(99), WatchLevel::Muted).unwrap());
}

fn votes_on_posts_are_found(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Tea");
    let ids: Vec<_> = (0..13).map(|_| post(&db.database, ann, forum, "Oolong")).collect();
    let posts = DbPosts::new(db.database.clone());
    posts.vote(ids[0], ann, VoteCommand::Upvote, T0).unwrap();
    posts.vote(ids[12], ann, VoteCommand::Downvote, T0).unwrap();
    posts.vote(ids[5], bob, VoteCommand::Upvote, T0).unwrap();
    let votes = |posts: &[PostId]| {
        let states = reader(db).states(ann, posts).unwrap();
        let mut votes: Vec<_> =
            states.iter().filter_map(|state| Some((state.post, state.vote?))).collect();
        votes.sort_by_key(|(post, _)| *post);
        votes
    };
    assert_eq!(votes(&[]), []);
    assert_eq!(votes(&ids), [(ids[0], Vote::Up), (ids[12], Vote::Down)]);
    assert_eq!(votes(&ids[1..12]), []);
    assert_eq!(votes(&ids[12..]), [(ids[12], Vote::Down)]);
}

fn new_replies_are_those_of_others_since_the_visit(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Tea");
    let [tea, other] = ["Oolong", "Sencha"].map(|title| post(&db.database, ann, forum, title));
    let new_replies = |posts: &[PostId]| {
        let mut states = reader(db).states(ann, posts).unwrap();
        states.sort_by_key(|state| state.post);
        states.iter().map(|state| state.new_replies).collect::<Vec<_>>()
    };
    reply(&db.database, bob, tea, None, "Before");
    assert_eq!(new_replies(&[tea, other]), [None, None]);
    // The replies of these tests are written at T0.
    assert_eq!(reader(db).visit(ann, tea, at(-1), at(-100)).unwrap(), Some(LastVisit(None)));
    assert_eq!(new_replies(&[tea, other]), [Some(1), None]);
    reply(&db.database, ann, tea, None, "My own");
    let removed = reply(&db.database, bob, tea, None, "Removed");
    DbReplies(db.database.clone()).remove(removed, &ACT).unwrap();
    assert_eq!(new_replies(&[tea]), [Some(1)]);
    for nth in 0..120 {
        reply(&db.database, bob, tea, None, &format!("Reply {nth}"));
    }
    assert_eq!(new_replies(&[tea]), [Some(ReaderState::MAX_NEW_REPLIES)]);
    assert_eq!(reader(db).visit(ann, tea, T0, at(-1)).unwrap(), Some(LastVisit(Some(at(-1)))));
    assert_eq!(new_replies(&[tea]), [Some(0)]);
}

fn visits_are_stored_at_most_so_often(db: &TestDb) {
    let ann = db.add_user("ann");
    let tea = post(&db.database, ann, db.add_forum(ann, "Tea"), "Oolong");
    let visit = |now, unless| reader(db).visit(ann, tea, at(now), at(unless)).unwrap();
    assert_eq!(visit(0, -60), Some(LastVisit(None)));
    assert_eq!(visit(59, -1), Some(LastVisit(Some(at(0)))));
    assert_eq!(visit(60, 0), Some(LastVisit(Some(at(0)))));
    assert_eq!(visit(70, 10), Some(LastVisit(Some(at(60)))));
    assert_eq!(reader(db).visit(ann, PostId(99), T0, T0).unwrap(), None);
}

fn visit_that_sees_new_replies_is_stored_at_once(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    let new_replies = || reader(db).states(bob, &[tea]).unwrap()[0].new_replies;
    reader(db).visit(bob, tea, at(-2), at(-62)).unwrap();
    reply(&database, ann, tea, None, "Welcome");
    assert_eq!(new_replies(), Some(1));
    reader(db).visit(bob, tea, at(1), at(-59)).unwrap();
    assert_eq!(new_replies(), Some(0));
}

fn own_replies_are_visits(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    reader(db).visit(bob, tea, at(-10), at(-100)).unwrap();
    reply(&database, ann, tea, None, "Welcome");
    assert_eq!(reader(db).states(bob, &[tea]).unwrap()[0].new_replies, Some(1));
    reply(&database, bob, tea, None, "Thank you");
    deliver(&database);
    assert_eq!(reader(db).states(bob, &[tea]).unwrap()[0].new_replies, Some(0));
}
