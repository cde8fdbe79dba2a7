use std::collections::HashSet;

use api::Services;
use rand::{RngExt, rngs::ChaCha8Rng};
use serde_json::json;
use users::UserError;

use super::reads::{Ask, Stress};
use crate::{operations::process::Installation, support::sign_up};

/// The writing members; after them come those who are banned sometimes, and the admin.
pub(super) const WRITERS: usize = 50;
const BANNED_NOW_AND_THEN: usize = 6;
const FORUMS: usize = 4;
/// So few of each are written to at a time that many meet.
const HOT: usize = 24;

pub(super) struct Member {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) token: String,
}

#[derive(Clone, Copy)]
pub(super) struct Post {
    pub(super) id: i64,
    pub(super) author: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Reply {
    pub(super) id: i64,
    pub(super) post: i64,
    pub(super) author: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Message {
    pub(super) id: i64,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The content to write to, and the content that must exist at the end.
#[derive(Default)]
pub(super) struct World {
    pub(super) forums: Vec<i64>,
    pub(super) posts: Vec<Post>,
    pub(super) replies: Vec<Reply>,
    pub(super) messages: Vec<Message>,
    /// Acknowledged posts that are never deleted.
    pub(super) kept_posts: HashSet<i64>,
    pub(super) kept_messages: HashSet<i64>,
    /// Indices of members who are not banned now.
    pub(super) bannable: Vec<usize>,
}

/// The index of the admin.
pub(super) const fn admin() -> usize {
    WRITERS + BANNED_NOW_AND_THEN
}

/// All members, on a database that is empty, and the use cases over it.
pub(super) fn register(installation: &Installation) -> (Vec<Member>, Services) {
    let services = installation.services();
    let member = |index: usize| register_one(&services, format!("member{index}")).unwrap();
    let members: Vec<_> = (0..=admin()).map(member).collect();
    services.moderation.make_admin(&members[admin()].name).unwrap();
    (members, services)
}

pub(super) fn register_one(services: &Services, name: String) -> Result<Member, UserError> {
    let (id, token) = sign_up(services, &name)?;
    Ok(Member { id, name, token })
}

impl World {
    /// The forums in which all of it happens.
    pub(super) async fn found(stress: &Stress) {
        for number in 0..FORUMS {
            let body = json!({"topic": format!("Forum {number}"), "description": "All at once"});
            let ask = Ask::post("found a forum", "/forums/create", body).by(number);
            let forum = stress.send(ask).await.unwrap().id();
            let rules = json!({
                "rules": "",
                "blockedWords": [],
                "holdLinksOfNew": true,
                "minAccountAgeHours": 0,
            });
            let ask = Ask::put("set rules", format!("/api/forums/{forum}/rules")).with_body(rules);
            stress.send(ask.by(number)).await.unwrap();
            stress.world.lock().unwrap().forums.push(forum);
        }
        stress.world.lock().unwrap().bannable = (WRITERS..admin()).collect();
    }

    pub(super) fn add_post(&mut self, post: Post, random: &mut ChaCha8Rng) {
        self.kept_posts.insert(post.id);
        // A member who gets banned could not edit it.
        if post.author < WRITERS {
            replace_any(&mut self.posts, post, random);
        }
    }

    pub(super) fn add_reply(&mut self, reply: Reply, random: &mut ChaCha8Rng) {
        replace_any(&mut self.replies, reply, random);
    }

    pub(super) fn add_message(&mut self, message: Message, random: &mut ChaCha8Rng) {
        self.kept_messages.insert(message.id);
        replace_any(&mut self.messages, message, random);
    }
}

fn replace_any<T>(hot: &mut Vec<T>, new: T, random: &mut ChaCha8Rng) {
    if hot.len() < HOT {
        hot.push(new);
    } else {
        hot[random.random_range(0..HOT)] = new;
    }
}

/// One of these by chance, if there are any.
pub(super) fn any<T: Copy>(of: &[T], random: &mut ChaCha8Rng) -> Option<T> {
    (!of.is_empty()).then(|| of[random.random_range(0..of.len())])
}
