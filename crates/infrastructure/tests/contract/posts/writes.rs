use forums::ForumRepository;
use infrastructure::DbForums;
use kernel::{ForumId, ImageUrl, PostId, Role, Timestamp, Visibility, VoteCommand, Votes};
use posts::{
    ImageDescription, InsertOutcome, Post, PostContent, PostRepository, Selection, WriteOutcome,
};

use super::{NONE, add, content, find, new_post, newest, posts, second};
use crate::support::{ACT, T0, TestDb, contract, own, sixteen_at_once, sqlite};

contract! {
    a_stored_post_is_found_again,
    a_post_in_a_missing_forum_is_not_stored,
    storing_a_post_counts_it_in_its_forum_and_day,
    a_post_that_cannot_be_counted_is_not_stored,
    sixteen_concurrent_posts_are_all_counted,
    an_edited_post_is_marked_and_keeps_the_rest,
    an_edited_post_is_found_by_its_new_words_alone,
    an_edit_of_a_missing_post_changes_nothing,
    deleting_a_post_deletes_its_replies_and_votes,
    deleting_a_post_lowers_the_activity,
    concurrent_deletions_delete_a_post_once,
    deleting_posts_and_their_forum_at_once_succeeds,
}

const DAY: i64 = 86_400;

fn count(db: &TestDb, table: &str) -> i64 {
    db.number(&format!("SELECT count(*) AS n FROM {table}"))
}

fn activity(db: &TestDb, forum: ForumId, day: i32) -> i64 {
    db.number(&format!(
        "SELECT coalesce(max(activity), 0) AS n FROM forum_weeks WHERE forum_id = {forum} AND day = {day}"
    ))
}

/// A reply, counted as its port would count it.
fn add_reply(db: &TestDb, post: PostId, at: Timestamp, removed: bool) {
    let (created_at, day) = (at.unix_millis(), at.day());
    db.run(&format!(
        "INSERT INTO replies (post_id, parent_id, author_id, depth, description, created_at, removed)
         SELECT id, 0, author_id, 0, 'Text', {created_at}, {removed} FROM posts WHERE id = {post}"
    ));
    if !removed {
        db.run(&format!(
            "WITH ahead (days) AS (VALUES (0), (1), (2), (3), (4), (5), (6))
             INSERT INTO forum_weeks (forum_id, day, activity)
             SELECT forum_id, {day} + days, 1 FROM posts CROSS JOIN ahead WHERE id = {post}
             ON CONFLICT (forum_id, day) DO UPDATE SET activity = forum_weeks.activity + 1"
        ));
    }
}

fn a_stored_post_is_found_again(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let mut new = new_post(ann, forum, "Gärten", T0);
    new.content.image = ImageUrl::parse("https://example.org/ä.png").unwrap();
    new.content.image_description = ImageDescription::parse("A bed").ok();
    let stored = posts(db).insert(&new).unwrap().inserted().unwrap();
    assert_eq!(
        stored,
        Post {
            id: stored.id,
            forum,
            forum_topic: "Gardening".to_owned(),
            forum_visibility: Visibility::Public,
            author: ann,
            author_name: "ann".to_owned(),
            author_image: "/images/avatars/default.svg".to_owned(),
            author_role: Role::Moderator,
            title: "Gärten".to_owned(),
            description: "Text".to_owned(),
            html: Some("<p>Text</p>\n".to_owned()),
            excerpt: "Text".to_owned(),
            image: Some("https://example.org/ä.png".to_owned()),
            image_description: Some("A bed".to_owned()),
            created_at: T0,
            edited: false,
            edited_at: None,
            votes: Votes::default(),
            reply_count: 0,
            locked: false,
            lock_reason: None,
            pin: None,
            held: false,
        }
    );
    assert_eq!(find(db, stored.id), stored);
    assert_eq!(posts(db).find(PostId(stored.id.0 + 1)).unwrap(), None);
}

