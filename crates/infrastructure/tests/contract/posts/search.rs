use kernel::{ForumId, PostId, UserId};
use posts::{NewPost, PostRepository, Selection};

use super::{NONE, add, content, most_popular, newest, posts, second, set_score, with};
use crate::support::{T0, TestDb, contract};

contract! {
    a_keyword_matches_title_and_description,
    all_words_must_match_each_as_a_prefix,
    case_and_accents_do_not_matter,
    words_of_any_script_and_length_are_found,
    quotes_and_operators_are_only_words,
    a_keyword_of_punctuation_finds_nothing,
    a_keyword_of_a_thousand_words_is_answered,
    a_keyword_in_a_forum_finds_its_own_posts_only,
    the_internal_forum_word_is_not_searchable,
    matches_come_newest_first_page_by_page,
    matches_come_most_popular_first_page_by_page,
    rare_words_come_newest_first_page_by_page,
    matches_with_ids_far_apart_come_in_either_order,
}

/// The titles of the matches, the same in both orders.
fn found(db: &TestDb, selection: &Selection) -> Vec<String> {
    let found = newest(db, selection, 100);
    assert_eq!(most_popular(db, selection, 100), found, "{selection:?}");
    found
}

fn write(db: &TestDb, author: UserId, forum: ForumId, title: &str, description: &str) -> PostId {
    let content = content(title, description);
    posts(db)
        .insert(&NewPost { request: None, forum, author, content, created_at: T0 })
        .unwrap()
        .inserted()
        .unwrap()
        .id
}

fn a_keyword_matches_title_and_description(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Seeds", "in spring");
    write(db, ann, forum, "Spring", "comes early");
    write(db, ann, forum, "Autumn", "is late");
    assert_eq!(found(db, &with("spring")), ["Spring", "Seeds"]);
    assert_eq!(found(db, &with("gardening")), NONE);
}

fn all_words_must_match_each_as_a_prefix(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Gardening tools", "of steel");
    write(db, ann, forum, "Garden walls", "of stone");
    assert_eq!(found(db, &with("gard")), ["Garden walls", "Gardening tools"]);
    assert_eq!(found(db, &with("st gard")), ["Garden walls", "Gardening tools"]);
    assert_eq!(found(db, &with("gard steel")), ["Gardening tools"]);
    assert_eq!(found(db, &with("gardenings")), NONE);
    assert_eq!(found(db, &with("ardening")), NONE);
    assert_eq!(found(db, &with("steel stone")), NONE);
}

fn case_and_accents_do_not_matter(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Über Mountain Routes", "Café stops");
    write(db, ann, forum, "Uber alles", "no stops");
    assert_eq!(found(db, &with("uber CAFÉ")), ["Über Mountain Routes"]);
    assert_eq!(found(db, &with("ÜBER")), ["Uber alles", "Über Mountain Routes"]);
}

fn words_of_any_script_and_length_are_found(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "東京都の散歩", "C");
    write(db, ann, forum, "Greek", "καλημέρα κόσμε");
    write(db, ann, forum, "Go", "A game");
    for keyword in ["東京", "歩", "都の", "c"] {
        assert_eq!(found(db, &with(keyword)), ["東京都の散歩"], "{keyword}");
    }
    assert_eq!(found(db, &with("ΚΟΣΜΕ")), ["Greek"]);
    assert_eq!(found(db, &with("g")), ["Go", "Greek"]);
    assert_eq!(found(db, &with("go")), ["Go"]);
}

fn quotes_and_operators_are_only_words(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Salt and pepper", "Not a forum");
    for keyword in [
        "salt AND pepper",
        "\"salt\" (pepper)",
        "salt & pepper:*",
        "'salt' -pepper",
        "salt* | ^pepper",
        "{salt} + pepper",
    ] {
        assert_eq!(found(db, &with(keyword)), ["Salt and pepper"], "{keyword}");
    }
    for keyword in ["salt OR sugar", "search_text : salt", "NEAR(salt pepper)"] {
        assert_eq!(found(db, &with(keyword)), NONE, "{keyword}");
    }
}

fn a_keyword_of_punctuation_finds_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Salt % pepper", "\" * ' \\");
    for keyword in ["\"", "*", "'", "\\", "%", "\0", "?!", "\u{301}", "\u{e000}"] {
        assert_eq!(found(db, &with(keyword)), NONE, "{keyword:?}");
        assert_eq!(found(db, &Selection { forum: Some(forum), ..with(keyword) }), NONE);
    }
}

fn a_keyword_of_a_thousand_words_is_answered(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let words: Vec<String> = (0..1_000).map(|number| format!("word{number}")).collect();
    let words = words.join(" ");
    write(db, ann, forum, "All", &words);
    write(db, ann, forum, "Not all", "word7");
    assert_eq!(found(db, &with(&words)), ["All"]);
    assert_eq!(found(db, &with(&format!("another {words}"))), NONE);
    assert_eq!(found(db, &with(&format!("{words} another"))), ["All"], "the first are looked for");
}

fn a_keyword_in_a_forum_finds_its_own_posts_only(db: &TestDb) {
    let ann = db.add_user("ann");
    // The name of the first must not be the beginning of that of the tenth.
    let forums: Vec<ForumId> = (0..10).map(|n| db.add_forum(ann, &format!("Forum {n}"))).collect();
    for forum in &forums {
        write(db, ann, *forum, &format!("Seeds in {forum}"), "in spring");
    }
    write(db, ann, forums[0], "Roots", "in spring");
    for forum in &forums {
        let selection = Selection { forum: Some(*forum), ..with("seed spring") };
        assert_eq!(found(db, &selection), [format!("Seeds in {forum}")]);
    }
    let missing = ForumId(forums[9].0 + 1);
    assert_eq!(found(db, &Selection { forum: Some(missing), ..with("seed") }), NONE);
}

