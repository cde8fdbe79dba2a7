//! Removals and restorations at the same time as what they exclude, a hundred times each.

use forums::ForumRepository;
use infrastructure::DbForums;
use kernel::{Act, Reader, RemovalRetention, VoteCommand};
use posts::{PostRepository, WriteOutcome};
use replies::{Description, EditOutcome, ReplyRepository};

use super::{
    add, content, posts,
    removal::{is_sound, kept, replies, reply},
    second,
};
use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_post_is_restored_or_wiped,
    a_reply_is_restored_or_wiped,
    an_edit_comes_before_the_removal_or_finds_nothing,
    an_edit_of_a_reply_comes_before_the_removal_or_is_refused,
    removals_restorations_replies_and_votes_keep_counters,
    a_forum_is_deleted_while_posts_are_restored,
}

const ROUNDS: usize = 100;

/// A clock that is late restores while one that is early wipes.
fn a_post_is_restored_or_wiped(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (posts, by_ann) = (posts(db), Act { by: Some(ann), ..ACT });
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    for _ in 0..ROUNDS {
        let post = add(db, ann, forum, "Seeds", T0);
        assert!(posts.delete(post, &ACT).unwrap());
        let done = sixteen_at_once(|number| match number {
            0..4 => posts.restore(post, &by_ann, kept()).unwrap().is_some(),
            4..8 => {
                posts.wipe_removed(over).unwrap();
                false
            }
            _ => false,
        });
        let restored = done.into_iter().filter(|done| *done).count();
        let is_there = posts.find(post).unwrap().is_some();
        assert_eq!(restored, usize::from(is_there));
        assert_eq!(posts.wipe_removed(over).unwrap(), 0);
    }
    is_sound(db);
}

fn a_reply_is_restored_or_wiped(db: &TestDb) {
    let ann = db.add_user("ann");
    let post = add(db, ann, db.add_forum(ann, "Gardening"), "Seeds", T0);
    let (replies, by_ann) = (replies(db), Act { by: Some(ann), ..ACT });
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    for _ in 0..ROUNDS {
        let id = reply(db, post, ann, T0);
        assert!(replies.remove(id, &ACT).unwrap());
        let done = sixteen_at_once(|number| match number {
            0..4 => replies.restore(id, &by_ann, kept()).unwrap().is_some(),
            4..8 => {
                replies.wipe_removed(over).unwrap();
                false
            }
            _ => false,
        });
        let restored = done.into_iter().filter(|done| *done).count();
        let found = replies.get(id, Reader::Admin).unwrap().unwrap();
        assert_eq!(restored, usize::from(found.content.is_some()));
        assert_eq!(replies.wipe_removed(over).unwrap(), 0);
    }
    is_sound(db);
}

fn an_edit_comes_before_the_removal_or_finds_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (posts, by_ann) = (posts(db), Act { by: Some(ann), ..ACT });
    for _ in 0..ROUNDS {
        let post = add(db, ann, forum, "Seeds", T0);
        let edited = sixteen_at_once(|number| match number {
            0 => !posts.delete(post, &ACT).unwrap(),
            1..4 => {
                let edit = posts.update(post, &content("Boats", "Sails"), ann, second(600));
                matches!(edit.unwrap(), WriteOutcome::Done(_))
            }
            _ => false,
        });
        assert_eq!(posts.find(post).unwrap(), None);
        let restored = posts.restore(post, &by_ann, kept()).unwrap().unwrap();
        let title = if edited.contains(&true) { "Boats" } else { "Seeds" };
        assert_eq!(restored.title, title);
    }
    is_sound(db);
}

fn an_edit_of_a_reply_comes_before_the_removal_or_is_refused(db: &TestDb) {
    let ann = db.add_user("ann");
    let post = add(db, ann, db.add_forum(ann, "Gardening"), "Seeds", T0);
    let (replies, by_ann) = (replies(db), Act { by: Some(ann), ..ACT });
    let other = Description::parse("Other words").unwrap();
    for _ in 0..ROUNDS {
        let id = reply(db, post, ann, T0);
        let edited = sixteen_at_once(|number| match number {
            0 => !replies.remove(id, &ACT).unwrap(),
            1..4 => {
                let edit = replies.update(id, &other, ann, second(600)).unwrap();
                matches!(edit, EditOutcome::Edited(_))
            }
            _ => false,
        });
        assert_eq!(replies.get(id, Reader::Admin).unwrap().unwrap().content, None);
        let restored = replies.restore(id, &by_ann, kept()).unwrap().unwrap();
        let text = if edited.contains(&true) { "Other words" } else { "Well said" };
        assert_eq!(restored.content.unwrap().description, text);
    }
    is_sound(db);
}

fn removals_restorations_replies_and_votes_keep_counters(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (posts, replies, by_ann) = (posts(db), replies(db), Act { by: Some(ann), ..ACT });
    let post = add(db, ann, forum, "Seeds", T0);
    let answer = reply(db, post, ann, T0);
    for _ in 0..ROUNDS {
        sixteen_at_once(|number| match number % 8 {
            0 => drop(posts.delete(post, &ACT).unwrap()),
            1 => drop(posts.restore(post, &by_ann, kept()).unwrap()),
            2 => drop(replies.remove(answer, &ACT).unwrap()),
            3 => drop(replies.restore(answer, &by_ann, kept()).unwrap()),
            4 => drop(replies.vote(answer, ann, VoteCommand::Upvote, T0).unwrap()),
            5 => drop(posts.vote(post, ann, VoteCommand::Downvote, T0).unwrap()),
            6 => drop(posts.update(post, &content("Boats", "Sails"), ann, T0).unwrap()),
            _ => {
                let description = Description::parse("Well said").unwrap();
                let (responds_to, author, created_at) = (None, ann, T0);
                let new = replies::NewReply {
                    request: None,
                    post,
                    responds_to,
                    description,
                    author,
                    created_at,
                };
                replies.insert(&new).unwrap();
            }
        });
    }
    is_sound(db);
}

fn a_forum_is_deleted_while_posts_are_restored(db: &TestDb) {
    let ann = db.add_user("ann");
    let (posts, by_ann) = (posts(db), Act { by: Some(ann), ..ACT });
    let forums = DbForums(db.database.clone());
    for round in 0..ROUNDS {
        let forum = db.add_forum(ann, &format!("Forum {round}"));
        let ids: Vec<_> = (0..4).map(|_| add(db, ann, forum, "Seeds", T0)).collect();
        for id in &ids[..2] {
            posts.delete(*id, &ACT).unwrap();
        }
        sixteen_at_once(|number| match number {
            0 => assert!(forums.delete(forum, &ACT).unwrap()),
            1 | 2 => drop(posts.restore(ids[number as usize - 1], &by_ann, kept()).unwrap()),
            3 | 4 => drop(posts.delete(ids[number as usize - 1], &ACT).unwrap()),
            _ => {}
        });
        assert_eq!(db.number("SELECT count(*) AS n FROM posts"), 0);
    }
    is_sound(db);
}