fn a_post_in_a_missing_forum_is_not_stored(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let missing = ForumId(forum.0 + 1);
    let outcome = posts(db).insert(&new_post(ann, missing, "Seeds", T0)).unwrap();
    assert_eq!(outcome, InsertOutcome::NoSuchForum);
    assert_eq!((count(db, "posts"), count(db, "post_words"), count(db, "forum_weeks")), (0, 0, 0));
    add(db, ann, forum, "The next one is stored", T0);
}

fn storing_a_post_counts_it_in_its_forum_and_day(db: &TestDb) {
    let ann = db.add_user("ann");
    let (forum, other) = (db.add_forum(ann, "Gardening"), db.add_forum(ann, "Boats"));
    for at in [T0, second(1), second(DAY)] {
        add(db, ann, forum, "Seeds", at);
    }
    let today = T0.day();
    let of_days = |days: [i32; 5]| days.map(|ahead| activity(db, forum, today + ahead));
    assert_eq!(of_days([-1, 0, 1, 6, 7]), [0, 2, 3, 3, 1]);
    assert_eq!(activity(db, other, today), 0);
}

fn a_post_that_cannot_be_counted_is_not_stored(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    db.break_inserts("forum_weeks");
    assert!(posts(db).insert(&new_post(ann, forum, "Seeds", T0)).is_err());
    assert_eq!((count(db, "posts"), count(db, "post_words")), (0, 0));
    let seeds = Selection { keyword: Some("seeds".to_owned()), ..Selection::default() };
    assert_eq!(newest(db, &seeds, 10), NONE);
}

fn sixteen_concurrent_posts_are_all_counted(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let posts = posts(db);
    sixteen_at_once(|_| {
        posts.insert(&new_post(ann, forum, "Seeds", T0)).unwrap().inserted().unwrap()
    });
    assert_eq!((count(db, "posts"), activity(db, forum, T0.day())), (16, 16));
}

fn an_edited_post_is_marked_and_keeps_the_rest(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let id = add(db, ann, forum, "Seeds", T0);
    posts(db).vote(id, bob, VoteCommand::Upvote, T0).unwrap();
    add_reply(db, id, T0, false);
    db.run("UPDATE posts SET reply_count = 1");
    let before = find(db, id);
    let image = ImageUrl::parse("/images/a.png").unwrap();
    let image_description = ImageDescription::parse("A boat").ok();
    let edit = PostContent { image, image_description, ..content("Boats", "Sails") };
    let edited = posts(db).update(id, &edit, ann, T0).unwrap().done().unwrap();
    let expected = Post {
        title: "Boats".to_owned(),
        description: "Sails".to_owned(),
        html: Some("<p>Sails</p>\n".to_owned()),
        excerpt: "Sails".to_owned(),
        image: Some("/images/a.png".to_owned()),
        image_description: Some("A boat".to_owned()),
        edited: true,
        edited_at: Some(T0),
        ..before
    };
    assert_eq!(edited, expected);
    assert_eq!(find(db, id), expected);
    assert_eq!(activity(db, forum, T0.day()), 2);
}

fn an_edited_post_is_found_by_its_new_words_alone(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let id = add(db, ann, forum, "Seeds", T0);
    posts(db).update(id, &content("Boats", "Sails"), ann, T0).unwrap().done().unwrap();
    for forum in [None, Some(forum)] {
        let found = |word: &str| newest(db, &Selection { forum, ..super::with(word) }, 10);
        assert_eq!(found("sail"), ["Boats"]);
        assert_eq!(found("seeds"), NONE);
    }
}

fn an_edit_of_a_missing_post_changes_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let id = add(db, ann, forum, "Seeds", T0);
    let missing = PostId(id.0 + 1);
    assert_eq!(
        posts(db).update(missing, &content("Boats", "Sails"), ann, T0).unwrap(),
        WriteOutcome::NotFound
    );
    assert!(!find(db, id).edited);
}

