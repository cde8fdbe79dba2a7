use std::time::Duration;

use infrastructure::DbReplies;
use infrastructure::maintenance;
use kernel::{ById, Event, HideOutcome, Limit, PageRequest, PostId, ReplyId, Revision, Timestamp};
use posts::PostRepository;
use replies::{Description, EditOutcome, Reply, ReplyRepository};

use super::{add_post, add_reply, mentions::collecting, posts_of, text};
use crate::support::{ACT, T0, TestDb, contract, own};

contract! {
    edits_within_five_minutes_make_one_version,
    a_post_keeps_the_versions_before_an_edit,
    an_edit_that_says_the_same_is_no_version,
    a_reply_keeps_the_versions_before_an_edit,
    an_edit_of_a_reply_tells_whom_it_newly_mentions,
    a_removed_reply_keeps_no_versions,
    a_removed_or_missing_reply_takes_no_edit,
    deleting_a_post_deletes_its_versions,
    versions_come_in_pages,
    a_hidden_version_is_for_moderators,
    a_history_is_valid,
}

fn minute(minute: u64) -> Timestamp {
    T0.after(Duration::from_mins(minute))
}

fn all() -> PageRequest<ById> {
    PageRequest { limit: Limit::default(), after: None }
}

fn of_post(db: &TestDb, post: PostId) -> Vec<Revision> {
    posts_of(db).revisions(post, false, &all()).unwrap().unwrap().items
}

fn replies_of(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

/// The number, the minute and the text of each version.
fn told(revisions: &[Revision]) -> Vec<(i32, u64, &str)> {
    let minute = |one: &Revision| (one.at.unix_millis() - T0.unix_millis()) as u64 / 60_000;
    revisions.iter().map(|one| (one.version, minute(one), one.description.as_str())).collect()
}

fn edit(db: &TestDb, reply: ReplyId, text: &str, at: Timestamp) -> Reply {
    let ann = db.number("SELECT id AS n FROM users WHERE username = 'ann'");
    let description = Description::parse(text).unwrap();
    match replies_of(db).update(reply, &description, kernel::UserId(ann), at).unwrap() {
        EditOutcome::Edited(reply) => reply,
        other => panic!("{other:?}"),
    }
}

fn edits_within_five_minutes_make_one_version(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "one").id;
    for (at, words) in [(4, "two"), (8, "three"), (12, "four")] {
        posts_of(db).update(post, &text(words), ann, minute(at)).unwrap().done().unwrap();
    }
    assert_eq!(told(&of_post(db, post)), [(2, 12, "four"), (1, 4, "two")]);
    posts_of(db).update(post, &text("five"), ann, minute(13)).unwrap().done().unwrap();
    let versions = [(3, 13, "five"), (2, 12, "four"), (1, 4, "two")];
    assert_eq!(told(&of_post(db, post)), versions);
    let reply = add_reply(db, ann, post, "one").id;
    for (at, words) in [(4, "two"), (8, "three"), (12, "four"), (13, "five")] {
        edit(db, reply, words, minute(at));
    }
    let revisions = replies_of(db).revisions(reply, false, &all()).unwrap().unwrap().items;
    assert_eq!(told(&revisions), versions);
}

fn a_post_keeps_the_versions_before_an_edit(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "one").id;
    posts_of(db).update(post, &text("two"), ann, minute(10)).unwrap().done().unwrap();
    posts_of(db).update(post, &text("three"), ann, minute(20)).unwrap().done().unwrap();
    let found = posts_of(db).find(post).unwrap().unwrap();
    assert_eq!(found.edited_at, Some(minute(20)));
    let revisions = of_post(db, post);
    assert_eq!(told(&revisions), [(3, 20, "three"), (2, 10, "two"), (1, 0, "one")]);
    assert!(revisions.iter().all(|one| one.username == "ann"));
    assert!(revisions.iter().all(|one| one.title.as_deref() == Some("Title")));
    assert_eq!(posts_of(db).revisions(PostId(post.0 + 1), false, &all()).unwrap(), None);
}

fn an_edit_that_says_the_same_is_no_version(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "one").id;
    let edited = posts_of(db).update(post, &text("one"), ann, minute(10)).unwrap().done().unwrap();
    assert_eq!((edited.edited, edited.edited_at), (true, None));
    assert_eq!(told(&of_post(db, post)), [(1, 0, "one")]);
}

fn a_reply_keeps_the_versions_before_an_edit(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "Text").id;
    let reply = add_reply(db, ann, post, "one");
    assert_eq!(reply.edited_at, None);
    let edited = edit(db, reply.id, "*two*", minute(10));
    assert_eq!(edited.edited_at, Some(minute(10)));
    assert_eq!(edited.content.unwrap().html, "<p><em>two</em></p>\n");
    let revisions = replies_of(db).revisions(reply.id, false, &all()).unwrap().unwrap().items;
    assert_eq!(told(&revisions), [(2, 10, "*two*"), (1, 0, "one")]);
    assert!(revisions.iter().all(|one| one.title.is_none()));
}