fn the_internal_forum_word_is_not_searchable(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Seeds", "in spring");
    for keyword in [format!("{forum}"), format!("\u{e000}{forum}"), format!("seeds {forum}")] {
        assert_eq!(found(db, &with(&keyword)), NONE, "{keyword}");
    }
}

/// Five posts that match, of which three are of one moment, and as many that do not.
fn add_matches(db: &TestDb) -> ForumId {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    for (title, at, score) in [
        ("seeds 1", 0, 3),
        ("seeds 2", 1, -1),
        ("seeds 3", 1, 3),
        ("seeds 4", 1, 0),
        ("seeds 5", 2, 0),
    ] {
        set_score(db, add(db, ann, forum, title, second(at)), score);
        add(db, ann, forum, "roots", second(at));
    }
    forum
}

fn matches_come_newest_first_page_by_page(db: &TestDb) {
    let forum = add_matches(db);
    for forum in [None, Some(forum)] {
        for limit in 1..=6 {
            assert_eq!(
                newest(db, &Selection { forum, ..with("seed") }, limit),
                ["seeds 5", "seeds 4", "seeds 3", "seeds 2", "seeds 1"]
            );
        }
    }
}

fn matches_come_most_popular_first_page_by_page(db: &TestDb) {
    let forum = add_matches(db);
    for forum in [None, Some(forum)] {
        for limit in 1..=6 {
            assert_eq!(
                most_popular(db, &Selection { forum, ..with("seed") }, limit),
                ["seeds 3", "seeds 1", "seeds 5", "seeds 4", "seeds 2"]
            );
        }
    }
}

/// However far down the newest posts each of them is looked for.
fn rare_words_come_newest_first_page_by_page(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let other = db.add_forum(ann, "Cooking");
    let day = T0.day();
    db.run(&format!(
        "INSERT INTO posts (forum_id, author_id, created_at, day, title, description)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
            SELECT CASE n % 5 WHEN 0 THEN {other} ELSE {forum} END, {ann}, {at} + n, {day}, CAST(n AS TEXT), 'Text'
                FROM numbers;
         INSERT INTO post_words (post_id, forum_id, search_text)
            SELECT id, forum_id, CASE 0 WHEN CAST(title AS INTEGER) % 1300 THEN 'rare orchid'
                WHEN CAST(title AS INTEGER) % 70 THEN 'orchids' ELSE 'roots' END FROM posts",
        at = T0.unix_millis(),
    ));
    let expected = |is_match: &dyn Fn(i64) -> bool| {
        let numbers = (1..=4_000).rev().filter(|number| is_match(*number));
        numbers.map(|number| number.to_string()).collect::<Vec<_>>()
    };
    for limit in [3, 10, 100] {
        let every = |number: i64, of: i64| number % of == 0;
        let orchids = expected(&|number| every(number, 70) || every(number, 1_300));
        assert_eq!(newest(db, &with("orchid"), limit), orchids);
        let both = expected(&|number| every(number, 1_300));
        assert_eq!(newest(db, &with("orchid rare"), limit), both);
        let selection = Selection { forum: Some(forum), ..with("orchids") };
        let of_forum = |number| every(number, 70) && !every(number, 1_300) && !every(number, 5);
        assert_eq!(newest(db, &selection, limit), expected(&of_forum));
    }
}

/// PostgreSQL looks for them in blocks of ids, one after the other; in a small forum both databases have
/// a way of their own.
fn matches_with_ids_far_apart_come_in_either_order(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let small = db.add_forum(ann, "Cooking");
    let (at, day) = (T0.unix_millis(), T0.day());
    db.run(&format!(
        "INSERT INTO posts (id, forum_id, author_id, created_at, day, score, upvotes, title, description)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 700)
            SELECT n * 8191, CASE n % 5 WHEN 0 THEN {small} ELSE {forum} END, {ann}, {at} + n, {day},
                n * 37 % 91, n * 37 % 91, CAST(n AS TEXT), 'Text' FROM numbers;
         INSERT INTO post_words (post_id, forum_id, search_text)
            SELECT id, forum_id, CASE id % 3 WHEN 0 THEN 'late orchids' ELSE 'late roots' END FROM posts"
    ));
    let is_orchid = |number: &i64| number * 8_191 % 3 == 0;
    let titles = |numbers: &[i64]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
    for (forum, holds) in [
        (None, (|_| true) as fn(i64) -> bool),
        (Some(forum), |number| number % 5 != 0),
        (Some(small), |number| number % 5 == 0),
    ] {
        let orchids: Vec<i64> =
            (1..=700).rev().filter(is_orchid).filter(|number| holds(*number)).collect();
        let mut ranked = orchids.clone();
        ranked.sort_by_key(|number| std::cmp::Reverse((number * 37 % 91, *number)));
        let selection = Selection { forum, ..with("orch late") };
        for limit in [3, 100] {
            assert_eq!(newest(db, &selection, limit), titles(&orchids), "{selection:?}");
            assert_eq!(most_popular(db, &selection, limit), titles(&ranked), "{selection:?}");
        }
        assert_eq!(found(db, &Selection { forum, ..with("orchid roots") }), NONE);
    }
}
