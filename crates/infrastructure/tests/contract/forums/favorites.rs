use forums::{Forum, ForumRepository};
use kernel::{ForumId, Limit, PageRequest, Reader, Timestamp};

use super::{add, forums};
use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    a_favorite_belongs_to_one_user,
    sixteen_concurrent_favorites_mark_once,
    the_latest_favorite_comes_first,
}

fn topics<'a>(forums: impl IntoIterator<Item = &'a Forum>) -> Vec<&'a str> {
    forums.into_iter().map(|forum| forum.topic.as_str()).collect()
}

fn a_favorite_belongs_to_one_user(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = add(db, ann, "Gardening", "Soil", 0);
    assert!(forums(db).add_favorite(ann, id, T0).unwrap());
    let other = add(db, ann, "Boats", "Sails", 0);
    let among = |user, ids: &[ForumId]| forums(db).favorites_among(user, ids).unwrap();
    assert_eq!(among(ann, &[other, id]), [id]);
    assert_eq!(among(ann, &[other]), []);
    assert_eq!(among(ann, &[]), []);
    assert_eq!(among(bob, &[other, id]), []);
    for _ in 0..2 {
        assert!(forums(db).remove_favorite(ann, id).unwrap());
        assert_eq!(among(ann, &[id]), []);
    }
    let missing = ForumId(other.0 + 1);
    assert!(!forums(db).add_favorite(ann, missing, T0).unwrap());
    assert!(!forums(db).remove_favorite(ann, missing).unwrap());
}

fn sixteen_concurrent_favorites_mark_once(db: &TestDb) {
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
    let first = forums(db)
        .favorites(ann, Reader::Visitor, T0, &PageRequest { limit, after: None })
        .unwrap();
    assert_eq!(topics(&first.items), ["a", "c"]);
    let listed: Vec<_> = first.items.iter().map(|forum| forum.id).collect();
    let mut marked = forums(db).favorites_among(ann, &listed).unwrap();
    marked.sort_unstable();
    assert_eq!(marked, listed);
    let second = forums(db)
        .favorites(ann, Reader::Visitor, T0, &PageRequest { limit, after: first.next })
        .unwrap();
    assert_eq!(topics(&second.items), ["b"]);
    assert_eq!(second.next, None);
}
