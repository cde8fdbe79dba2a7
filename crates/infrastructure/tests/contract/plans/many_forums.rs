//! Lists send as many statements for every page.

use std::cmp::Reverse;

use forums::ForumRepository;
use infrastructure::{DbForums, DbPosts, DbReplies, DbReports};
use kernel::{
    ById, ByTime, ForumId, Limit, PageRequest, PostId, Reader, RemovalRetention, Role, UserId,
};
use moderation::reports::{
    NewReport, QueueScope, ReportReason, ReportRepository, ReportState, ReportTarget, TargetKind,
};
use posts::{NewPost, PostRepository};
use replies::{Description, InsertOutcome, NewReply, ReplyRepository, Sort, ThreadRequest};

use super::explain::Plans;
use crate::{
    posts::content,
    support::{T0, TestDb, contract},
};

contract! {
    following_many_forums_costs_as_many_statements_as_one,
    moderating_many_forums_costs_as_many_statements_as_one,
    held_posts_cost_as_many_statements_as_one,
    held_replies_cost_as_many_statements_as_one,
    a_thread_of_long_replies_costs_as_many_statements_as_levels,
}

const FORUMS: u64 = 40;
/// The statements of any page of a merged list, with those around it.
const MOST: usize = 11;

/// The posts beside the first of each forum, all in the same few forums.
const MORE_POSTS: u64 = 60;

/// When the post of this index was written, in seconds.
fn second(index: u64) -> u64 {
    if index < FORUMS { index } else { index * 5 % FORUMS }
}

/// A member who founded and follows many forums, and the posts in them.
fn forums(db: &TestDb) -> (UserId, Vec<(ForumId, PostId)>) {
    let ann = db.add_user("ann");
    let (forums, posts) = (DbForums(db.database.clone()), DbPosts::new(db.database.clone()));
    let found = |nth| {
        let forum = db.add_forum(ann, &format!("Forum {nth}"));
        forums.add_favorite(ann, forum, T0).unwrap();
        forum
    };
    let founded: Vec<ForumId> = (0..FORUMS).map(found).collect();
    let write = |index: u64| {
        let forum = founded[if index < FORUMS { index } else { index % 3 } as usize];
        let created_at = T0.after(std::time::Duration::from_secs(second(index)));
        let post =
            NewPost { request: None, forum, author: ann, content: content("Tea", "."), created_at };
        (forum, posts.insert(&post).unwrap().inserted().unwrap().id)
    };
    (ann, (0..FORUMS + MORE_POSTS).map(write).collect())
}

fn following_many_forums_costs_as_many_statements_as_one(db: &TestDb) {
    let (ann, written) = forums(db);
    let plans = Plans::of(db);
    let posts = DbPosts::new(plans.database());
    let (mut found, mut after) = (vec![], None::<ByTime>);
    loop {
        let limit = if found.is_empty() { 25 } else { 5 };
        let page = PageRequest { limit: Limit::new(limit).unwrap(), after };
        let statements = Plans::count(|| {
            let page = posts.following(ann, Reader::Insider(ann), &page).unwrap();
            found.extend(page.items.iter().map(|post| post.id));
            after = page.next;
        });
        assert!(statements <= MOST, "{statements} statements");
        if after.is_none() {
            break;
        }
    }
    let mut expected: Vec<_> =
        (0..).map(second).zip(written.iter().map(|(_, post)| *post)).collect();
    expected.sort_by_key(|&(second, post)| Reverse((second, post.0)));
    assert_eq!(found, expected.into_iter().map(|(_, post)| post).collect::<Vec<_>>());
}

