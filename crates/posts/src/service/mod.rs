use std::sync::Arc;

use kernel::{
    Act, Actor, BannedFromForum, ByActivity, ByHeat, ById, ByScore, ByTime, Clock, ForumId,
    ForumReaders, HideOutcome, KeyedRequest, Moderators, Page, PageRequest, PostId, Reader,
    Revision, Tally, Text, TextField, Timestamp, UserId, VoteCommand, WritingCheck, WritingPlace,
    WritingRules,
};

use crate::{
    Feed, InsertOutcome, LockChange, LockReason, NewPost, Pin, PinOutcome, Post, PostContent,
    PostError, PostRepository, Selection, WriteOutcome,
};

mod forum_lists;
mod held;
mod removal;

pub use held::Withdrawable;
pub use removal::{Deletable, Removed};

/// The use cases of posts.
pub struct Posts {
    repository: Arc<dyn PostRepository>,
    readers: Arc<dyn ForumReaders>,
    moderators: Arc<dyn Moderators>,
    writing: WritingCheck,
    clock: Arc<dyn Clock>,
}

/// Proof that the actor may write posts in the forum, whose words are still to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writable {
    forum: ForumId,
    actor: Actor,
    rules: Option<WritingRules>,
    request: Option<KeyedRequest>,
}

impl Writable {
    /// Says which request writes it, if that may come again.
    #[must_use]
    pub fn by(self, request: Option<KeyedRequest>) -> Self {
        Self { request, ..self }
    }
}

/// Proof that the actor may edit the post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editable {
    post: PostId,
    forum: ForumId,
    actor: Actor,
}

/// Proof that the actor moderates the forum of the post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moderated {
    post: PostId,
    actor: UserId,
}

/// Proof that the actor may hide versions of the post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revisable {
    post: PostId,
    actor: UserId,
}

