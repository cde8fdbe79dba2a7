use forums::{Description, Forum, ForumRepository, NewForum, Saved, Topic};
use infrastructure::{DbForums, DbModerators};
use kernel::{ByTier, ForumId, Limit, Moderators, Page, PageRequest, Timestamp, UserId};

use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    a_stored_forum_is_found_again,
    the_author_becomes_the_first_moderator,
    a_topic_is_taken_without_regard_to_case_beyond_ascii,
    of_sixteen_forums_of_one_topic_one_is_made,
    a_forum_whose_moderator_cannot_be_stored_is_not_stored,
    an_edited_forum_is_found_by_its_new_words_alone,
    an_edit_to_a_taken_topic_changes_nothing,
    deleting_a_forum_takes_the_role_of_who_moderates_no_other,
    the_newest_forums_come_first_page_by_page,
    topics_are_found_by_their_start_and_the_equal_one_comes_first,
    search_ranks_by_tier_then_newest,
    search_folds_case_and_accents_and_finds_prefixes,
    search_finds_words_of_any_script_and_length,
    quotes_and_operators_are_only_words,
    search_pages_neither_skip_nor_double,
    search_pages_go_from_tier_to_tier,
    a_favorite_is_the_markers_alone,
    favoring_sixteen_times_at_once_marks_once,
    the_latest_favorite_comes_first,
}

fn forums(db: &TestDb) -> DbForums {
    DbForums(db.database.clone())
}

fn new_forum(author: UserId, topic: &str, description: &str, second: i64) -> NewForum {
    NewForum {
        topic: Topic::parse(topic).unwrap(),
        description: Description::parse(description).unwrap(),
        author,
        created_at: Timestamp::from_unix_millis(T0.unix_millis() + second * 1_000),
    }
}

fn add(db: &TestDb, author: UserId, topic: &str, description: &str, second: i64) -> ForumId {
    match forums(db).insert(&new_forum(author, topic, description, second)).unwrap() {
        Saved::Done(forum) => forum.id,
        other => panic!("{other:?}"),
    }
}

fn topics<'a>(forums: impl IntoIterator<Item = &'a Forum>) -> Vec<&'a str> {
    forums.into_iter().map(|forum| forum.topic.as_str()).collect()
}

fn a_stored_forum_is_found_again(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "Gärten", "Soil\nand seeds", 0);
    let forum = forums(db).find(id, None).unwrap().unwrap();
    assert_eq!(
        forum,
        Forum {
            id,
            topic: "Gärten".to_owned(),
            description: "Soil\nand seeds".to_owned(),
            author: "ann".to_owned(),
            created_at: T0,
            favorited: false,
        }
    );
    assert_eq!(forums(db).find(ForumId(id.0 + 1), None).unwrap(), None);
}

fn the_author_becomes_the_first_moderator(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = add(db, ann, "Gardening", "Soil", 0);
    let moderators = DbModerators(db.database.clone());
    assert!(moderators.moderates(ann, id).unwrap());
    assert!(!moderators.moderates(bob, id).unwrap());
    assert_eq!(db.number("SELECT CAST(max(role) AS BIGINT) AS n FROM users"), 0);
}

fn a_topic_is_taken_without_regard_to_case_beyond_ascii(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "Ärger", "Of all kinds", 0);
    let again = forums(db).insert(&new_forum(ann, "äRGER", "More of it", 1)).unwrap();
    assert_eq!(again, Saved::TopicTaken);
}

fn of_sixteen_forums_of_one_topic_one_is_made(db: &TestDb) {
    let ann = db.add_user("ann");
    let forums = forums(db);
    let outcomes =
        sixteen_at_once(|_| forums.insert(&new_forum(ann, "Gardening", "Soil", 0)).unwrap());
    let made = outcomes.iter().filter(|outcome| matches!(outcome, Saved::Done(_))).count();
    assert_eq!(made, 1);
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_moderators"), 1);
}

fn a_forum_whose_moderator_cannot_be_stored_is_not_stored(db: &TestDb) {
    let ann = db.add_user("ann");
    db.break_inserts("forum_moderators");
    assert!(forums(db).insert(&new_forum(ann, "Gardening", "Soil", 0)).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM forums"), 0);
    assert!(
        forums(db).search(None, "gardening", &PageRequest::default()).unwrap().items.is_empty()
    );
}

fn an_edited_forum_is_found_by_its_new_words_alone(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "Gardening", "Soil", 0);
    let (topic, description) =
        (Topic::parse("Boats").unwrap(), Description::parse("Sails").unwrap());
    let Saved::Done(edited) = forums(db).update(id, &topic, &description, ann).unwrap() else {
        panic!("not edited");
    };
    assert_eq!((edited.topic.as_str(), edited.description.as_str()), ("Boats", "Sails"));
    assert_eq!(found(db, "sail"), ["Boats"]);
    assert_eq!(found(db, "soil"), [""; 0]);
    let gone = forums(db).update(ForumId(id.0 + 1), &Topic::parse("X").unwrap(), &description, ann);
    assert_eq!(gone.unwrap(), Saved::Gone);
}

