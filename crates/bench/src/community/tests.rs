use super::{draw::DEEPEST, *};

fn community(seed: u64) -> Community {
    Community::new(1, seed, Timestamp::from_unix_millis(1_795_172_280_123), "hash").unwrap()
}

fn parents(seed: u64) -> Vec<(i64, Option<usize>, i64)> {
    let community = community(seed);
    let places = community.places(&mut community.random(Stream::Replies));
    places.iter().map(|place| (place.post, place.parent, place.at)).collect()
}

#[test]
fn the_same_seed_gives_the_same_community() {
    assert_eq!(parents(1), parents(1));
    assert_ne!(parents(1), parents(2));
    let text = |seed| community(seed).text(&mut community(seed).random(Stream::Posts), 40..120);
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[test]
fn one_post_is_hot_and_threads_are_deep() {
    let community = community(1);
    let places = community.places(&mut community.random(Stream::Replies));
    let hot = places.iter().filter(|place| place.post == 5_000).count();
    assert!((500..=530).contains(&hot), "{hot}");
    assert_eq!(places.iter().map(|place| place.depth).max(), Some(DEEPEST));
}

#[test]
fn answers_are_newer_than_their_parents() {
    let community = community(1);
    let places = community.places(&mut community.random(Stream::Replies));
    for place in &places {
        assert!(place.at > community.posted_at(place.post).unix_millis());
        assert!(place.parent.is_none_or(|parent| places[parent].at < place.at));
    }
}
