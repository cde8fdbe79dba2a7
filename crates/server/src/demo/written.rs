use std::collections::HashMap;

use infrastructure::{
    BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkUser, Loader,
};
use kernel::{RepositoryError, Role, Timestamp, Vote};

use crate::demo::{
    Community, hours_before,
    texts::{Forum, Post, Texts},
};

/// What every member of the demo signs in with.
pub const PASSWORD: &str = "postup-demo";

/// Accounts are older than the first forum.
const JOINED_HOURS_AGO: f64 = 505.0;

/// Twelve forums with members, posts, threads and chats of the last three weeks.
pub struct Written {
    users: Vec<BulkUser>,
    forums: Vec<BulkForum>,
    moderators: Vec<BulkModerator>,
    favorites: Vec<BulkFavorite>,
    posts: Vec<BulkPost>,
    replies: Vec<BulkReply>,
    post_votes: Vec<BulkPostVote>,
    reply_votes: Vec<BulkReplyVote>,
    messages: Vec<BulkMessage>,
}

impl Written {
    /// All times are hours before `now`; all members share one password hash.
    ///
    /// # Errors
    /// When a text names somebody who is no member, or is not in its form; a test rules both out.
    pub fn new(now: Timestamp, password_hash: &str) -> Result<Self, String> {
        let mut texts = Texts::read().map_err(|error| error.to_string())?;
        // Ids rise with time.
        texts.forums.sort_by(|a, b| b.age_hours.total_cmp(&a.age_hours));
        let builder = Builder { now, ids: ids(&texts) };
        let mut written = Self {
            users: builder.users(&texts, password_hash),
            forums: vec![],
            moderators: vec![],
            favorites: builder.favorites(&texts),
            posts: vec![],
            replies: vec![],
            post_votes: vec![],
            reply_votes: vec![],
            messages: builder.messages(&texts)?,
        };
        builder.forums(&texts, &mut written)?;
        builder.posts(&texts.forums, &mut written)?;
        Ok(written)
    }
}

impl Community for Written {
    fn rows(&self) -> usize {
        self.users.len()
            + self.forums.len()
            + self.moderators.len()
            + self.favorites.len()
            + self.posts.len()
            + self.replies.len()
            + self.post_votes.len()
            + self.reply_votes.len()
            + self.messages.len()
    }

    fn load(
        &self,
        loader: &mut Loader<'_>,
        progress: &dyn Fn(usize),
    ) -> Result<(), RepositoryError> {
        loader.insert(&self.users, progress)?;
        loader.insert(&self.forums, progress)?;
        loader.insert(&self.moderators, progress)?;
        loader.insert(&self.favorites, progress)?;
        loader.insert(&self.posts, progress)?;
        loader.insert(&self.replies, progress)?;
        loader.insert(&self.post_votes, progress)?;
        loader.insert(&self.reply_votes, progress)?;
        loader.insert(&self.messages, progress)
    }
}

fn ids(texts: &Texts) -> HashMap<String, i64> {
    texts.members.iter().zip(1..).map(|(member, id)| (member.username.clone(), id)).collect()
}

struct Builder {
    now: Timestamp,
    ids: HashMap<String, i64>,
}

impl Builder {
    fn id(&self, name: &str) -> Result<i64, String> {
        self.ids.get(name).copied().ok_or_else(|| format!("{name} is no member"))
    }

    fn at(&self, hours: f64) -> Timestamp {
        hours_before(self.now, hours)
    }

    /// The first member is the admin, the last one is banned, and who moderates has the role.
    fn users(&self, texts: &Texts, password_hash: &str) -> Vec<BulkUser> {
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

    /// Everybody but the banned one likes a few forums.
    fn favorites(&self, texts: &Texts) -> Vec<BulkFavorite> {
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

    fn messages(&self, texts: &Texts) -> Result<Vec<BulkMessage>, String> {
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

    fn forums(&self, texts: &Texts, into: &mut Written) -> Result<(), String> {
        for (forum, id) in texts.forums.iter().zip(1..) {
            let author_id = self.id(&forum.author)?;
            into.forums.push(BulkForum {
                id,
                topic: forum.topic.clone(),
                description: forum.description.clone(),
                author_id,
                created_at: self.at(forum.age_hours),
            });
            into.moderators.push(BulkModerator { forum_id: id, user_id: author_id });
            for name in forum.moderators.iter().filter(|name| **name != forum.author) {
                into.moderators.push(BulkModerator { forum_id: id, user_id: self.id(name)? });
            }
        }
        Ok(())
    }

    fn posts(&self, forums: &[Forum], into: &mut Written) -> Result<(), String> {
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

    /// Replies of all posts in the order of their times, so that their ids rise with it.
    fn replies(&self, posts: &[(i64, &Post)], into: &mut Written) -> Result<(), String> {
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

    /// Who votes on the thing of this number: others than its author, everybody at most once.
    fn voters(
        &self,
        number: i64,
        author: i64,
        up: usize,
        down: usize,
    ) -> impl Iterator<Item = (i64, Vote)> {
        let members = self.ids.len() as i64;
        // A stride that shares no factor with forty members meets each of them once.
        (0..members)
            .map(move |step| (number * 7 + step * 11) % members + 1)
            .filter(move |member| *member != author && *member != members)
            .take(up + down)
            .enumerate()
            .map(move |(place, member)| (member, if place < up { Vote::Up } else { Vote::Down }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Written {
        Written::new(Timestamp::from_unix_millis(1_795_172_280_123), "hash").unwrap()
    }

    #[test]
    fn the_demo_looks_lived_in() {
        let written = written();
        assert_eq!((written.users.len(), written.forums.len()), (40, 12));
        assert!((110..=130).contains(&written.posts.len()));
        assert!((580..=660).contains(&written.replies.len()));
        assert_eq!(written.replies.iter().map(|reply| reply.depth).max(), Some(7));
        let day_ago = Timestamp::from_unix_millis(1_795_172_280_123 - 86_400_000);
        assert!(written.posts.iter().filter(|post| post.created_at > day_ago).count() >= 35);
    }

    #[test]
    fn ids_rise_with_time() {
        let written = written();
        assert!(written.posts.is_sorted_by_key(|post| (post.created_at, post.id)));
        assert!(written.replies.is_sorted_by_key(|reply| (reply.created_at, reply.id)));
        assert!(written.messages.is_sorted_by_key(|message| (message.sent_at, message.id)));
    }

    #[test]
    fn an_answer_is_younger_than_what_it_answers() {
        let written = written();
        for reply in &written.replies {
            let post = &written.posts[reply.post_id as usize - 1];
            assert!(reply.created_at > post.created_at, "{}", reply.description);
            assert!(reply.parent_id < reply.id, "{}", reply.description);
        }
    }

    #[test]
    fn all_texts_are_within_the_limits() {
        let written = written();
        for post in &written.posts {
            assert!(posts::Title::parse(&post.title).is_ok(), "{}", post.title);
            assert!(posts::Description::parse(&post.description).is_ok(), "{}", post.title);
        }
        for forum in &written.forums {
            assert!(forums::Topic::parse(&forum.topic).is_ok());
            assert!(forums::Description::parse(&forum.description).is_ok());
        }
        for reply in &written.replies {
            assert!(replies::Description::parse(&reply.description).is_ok());
        }
        for user in &written.users {
            assert!(users::Username::parse(&user.username).is_ok());
        }
    }
}
