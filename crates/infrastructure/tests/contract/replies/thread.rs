use std::collections::HashMap;

use kernel::{MAX_RESPONSE_BYTES, PostId, Reader, ReplyId, UserId};
use replies::{Position, ReplyPage, ReplyRepository, Sort, ThreadRequest, confidence};

use super::support::{Planted, author_and_post, ids, plant, planted, replies};
use crate::support::{TestDb, contract};

contract! {
    the_thread_of_a_missing_post_is_none,
    a_small_thread_comes_whole,
    each_order_breaks_its_ties_by_id,
    a_thread_is_cut_level_by_level_in_order,
    a_thread_matches_a_simple_model,
    removed_replies_count_toward_the_limit,
    a_thread_of_1_205_replies_pages_completely,
    a_thread_cuts_1_100_answers_to_one_reply,
    a_thread_holds_the_replies_of_its_post_only,
    a_thread_of_long_replies_pages_completely,
    a_thread_of_long_replies_is_cut_in_order,
}

/// The bytes of the longest text of a reply.
const LONGEST: usize = 40_000;

const SORTS: [Sort; 4] = [Sort::Old, Sort::New, Sort::Top, Sort::Best];

fn thread(db: &TestDb, post: PostId, request: ThreadRequest, limit: usize) -> ReplyPage {
    replies(db).thread(post, Reader::Admin, request, limit).unwrap().unwrap()
}

/// Parts of a thread, one behind the other.
fn parts(db: &TestDb, post: PostId, sort: Sort, limit: usize) -> Vec<ReplyPage> {
    let mut parts = vec![thread(db, post, ThreadRequest::First(sort), limit)];
    while let Some(next) = parts.last().unwrap().next {
        parts.push(thread(db, post, ThreadRequest::After(next), limit));
    }
    parts
}

fn top(part: &ReplyPage) -> Vec<i64> {
    ids(part.items.iter().filter(|reply| reply.responds_to.is_none()))
}

fn the_thread_of_a_missing_post_is_none(db: &TestDb) {
    let (_, post) = author_and_post(db);
    assert_eq!(
        thread(db, post, ThreadRequest::First(Sort::Top), 10),
        ReplyPage { items: vec![], next: None }
    );
    let missing = PostId(post.0 + 1);
    assert_eq!(
        replies(db).thread(missing, Reader::Admin, ThreadRequest::First(Sort::Old), 10).unwrap(),
        None
    );
}

fn a_small_thread_comes_whole(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    plant(db, ann, post, &[planted(1, 0), planted(2, 1), planted(3, 2), planted(4, 0)]);
    for sort in SORTS {
        let whole = thread(db, post, ThreadRequest::First(sort), 4);
        let mut shown = ids(&whole.items);
        shown.sort_unstable();
        assert_eq!((shown, whole.next), (vec![1, 2, 3, 4], None));
    }
}

fn each_order_breaks_its_ties_by_id(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let at = |id, second, score| Planted { id, parent: 0, second, score };
    let tied = [at(1, 5, 2), at(2, 5, 2), at(3, 1, 2), at(4, 9, -1), at(5, 5, 2)];
    plant(db, ann, post, &tied);
    for (sort, expected) in [
        (Sort::Old, [3, 1, 2, 5, 4]),
        (Sort::New, [4, 5, 2, 1, 3]),
        (Sort::Top, [5, 3, 2, 1, 4]),
        (Sort::Best, [1, 2, 3, 5, 4]),
    ] {
        for limit in 1..=4 {
            let shown: Vec<i64> = parts(db, post, sort, limit).iter().flat_map(top).collect();
            assert_eq!(shown, expected, "{sort:?} by {limit}");
        }
    }
}

