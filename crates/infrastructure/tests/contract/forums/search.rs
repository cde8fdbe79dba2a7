use forums::ForumRepository;
use kernel::{ByTier, Limit, PageRequest, Reader};

use super::{add, forums, found};
use crate::support::{T0, TestDb, contract};

contract! {
    search_ranks_by_tier_then_newest,
    search_folds_case_and_accents_and_finds_prefixes,
    search_finds_words_of_any_script_and_length,
    quotes_and_operators_are_only_words,
    search_pages_are_complete,
    search_pages_cross_tiers,
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

fn search_pages_are_complete(db: &TestDb) {
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
fn search_pages_cross_tiers(db: &TestDb) {
    let ann = db.add_user("ann");
    for (second, topic) in ["C", "C?", "Cars", "C!!", "D", "Ceramics", "*c*"].iter().enumerate() {
        add(db, ann, topic, "of C", second as i64);
    }
    for limit in 1..=8 {
        assert_eq!(
            found_by_pages(db, "c", limit),
            ["*c*", "C!!", "C?", "C", "Ceramics", "Cars", "D"],
            "{limit}"
        );
    }
}

fn found_by_pages(db: &TestDb, term: &str, limit: u8) -> Vec<String> {
    let mut after: Option<ByTier> = None;
    let mut seen = vec![];
    loop {
        let request = PageRequest { limit: Limit::new(limit).unwrap(), after };
        let page = forums(db).search(Reader::Visitor, T0, term, &request).unwrap();
        seen.extend(page.items.into_iter().map(|forum| forum.topic));
        after = page.next;
        if after.is_none() {
            return seen;
        }
    }
}
