use forums::{Description, ForumEdit, ForumRepository, NewForum, SaveOutcome, Topic};
use infrastructure::{DbForumReaders, DbModerationLog, DbUsers, maintenance};
use kernel::{ForumId, ForumReaders, PageRequest, Reader, UserId, Visibility};
use moderation::log::{LogAction, LogFilter, LogRepository};
use users::UserRepository;

use super::{add, forums, new_forum};
use crate::{
    profiles::{post, reply, vote},
    support::{ACT, T0, TestDb, contract},
};

contract! {
    a_forum_keeps_its_visibility_until_it_is_changed,
    a_private_forum_takes_its_topic_from_nobody,
    a_forum_is_opened_with_a_free_topic_alone,
    profiles_count_what_is_in_public_forums,
    moderators_and_members_belong_to_a_forum,
    a_change_of_visibility_is_logged,
}

fn add_private(db: &TestDb, author: UserId, topic: &str) -> ForumId {
    let forum = new_forum(author, topic, "Text", 0);
    let forum = NewForum { visibility: Visibility::Private, ..forum };
    match forums(db).insert(&forum).unwrap() {
        SaveOutcome::Saved(forum) => forum.id,
        other => panic!("{other:?}"),
    }
}

fn edit(db: &TestDb, forum: ForumId, topic: &str, visibility: Option<Visibility>) -> SaveOutcome {
    let topic = Topic::parse(topic).unwrap();
    let description = Description::parse("Text").unwrap();
    forums(db).update(forum, &ForumEdit { topic, description, visibility }, &ACT).unwrap()
}

fn set(db: &TestDb, forum: ForumId, topic: &str, visibility: Visibility) {
    let edited = edit(db, forum, topic, Some(visibility));
    assert!(matches!(edited, SaveOutcome::Saved(saved) if saved.visibility == visibility));
}

fn visibility(db: &TestDb, forum: ForumId) -> Visibility {
    forums(db).find(forum, T0).unwrap().unwrap().visibility
}

fn is_consistent(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn a_forum_keeps_its_visibility_until_it_is_changed(db: &TestDb) {
    let ann = db.add_user("ann");
    let (open, club) = (add(db, ann, "Boats", "Text", 0), add_private(db, ann, "Club"));
    assert_eq!(visibility(db, open), Visibility::Public);
    edit(db, club, "Staff", None);
    assert_eq!(visibility(db, club), Visibility::Private);
    for after in [Visibility::Members, Visibility::Private, Visibility::Public] {
        set(db, club, "Staff", after);
        assert_eq!(visibility(db, club), after);
        is_consistent(db);
    }
    assert_eq!(edit(db, ForumId(club.0 + 1), "X", Some(Visibility::Public)), SaveOutcome::NotFound);
}

fn a_private_forum_takes_its_topic_from_nobody(db: &TestDb) {
    let ann = db.add_user("ann");
    let clubs = [add_private(db, ann, "Staff"), add_private(db, ann, "STAFF")];
    let open = add(db, ann, "Staff", "Text", 1);
    edit(db, clubs[0], "staff", None);
    set(db, open, "Staff", Visibility::Members);
    assert_eq!(
        forums(db).insert(&new_forum(ann, "Staff", "Text", 2)).unwrap(),
        SaveOutcome::TopicTaken
    );
    set(db, open, "Staff", Visibility::Private);
    add(db, ann, "Staff", "Text", 3);
    let page = forums(db).with_topic(Reader::Admin, T0, "staff", &PageRequest::default()).unwrap();
    assert_eq!(page.items.len(), 4);
    is_consistent(db);
}

fn a_forum_is_opened_with_a_free_topic_alone(db: &TestDb) {
    let ann = db.add_user("ann");
    let club = add_private(db, ann, "Соореr");
    add(db, ann, "Cooper", "Text", 1);
    for after in [Visibility::Public, Visibility::Members] {
        assert_eq!(edit(db, club, "COOPER", Some(after)), SaveOutcome::TopicTaken);
        assert_eq!(edit(db, club, "Соореr", Some(after)), SaveOutcome::TopicTaken);
    }
    assert_eq!(visibility(db, club), Visibility::Private);
    set(db, club, "Barrels", Visibility::Public);
    assert_eq!(
        forums(db).insert(&new_forum(ann, "barrels", "Text", 2)).unwrap(),
        SaveOutcome::TopicTaken
    );
}

fn profiles_count_what_is_in_public_forums(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let counts = || {
        let profile =
            DbUsers(db.database.clone()).public_profile("bob", Reader::Visitor).unwrap().unwrap();
        (profile.post_count, profile.reply_count, profile.score)
    };
    let club = add_private(db, ann, "Club");
    db.run(&format!(
        "INSERT INTO forum_members (forum_id, user_id, since, by_id) VALUES ({club}, {bob}, 0, {ann})"
    ));
    let write = || {
        let post = post(db, bob, club);
        let answer = reply(db, bob, post);
        vote(db, ann, post, answer, kernel::VoteCommand::Upvote);
    };
    write();
    assert_eq!(counts(), (0, 0, 0));
    is_consistent(db);
    set(db, club, "Club", Visibility::Public);
    assert_eq!(counts(), (1, 1, 2));
    write();
    assert_eq!(counts(), (2, 2, 4));
    for closed in [Visibility::Members, Visibility::Private] {
        set(db, club, "Club", closed);
        assert_eq!(counts(), (0, 0, 0));
        write();
        is_consistent(db);
    }
    assert!(forums(db).delete(club, &ACT).unwrap());
    assert_eq!(counts(), (0, 0, 0));
    is_consistent(db);
}

fn moderators_and_members_belong_to_a_forum(db: &TestDb) {
    let (ann, bob, eve) = (db.add_user("ann"), db.add_user("bob"), db.add_user("eve"));
    let club = add_private(db, ann, "Club");
    let other = add_private(db, ann, "Other");
    db.run(&format!(
        "INSERT INTO forum_members (forum_id, user_id, since, by_id) VALUES ({club}, {bob}, 0, {ann})"
    ));
    let readers = DbForumReaders(db.database.clone());
    let belongs = |user, forum| readers.belongs(user, forum).unwrap();
    assert_eq!([ann, bob, eve].map(|user| belongs(user, club)), [true, true, false]);
    assert_eq!([ann, bob, eve].map(|user| belongs(user, other)), [true, false, false]);
}

fn a_change_of_visibility_is_logged(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = add(db, ann, "Boats", "Text", 0);
    let logged = || {
        let filter =
            LogFilter { action: Some(LogAction::ForumVisibilityChanged), ..LogFilter::default() };
        let log = DbModerationLog(db.database.clone());
        log.entries(&filter, Reader::Admin, &PageRequest::default()).unwrap().items.len()
    };
    edit(db, forum, "Boats", None);
    set(db, forum, "Boats", Visibility::Public);
    assert_eq!(logged(), 0);
    set(db, forum, "Boats", Visibility::Private);
    assert_eq!(logged(), 1);
}