fn a_thread_is_cut_level_by_level_in_order(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let thread_of_nine = [
        planted(1, 0),
        planted(2, 0),
        planted(3, 1),
        planted(4, 1),
        planted(5, 2),
        planted(6, 2),
        planted(7, 2),
        planted(8, 3),
        planted(9, 8),
    ];
    plant(db, ann, post, &thread_of_nine);
    for (limit, old, new) in [
        (2, vec![1, 2], vec![2, 1]),
        (3, vec![1, 2, 3], vec![2, 1, 7]),
        (4, vec![1, 2, 3, 4], vec![2, 1, 7, 6]),
        (6, vec![1, 2, 3, 4, 5, 6], vec![2, 1, 7, 6, 5, 4]),
        (8, vec![1, 2, 3, 4, 5, 6, 7, 8], vec![2, 1, 7, 6, 5, 4, 3, 8]),
    ] {
        let shown = |sort| ids(&thread(db, post, ThreadRequest::First(sort), limit).items);
        assert_eq!(shown(Sort::Old), old);
        assert_eq!(shown(Sort::New), new);
    }
}

/// Numbers that look random and are the same each time.
fn numbers() -> impl FnMut(i64) -> i64 {
    let mut state: u64 = 42;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below as u64) as i64
    }
}

fn a_thread_matches_a_simple_model(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let mut number = numbers();
    let planted: Vec<Planted> = (1..=120)
        .map(|id| {
            let parent = if number(4) == 0 { 0 } else { number(id) };
            Planted { id, parent, second: number(9), score: number(5) - 2 }
        })
        .collect();
    plant(db, ann, post, &planted);
    for sort in SORTS {
        for limit in [1, 2, 7, 20, 50, 119] {
            let parts = parts(db, post, sort, limit);
            let mut model = Model::new(&planted, sort);
            for part in &parts {
                assert_eq!(ids(&part.items), model.take(limit), "{sort:?} by {limit}");
            }
            assert!(model.top.is_empty());
        }
    }
}

/// The rule once more, in memory.
struct Model {
    top: Vec<i64>,
    answers: HashMap<i64, Vec<i64>>,
}

impl Model {
    fn new(thread: &[Planted], sort: Sort) -> Self {
        let mut sorted = thread.to_vec();
        match sort {
            Sort::Old => sorted.sort_by_key(|reply| (reply.second, reply.id)),
            Sort::New => sorted.sort_by_key(|reply| (-reply.second, -reply.id)),
            Sort::Top => sorted.sort_by_key(|reply| (-reply.score, -reply.id)),
            Sort::Best => sorted.sort_by_key(|reply| (-confidence(reply.score, 0), reply.id)),
        }
        let mut answers: HashMap<i64, Vec<i64>> = HashMap::new();
        for reply in sorted {
            answers.entry(reply.parent).or_default().push(reply.id);
        }
        Self { top: answers.remove(&0).unwrap_or_default(), answers }
    }

    fn take(&mut self, limit: usize) -> Vec<i64> {
        let mut taken: Vec<i64> = self.top.drain(..limit.min(self.top.len())).collect();
        let mut parent = 0;
        while parent < taken.len() && taken.len() < limit {
            let answers = self.answers.get(&taken[parent]).cloned().unwrap_or_default();
            taken.extend(answers.into_iter().take(limit - taken.len()));
            parent += 1;
        }
        taken
    }
}

fn removed_replies_count_toward_the_limit(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let thread: Vec<_> = (1..=7).map(|id| planted(id, 0)).collect();
    plant(db, ann, post, &thread);
    db.run(
        "UPDATE replies SET removed = (1 = 1), description = ''; UPDATE posts SET reply_count = 0",
    );
    let shown: Vec<_> = parts(db, post, Sort::Old, 3).iter().map(top).collect();
    assert_eq!(shown, [vec![1, 2, 3], vec![4, 5, 6], vec![7]]);
}

fn wide(db: &TestDb) -> (UserId, PostId) {
    let (ann, post) = author_and_post(db);
    let mut thread: Vec<_> =
        (1..=1_205).map(|id| Planted { id, parent: 0, second: id % 7, score: id % 5 }).collect();
    // The last at the top, in the old order, has answers.
    thread.extend((1_206..=1_210).map(|id| planted(id, 1_203)));
    plant(db, ann, post, &thread);
    (ann, post)
}

