use forums::{ClosedForums, ForumRepository};
use infrastructure::{DbForums, DbModeration, DbModerationLog, DbPosts, DbReplies};
use kernel::{
    Act, ById, ForumId, Limit, PageRequest, PostId, Reader, Reason, RemovalRetention, Timestamp,
    UserId,
};
use moderation::{
    ModerationRepository,
    log::{LogAction, LogEntry, LogFilter, LogRepository},
};
use posts::PostRepository;
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};

use crate::{
    posts::readers::Places,
    support::{ACT, T0, TestDb, contract},
};

contract! {
    an_act_writes_its_entry,
    a_repeated_act_writes_nothing,
    a_reversed_act_is_undone,
    a_restoration_undoes_the_removal,
    acts_of_authors_on_their_own_texts_are_not_logged,
    a_deleted_forum_leaves_its_topic_and_the_number_of_texts,
    a_post_that_is_removed_with_replies_says_how_many_texts,
    a_log_is_narrowed_and_paged,
    an_act_that_fails_leaves_no_entry,
    entries_of_a_forum_are_for_its_readers_without_gaps,
    entries_of_a_deleted_closed_forum_are_for_admins,
}

fn moderation(db: &TestDb) -> DbModeration {
    DbModeration(db.database.clone())
}

fn by(actor: UserId, millis: i64) -> Act {
    let at = Timestamp::from_unix_millis(T0.unix_millis() + millis);
    Act { by: Some(actor), reason: Some(Reason::parse("It is spam").unwrap()), at }
}

/// All entries that fit, read two at a time.
fn entries(db: &TestDb, filter: &LogFilter) -> Vec<LogEntry> {
    entries_for(db, filter, Reader::Admin)
}

fn entries_for(db: &TestDb, filter: &LogFilter, reader: Reader) -> Vec<LogEntry> {
    let log = DbModerationLog(db.database.clone());
    let mut request = PageRequest::<ById> { limit: Limit::new(2).unwrap(), after: None };
    let mut found = vec![];
    loop {
        let page = log.entries(filter, reader, &request).unwrap();
        assert!(page.items.len() == 2 || page.next.is_none());
        found.extend(page.items);
        request.after = page.next;
        if request.after.is_none() {
            return found;
        }
    }
}

fn actions(db: &TestDb, filter: &LogFilter) -> Vec<LogAction> {
    entries(db, filter).into_iter().map(|entry| entry.action).collect()
}

fn an_act_writes_its_entry(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let forum = db.add_forum(ada, "Boats");
    let post = db.add_post(ann, forum);
    assert!(DbPosts::new(db.database.clone()).delete(post, &by(ada, 0)).unwrap());
    let entry = entries(db, &LogFilter::default()).remove(0);
    assert_eq!((entry.action, entry.at, entry.undone_at), (LogAction::PostDeleted, T0, None));
    assert_eq!(entry.by.unwrap().username, "ada");
    assert_eq!(entry.forum.unwrap().topic.as_deref(), Some("Boats"));
    assert_eq!(entry.reason.as_deref(), Some("It is spam"));
    let target = entry.target.unwrap();
    assert_eq!((target.id, target.title), (post.0, None), "the removed title is not shown");
    assert_eq!(target.username.as_deref(), Some("ann"));
}

fn a_repeated_act_writes_nothing(db: &TestDb) {
    let ada = db.add_user("ada");
    let forum = db.add_forum(ada, "Boats");
    let ann = db.add_user("ann");
    for _ in 0..2 {
        moderation(db).add_moderator(forum, ann, &ACT).unwrap();
    }
    for _ in 0..2 {
        moderation(db).remove_moderator(forum, ann, true, &ACT).unwrap();
    }
    for _ in 0..2 {
        moderation(db).make_admin(ann, &ACT).unwrap();
    }
    moderation(db).make_admin(ada, &ACT).unwrap();
    for _ in 0..2 {
        moderation(db).demote(ann, &ACT).unwrap();
    }
    for _ in 0..2 {
        moderation(db).ban(ann, None, &ACT).unwrap();
    }
    for _ in 0..2 {
        moderation(db).unban(ann, &ACT).unwrap();
    }
    let expected = [
        LogAction::Unbanned,
        LogAction::Banned,
        LogAction::Demoted,
        LogAction::Promoted,
        LogAction::Promoted,
        LogAction::ModeratorRemoved,
        LogAction::ModeratorAdded,
    ];
    assert_eq!(actions(db, &LogFilter::default()), expected);
    assert!(entries(db, &LogFilter::default()).iter().all(|entry| entry.by.is_none()));
}

