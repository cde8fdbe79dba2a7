use kernel::ForumId;
use search::{Filters, Kind, Sort};

use super::{Scene, Search, minutes, names};
use crate::support::{TestDb, contract};

contract! {
    only_what_a_member_wrote,
    only_what_is_in_a_forum,
    only_what_is_in_a_large_forum,
    only_what_is_between_two_times,
    filters_narrow_together,
    a_filter_for_what_is_not_there_finds_nothing,
    times_between_far_apart_ids_are_found,
}

fn all(scene: &Scene<'_>, filters: Filters) -> Vec<String> {
    let kinds = Kind::ALL.to_vec();
    names(&scene.run(&Search { sort: Sort::New, kinds, filters, ..Search::of("tea") }).hits)
}

/// Ann and Bob in two forums, a minute each.
fn talk(db: &TestDb) -> (Scene<'_>, ForumId) {
    let scene = Scene::of(db);
    let bob = db.add_user("Bob");
    let other = scene.add_forum("Tea rooms", ".", 0);
    let first = scene.post("Tea 1", ".", 1);
    scene.reply_by(bob, first, "Tea 2", 2);
    let second = scene.post_by(bob, other, "Tea 3", ".", 3);
    scene.reply(second, "Tea 4", 4);
    db.add_user("teacher");
    (scene, other)
}

fn only_what_a_member_wrote(db: &TestDb) {
    let (scene, _) = talk(db);
    let of =
        |name: &str| all(&scene, Filters { author: Some(name.to_owned()), ..Filters::default() });
    assert_eq!(of("BOB"), ["post Tea 3", "reply Tea 2"]);
    assert_eq!(of("ann"), ["reply Tea 4", "post Tea 1", "forum Tea rooms"]);
    assert_eq!(of("Teacher"), ["person teacher"]);
}

fn only_what_is_in_a_forum(db: &TestDb) {
    let (scene, other) = talk(db);
    let of = |forum| all(&scene, Filters { forum: Some(forum), ..Filters::default() });
    assert_eq!(of(scene.forum), ["reply Tea 2", "post Tea 1"]);
    assert_eq!(of(other), ["reply Tea 4", "post Tea 3", "forum Tea rooms"]);
}

/// With more posts than are searched by the words of a small forum.
fn only_what_is_in_a_large_forum(db: &TestDb) {
    let (scene, other) = talk(db);
    let (ann, at) = (scene.ann, minutes(5).unix_millis());
    db.run(&format!(
        "INSERT INTO posts (forum_id, author_id, title, description, created_at, day)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2001)
            SELECT {other}, {ann}, 'Coffee', '.', {at}, 1 FROM numbers;
         INSERT INTO post_words (post_id, forum_id, search_text)
            SELECT id, forum_id, 'coffee' FROM posts WHERE title = 'Coffee'"
    ));
    let found = all(&scene, Filters { forum: Some(other), ..Filters::default() });
    assert_eq!(found, ["reply Tea 4", "post Tea 3", "forum Tea rooms"]);
}

fn only_what_is_between_two_times(db: &TestDb) {
    let (scene, _) = talk(db);
    let between = |after: Option<u64>, before: Option<u64>| {
        let (after, before) = (after.map(minutes), before.map(minutes));
        all(&scene, Filters { after, before, ..Filters::default() })
    };
    assert_eq!(between(Some(1), Some(4)), ["post Tea 3", "reply Tea 2"]);
    assert_eq!(between(Some(3), None), ["reply Tea 4"]);
    let early = between(None, Some(2));
    assert!(early.contains(&"post Tea 1".to_owned()) && early.len() == 3, "{early:?}");
}

fn filters_narrow_together(db: &TestDb) {
    let (scene, other) = talk(db);
    let filters = |author: &str, forum, after: u64| Filters {
        author: Some(author.to_owned()),
        forum: Some(forum),
        after: Some(minutes(after)),
        before: None,
    };
    assert_eq!(all(&scene, filters("bob", other, 0)), ["post Tea 3"]);
    assert_eq!(all(&scene, filters("bob", other, 3)), [] as [&str; 0]);
    assert_eq!(all(&scene, filters("bob", scene.forum, 0)), ["reply Tea 2"]);
}

fn a_filter_for_what_is_not_there_finds_nothing(db: &TestDb) {
    let (scene, _) = talk(db);
    for author in ["nobody", "[deleted]", "\0", ""] {
        let filters = Filters { author: Some(author.to_owned()), ..Filters::default() };
        assert_eq!(all(&scene, filters), [] as [&str; 0], "{author}");
    }
    for forum in [i64::MAX, i64::MIN, 0] {
        let filters = Filters { forum: Some(ForumId(forum)), ..Filters::default() };
        assert_eq!(all(&scene, filters), [] as [&str; 0], "{forum}");
    }
}

/// As after the deletion of most posts.
fn times_between_far_apart_ids_are_found(db: &TestDb) {
    let scene = Scene::of(db);
    for (minute, id) in [(10, 70_000), (20, 140_000), (30, 140_001)] {
        let (forum, author, at) = (scene.forum, scene.ann, minutes(minute));
        let (millis, day) = (at.unix_millis(), at.day());
        db.run(&format!(
            "INSERT INTO posts (id, forum_id, author_id, title, description, created_at, day)
                VALUES ({id}, {forum}, {author}, 'Tea {minute}', '.', {millis}, {day});
             INSERT INTO post_words (post_id, forum_id, search_text)
                VALUES ({id}, {forum}, 'tea {minute}')"
        ));
    }
    for (after, before, wanted) in [
        (Some(10), Some(30), &["post Tea 20"][..]),
        (None, Some(20), &["post Tea 10"]),
        (Some(15), None, &["post Tea 30", "post Tea 20"]),
        (Some(40), None, &[]),
    ] {
        let (after, before) = (after.map(minutes), before.map(minutes));
        assert_eq!(all(&scene, Filters { after, before, ..Filters::default() }), wanted);
    }
}