fn an_edit_to_a_taken_topic_changes_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "Boats", "Sails", 0);
    let id = add(db, ann, "Gardening", "Soil", 1);
    let description = Description::parse("Changed").unwrap();
    let taken = forums(db).update(id, &Topic::parse("BOATS").unwrap(), &description, ann).unwrap();
    assert_eq!(taken, Saved::TopicTaken);
    assert_eq!(forums(db).find(id, None).unwrap().unwrap().description, "Soil");
}

fn deleting_a_forum_takes_the_role_of_who_moderates_no_other(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (first, second) = (add(db, ann, "One", "1", 0), add(db, ann, "Two", "2", 1));
    db.run(&format!("INSERT INTO forum_moderators (forum_id, user_id) VALUES ({first}, {bob})"));
    db.run("UPDATE users SET role = 1");
    db.add_post(ann, first);
    assert!(forums(db).delete(first).unwrap());
    let role = |user: UserId| {
        db.number(&format!("SELECT CAST(role AS BIGINT) AS n FROM users WHERE id = {user}"))
    };
    assert_eq!((role(ann), role(bob)), (1, 0));
    assert_eq!(db.number("SELECT count(*) AS n FROM posts"), 0);
    assert!(forums(db).delete(second).unwrap());
    assert_eq!(role(ann), 0);
    assert!(!forums(db).delete(second).unwrap());
}

fn the_newest_forums_come_first_page_by_page(db: &TestDb) {
    let ann = db.add_user("ann");
    // Two of the same millisecond: the higher id is the newer one.
    for (topic, second) in [("c", 3), ("a", 1), ("b1", 2), ("b2", 2), ("d", 4)] {
        add(db, ann, topic, "x", second);
    }
    let mut page = PageRequest { limit: Limit::new(2).unwrap(), after: None };
    let mut seen = vec![];
    loop {
        let Page { items, next } = forums(db).newest(None, &page).unwrap();
        seen.extend(items.into_iter().map(|forum| forum.topic));
        page.after = next;
        if page.after.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["d", "c", "b2", "b1", "a"]);
}

fn topics_are_found_by_their_start_and_the_equal_one_comes_first(db: &TestDb) {
    let ann = db.add_user("ann");
    for topic in ["Ähren lesen", "Ähre", "ÄHREN", "Bahren", "%"] {
        add(db, ann, topic, "x", 0);
    }
    let starting = |start| {
        let page =
            forums(db).with_topic(None, &Topic::key_of(start), &PageRequest::default()).unwrap();
        page.items.into_iter().map(|forum| forum.topic).collect::<Vec<_>>()
    };
    assert_eq!(starting("ähren"), ["ÄHREN", "Ähren lesen"]);
    assert_eq!(starting("äh"), ["Ähre", "ÄHREN", "Ähren lesen"]);
    assert_eq!(starting("%"), ["%"]);
    assert_eq!(starting("_"), [""; 0]);
    assert_eq!(starting("\0"), [""; 0]);
}

fn found(db: &TestDb, term: &str) -> Vec<String> {
    let page = forums(db).search(None, term, &PageRequest::default()).unwrap();
    page.items.into_iter().map(|forum| forum.topic).collect()
}

fn search_ranks_by_tier_then_newest(db: &TestDb) {
    let ann = db.add_user("ann");
    for (topic, description, second) in [
        ("Garden", "plain", 0),
        ("Garden tools", "old", 1),
        ("Garden walls", "new", 2),
        ("Soil", "for the garden", 3),
        ("Cars", "no match", 4),
    ] {
        add(db, ann, topic, description, second);
    }
    assert_eq!(found(db, "GARDEN"), ["Garden", "Garden walls", "Garden tools", "Soil"]);
    assert_eq!(found(db, "garden new"), ["Garden walls"]);
}

fn search_folds_case_and_accents_and_finds_prefixes(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "Über Mountain Routes", "Café stops", 0);
    add(db, ann, "Gardening", "Soil", 1);
    assert_eq!(found(db, "uber"), ["Über Mountain Routes"]);
    assert_eq!(found(db, "ÜBER CAFE"), ["Über Mountain Routes"]);
    assert_eq!(found(db, "gard"), ["Gardening"]);
    assert_eq!(found(db, "ardening"), [""; 0]);
}

