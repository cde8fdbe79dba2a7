use infrastructure::maintenance;
use infrastructure::{DbPosts, DbReplies, DbUsers};
use kernel::{Act, PostId, Reason, RemovalRetention, UserId};
use notifications::{Kind, ModerationAct, Notification};
use posts::{LockChange, PostRepository};
use replies::ReplyRepository;
use users::UserRepository;

use super::{deliver, fan_out::add_watchers, of, post, producing_at, reply};
use crate::support::{ACT, HASH, T0, TestDb, contract, own};

contract! {
    authors_learn_of_removals_and_restorations,
    authors_learn_of_replies_that_go_and_come_back_with_a_post,
    many_authors_learn_of_replies_that_come_back,
    own_acts_and_deleted_accounts_notify_nobody,
    authors_learn_of_locks_by_others,
    reasons_are_those_of_the_latest_act,
}

fn by(actor: UserId) -> Act {
    Act { by: Some(actor), ..ACT }
}

/// What was done, whether it says who, and what it names.
fn said(one: &Notification) -> (Option<ModerationAct>, usize, Option<&str>, &str) {
    let title = one.post.as_ref().map(|post| post.title.as_str());
    (one.act, one.actors.len(), title, one.excerpt.as_str())
}

fn authors_learn_of_removals_and_restorations(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let tea = post(&db.database, ann, db.add_forum(ann, "Tea"), "Oolong");
    let answer = reply(&db.database, bob, tea, None, "I like it");
    let kept = RemovalRetention::at(T0);
    let act = |nth: i64, act: &dyn Fn(DbPosts, DbReplies)| {
        let database = producing_at(&db.database, nth - 10);
        act(DbPosts::new(database.clone()), DbReplies(database.clone()));
        deliver(&database);
    };
    act(0, &|_, replies| assert!(replies.remove(answer, &by(ann)).unwrap()));
    let latest = |user| of(db, user).remove(0);
    let gone = latest(bob);
    assert_eq!((gone.kind, gone.forum.as_ref().unwrap().topic.as_str()), (Kind::Moderation, "Tea"));
    assert_eq!(said(&gone), (Some(ModerationAct::ReplyRemoved), 0, Some("Oolong"), ""));
    act(1, &|_, replies| {
        assert!(replies.restore(answer, &by(ann), kept).unwrap().is_some());
    });
    let back = latest(bob);
    assert_eq!(said(&back), (Some(ModerationAct::ReplyRestored), 0, Some("Oolong"), "I like it"));
    act(2, &|posts, _| assert!(posts.delete(tea, &by(bob)).unwrap()));
    assert_eq!(said(&latest(ann)), (Some(ModerationAct::PostRemoved), 0, None, ""));
    assert_eq!(of(db, bob), [], "nothing is left of what was under the post");
    act(3, &|posts, _| assert!(posts.restore(tea, &by(bob), kept).unwrap().is_some()));
    assert_eq!(
        said(&latest(ann)),
        (Some(ModerationAct::PostRestored), 0, Some("Oolong"), "All about Oolong")
    );
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn authors_learn_of_replies_that_go_and_come_back_with_a_post(db: &TestDb) {
    let [ann, bob, carl, max] = ["ann", "bob", "carl", "max"].map(|name| db.add_user(name));
    let tea = post(&db.database, ann, db.add_forum(max, "Tea"), "Oolong");
    let first = reply(&db.database, bob, tea, None, "I like it");
    for (author, parent) in [(bob, Some(first)), (carl, None), (max, None), (ann, None)] {
        reply(&db.database, author, tea, parent, "Me too");
    }
    let database = producing_at(&db.database, 0);
    assert!(DbPosts::new(database.clone()).delete(tea, &by(max)).unwrap());
    deliver(&database);
    for author in [bob, carl] {
        let told = of(db, author);
        let said: Vec<_> = told.iter().map(said).collect();
        assert_eq!(said, [(Some(ModerationAct::ReplyRemoved), 0, None, "")]);
        assert_eq!(told[0].forum.as_ref().unwrap().topic.as_str(), "Tea");
    }
    let of_post: Vec<_> = of(db, ann).iter().map(|one| one.act).collect();
    assert_eq!(of_post, [Some(ModerationAct::PostRemoved)]);
    assert_eq!(of(db, max), []);
    let kept = RemovalRetention::at(T0);
    let database = producing_at(&db.database, 1);
    assert!(DbPosts::new(database.clone()).restore(tea, &by(max), kept).unwrap().is_some());
    deliver(&database);
    for (author, text) in [(bob, "I like it"), (carl, "Me too")] {
        let back = of(db, author).remove(0);
        let act = Some(ModerationAct::ReplyRestored);
        assert_eq!(said(&back), (act, 0, Some("Oolong"), text));
    }
    let of_post: Vec<_> = of(db, ann).iter().map(|one| one.act).collect();
    assert_eq!(of_post, [ModerationAct::PostRestored, ModerationAct::PostRemoved].map(Some));
    assert_eq!(of(db, max), []);
}

fn many_authors_learn_of_replies_that_come_back(db: &TestDb) {
    let [ann, max] = ["ann", "max"].map(|name| db.add_user(name));
    let tea = post(&db.database, ann, db.add_forum(max, "Tea"), "Oolong");
    let repliers = 1_200;
    add_watchers(db, tea.0, repliers);
    db.run(&format!(
        "INSERT INTO replies (post_id, parent_id, author_id, depth, description, created_at)
            SELECT {tea}, 0, user_id, 0, 'Me too', 0 FROM post_watches WHERE post_id = {tea}"
    ));
    let database = producing_at(&db.database, 0);
    let posts = DbPosts::new(database.clone());
    let told = "SELECT count(*) AS n FROM notifications";
    assert!(posts.delete(tea, &by(max)).unwrap());
    deliver(&database);
    assert_eq!(db.number(told), repliers + 1);
    assert!(posts.restore(tea, &by(max), RemovalRetention::at(T0)).unwrap().is_some());
    deliver(&database);
    assert_eq!(db.number(told), 2 * (repliers + 1));
    assert_eq!(db.number(&format!("{told} WHERE count > 1")), 0, "each once");
}

fn own_acts_and_deleted_accounts_notify_nobody(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Tea");
    let tea = post(&db.database, ann, forum, "Oolong");
    let other = post(&db.database, bob, forum, "Sencha");
    DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    let database = producing_at(&db.database, 0);
    assert!(DbPosts::new(database.clone()).delete(tea, &own(ann)).unwrap());
    assert!(DbPosts::new(database.clone()).delete(other, &ACT).unwrap());
    deliver(&database);
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), 0);
}

