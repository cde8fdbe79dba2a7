use infrastructure::{DbPosts, DbReplies, DbUsers};
use kernel::{Act, RemovalRetention, UserId};
use notifications::{Kind, ModerationAct, Notification};
use posts::PostRepository;
use replies::ReplyRepository;
use users::UserRepository;

use super::{deliver, of, post, producing_at, reply};
use crate::support::{ACT, HASH, T0, TestDb, contract, own};

contract! {
    authors_learn_of_removals_and_restorations,
    nobody_learns_of_own_acts_or_of_those_on_deleted_accounts,
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
    assert_eq!(db.database.check(&|_, _| ()).unwrap(), []);
}

fn nobody_learns_of_own_acts_or_of_those_on_deleted_accounts(db: &TestDb) {
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
