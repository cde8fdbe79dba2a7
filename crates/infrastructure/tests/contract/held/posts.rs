use ::moderation::reports::{DecideOutcome, ReportState};
use ::posts::{PostRepository, Selection, WriteOutcome};
use forums::ForumRepository;
use infrastructure::DbForums;
use kernel::{ById, ByTime, Limit, PageRequest, Reader, RemovalRetention, Timestamp, VoteCommand};
use users::{DeleteOutcome, UserRepository};

use super::{asked, decide, forum, hold_post, is_sound, kept, posts_of, queue};
use crate::{
    posts::content,
    support::{ACT, HASH, T0, TestDb, contract},
};

contract! {
    a_held_post_is_found_by_no_read,
    a_held_post_takes_no_writes,
    own_held_posts_are_paged_newest_first,
    an_approved_post_is_as_if_it_had_been_written,
    a_rejected_post_is_removed_and_can_be_restored,
    taking_a_report_decides_nothing,
    a_withdrawn_post_leaves_nothing,
    held_texts_are_never_wiped,
    a_held_post_is_not_restored,
    deleted_accounts_and_forums_take_their_held_posts_along,
    moderators_read_what_waits_after_thirty_days,
}

fn a_held_post_is_found_by_no_read(db: &TestDb) {
    let (_, bob, forum, shown) = forum(db);
    let id = hold_post(db, bob, forum);
    let posts = posts_of(db);
    let held = posts.find_held(id).unwrap().unwrap();
    assert_eq!((held.author, held.forum, held.held), (bob, forum, true));
    assert!(held.html.unwrap().contains("https://a.example"));
    assert_eq!(posts.find_held(shown).unwrap(), None);
    assert_eq!(posts.find(id).unwrap(), None);
    let newest = PageRequest::<ByTime>::default();
    let found = posts.newest(&Selection::default(), &newest).unwrap().items;
    assert_eq!(found.iter().map(|post| post.id).collect::<Vec<_>>(), [shown]);
    let own = posts.by_author(bob, Reader::Visitor, &PageRequest::<ById>::default()).unwrap();
    assert_eq!(own.items, []);
    let found = Selection { keyword: Some("seeds".to_owned()), ..Selection::default() };
    assert_eq!(posts.newest(&found, &PageRequest::default()).unwrap().items, []);
    assert_eq!(posts.last_id().unwrap(), Some(shown));
    assert_eq!(posts.revisions(id, false, &PageRequest::default()).unwrap(), None);
    assert_eq!(posts.find_removed(id, kept()).unwrap(), None);
    is_sound(db);
}

fn a_held_post_takes_no_writes(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    let posts = posts_of(db);
    let edit = posts.update(id, &content("Boats", "Sails"), bob, T0).unwrap();
    assert_eq!(edit, WriteOutcome::NotFound);
    assert_eq!(posts.vote(id, ann, VoteCommand::Upvote, T0).unwrap(), WriteOutcome::NotFound);
    assert!(!posts.delete(id, &ACT).unwrap());
    is_sound(db);
}

fn own_held_posts_are_paged_newest_first(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let [first, second, third] = [(); 3].map(|()| hold_post(db, bob, forum));
    hold_post(db, db.add_user("carl"), forum);
    let posts = posts_of(db);
    let page = |after| PageRequest { limit: Limit::new(2).unwrap(), after };
    let start = posts.held_of(bob, Reader::Visitor, &page(None)).unwrap();
    assert_eq!(start.items.iter().map(|post| post.id).collect::<Vec<_>>(), [third, second]);
    assert!(start.items.iter().all(|post| post.held && post.html.is_none()));
    let rest = posts.held_of(bob, Reader::Visitor, &page(start.next)).unwrap();
    assert_eq!((rest.items.len(), rest.items[0].id, rest.next), (1, first, None));
    assert_eq!(posts.held_of(ann, Reader::Visitor, &page(None)).unwrap().items, []);
    assert!(posts.withdraw(second).unwrap());
    let left = posts.held_of(bob, Reader::Visitor, &page(None)).unwrap();
    assert_eq!(left.items.iter().map(|post| post.id).collect::<Vec<_>>(), [third, first]);
}

