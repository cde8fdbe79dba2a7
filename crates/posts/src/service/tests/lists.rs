//! Lists of posts, locks and pins.

use super::*;

#[test]
fn both_feeds_use_the_selection_of_now() {
    let feed = Feed {
        reader: Reader::Member,
        forum: Some(ForumId(1)),
        period: Some(Period::Day),
        keyword: Some("seeds".to_owned()),
    };
    let asked = |selection: &Selection| {
        selection.reader == Reader::Member
            && selection.forum == Some(ForumId(1))
            && selection.since.is_some_and(|since| since.day() == NOW.day() - 1)
            && selection.keyword.as_deref() == Some("seeds")
    };
    let mut repository = MockPostRepository::new();
    repository
        .expect_newest()
        .withf(move |selection, _| asked(selection))
        .return_once(|_, _| Ok(Page { items: vec![post_in(1)], next: None }));
    repository
        .expect_most_popular()
        .withf(move |selection, _| asked(selection))
        .return_once(|_, _| Ok(Page { items: vec![post_in(1)], next: None }));
    let posts = posts(repository);
    let (by_time, by_score) = (PageRequest::default(), PageRequest::default());
    assert_eq!(posts.newest(&feed, &by_time).unwrap().items, [post_in(1)]);
    assert_eq!(posts.most_popular(&feed, &by_score).unwrap().items, [post_in(1)]);
}

#[test]
fn only_moderators_and_admins_lock_and_pin() {
    let posts = posts(MockPostRepository::new());
    for (actor, may) in [
        (actor(AUTHOR, Role::User), false),
        (actor(4, Role::Moderator), false),
        (actor(7, Role::Moderator), true),
        (actor(8, Role::Admin), true),
    ] {
        assert_eq!(posts.authorize_moderation(&post_in(1), &actor).is_ok(), may, "{actor:?}");
    }
}

#[test]
fn a_pin_must_end_in_the_future() {
    let posts = posts(MockPostRepository::new());
    let moderated = posts.authorize_moderation(&post_in(1), &actor(8, Role::Admin)).unwrap();
    let refused = posts.set_pin(moderated, Some(Pin { until: Some(NOW) }));
    assert!(matches!(refused, Err(PostError::PinIsOver)));
}

#[test]
fn a_pin_that_is_over_is_not_shown() {
    for (until, shown) in [(None, true), (Some(NOW.after(SECOND)), true), (Some(NOW), false)] {
        let mut repository = MockPostRepository::new();
        let post = Post { pin: Some(Pin { until }), ..post_in(1) };
        repository.expect_find().return_once(|_| Ok(Some(post)));
        let found = posts(repository).get(PostId(5), Reader::Visitor).unwrap();
        assert_eq!(found.pin.is_some(), shown, "{until:?}");
    }
}

const SECOND: std::time::Duration = std::time::Duration::from_secs(1);

fn numbered(id: i64) -> Post {
    Post { id: PostId(id), ..post_in(1) }
}

/// Ten posts, of which 2 and 5 are pinned.
fn ten_posts() -> MockPostRepository {
    let mut repository = MockPostRepository::new();
    repository.expect_pinned().returning(|_, _, _| Ok(vec![numbered(2), numbered(5)]));
    repository.expect_newest().returning(|selection, page| {
        let last = page.after.map_or(11, |after| after.id);
        let ids = (1..last).rev().filter(|id| !selection.without.contains(&PostId(*id)));
        let by_time = |post: &Post| ByTime { at: NOW, id: post.id.0 };
        Ok(Page::cut(ids.map(numbered).collect(), page.limit, by_time))
    });
    repository
}

#[test]
fn pages_of_a_forum_start_with_pinned_posts_and_repeat_none() {
    for limit in 1..=11 {
        let posts = posts(ten_posts());
        let limit = kernel::Limit::new(limit).unwrap();
        let mut page = PageRequest::<AfterPinned<ByTime>> { limit, after: None };
        let mut ids = vec![];
        loop {
            let Page { items, next } = posts.newest_in(ForumId(1), Reader::Visitor, &page).unwrap();
            assert!(items.len() <= limit.get());
            ids.extend(items.into_iter().map(|post| post.id.0));
            page.after = next;
            if page.after.is_none() {
                break;
            }
        }
        let wanted: &[i64] = if limit.get() == 1 {
            // The page has room for one of the pinned ones.
            &[2, 10, 9, 8, 7, 6, 5, 4, 3, 1]
        } else {
            &[2, 5, 10, 9, 8, 7, 6, 4, 3, 1]
        };
        assert_eq!(ids, wanted, "{limit:?}");
    }
}