fn moderating_many_forums_costs_as_many_statements_as_one(db: &TestDb) {
    let (ann, written) = forums(db);
    let plans = Plans::of(db);
    let reports = DbReports(plans.database());
    for (forum, post) in &written {
        let target = ReportTarget { kind: TargetKind::Post, id: post.0 };
        let (reason, forum) = (ReportReason::Spam, Some(*forum));
        let report = NewReport { target, forum, by: ann, reason, note: None, at: T0 };
        reports.file(&report, T0, 100).unwrap();
    }
    let states = [ReportState::Open, ReportState::InProgress];
    let (scope, kept) = (QueueScope::ModeratedBy(ann), RemovalRetention::at(T0));
    let (mut found, mut after) = (vec![], None::<ByTime>);
    loop {
        let limit = if found.is_empty() { 25 } else { 5 };
        let page = PageRequest { limit: Limit::new(limit).unwrap(), after };
        let statements = Plans::count(|| {
            let page = reports.queue(scope, &states, &page, kept).unwrap();
            found.extend(page.items.iter().map(|report| report.target.target.id));
            after = page.next;
        });
        assert!(statements <= MOST, "{statements} statements");
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, written.iter().map(|(_, post)| post.0).collect::<Vec<_>>());
}

fn first(limit: u8) -> PageRequest<ById> {
    PageRequest { limit: Limit::new(limit).unwrap(), after: None }
}

fn held_posts_cost_as_many_statements_as_one(db: &TestDb) {
    let (ann, written) = forums(db);
    let other = db.add_forum(db.add_user("bob"), "Other");
    let plans = Plans::of(db);
    let posts = DbPosts::new(plans.database());
    for forum in written.iter().take(4).map(|(forum, _)| *forum).chain([other]) {
        let post = NewPost {
            request: None,
            forum,
            author: ann,
            content: content("Tea", "."),
            created_at: T0,
        };
        posts.hold(&post).unwrap().inserted().unwrap();
    }
    let statements =
        |limit| Plans::count(|| drop(posts.held_of(ann, Reader::Visitor, &first(limit)).unwrap()));
    assert_eq!(statements(5), statements(1));
    let page = posts.held_of(ann, Reader::Visitor, &first(5)).unwrap();
    let roles: Vec<_> = page.items.iter().map(|post| post.author_role).collect();
    let own = Role::Moderator;
    assert_eq!(roles, [Role::User, own, own, own, own]);
}

fn held_replies_cost_as_many_statements_as_one(db: &TestDb) {
    let (ann, written) = forums(db);
    let bob = db.add_user("bob");
    let plans = Plans::of(db);
    let (replies, (_, post)) = (DbReplies(plans.database()), written[0]);
    for author in [ann, bob, bob, bob] {
        let (description, responds_to) = (Description::parse("Tea").unwrap(), None);
        let reply =
            NewReply { request: None, post, responds_to, description, author, created_at: T0 };
        replies.hold(&reply).unwrap();
    }
    let statements =
        |limit| Plans::count(|| drop(replies.held_in(post, bob, &first(limit)).unwrap()));
    assert_eq!(statements(3), statements(1));
    for (author, role) in [(ann, Role::Moderator), (bob, Role::User)] {
        let held = replies.held_in(post, author, &first(1)).unwrap().items.remove(0);
        assert_eq!(held.content.unwrap().user_role, role);
    }
}

fn a_thread_of_long_replies_costs_as_many_statements_as_levels(db: &TestDb) {
    let (ann, written) = forums(db);
    let plans = Plans::of(db);
    let (replies, (_, post)) = (DbReplies(plans.database()), written[0]);
    for _ in 0..30 {
        let mut responds_to = None;
        for text in ["Tea".to_owned(), "\u{1f980}".repeat(10_000)] {
            let description = Description::parse(&text).unwrap();
            let reply = NewReply {
                request: None,
                post,
                responds_to,
                description,
                author: ann,
                created_at: T0,
            };
            let InsertOutcome::Inserted(reply) = replies.insert(&reply).unwrap() else { panic!() };
            responds_to = Some(reply.id);
        }
    }
    let request = ThreadRequest::First(Sort::Old);
    let mut shown = 0;
    let statements = Plans::count(|| {
        shown = replies.thread(post, Reader::Admin, request, 500).unwrap().unwrap().items.len();
    });
    // The thread, the post, two levels, the texts that are missing, and the snapshot.
    assert!(shown < 60 && statements <= 7, "{shown} replies by {statements} statements");
}