fn a_reversed_act_is_undone(db: &TestDb) {
    let (ada, ann, bob) = (db.add_user("ada"), db.add_user("ann"), db.add_user("bob"));
    moderation(db).ban(bob, None, &by(ada, 0)).unwrap();
    moderation(db).ban(ann, None, &by(ada, 1)).unwrap();
    moderation(db).unban(ann, &by(ada, 2)).unwrap();
    let undone: Vec<_> = entries(db, &LogFilter::default())
        .into_iter()
        .map(|entry| (entry.action, entry.undone_at))
        .collect();
    let at = by(ada, 2).at;
    let expected =
        [(LogAction::Unbanned, None), (LogAction::Banned, Some(at)), (LogAction::Banned, None)];
    assert_eq!(undone, expected);
}

fn a_restoration_undoes_the_removal(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let post = db.add_post(ann, db.add_forum(ada, "Boats"));
    let posts = DbPosts::new(db.database.clone());
    assert!(posts.delete(post, &by(ada, 0)).unwrap());
    let kept = RemovalRetention::at(T0);
    assert!(posts.restore(post, &by(ada, 1), kept).unwrap().is_some());
    let undone: Vec<_> = entries(db, &LogFilter::default())
        .into_iter()
        .map(|entry| (entry.action, entry.undone_at, entry.target.unwrap().title))
        .collect();
    let (title, at) = (Some("Title".to_owned()), Some(by(ada, 1).at));
    let expected =
        [(LogAction::PostRestored, None, title.clone()), (LogAction::PostDeleted, at, title)];
    assert_eq!(undone, expected);
}

fn acts_of_authors_on_their_own_texts_are_not_logged(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = db.add_post(ann, forum);
    assert!(DbPosts::new(db.database.clone()).delete(post, &by(ann, 0)).unwrap());
    assert_eq!(actions(db, &LogFilter::default()), []);
}

fn add_reply(db: &TestDb, post: PostId, author: UserId) {
    let description = Description::parse("Tea").unwrap();
    let reply =
        NewReply { request: None, post, responds_to: None, description, author, created_at: T0 };
    let added = DbReplies(db.database.clone()).insert(&reply).unwrap();
    assert!(matches!(added, InsertOutcome::Inserted(_)));
}

fn a_deleted_forum_leaves_its_topic_and_the_number_of_texts(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Boats");
    let post = db.add_post(bob, forum);
    add_reply(db, post, bob);
    let hidden = db.add_post(bob, forum);
    DbPosts::new(db.database.clone()).delete(hidden, &by(ann, 0)).unwrap();
    // Also by its founder: the texts are of others.
    assert!(DbForums(db.database.clone()).delete(forum, &by(ann, 1)).unwrap());
    let of_forum = LogFilter { forum: Some(forum), ..LogFilter::default() };
    let entry = entries(db, &of_forum).remove(0);
    assert_eq!((entry.action, entry.texts), (LogAction::ForumDeleted, Some(2)));
    assert_eq!(entry.forum.unwrap().topic.as_deref(), Some("Boats"));
}

fn a_post_that_is_removed_with_replies_says_how_many_texts(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Boats");
    let posts = [db.add_post(bob, forum), db.add_post(bob, forum)];
    for author in [ann, bob] {
        add_reply(db, posts[0], author);
    }
    for post in posts {
        DbPosts::new(db.database.clone()).delete(post, &by(ann, 0)).unwrap();
    }
    let texts: Vec<_> =
        entries(db, &LogFilter::default()).into_iter().map(|entry| entry.texts).collect();
    assert_eq!(texts, [None, Some(3)]);
}