fn a_thread_of_1_205_replies_pages_completely(db: &TestDb) {
    let (_, post) = wide(db);
    for sort in SORTS {
        let parts = parts(db, post, sort, 1_000);
        let sizes: Vec<_> = parts.iter().map(|part| top(part).len()).collect();
        assert_eq!(sizes, [1_000, 205]);
        assert_eq!(parts[0].items.len(), 1_000);
        let mut shown: Vec<i64> = parts.iter().flat_map(top).collect();
        shown.sort_unstable();
        assert!(shown.into_iter().eq(1..=1_205), "{sort:?}");
        let position = parts[0].next.unwrap();
        assert_eq!(position.sort(), sort);
        assert_eq!(position, sort.position(parts[0].items.last().unwrap()));
    }
}

fn a_thread_cuts_1_100_answers_to_one_reply(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let mut thread_of_one = vec![planted(1, 0)];
    thread_of_one.extend((2..=1_101).map(|id| planted(id, 1)));
    plant(db, ann, post, &thread_of_one);
    let first = thread(db, post, ThreadRequest::First(Sort::Old), 1_000);
    assert!(ids(&first.items).into_iter().eq(1..=1_000));
    assert_eq!(first.items[0].child_count, 1_100);
    assert_eq!(first.next, None::<Position>);
}

fn a_thread_holds_the_replies_of_its_post_only(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let other = db.add_post(ann, db.add_forum(ann, "Boats"));
    plant(db, ann, post, &[planted(1, 0), planted(2, 1)]);
    plant(db, ann, other, &[planted(3, 0), planted(4, 3), planted(5, 4)]);
    for limit in [2, 10] {
        let mut shown = ids(&thread(db, post, ThreadRequest::First(Sort::Old), limit).items);
        shown.sort_unstable();
        assert_eq!(shown, [1, 2]);
    }
    assert_eq!(ids(&thread(db, other, ThreadRequest::First(Sort::Old), 2).items), [3, 4]);
}

/// Long replies at every depth: three to the post, each with three answers that have three.
fn long_thread() -> Vec<Planted> {
    let parents = std::iter::repeat_n(0, 3).chain((1..=12).flat_map(|parent| [parent; 3]));
    (1..).zip(parents).map(|(id, parent)| planted(id, parent)).collect()
}

/// Reads the answers to `parent`, or to the post, and what is below them, page by page.
fn read_all(
    db: &TestDb,
    post: PostId,
    parent: Option<ReplyId>,
    request: ThreadRequest,
) -> Vec<i64> {
    let page = match parent {
        None => thread(db, post, request, 500),
        Some(id) => replies(db).subtree(id, Reader::Admin, request, 500).unwrap().unwrap().1,
    };
    assert!(page.items.len() * LONGEST < MAX_RESPONSE_BYTES + LONGEST, "{}", page.items.len());
    let mut all = ids(&page.items);
    for reply in &page.items {
        let mut answers = page.items.iter().filter(|answer| answer.responds_to == Some(reply.id));
        if answers.clone().count() < reply.child_count {
            let sort = request.sort();
            let rest = match answers.next_back() {
                Some(last) => ThreadRequest::After(sort.position(last)),
                None => ThreadRequest::First(sort),
            };
            all.extend(read_all(db, post, Some(reply.id), rest));
        }
    }
    if let Some(next) = page.next {
        all.extend(read_all(db, post, parent, ThreadRequest::After(next)));
    }
    all
}

fn a_thread_of_long_replies_pages_completely(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    plant_long(db, ann, post, &long_thread());
    for sort in SORTS {
        let mut shown = read_all(db, post, None, ThreadRequest::First(sort));
        shown.sort_unstable();
        assert_eq!(shown, (1..=39).collect::<Vec<_>>(), "{sort:?}");
    }
}

fn plant_long(db: &TestDb, author: UserId, post: PostId, thread: &[Planted]) {
    plant(db, author, post, thread);
    let longest = "\u{1f980}".repeat(LONGEST / 4);
    db.run(&format!("UPDATE replies SET description = '{longest}'"));
}

fn a_thread_of_long_replies_is_cut_in_order(db: &TestDb) {
    let (ann, post) = author_and_post(db);
    let planted = long_thread();
    plant_long(db, ann, post, &planted);
    for sort in SORTS {
        let shown = ids(&thread(db, post, ThreadRequest::First(sort), 500).items);
        let fitting = MAX_RESPONSE_BYTES.div_ceil(LONGEST);
        assert_eq!(shown, Model::new(&planted, sort).take(fitting), "{sort:?}");
    }
}
