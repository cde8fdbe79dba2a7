//! Posts and replies that wait for approval.

mod again;
mod posts;
mod races;
mod replies;

use ::moderation::reports::{
    DecideOutcome, Decision, QueueScope, ReopenOutcome, Report, ReportKind, ReportNote,
    ReportRepository, ReportState,
};
use ::posts::{NewPost, PostRepository};
use ::replies::{Description, InsertOutcome, NewReply, ReplyRepository};
use infrastructure::maintenance;
use infrastructure::{DbPosts, DbReplies, DbReports};
use kernel::{ForumId, PageRequest, PostId, RemovalRetention, ReplyId, ReportId, UserId};

use crate::{
    posts::content,
    support::{T0, TestDb},
};

fn posts_of(db: &TestDb) -> DbPosts {
    DbPosts::new(db.database.clone())
}

fn replies_of(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

fn kept() -> RemovalRetention {
    RemovalRetention::at(T0)
}

fn is_sound(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

/// A moderator with a forum and a post in it, and a new member.
fn forum(db: &TestDb) -> (UserId, UserId, ForumId, PostId) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let post = NewPost {
        request: None,
        forum,
        author: ann,
        content: content("Oolong", "Tea"),
        created_at: T0,
    };
    let post = posts_of(db).insert(&post).unwrap().inserted().unwrap().id;
    (ann, bob, forum, post)
}

fn hold_post(db: &TestDb, author: UserId, forum: ForumId) -> PostId {
    let content = content("Cheap seeds", "Buy [seeds](https://a.example), @ann");
    let post = NewPost { request: None, forum, author, content, created_at: T0 };
    posts_of(db).hold(&post).unwrap().inserted().unwrap().id
}

fn new_reply(author: UserId, post: PostId, responds_to: Option<ReplyId>) -> NewReply {
    let description = Description::parse("See [tea](https://a.example), @ann").unwrap();
    NewReply { request: None, post, responds_to, description, author, created_at: T0 }
}

fn hold_reply(db: &TestDb, author: UserId, post: PostId, responds_to: Option<ReplyId>) -> ReplyId {
    match replies_of(db).hold(&new_reply(author, post, responds_to)).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn add_reply(db: &TestDb, author: UserId, post: PostId) -> ReplyId {
    match replies_of(db).insert(&new_reply(author, post, None)).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

/// The reports that nobody has decided.
fn queue(db: &TestDb) -> Vec<Report> {
    let states = [ReportState::Open, ReportState::InProgress];
    let reports = DbReports(db.database.clone());
    reports.queue(QueueScope::All, &states, &PageRequest::default(), kept()).unwrap().items
}

/// The only report that nobody has decided.
fn asked(db: &TestDb) -> Report {
    let mut queue = queue(db);
    assert_eq!(queue.len(), 1);
    let report = queue.remove(0);
    assert_eq!((report.kind, report.reasons.len()), (ReportKind::Held, 0));
    report
}

fn decide(db: &TestDb, report: ReportId, state: ReportState, by: UserId) -> DecideOutcome {
    let note = Some(ReportNote::parse("Advertisement").unwrap());
    let decision = Decision { report, state, note, by, at: T0 };
    DbReports(db.database.clone()).decide(&decision).unwrap()
}

fn reopen(db: &TestDb, report: ReportId, by: UserId) -> ReopenOutcome {
    DbReports(db.database.clone()).reopen(report, by, T0).unwrap()
}
