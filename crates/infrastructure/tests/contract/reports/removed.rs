//! Reports about texts that are removed or deleted.

use forums::ForumRepository;
use infrastructure::{DbForums, DbPosts, DbReplies};
use kernel::{PostId, RemovalRetention, UserId};
use moderation::reports::{
    FileOutcome, NewReport, QueueScope, ReportReason, ReportRepository, ReportState, ReportTarget,
    TargetKind,
};
use posts::PostRepository;
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};

use super::{START, file, new, post, queue, queue_of, reports};
use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    moderators_see_what_they_removed_for_thirty_days,
    removed_texts_are_shown_to_no_reporter,
    deleting_a_forum_during_reports_does_not_deadlock,
}

fn moderators_see_what_they_removed_for_thirty_days(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    file(db, &new(id, forum, ann, ReportReason::Spam));
    let replies = DbReplies(db.database.clone());
    let description = Description::parse("Buy **cheap** seeds").unwrap();
    let reply = NewReply {
        request: None,
        post: id,
        responds_to: None,
        description,
        author: ann,
        created_at: T0,
    };
    let InsertOutcome::Inserted(reply) = replies.insert(&reply).unwrap() else { panic!() };
    let target = ReportTarget { kind: TargetKind::Reply, id: reply.id.0 };
    file(db, &NewReport { target, ..new(id, forum, ann, ReportReason::Spam) });
    let seen = |now| -> Vec<_> {
        let reports = queue_of(db, &ReportState::ALL, now, QueueScope::All, 10).into_iter();
        reports.map(|one| (one.target.excerpt, one.target.is_removed)).collect()
    };
    let both = |removed: [bool; 2]| {
        let text = |text: &str, removed| (text.to_owned(), removed);
        vec![text("Text", removed[0]), text("Buy cheap seeds", removed[1])]
    };
    assert_eq!(seen(T0), both([false, false]));
    assert!(replies.remove(reply.id, &ACT).unwrap());
    assert_eq!(seen(T0), both([false, true]));
    assert!(DbPosts::new(db.database.clone()).delete(id, &ACT).unwrap());
    assert_eq!(seen(T0), both([true, true]));
    let over = T0.after(RemovalRetention::MAX_AGE);
    assert_eq!(seen(over), [(String::new(), false), (String::new(), false)]);
}

fn removed_texts_are_shown_to_no_reporter(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let replies = DbReplies(db.database.clone());
    let description = Description::parse("Buy **cheap** seeds").unwrap();
    let reply = NewReply {
        request: None,
        post: id,
        responds_to: None,
        description,
        author: ann,
        created_at: T0,
    };
    let InsertOutcome::Inserted(reply) = replies.insert(&reply).unwrap() else { panic!() };
    let about = |kind, id, by| {
        let target = ReportTarget { kind, id };
        NewReport { target, ..new(PostId(0), forum, by, ReportReason::Spam) }
    };
    let of_post = |by| about(TargetKind::Post, id.0, by);
    let of_reply = |by| about(TargetKind::Reply, reply.id.0, by);
    file(db, &of_post(ann));
    file(db, &of_reply(ann));
    let is_hidden = |of: &dyn Fn(UserId) -> NewReport| {
        let FileOutcome::FiledBefore(seen) = reports(db).file(&of(ann), START, 100).unwrap() else {
            panic!()
        };
        assert_eq!((seen.target.excerpt.as_str(), &seen.target.username), ("", &None));
        let late = reports(db).file(&of(bob), START, 100).unwrap();
        assert_eq!(late, FileOutcome::NotShown);
    };
    assert!(replies.remove(reply.id, &ACT).unwrap());
    is_hidden(&of_reply);
    assert!(DbPosts::new(db.database.clone()).delete(id, &ACT).unwrap());
    is_hidden(&of_post);
    is_hidden(&of_reply);
    assert_eq!(queue(db, QueueScope::All, 10), []);
}

fn deleting_a_forum_during_reports_does_not_deadlock(db: &TestDb) {
    let people: Vec<_> = (0..16).map(|n| db.add_user(&format!("user{n}"))).collect();
    let forums = DbForums(db.database.clone());
    for round in 0..8 {
        let forum = db.add_forum(people[0], &format!("Forum {round}"));
        let ids: Vec<_> = people.iter().map(|author| db.add_post(*author, forum)).collect();
        sixteen_at_once(|n| {
            if n == 15 {
                return assert!(forums.delete(forum, &ACT).unwrap());
            }
            let n = n as usize;
            reports(db)
                .file(&new(ids[n], forum, people[n], ReportReason::Spam), START, 100)
                .unwrap();
        });
    }
}