fn search_finds_words_of_any_script_and_length(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "東京都の散歩", "C", 0);
    add(db, ann, "Greek", "καλημέρα κόσμε", 1);
    add(db, ann, "Go", "A game", 2);
    for (term, topic) in
        [("東京", "東京都の散歩"), ("歩", "東京都の散歩"), ("都の", "東京都の散歩")]
    {
        assert_eq!(found(db, term), [topic], "{term}");
    }
    assert_eq!(found(db, "ΚΟΣΜΕ"), ["Greek"]);
    assert_eq!(found(db, "c"), ["東京都の散歩"]);
    assert_eq!(found(db, "go"), ["Go"]);
}

fn quotes_and_operators_are_only_words(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "Salt and pepper", "Not a forum", 0);
    for term in [
        "salt AND pepper",
        "\"salt\" (pepper)",
        "salt & pepper:*",
        "'salt' -pepper",
        "salt* | ^pepper",
    ] {
        assert_eq!(found(db, term), ["Salt and pepper"], "{term}");
    }
    assert_eq!(found(db, "salt OR sugar"), [""; 0]);
    for nothing in ["", "  ", "\"", "*", "'", "\\", "%", "\0"] {
        assert_eq!(found(db, nothing), [""; 0], "{nothing:?}");
    }
}

fn search_pages_neither_skip_nor_double(db: &TestDb) {
    let ann = db.add_user("ann");
    for number in 0..5 {
        add(db, ann, &format!("Garden {number}"), "x", 0);
        add(db, ann, &format!("Other {number}"), "garden", 0);
    }
    let expected: Vec<String> = ["Garden", "Other"]
        .iter()
        .flat_map(|topic| (0..5).rev().map(move |number| format!("{topic} {number}")))
        .collect();
    for limit in 1..=11 {
        assert_eq!(found_by_pages(db, "garden", limit), expected, "{limit}");
    }
}

/// Topics of other signs may be of the same words.
fn search_pages_go_from_tier_to_tier(db: &TestDb) {
    let ann = db.add_user("ann");
    for (second, topic) in ["C", "C#", "Cars", "C++", "D", "Ceramics", "*c*"].iter().enumerate() {
        add(db, ann, topic, "of C", second as i64);
    }
    for limit in 1..=8 {
        assert_eq!(
            found_by_pages(db, "c", limit),
            ["*c*", "C++", "C#", "C", "Ceramics", "Cars", "D"],
            "{limit}"
        );
    }
}

fn found_by_pages(db: &TestDb, term: &str, limit: u8) -> Vec<String> {
    let mut after: Option<ByTier> = None;
    let mut seen = vec![];
    loop {
        let request = PageRequest { limit: Limit::new(limit).unwrap(), after };
        let page = forums(db).search(None, term, &request).unwrap();
        seen.extend(page.items.into_iter().map(|forum| forum.topic));
        after = page.next;
        if after.is_none() {
            return seen;
        }
    }
}

fn a_favorite_is_the_markers_alone(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = add(db, ann, "Gardening", "Soil", 0);
    let favorited = |user| forums(db).find(id, user).unwrap().unwrap().favorited;
    assert!(forums(db).add_favorite(ann, id, T0).unwrap());
    assert!(favorited(Some(ann)));
    assert!(!favorited(Some(bob)));
    assert!(!favorited(None));
    for _ in 0..2 {
        assert!(forums(db).remove_favorite(ann, id).unwrap());
        assert!(!favorited(Some(ann)));
    }
    let missing = ForumId(id.0 + 1);
    assert!(!forums(db).add_favorite(ann, missing, T0).unwrap());
    assert!(!forums(db).remove_favorite(ann, missing).unwrap());
}

fn favoring_sixteen_times_at_once_marks_once(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "Gardening", "Soil", 0);
    let forums = forums(db);
    assert!(
        sixteen_at_once(|_| forums.add_favorite(ann, id, T0).unwrap())
            .into_iter()
            .all(|found| found)
    );
    assert_eq!(db.number("SELECT count(*) AS n FROM favorites"), 1);
}

fn the_latest_favorite_comes_first(db: &TestDb) {
    let ann = db.add_user("ann");
    let ids = ["a", "b", "c"].map(|topic| add(db, ann, topic, "x", 0));
    for (id, second) in [(ids[1], 1), (ids[2], 2), (ids[0], 3)] {
        let at = Timestamp::from_unix_millis(T0.unix_millis() + second);
        forums(db).add_favorite(ann, id, at).unwrap();
    }
    let limit = Limit::new(2).unwrap();
    let first = forums(db).favorites(ann, &PageRequest { limit, after: None }).unwrap();
    assert_eq!(topics(&first.items), ["a", "c"]);
    assert!(first.items.iter().all(|forum| forum.favorited));
    let second = forums(db).favorites(ann, &PageRequest { limit, after: first.next }).unwrap();
    assert_eq!(topics(&second.items), ["b"]);
    assert_eq!(second.next, None);
}
