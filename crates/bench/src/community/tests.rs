use super::{draw::MAX_DEPTH, *};

fn community(seed: u64) -> Community {
    Community::new(1, seed, Timestamp::from_unix_millis(1_795_172_280_123), "hash").unwrap()
}

fn parents(seed: u64) -> Vec<(i64, Option<usize>, i64)> {
    let community = community(seed);
    let drafts = community.draft_replies(&mut community.random(Stream::Replies));
    drafts.iter().map(|draft| (draft.post, draft.parent, draft.at)).collect()
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
    let drafts = community.draft_replies(&mut community.random(Stream::Replies));
    let hot = drafts.iter().filter(|draft| draft.post == 5_000).count();
    assert!((500..=530).contains(&hot), "{hot}");
    assert_eq!(drafts.iter().map(|draft| draft.depth).max(), Some(MAX_DEPTH));
}

#[test]
fn replies_are_newer_than_their_parents() {
    let community = community(1);
    let drafts = community.draft_replies(&mut community.random(Stream::Replies));
    for draft in &drafts {
        assert!(draft.at > community.posted_at(draft.post).unix_millis());
        assert!(draft.parent.is_none_or(|parent| drafts[parent].at < draft.at));
    }
}
