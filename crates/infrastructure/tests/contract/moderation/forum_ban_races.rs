//! Bans from a forum at the same time as writes, promotions and deletions.

use std::{
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    thread,
    time::Duration,
};

use infrastructure::{DbPosts, DbReplies, DbUsers};
use kernel::{UserId, VoteCommand};
use moderation::{
    ModerationRepository, RemoveOutcome,
    forum_bans::{ForumBanRepository, NewForumBan},
};
use posts::{PostRepository, WriteOutcome};
use replies::{ReplyRepository, VoteOutcome};
use users::UserRepository;

use super::{
    forum_bans::{Forum, ban, bans, listed, new, write_post, write_reply, written},
    moderation,
};
use crate::support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    nothing_is_written_after_a_ban,
    bans_and_promotions_at_once_exclude_each_other,
    bans_and_deletions_at_once_both_end,
}

/// Nothing is added once the ban is stored, whatever was in progress.
fn nothing_is_written_after_a_ban(db: &TestDb) {
    let forum = Forum::of(db);
    for round in 0..100 {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let writers: Vec<_> =
                (0..4)
                    .map(|writer| {
                        let (forum, is_over) = (&forum, &is_over);
                        scope.spawn(move || {
                            while !is_over.load(SeqCst) && !is_refused(db, forum, writer) {}
                        })
                    })
                    .collect();
            thread::sleep(Duration::from_micros(300 * (round % 10)));
            ban(db, &forum.ban());
            let then = written(db);
            thread::sleep(Duration::from_millis(2));
            is_over.store(true, SeqCst);
            for writer in writers {
                writer.join().unwrap();
            }
            assert_eq!(written(db), then, "round {round}");
        });
        bans(db).lift(forum.id, forum.bob, forum.ann, T0).unwrap();
    }
}

/// One write of `bob`, of a kind for each writer.
fn is_refused(db: &TestDb, forum: &Forum, writer: i64) -> bool {
    let posts = DbPosts::new(db.database.clone());
    match writer {
        0 => write_post(db, forum.id, forum.bob, T0).is_err(),
        1 => write_reply(db, forum.post, forum.bob, T0).is_err(),
        2 => [VoteCommand::Upvote, VoteCommand::Unlike].into_iter().any(|command| {
            let outcome = posts.vote(forum.post, forum.bob, command, T0).unwrap();
            matches!(outcome, WriteOutcome::Banned(_))
        }),
        _ => [VoteCommand::Downvote, VoteCommand::Undislike].into_iter().any(|command| {
            let replies = DbReplies(db.database.clone());
            let outcome = replies.vote(forum.reply, forum.bob, command, T0).unwrap();
            matches!(outcome, VoteOutcome::Banned(_))
        }),
    }
}

fn bans_and_promotions_at_once_exclude_each_other(db: &TestDb) {
    let forum = Forum::of(db);
    let (bans, moderation) = (bans(db), moderation(db));
    for round in 0..100 {
        thread::scope(|scope| {
            scope.spawn(|| bans.ban(&forum.ban()).unwrap());
            scope.spawn(|| {
                if round % 2 == 0 {
                    moderation.add_moderator(forum.id, forum.bob, &ACT).unwrap();
                } else {
                    drop(moderation.make_admin(forum.bob, &ACT).unwrap());
                }
            });
        });
        let both = "SELECT count(*) AS n FROM forum_bans b JOIN users u ON u.id = b.user_id
            WHERE u.role = 2 OR EXISTS (SELECT 1 FROM forum_moderators m
                WHERE m.user_id = u.id AND m.forum_id = b.forum_id)";
        assert_eq!(db.number(both), 0, "round {round}");
        bans.lift(forum.id, forum.bob, forum.ann, T0).unwrap();
        let removed = moderation.remove_moderator(forum.id, forum.bob, true, &ACT).unwrap();
        assert_eq!(removed, RemoveOutcome::Removed);
        moderation.make_admin(forum.ann, &ACT).unwrap();
        moderation.demote(forum.bob, &ACT).unwrap();
    }
}

fn bans_and_deletions_at_once_both_end(db: &TestDb) {
    let forum = Forum::of(db);
    let users: Vec<UserId> = (0..16).map(|number| db.add_user(&format!("user-{number}"))).collect();
    for user in &users {
        ban(db, &new(forum.id, *user, forum.ann));
    }
    let accounts = DbUsers(db.database.clone());
    sixteen_at_once(|number| {
        let user = users[number as usize / 2];
        if number % 2 == 0 {
            accounts.delete(user, HASH, T0).unwrap();
        } else {
            drop(bans(db).ban(&NewForumBan { reason: None, ..new(forum.id, user, forum.ann) }));
            bans(db).lift(forum.id, user, forum.ann, T0).unwrap();
        }
    });
    assert_eq!(listed(db, forum.id, T0).len(), 8);
}
