//! Searches whose matches come the most popular first.

use kernel::{ForumId, Limit, PageRequest, PostId, UserId};
use posts::{PostRepository, Selection};

use super::{add, content, most_popular, posts, set_score, with};
use crate::{
    following::follow,
    support::{ACT, T0, TestDb, contract},
};

contract! {
    common_words_come_most_popular_first_page_by_page,
    popularity_ranks_the_newest_5000_matches,
    ranked_matches_follow_new_writes,
}

/// Enough matches for the strategy that scans all posts in order.
fn common_words_come_most_popular_first_page_by_page(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let other = db.add_forum(ann, "Cooking");
    let (at, day) = (T0.unix_millis(), T0.day());
    db.run(&format!(
        "INSERT INTO posts (forum_id, author_id, created_at, day, score, upvotes, title, description)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
            SELECT CASE n % 5 WHEN 0 THEN {other} ELSE {forum} END, {ann}, {at}, {day}, n * 37 % 91, n * 37 % 91,
                CAST(n AS TEXT), 'Text' FROM numbers;
         INSERT INTO post_words (post_id, forum_id, search_text)
            SELECT id, forum_id, CASE CAST(title AS INTEGER) % 3 WHEN 0 THEN 'deep roots' WHEN 1 THEN 'deeper seeds'
                ELSE 'steep deepseeds' END FROM posts"
    ));
    let expected = |is_match: &dyn Fn(i64) -> bool| {
        let mut numbers: Vec<i64> = (1..=4_000).filter(|number| is_match(*number)).collect();
        numbers.sort_by_key(|number| std::cmp::Reverse((number * 37 % 91, *number)));
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(most_popular(db, &with("deep"), 100), expected(&|_| true));
    assert_eq!(most_popular(db, &with("deeper seed"), 90), expected(&|number| number % 3 == 1));
    let selection = Selection { forum: Some(forum), ..with("deep roots") };
    let of_forum = expected(&|number| number % 3 == 0 && number % 5 != 0);
    assert_eq!(most_popular(db, &selection, 100), of_forum);
}

/// Creates two posts of score 10 and this many newer ones, all about seeds.
fn seeds(db: &TestDb, newer: i64) -> (UserId, ForumId, [PostId; 2]) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let popular = ["seeds beyond", "seeds within"].map(|title| add(db, ann, forum, title, T0));
    for id in popular {
        set_score(db, id, 10);
    }
    let (at, day) = (T0.unix_millis(), T0.day());
    db.run(&format!(
        "INSERT INTO posts (forum_id, author_id, created_at, day, title, description)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {newer})
            SELECT {forum}, {ann}, {at}, {day}, 'seeds', 'Text' FROM numbers;
         INSERT INTO post_words (post_id, forum_id, search_text) SELECT id, forum_id, 'seeds text' FROM posts
            WHERE id NOT IN (SELECT post_id FROM post_words)"
    ));
    (ann, forum, popular)
}

fn popularity_ranks_the_newest_5000_matches(db: &TestDb) {
    seeds(db, 4_999);
    let popular = most_popular(db, &with("seeds"), 100);
    assert_eq!(popular.len(), 5_000);
    assert_eq!(
        popular.iter().filter(|title| *title != "seeds").collect::<Vec<_>>(),
        ["seeds within"]
    );
    assert_eq!(popular[0], "seeds within");
}

/// Reads like a server, which counts matches again only if their number may have changed.
fn ranked_matches_follow_new_writes(db: &TestDb) {
    let (ann, forum, [beyond, within]) = seeds(db, 4_998);
    follow(&db.database, db);
    let posts = posts(db);
    let page = PageRequest { limit: Limit::new(3).unwrap(), after: None };
    let ranked = || {
        let best = || posts.most_popular(&with("seeds"), &page).unwrap().items;
        let titles = best().into_iter().map(|post| post.title).collect::<Vec<_>>();
        assert_eq!(best().into_iter().map(|post| post.title).collect::<Vec<_>>(), titles);
        titles
    };
    assert_eq!(ranked(), ["seeds within", "seeds beyond", "seeds"]);
    let new = add(db, ann, forum, "seeds, new", T0);
    assert_eq!(ranked(), ["seeds within", "seeds, new", "seeds"]);
    posts.update(new, &content("Other", "things"), ann, T0).unwrap();
    assert_eq!(ranked(), ["seeds within", "seeds beyond", "seeds"]);
    posts.update(new, &content("seeds again", "Text"), ann, T0).unwrap();
    assert_eq!(ranked(), ["seeds within", "seeds again", "seeds"]);
    assert!(posts.delete(new, &ACT).unwrap());
    assert_eq!(ranked(), ["seeds within", "seeds beyond", "seeds"]);
    set_score(db, beyond, 11);
    assert_eq!(ranked(), ["seeds beyond", "seeds within", "seeds"]);
    assert!(posts.delete(within, &ACT).unwrap());
    assert_eq!(ranked(), ["seeds beyond", "seeds", "seeds"]);
}