fn an_edit_of_a_reply_tells_whom_it_newly_mentions(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "Text").id;
    let reply = add_reply(db, ann, post, "Text").id;
    let (database, told) = collecting(db);
    let edit = |text: &str| {
        let description = Description::parse(text).unwrap();
        DbReplies(database.clone()).update(reply, &description, ann, T0).unwrap();
    };
    edit("@bob");
    assert_eq!(told(), [Event::MemberMentioned { user: bob, post, reply: Some(reply) }]);
    edit("Well, @bob");
    assert_eq!(told(), []);
}

fn a_removed_reply_keeps_no_versions(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "Text").id;
    let reply = add_reply(db, ann, post, "one").id;
    edit(db, reply, "two", minute(10));
    assert!(replies_of(db).remove(reply, &own(ann)).unwrap());
    assert_eq!(replies_of(db).revisions(reply, false, &all()).unwrap(), None);
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_revisions"), 0);
}

fn a_removed_or_missing_reply_takes_no_edit(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "Text").id;
    let reply = add_reply(db, ann, post, "one").id;
    replies_of(db).remove(reply, &ACT).unwrap();
    let text = Description::parse("two").unwrap();
    let edit = |id: i64| replies_of(db).update(ReplyId(id), &text, ann, T0).unwrap();
    assert_eq!(edit(reply.0), EditOutcome::ReplyRemoved);
    assert_eq!(edit(reply.0 + 1), EditOutcome::NotFound);
}

fn deleting_a_post_deletes_its_versions(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "one").id;
    let reply = add_reply(db, ann, post, "one").id;
    posts_of(db).update(post, &text("two"), ann, minute(10)).unwrap().done().unwrap();
    edit(db, reply, "two", minute(10));
    assert!(posts_of(db).delete(post, &own(ann)).unwrap());
    for table in ["post_revisions", "reply_revisions"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), 0);
    }
}

fn versions_come_in_pages(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "0").id;
    for number in 1..5 {
        let words = number.to_string();
        posts_of(db).update(post, &text(&words), ann, minute(10 * number)).unwrap().done().unwrap();
    }
    let (mut seen, mut request) =
        (vec![], PageRequest { limit: Limit::new(2).unwrap(), after: None });
    loop {
        let page = posts_of(db).revisions(post, false, &request).unwrap().unwrap();
        assert!(page.items.len() <= 2);
        seen.extend(page.items.iter().map(|one| one.version));
        request.after = page.next;
        if request.after.is_none() {
            break;
        }
    }
    assert_eq!(seen, [5, 4, 3, 2, 1]);
}

fn a_history_is_valid(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "one").id;
    posts_of(db).update(post, &text("two"), ann, minute(10)).unwrap().done().unwrap();
    let reply = add_reply(db, ann, post, "one").id;
    edit(db, reply, "two", minute(10));
    let check = || maintenance::check(&db.database, &|_, _| ()).unwrap();
    let tables = |findings: Vec<infrastructure::maintenance::Finding>| -> Vec<String> {
        findings.into_iter().map(|one| one.table).filter(|table| table != "forum_weeks").collect()
    };
    assert_eq!(tables(check()), [""; 0]);
    db.run("DELETE FROM post_revisions");
    assert_eq!(tables(check()), ["posts"]);
    db.run("DELETE FROM reply_revisions");
    assert_eq!(tables(check()), ["posts", "replies"]);
}

fn a_hidden_version_is_for_moderators(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "one").id;
    let reply = add_reply(db, ann, post, "one").id;
    for (at, words) in [(6, "two"), (12, "three")] {
        posts_of(db).update(post, &text(words), ann, minute(at)).unwrap().done().unwrap();
        edit(db, reply, words, minute(at));
    }
    let hide_of_post = |version| posts_of(db).hide_revision(post, version, &own(ann)).unwrap();
    let hide_of_reply = |version| replies_of(db).hide_revision(reply, version, &own(ann)).unwrap();
    let hides: [&dyn Fn(i32) -> HideOutcome; 2] = [&hide_of_post, &hide_of_reply];
    for hide in hides {
        let outcomes = [3, 2, 2, 4, 0].map(hide);
        let [hidden, missing] = [HideOutcome::Hidden, HideOutcome::NotFound];
        assert_eq!(outcomes, [HideOutcome::Present, hidden, hidden, missing, missing]);
    }
    let of_post = |with| posts_of(db).revisions(post, with, &all()).unwrap().unwrap().items;
    let of_reply = |with| replies_of(db).revisions(reply, with, &all()).unwrap().unwrap().items;
    let lists: [&dyn Fn(bool) -> Vec<Revision>; 2] = [&of_post, &of_reply];
    for list in lists {
        assert_eq!(told(&list(false)), [(3, 12, "three"), (1, 0, "one")]);
        let marked: Vec<_> = list(true).iter().map(|one| (one.version, one.hidden)).collect();
        assert_eq!(marked, [(3, false), (2, true), (1, false)]);
    }
    let logged = "SELECT count(*) AS n FROM moderation_log WHERE action = 33";
    assert_eq!(db.number(logged), 2, "each is logged once");
    replies_of(db).remove(reply, &ACT).unwrap();
    assert_eq!(hide_of_reply(1), HideOutcome::NotFound);
    let kept = replies_of(db).removed_revisions(reply, &all()).unwrap().unwrap().items;
    assert_eq!(kept.len(), 3);
}