fn lock(posts: &DbPosts, post: PostId, by: UserId, reason: Option<&str>) {
    let change = LockChange {
        post,
        locked: true,
        reason: reason.map(|reason| Reason::parse(reason).unwrap()),
        by,
        at: T0,
    };
    assert!(posts.set_lock(&change).unwrap().unwrap().locked);
}

fn authors_learn_of_locks_by_others(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Tea");
    let [own, other] = [(ann, "Oolong"), (bob, "Sencha")]
        .map(|(author, title)| post(&db.database, author, forum, title));
    let database = producing_at(&db.database, 0);
    let posts = DbPosts::new(database.clone());
    lock(&posts, own, ann, None);
    lock(&posts, other, ann, Some("Settled"));
    deliver(&database);
    assert_eq!(of(db, ann), []);
    let told = of(db, bob);
    let act = Some(ModerationAct::PostLocked);
    assert_eq!(said(&told[0]), (act, 0, Some("Sencha"), "All about Sencha"));
    assert_eq!((told.len(), told[0].reason.as_deref()), (1, Some("Settled")));
}

fn reasons_are_those_of_the_latest_act(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Tea");
    let [tea, other] = ["Oolong", "Sencha"].map(|title| post(&db.database, bob, forum, title));
    let answer = reply(&db.database, bob, tea, None, "I like it");
    let kept = RemovalRetention::at(T0);
    let database = producing_at(&db.database, 0);
    let (posts, replies) = (DbPosts::new(database.clone()), DbReplies(database.clone()));
    let because = |reason: &str| Act { reason: Some(Reason::parse(reason).unwrap()), ..by(ann) };
    let reasons = || {
        deliver(&database);
        let told = of(db, bob).into_iter();
        let mut told: Vec<_> = told.map(|one| (one.act.unwrap(), one.reason)).collect();
        told.sort_by_key(|(act, _)| format!("{act:?}"));
        told
    };
    let reason = |reason: &str| Some(reason.to_owned());
    assert!(posts.delete(other, &because("Another post")).unwrap());
    assert!(replies.remove(answer, &because("Off topic")).unwrap());
    let of_both = [
        (ModerationAct::PostRemoved, reason("Another post")),
        (ModerationAct::ReplyRemoved, reason("Off topic")),
    ];
    assert_eq!(reasons(), of_both);
    assert!(replies.restore(answer, &by(ann), kept).unwrap().is_some());
    assert!(replies.remove(answer, &by(ann)).unwrap());
    let [of_post, (removed, _)] = of_both;
    assert_eq!(reasons(), [of_post, (removed, None), (ModerationAct::ReplyRestored, None)]);
}