fn a_log_is_narrowed_and_paged(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("Ann"));
    let forums = ["Boats", "Tea"].map(|topic| db.add_forum(ada, topic));
    for forum in forums {
        moderation(db).add_moderator(forum, ann, &by(ada, 0)).unwrap();
        moderation(db).remove_moderator(forum, ann, true, &by(ann, 1)).unwrap();
    }
    moderation(db).ban(ann, None, &by(ada, 2)).unwrap();
    let named = |name: &str| LogFilter { username: Some(name.to_owned()), ..LogFilter::default() };
    assert_eq!(actions(db, &named("aNN")).len(), 5, "done by her or to her, each once");
    assert_eq!(actions(db, &named("ada")).len(), 3);
    for nobody in ["nobody", "a\0b"] {
        assert_eq!(actions(db, &named(nobody)), []);
    }
    let of = |forum: ForumId| LogFilter { forum: Some(forum), ..LogFilter::default() };
    let both = [LogAction::ModeratorRemoved, LogAction::ModeratorAdded];
    assert_eq!(actions(db, &of(forums[0])), both);
    let removed = LogFilter { action: Some(LogAction::ModeratorRemoved), ..named("ada") };
    assert_eq!(actions(db, &removed), []);
    assert_eq!(actions(db, &LogFilter { username: None, ..removed }).len(), 2);
}

fn an_act_that_fails_leaves_no_entry(db: &TestDb) {
    let ann = db.add_user("ann");
    db.break_updates("users");
    assert!(moderation(db).ban(ann, None, &ACT).is_err());
    assert_eq!(actions(db, &LogFilter::default()), []);
    let bob = db.add_user("bob");
    let forum = db.add_forum(bob, "Boats");
    let post = db.add_post(bob, forum);
    db.break_inserts("moderation_log");
    assert!(DbPosts::new(db.database.clone()).delete(post, &ACT).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM posts"), 1, "no act without its entry");
}

fn entries_of_a_forum_are_for_its_readers_without_gaps(db: &TestDb) {
    let places = Places::of(db);
    let [ann, _, eve] = places.people;
    let posts = DbPosts::new(db.database.clone());
    moderation(db).ban(eve, None, &by(ann, 0)).unwrap();
    // Turn by turn, so that each page spans several forums.
    for turn in 0..3 {
        for post in places.posts.map(|of_forum| of_forum[turn]) {
            assert!(posts.delete(post, &Act { by: None, ..ACT }).unwrap());
        }
    }
    for (reader, forums) in places.readers() {
        let of_site = LogFilter { username: Some("eve".to_owned()), ..LogFilter::default() };
        assert_eq!(entries_for(db, &of_site, reader).len(), 1, "{reader:?}");
        for username in [None, Some("ann".to_owned())] {
            let action = Some(LogAction::PostDeleted);
            let filter = LogFilter { username, action, ..LogFilter::default() };
            assert_eq!(entries_for(db, &filter, reader).len(), 3 * forums, "{reader:?}");
        }
        for (place, forum) in places.forums.into_iter().enumerate() {
            let filter = LogFilter { forum: Some(forum), ..LogFilter::default() };
            let expected = if place < forums { 3 } else { 0 };
            assert_eq!(entries_for(db, &filter, reader).len(), expected, "{reader:?}");
        }
    }
}

fn entries_of_a_deleted_closed_forum_are_for_admins(db: &TestDb) {
    let places = Places::of(db);
    let [ann, ..] = places.people;
    let (posts, forums) = (DbPosts::new(db.database.clone()), DbForums(db.database.clone()));
    for (forum, of_forum) in places.forums.into_iter().zip(places.posts) {
        assert!(posts.delete(of_forum[0], &Act { by: None, ..ACT }).unwrap());
        assert!(forums.delete(forum, &by(ann, 1)).unwrap());
    }
    for (reader, _) in places.readers() {
        let readable = if reader == Reader::Admin { 3 } else { 1 };
        for action in [LogAction::ForumDeleted, LogAction::PostDeleted] {
            let filter = LogFilter { action: Some(action), ..LogFilter::default() };
            assert_eq!(entries_for(db, &filter, reader).len(), readable, "{reader:?}");
        }
    }
    // No forum is private now, and an admin still does not read what visitors do.
    let closed = ClosedForums { private: true, ..ClosedForums::default() };
    assert_eq!(forums.reads_closed(ann).unwrap(), closed);
}
