use forums::{ForumRepository, Topic};
use kernel::{Limit, Page, PageRequest, Reader};

use super::{add, forums};
use crate::support::{T0, TestDb, contract};

contract! {
    the_newest_forums_come_first_page_by_page,
    forums_come_by_name_page_by_page,
    topics_match_by_prefix_and_equal_ones_come_first,
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
        let Page { items, next } = forums(db).newest(Reader::Visitor, T0, &page).unwrap();
        seen.extend(items.into_iter().map(|forum| forum.topic));
        page.after = next;
        if page.after.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["d", "c", "b2", "b1", "a"]);
}

fn forums_come_by_name_page_by_page(db: &TestDb) {
    let ann = db.add_user("ann");
    // Signs are no words: of the same words the older one comes first.
    let topics = ["zebras", "C!!", "Ähren", "apples", "C?", "Banjos", "äh", "C", "!", "東京"];
    for topic in topics {
        add(db, ann, topic, "x", 0);
    }
    for limit in 1..=11 {
        let mut page = PageRequest { limit: Limit::new(limit).unwrap(), after: None };
        let mut seen = vec![];
        loop {
            let Page { items, next } = forums(db).by_name(Reader::Visitor, T0, &page).unwrap();
            seen.extend(items.into_iter().map(|forum| forum.topic));
            page.after = next;
            if page.after.is_none() {
                break;
            }
        }
        let expected = ["!", "äh", "Ähren", "apples", "Banjos", "C!!", "C?", "C", "zebras", "東京"];
        assert_eq!(seen, expected, "{limit}");
    }
}

fn topics_match_by_prefix_and_equal_ones_come_first(db: &TestDb) {
    let ann = db.add_user("ann");
    for topic in ["Ähren lesen", "Ähre", "ÄHREN", "Bahren", "%"] {
        add(db, ann, topic, "x", 0);
    }
    let starting = |start| {
        let page = forums(db)
            .with_topic(Reader::Visitor, T0, &Topic::key_of(start), &PageRequest::default())
            .unwrap();
        page.items.into_iter().map(|forum| forum.topic).collect::<Vec<_>>()
    };
    assert_eq!(starting("ähren"), ["ÄHREN", "Ähren lesen"]);
    assert_eq!(starting("äh"), ["Ähre", "ÄHREN", "Ähren lesen"]);
    assert_eq!(starting("%"), ["%"]);
    assert_eq!(starting("_"), [""; 0]);
    assert_eq!(starting("\0"), [""; 0]);
}