fn deleting_a_post_deletes_its_replies_and_votes(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (id, other) = (add(db, ann, forum, "Seeds", T0), add(db, ann, forum, "Roots", T0));
    for post in [id, other] {
        add_reply(db, post, T0, false);
        posts(db).vote(post, ann, VoteCommand::Downvote, T0).unwrap();
    }
    assert!(posts(db).delete(id, &own(ann)).unwrap());
    assert_eq!(posts(db).find(id).unwrap(), None);
    for table in ["posts", "post_words", "post_votes", "replies"] {
        assert_eq!(count(db, table), 1, "{table}");
    }
    assert_eq!(find(db, other).votes.downvotes, 1);
    assert!(!posts(db).delete(id, &ACT).unwrap());
}

fn deleting_a_post_lowers_the_activity(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (id, other) = (add(db, ann, forum, "Seeds", T0), add(db, ann, forum, "Roots", T0));
    for (post, at, removed) in [
        (id, T0, false),
        (id, second(1), true),
        (id, second(DAY), false),
        (id, second(DAY), false),
        (id, second(DAY), true),
        (other, second(DAY), false),
    ] {
        add_reply(db, post, at, removed);
    }
    let today = T0.day();
    let counted = || (activity(db, forum, today), activity(db, forum, today + 1));
    assert_eq!(counted(), (3, 6));
    posts(db).delete(id, &ACT).unwrap();
    assert_eq!(counted(), (1, 2));
    posts(db).delete(other, &ACT).unwrap();
    assert_eq!(counted(), (0, 0));
}

fn concurrent_deletions_delete_a_post_once(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (id, _other) = (add(db, ann, forum, "Seeds", T0), add(db, ann, forum, "Roots", T0));
    let posts = posts(db);
    let deleted = sixteen_at_once(|_| posts.delete(id, &ACT).unwrap());
    assert_eq!(deleted.into_iter().filter(|deleted| *deleted).count(), 1);
    assert_eq!(activity(db, forum, T0.day()), 1);
}

fn deleting_posts_and_their_forum_at_once_succeeds(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let ids: Vec<PostId> = (0..16).map(|_| add(db, ann, forum, "Seeds", T0)).collect();
    let (posts, forums) = (posts(db), DbForums(db.database.clone()));
    sixteen_at_once(|number| match number {
        0 => forums.delete(forum, &ACT).unwrap(),
        1 => posts.insert(&new_post(ann, forum, "Seeds", T0)).unwrap().inserted().is_some(),
        2 => posts.vote(ids[2], ann, VoteCommand::Upvote, T0).unwrap().done().is_some(),
        _ => posts.delete(ids[number as usize], &ACT).unwrap(),
    });
    for table in ["posts", "post_words", "post_votes", "forum_weeks"] {
        assert_eq!(count(db, table), 0, "{table}");
    }
}

/// SQLite keeps the index in tables of its own, which only triggers reach.
#[test]
fn deleted_posts_leave_the_full_text_index_of_sqlite() {
    let db = sqlite();
    let ann = db.add_user("ann");
    let (forum, other) = (db.add_forum(ann, "Gardening"), db.add_forum(ann, "Boats"));
    let id = add(&db, ann, forum, "Seeds", T0);
    add(&db, ann, forum, "Seeds again", T0);
    add(&db, ann, other, "Seeds afloat", T0);
    let indexed =
        || db.number("SELECT count(*) AS n FROM post_search WHERE post_search MATCH 'seeds'");
    assert_eq!(indexed(), 3);
    posts(&db).delete(id, &own(ann)).unwrap();
    assert_eq!(indexed(), 2);
    db.run(&format!("PRAGMA foreign_keys = ON; DELETE FROM forums WHERE id = {forum}"));
    assert_eq!(indexed(), 1);
    db.run("INSERT INTO post_search (post_search, rank) VALUES ('integrity-check', 1)");
}