fn an_approved_post_is_as_if_it_had_been_written(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    let counted = db.number("SELECT post_count AS n FROM forums");
    let report = asked(db);
    assert_eq!(report.target.username.as_deref(), Some("bob"));
    assert_eq!((report.target.forum, report.target.post), (Some(forum), Some(id)));
    assert!(!report.target.is_removed && report.target.excerpt.starts_with("Buy seeds"));
    let DecideOutcome::Changed(decided) = decide(db, report.id, ReportState::Resolved, ann) else {
        panic!("not decided");
    };
    assert_eq!(decided.state, ReportState::Resolved);
    let posts = posts_of(db);
    let shown = posts.find(id).unwrap().unwrap();
    assert_eq!((shown.title.as_str(), shown.created_at, shown.held), ("Cheap seeds", T0, false));
    assert_eq!(posts.find_held(id).unwrap(), None);
    let found = Selection { keyword: Some("seeds".to_owned()), ..Selection::default() };
    assert_eq!(posts.newest(&found, &PageRequest::default()).unwrap().items.len(), 1);
    assert_eq!(db.number("SELECT post_count AS n FROM forums"), counted + 1);
    assert_eq!(queue(db), []);
    assert!(posts.delete(id, &ACT).unwrap());
    is_sound(db);
}

fn a_rejected_post_is_removed_and_can_be_restored(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    let report = asked(db).id;
    decide(db, report, ReportState::Rejected, ann);
    let posts = posts_of(db);
    assert_eq!(posts.find(id).unwrap(), None);
    assert_eq!(posts.find_held(id).unwrap(), None);
    assert_eq!(posts.find_removed(id, kept()).unwrap(), Some(forum));
    is_sound(db);
    let late = decide(db, report, ReportState::Resolved, ann);
    assert!(matches!(late, DecideOutcome::DecidedBefore(_)));
    assert_eq!(posts.find(id).unwrap(), None);
    let restored = posts.restore(id, &kernel::Act { by: Some(ann), ..ACT }, kept()).unwrap();
    assert_eq!(restored.unwrap().title, "Cheap seeds");
    is_sound(db);
    assert!(posts.delete(id, &ACT).unwrap());
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    assert_eq!(posts.wipe_removed(over).unwrap(), 1);
    is_sound(db);
}

fn taking_a_report_decides_nothing(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    for state in [ReportState::InProgress, ReportState::Open] {
        decide(db, asked(db).id, state, ann);
        assert_eq!(posts_of(db).find(id).unwrap(), None);
        is_sound(db);
    }
}

fn a_withdrawn_post_leaves_nothing(db: &TestDb) {
    let (ann, bob, forum, shown) = forum(db);
    let id = hold_post(db, bob, forum);
    let report = asked(db).id;
    assert!(posts_of(db).withdraw(id).unwrap());
    assert!(!posts_of(db).withdraw(id).unwrap());
    assert!(!posts_of(db).withdraw(shown).unwrap());
    assert_eq!(queue(db), []);
    assert_eq!(decide(db, report, ReportState::Resolved, ann), DecideOutcome::NotFound);
    assert_eq!(db.number("SELECT count(*) AS n FROM posts"), 1);
    is_sound(db);
}

fn held_texts_are_never_wiped(db: &TestDb) {
    let (_, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    let late = RemovalRetention { start: Timestamp::from_unix_millis(i64::MAX) };
    assert_eq!(posts_of(db).wipe_removed(late).unwrap(), 0);
    assert!(posts_of(db).find_held(id).unwrap().is_some());
}

fn a_held_post_is_not_restored(db: &TestDb) {
    let (ann, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    let by_ann = kernel::Act { by: Some(ann), ..ACT };
    assert_eq!(posts_of(db).restore(id, &by_ann, kept()).unwrap(), None);
    is_sound(db);
}

fn deleted_accounts_and_forums_take_their_held_posts_along(db: &TestDb) {
    let (_, bob, forum, _) = forum(db);
    let carl = db.add_user("carl");
    hold_post(db, bob, forum);
    hold_post(db, carl, forum);
    let users = infrastructure::DbUsers(db.database.clone());
    assert_eq!(users.delete(bob, HASH, T0).unwrap(), DeleteOutcome::Deleted);
    assert_eq!(asked(db).target.username.as_deref(), Some("carl"));
    is_sound(db);
    assert!(DbForums(db.database.clone()).delete(forum, &ACT).unwrap());
    assert_eq!(queue(db), []);
    is_sound(db);
}

fn moderators_read_what_waits_after_thirty_days(db: &TestDb) {
    let (_, bob, forum, _) = forum(db);
    hold_post(db, bob, forum);
    db.run("UPDATE posts SET hidden_at = 0 WHERE held");
    assert!(asked(db).target.excerpt.starts_with("Buy seeds"));
}