impl Posts {
    pub fn new(
        repository: Arc<dyn PostRepository>,
        readers: Arc<dyn ForumReaders>,
        moderators: Arc<dyn Moderators>,
        writing: WritingCheck,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, readers, moderators, writing, clock }
    }

    /// Checks that the actor's account is old enough for the forum.
    pub fn authorize_create(&self, forum: ForumId, actor: &Actor) -> Result<Writable, PostError> {
        let rules = self.writing.rules(WritingPlace::Forum(forum), actor.id, actor.into())?;
        self.writing.check_age(rules.as_ref(), actor, self.clock.now())??;
        Ok(Writable { forum, actor: *actor, rules, request: None })
    }

    /// Stores a post. One with links by a new account waits for approval where the forum says so.
    pub fn create(
        &self,
        Writable { forum, actor, rules, request }: Writable,
        content: PostContent,
    ) -> Result<Post, PostError> {
        self.check_words(rules.as_ref(), &actor, &content)?;
        let created_at = self.clock.now();
        let is_held = self.needs_approval(rules.as_ref(), &actor, created_at, &content)?;
        let post = NewPost { forum, author: actor.id, content, created_at, request };
        let outcome =
            if is_held { self.repository.hold(&post)? } else { self.repository.insert(&post)? };
        match outcome {
            InsertOutcome::Inserted(post) => Ok(*post),
            InsertOutcome::NoSuchForum => Err(PostError::NoSuchForum),
            InsertOutcome::Banned(ban) => Err(BannedFromForum(ban).into()),
        }
    }

    /// Returns a post that the reader may read.
    pub fn get(&self, id: PostId, reader: Reader) -> Result<Post, PostError> {
        let post = self.repository.find(id)?.ok_or(PostError::NotFound)?;
        if !self.readers.may_read(reader, post.forum, post.forum_visibility)? {
            return Err(PostError::NotFound);
        }
        Ok(post.at(self.clock.now()))
    }

    /// Checks that the actor is the author.
    pub fn authorize_edit(&self, post: &Post, actor: &Actor) -> Result<Editable, PostError> {
        if post.author != actor.id {
            return Err(PostError::NotTheAuthor);
        }
        Ok(Editable { post: post.id, forum: post.forum, actor: *actor })
    }

    pub fn edit(
        &self,
        Editable { post, forum, actor }: Editable,
        content: &PostContent,
    ) -> Result<Post, PostError> {
        let rules =
            self.writing.rules(WritingPlace::Forum(forum), actor.id, Reader::from(&actor))?;
        self.check_words(rules.as_ref(), &actor, content)?;
        let now = self.clock.now();
        self.check_added_links(rules.as_ref(), &actor, now, (post, content))?;
        Ok(done(self.repository.update(post, content, actor.id, now)?)?.at(now))
    }

    fn check_words(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        PostContent { title, description, image_description, .. }: &PostContent,
    ) -> Result<(), PostError> {
        let texts = [
            (TextField::Title, title.as_str()),
            (TextField::Description, description.as_str()),
            (TextField::ImageDescription, image_description.as_ref().map_or("", Text::as_str)),
        ];
        Ok(self.writing.check_words(rules, actor, &texts)??)
    }

    /// Returns the versions of a post, the newest first; hidden ones to those alone who moderate its forum.
    pub fn revisions(
        &self,
        post: &Post,
        viewer: Option<&Actor>,
        page: &PageRequest<ById>,
    ) -> Result<Page<Revision, ById>, PostError> {
        let moderates = |actor: &Actor| self.moderators.may_moderate(actor, post.forum);
        let with_hidden = viewer.map(moderates).transpose()?.unwrap_or_default();
        self.repository.revisions(post.id, with_hidden, page)?.ok_or(PostError::NotFound)
    }

    /// Checks that the actor is the author, a moderator of the forum or an admin.
    pub fn authorize_hide_revision(
        &self,
        post: &Post,
        actor: &Actor,
    ) -> Result<Revisable, PostError> {
        if post.author != actor.id && !self.moderators.may_moderate(actor, post.forum)? {
            return Err(PostError::MayNotHide);
        }
        Ok(Revisable { post: post.id, actor: actor.id })
    }

    /// Hides an earlier version from all but moderators.
    pub fn hide_revision(
        &self,
        Revisable { post, actor }: Revisable,
        version: i32,
    ) -> Result<(), PostError> {
        let act = Act { by: Some(actor), reason: None, at: self.clock.now() };
        match self.repository.hide_revision(post, version, &act)? {
            HideOutcome::Hidden => Ok(()),
            HideOutcome::Present => Err(PostError::PresentVersion),
            HideOutcome::NotFound => Err(PostError::NoSuchVersion),
        }
    }

    pub fn vote(
        &self,
        id: PostId,
        actor: &Actor,
        command: VoteCommand,
    ) -> Result<Tally, PostError> {
        done(self.repository.vote(id, actor.id, command, self.clock.now())?)
    }

    /// Checks that the actor is a moderator of the forum or an admin.
    pub fn authorize_moderation(&self, post: &Post, actor: &Actor) -> Result<Moderated, PostError> {
        if !self.moderators.may_moderate(actor, post.forum)? {
            return Err(PostError::NotAModerator);
        }
        Ok(Moderated { post: post.id, actor: actor.id })
    }

    /// Locks or unlocks a post. Repeating it changes nothing.
    pub fn set_lock(
        &self,
        Moderated { post, actor: by }: Moderated,
        locked: bool,
        reason: Option<LockReason>,
    ) -> Result<Post, PostError> {
        let at = self.clock.now();
        let change = LockChange { post, locked, reason, by, at };
        Ok(self.repository.set_lock(&change)?.ok_or(PostError::NotFound)?.at(at))
    }

    /// Pins a post, or unpins it without a pin.
    pub fn set_pin(
        &self,
        Moderated { post, actor }: Moderated,
        pin: Option<Pin>,
    ) -> Result<Post, PostError> {
        let now = self.clock.now();
        if pin.is_some_and(|pin| pin.is_over(now)) {
            return Err(PostError::PinIsOver);
        }
        match self.repository.set_pin(post, pin, actor, now)? {
            PinOutcome::Changed(post) => Ok((*post).at(now)),
            PinOutcome::TooMany => Err(PostError::TooManyPinned),
            PinOutcome::NotFound => Err(PostError::NotFound),
        }
    }

    /// Returns the posts of an author, newest first.
    pub fn by_author(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<Post, ById>, PostError> {
        Ok(self.current(self.repository.by_author(author, reader, page)?))
    }

    /// Returns the posts with an id of this range, and the time of each or of its latest reply, by id.
    pub fn latest_activity(
        &self,
        first: PostId,
        last: PostId,
    ) -> Result<Vec<(PostId, Timestamp)>, PostError> {
        Ok(self.repository.latest_activity(first, last)?)
    }

    /// Returns the highest id of a post.
    pub fn last_id(&self) -> Result<Option<PostId>, PostError> {
        Ok(self.repository.last_id()?)
    }

    /// Returns the posts of the actor's favorite and watched forums, without muted ones, newest first.
    pub fn following(
        &self,
        actor: &Actor,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, PostError> {
        Ok(self.current(self.repository.following(actor.id, actor.into(), page)?))
    }

    /// Returns the feed, newest first.
    pub fn newest(
        &self,
        feed: &Feed,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, PostError> {
        let selection = feed.selection_at(self.clock.now());
        Ok(self.current(self.repository.newest(&selection, page)?))
    }

    /// Returns the posts of all forums, the hottest first.
    pub fn hottest(
        &self,
        reader: Reader,
        page: &PageRequest<ByHeat>,
    ) -> Result<Page<Post, ByHeat>, PostError> {
        let selection = Selection { reader, ..Selection::default() };
        Ok(self.current(self.repository.hottest(&selection, page)?))
    }

    /// Returns the posts of all forums, that with the latest reply first.
    pub fn latest_active(
        &self,
        reader: Reader,
        page: &PageRequest<ByActivity>,
    ) -> Result<Page<Post, ByActivity>, PostError> {
        let selection = Selection { reader, ..Selection::default() };
        Ok(self.current(self.repository.latest_active(&selection, page)?))
    }

    /// Returns the feed, most popular first.
    pub fn most_popular(
        &self,
        feed: &Feed,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Post, ByScore>, PostError> {
        let selection = feed.selection_at(self.clock.now());
        Ok(self.current(self.repository.most_popular(&selection, page)?))
    }

    /// Returns the posts as they are now: pins may have ended.
    fn current<P>(&self, page: Page<Post, P>) -> Page<Post, P> {
        let now = self.clock.now();
        page.map(|post| post.at(now))
    }
}

fn done<T>(outcome: WriteOutcome<T>) -> Result<T, PostError> {
    match outcome {
        WriteOutcome::Done(result) => Ok(result),
        WriteOutcome::Locked => Err(PostError::Locked),
        WriteOutcome::Banned(ban) => Err(BannedFromForum(ban).into()),
        WriteOutcome::NotFound => Err(PostError::NotFound),
    }
}

#[cfg(test)]
mod tests;
