use std::collections::HashMap;

use infrastructure::maintenance::{
    BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkUser,
};
use kernel::{Role, Timestamp, Visibility, Vote};

use super::Community;
use crate::demo::{
    hours_before,
    texts::{Forum, Post, Texts},
};

/// Accounts are older than the first forum.
const JOINED_HOURS_AGO: f64 = 505.0;

/// Turns texts into rows.
pub(super) struct Rows {
    now: Timestamp,
    ids: HashMap<String, i64>,
}

impl Rows {
    pub(super) fn new(now: Timestamp, texts: &Texts) -> Self {
        let members = texts.members.iter().zip(1..);
        Self { now, ids: members.map(|(member, id)| (member.username.clone(), id)).collect() }
    }

    fn id(&self, name: &str) -> Result<i64, String> {
        self.ids.get(name).copied().ok_or_else(|| format!("{name} is no member"))
    }

    fn at(&self, hours: f64) -> Timestamp {
        hours_before(self.now, hours)
    }

    /// The first member is the admin, the last one is banned, moderators have the role.
    pub(super) fn users(&self, texts: &Texts, password_hash: &str) -> Vec<BulkUser> {
        let moderates =
            |name: &String| texts.forums.iter().any(|forum| forum.moderators.contains(name));
        let role = |id: i64, name: &String| match id {
            1 => Role::Admin,
            _ if moderates(name) => Role::Moderator,
            _ => Role::User,
        };
        let members = texts.members.iter().zip(1..);
        members
            .map(|(member, id)| BulkUser {
                id,
                username: member.username.clone(),
                password_hash: password_hash.to_owned(),
                image: format!("/images/avatars/avatar-{}.svg", member.avatar),
                role: role(id, &member.username),
                banned: id == texts.members.len() as i64,
                created_at: self.at(JOINED_HOURS_AGO),
            })
            .collect()
    }

    /// Everybody but the banned member has a few favorites.
    pub(super) fn favorites(&self, texts: &Texts) -> Vec<BulkFavorite> {
        let forums = texts.forums.len();
        let of_member = |member: usize| {
            (0..2 + member % 3).map(move |nth| BulkFavorite {
                user_id: member as i64 + 1,
                forum_id: ((member + nth * 5) % forums) as i64 + 1,
                created_at: self.at(300.0 - (member * 5 + nth) as f64),
            })
        };
        (0..texts.members.len() - 1).flat_map(of_member).collect()
    }

    pub(super) fn messages(&self, texts: &Texts) -> Result<Vec<BulkMessage>, String> {
        let mut messages = vec![];
        for chat in &texts.chats {
            let people = [self.id(&chat.between[0])?, self.id(&chat.between[1])?];
            for message in &chat.message {
                messages.push(BulkMessage {
                    id: 0,
                    sender_id: people[message.by],
                    recipient_id: people[1 - message.by],
                    message: message.text.clone(),
                    read: message.age_hours > chat.read_until_hours,
                    sent_at: self.at(message.age_hours),
                });
            }
        }
        messages.sort_by_key(|message| message.sent_at);
        messages.iter_mut().zip(1..).for_each(|(message, id)| message.id = id);
        Ok(messages)
    }

    pub(super) fn forums(&self, texts: &Texts, into: &mut Community) -> Result<(), String> {
        for (forum, id) in texts.forums.iter().zip(1..) {
            let author_id = self.id(&forum.author)?;
            into.forums.push(BulkForum {
                id,
                topic: forum.topic.clone(),
                description: forum.description.clone(),
                author_id,
                created_at: self.at(forum.age_hours),
                visibility: Visibility::Public,
            });
            into.moderators.push(BulkModerator { forum_id: id, user_id: author_id });
            for name in forum.moderators.iter().filter(|name| **name != forum.author) {
                into.moderators.push(BulkModerator { forum_id: id, user_id: self.id(name)? });
            }
        }
        Ok(())
    }

    pub(super) fn posts(&self, forums: &[Forum], into: &mut Community) -> Result<(), String> {
        let mut posts: Vec<(i64, &Post)> = forums
            .iter()
            .zip(1..)
            .flat_map(|(forum, id)| forum.post.iter().map(move |post| (id, post)))
            .collect();
        posts.sort_by(|(_, a), (_, b)| b.age_hours.total_cmp(&a.age_hours));
        for ((forum_id, post), id) in posts.iter().zip(1..) {
            let author_id = self.id(&post.author)?;
            into.posts.push(BulkPost {
                id,
                forum_id: *forum_id,
                author_id,
                title: post.title.clone(),
                description: post.description.trim().to_owned(),
                created_at: self.at(post.age_hours),
            });
            into.post_votes.extend(
                self.voters(id, author_id, post.appeal, post.dislike)
                    .map(|(user_id, vote)| BulkPostVote { post_id: id, user_id, vote }),
            );
        }
        self.replies(&posts, into)
    }

    /// Replies of all posts in order of time, so that ids rise with time.
    fn replies(&self, posts: &[(i64, &Post)], into: &mut Community) -> Result<(), String> {
        let mut order: Vec<(usize, usize)> = posts
            .iter()
            .enumerate()
            .flat_map(|(post, (_, text))| (0..text.reply.len()).map(move |nth| (post, nth)))
            .collect();
        let reply = |(post, nth): (usize, usize)| &posts[post].1.reply[nth];
        order.sort_by(|a, b| reply(*b).age_hours.total_cmp(&reply(*a).age_hours));
        let placed: HashMap<(usize, usize), i64> = order.iter().copied().zip(1..).collect();
        let mut depths: HashMap<i64, i16> = HashMap::new();
        for key in order {
            let (text, id) = (reply(key), placed[&key]);
            let parent_id = text.to.map_or(0, |number| placed[&(key.0, number - 1)]);
            let depth = depths.get(&parent_id).map_or(0, |depth| depth + 1);
            depths.insert(id, depth);
            let author_id = self.id(&text.author)?;
            into.replies.push(BulkReply {
                id,
                post_id: key.0 as i64 + 1,
                parent_id,
                author_id,
                depth,
                description: text.description.trim().to_owned(),
                removed: text.removed,
                created_at: self.at(text.age_hours),
            });
            if !text.removed {
                into.reply_votes.extend(
                    self.voters(id, author_id, text.appeal, text.dislike)
                        .map(|(user_id, vote)| BulkReplyVote { reply_id: id, user_id, vote }),
                );
            }
        }
        Ok(())
    }

    /// Returns the voters of the post or reply with this number: not its author, each at most once.
    fn voters(
        &self,
        number: i64,
        author: i64,
        up: usize,
        down: usize,
    ) -> impl Iterator<Item = (i64, Vote)> {
        let members = self.ids.len() as i64;
        // A stride coprime to forty members visits each of them once.
        (0..members)
            .map(move |step| (number * 7 + step * 11) % members + 1)
            .filter(move |member| *member != author && *member != members)
            .take(up + down)
            .enumerate()
            .map(move |(place, member)| (member, if place < up { Vote::Up } else { Vote::Down }))
    }
}
