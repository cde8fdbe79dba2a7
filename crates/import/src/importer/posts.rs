//! Posts.

use kernel::{ForumId, Reason, Timestamp, UserId};
use posts::{Description, ImageDescription, Title};

use super::{Import, ImportError, Members, texts::Of};
use crate::{
    Kind, NewPost, Post,
    convert::{one_line, shorten},
};

impl Import<'_> {
    pub(super) fn posts(&mut self) -> Result<(), ImportError> {
        self.in_batches(Kind::Post, self.source.posts()?, Self::store_posts)
    }

    fn store_posts(&mut self, posts: Vec<Post>) -> Result<(), ImportError> {
        let ids: Vec<&str> = posts.iter().map(|post| post.id.as_str()).collect();
        let mut known = self.destination.known(Kind::Post, &ids)?;
        let members = self.members(posts.iter().filter_map(|post| post.author.as_ref()))?;
        let forums = self.known_forums(posts.iter().map(|post| &post.forum))?;
        let mut new = vec![];
        for post in posts {
            let Some(forum) = forums.find(&post.forum) else {
                self.lose(Kind::Post, "the forum is gone", &post.id);
                continue;
            };
            let has_room = post.pinned.is_none() || self.may_pin(forum);
            if !has_room {
                self.change(Kind::Post, "is not pinned: three others of its forum are", &post.id);
            }
            let made = self.new_post(&post, &members)?;
            let Some((title, description)) = made else {
                self.lose(Kind::Post, "the text cannot be stored", &post.id);
                continue;
            };
            self.report.carried(Kind::Post);
            if known.contains_key(&post.id) {
                continue;
            }
            known.insert(post.id.clone(), 0);
            let author = post.author.as_ref().and_then(|author| members.find(author));
            new.push(self.row(post, (forum, author), has_room, (title, description))?);
        }
        Ok(self.destination.insert_posts(&new)?)
    }

    fn row(
        &mut self,
        post: Post,
        (forum, author): (ForumId, Option<UserId>),
        has_room: bool,
        (title, description): (Title, Description),
    ) -> Result<NewPost, ImportError> {
        let created_at = post.created_at.clamp(Timestamp::from_unix_millis(0), self.now);
        let of = Of { kind: Kind::Post, id: &post.id, author, at: created_at };
        let image = self.picture(of, post.image.as_deref())?;
        let line = |text: &str, max| shorten(&one_line(text), max);
        let described = post.image_description.filter(|_| image.is_some());
        let described = described.map(|text| line(&text, ImageDescription::MAX_CHARS));
        let reason = post.lock_reason.map(|reason| line(&reason, Reason::MAX_CHARS));
        Ok(NewPost {
            forum,
            author,
            title,
            description,
            image,
            image_description: described.and_then(|text| ImageDescription::parse(&text).ok()),
            created_at,
            edited_at: post.edited_at.map(|at| at.clamp(created_at, self.now.max(created_at))),
            is_locked: post.is_locked,
            lock_reason: reason.and_then(|reason| Reason::parse(&reason).ok()),
            pinned: post.pinned.filter(|_| has_room && !post.is_hidden),
            hidden_at: post.is_hidden.then_some(self.now),
            source_id: post.id,
            opening: post.opening,
        })
    }

    /// Returns title and text, and tells how they differ, also of a post that is known.
    fn new_post(
        &mut self,
        post: &Post,
        members: &Members,
    ) -> Result<Option<(Title, Description)>, ImportError> {
        let at = self.time(Kind::Post, &post.id, post.created_at);
        let author = self.author(Kind::Post, &post.id, members, post.author.as_ref());
        let of = Of { kind: Kind::Post, id: &post.id, author, at };
        let text = self.text(of, &post.text, Description::MAX_CHARS)?;
        let title = self.title(&post.id, &post.title, &text, Title::MAX_CHARS);
        Ok(Title::parse(&title).ok().zip(Description::parse(&text).ok()))
    }
}
