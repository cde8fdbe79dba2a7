use std::sync::Arc;

use kernel::{
    Act, Actor, BannedFromForum, ById, Clock, ForumId, ForumReaders, HideOutcome, KeyedRequest,
    Moderators, Page, PageRequest, PostId, Reader, ReplyId, Revision, Tally, TextField, UserId,
    VoteCommand, WritingCheck, WritingPlace, WritingRules,
};

use crate::{
    AuthoredReply, Description, EditOutcome, InsertOutcome, NewReply, Reply, ReplyError,
    ReplyLocation, ReplyRepository, ReplyState, VoteOutcome,
};

mod held;
mod removal;
mod thread;

pub use held::Withdrawable;
pub use removal::{Removable, Removed};
pub use thread::MAX_REPLIES;

/// The use cases of replies.
pub struct Replies {
    repository: Arc<dyn ReplyRepository>,
    readers: Arc<dyn ForumReaders>,
    moderators: Arc<dyn Moderators>,
    writing: WritingCheck,
    clock: Arc<dyn Clock>,
}

/// A post to which a member would reply, and what its forum asks of that member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyPlace {
    post: PostId,
    member: UserId,
    rules: WritingRules,
}

/// Proof that the actor may reply in the post's forum; the words are still to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writable {
    post: PostId,
    actor: Actor,
    rules: WritingRules,
    request: Option<KeyedRequest>,
}

impl Writable {
    /// Says which request writes it, if that may come again.
    #[must_use]
    pub fn by(self, request: Option<KeyedRequest>) -> Self {
        Self { request, ..self }
    }
}

/// Proof that the actor may edit the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editable {
    reply: ReplyId,
    forum: ForumId,
    actor: Actor,
}

/// Proof that the actor may hide versions of the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revisable {
    reply: ReplyId,
    actor: UserId,
}

impl ReplyPlace {
    #[must_use]
    pub fn forum(&self) -> ForumId {
        self.rules.forum
    }
}

impl Replies {
    pub fn new(
        repository: Arc<dyn ReplyRepository>,
        readers: Arc<dyn ForumReaders>,
        moderators: Arc<dyn Moderators>,
        writing: WritingCheck,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, readers, moderators, writing, clock }
    }

    /// Checks that the reader may read the post.
    pub fn require_post(&self, post: PostId, reader: Reader) -> Result<(), ReplyError> {
        found(self.repository.has_post(post, reader)?, ReplyError::NoSuchPost)
    }

    /// Returns the rules that apply to a member's reply to a post, which the member may read. Also for banned members.
    pub fn place(
        &self,
        post: PostId,
        member: UserId,
        reader: Reader,
    ) -> Result<ReplyPlace, ReplyError> {
        let rules = self.writing.rules(WritingPlace::Post(post), member, reader)?;
        Ok(ReplyPlace { post, member, rules: rules.ok_or(ReplyError::NoSuchPost)? })
    }

    /// Checks that the actor's account is old enough for the forum of the post.
    pub fn authorize_create(
        &self,
        ReplyPlace { post, member, rules }: ReplyPlace,
        actor: &Actor,
    ) -> Result<Writable, ReplyError> {
        debug_assert_eq!(member, actor.id, "the age of another account");
        self.writing.check_age(Some(&rules), actor, self.clock.now())??;
        Ok(Writable { post, actor: *actor, rules, request: None })
    }

    /// Stores a reply. One with links by a new account waits for approval where the forum says so.
    pub fn create(
        &self,
        Writable { post, actor, rules, request }: Writable,
        responds_to: Option<ReplyId>,
        description: Description,
    ) -> Result<Reply, ReplyError> {
        let texts = [(TextField::Description, description.as_str())];
        self.writing.check_words(Some(&rules), &actor, &texts)??;
        let created_at = self.clock.now();
        let is_held = self.needs_approval(Some(&rules), &actor, created_at, &description)?;
        let reply =
            NewReply { post, responds_to, description, author: actor.id, created_at, request };
        let outcome =
            if is_held { self.repository.hold(&reply)? } else { self.repository.insert(&reply)? };
        match outcome {
            InsertOutcome::Inserted(reply) => Ok(reply),
            InsertOutcome::NoSuchPost => Err(ReplyError::NoSuchPost),
            InsertOutcome::PostLocked => Err(ReplyError::PostLocked),
            InsertOutcome::Banned(ban) => Err(BannedFromForum(ban).into()),
            InsertOutcome::Refused(refusal) => Err(ReplyError::Refused(refusal)),
        }
    }

    /// Returns a reply that the reader may read, without its answers, removed or not.
    pub fn get(&self, id: ReplyId, reader: Reader) -> Result<Reply, ReplyError> {
        self.repository.get(id, reader)?.ok_or(ReplyError::NotFound)
    }

    /// Returns the replies of an author that are not removed, newest first.
    pub fn by_author(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<AuthoredReply, ById>, ReplyError> {
        Ok(self.repository.by_author(author, reader, page)?)
    }

    /// Returns where a reply that the reader may read is.
    pub fn find(&self, id: ReplyId, reader: Reader) -> Result<ReplyLocation, ReplyError> {
        self.repository.find(id, reader)?.ok_or(ReplyError::NotFound)
    }

    /// Checks that the actor is the author.
    pub fn authorize_edit(
        &self,
        place: &ReplyLocation,
        actor: &Actor,
    ) -> Result<Editable, ReplyError> {
        if actor.id != place.author {
            return Err(ReplyError::NotTheAuthor);
        }
        Ok(Editable { reply: place.reply, forum: place.forum, actor: *actor })
    }

    pub fn edit(
        &self,
        Editable { reply, forum, actor }: Editable,
        description: &Description,
    ) -> Result<Reply, ReplyError> {
        let rules =
            self.writing.rules(WritingPlace::Forum(forum), actor.id, Reader::from(&actor))?;
        let texts = [(TextField::Description, description.as_str())];
        self.writing.check_words(rules.as_ref(), &actor, &texts)??;
        let now = self.clock.now();
        self.check_added_links(rules.as_ref(), &actor, now, (reply, description))?;
        match self.repository.update(reply, description, actor.id, now)? {
            EditOutcome::Edited(reply) => Ok(reply),
            EditOutcome::ReplyRemoved => Err(ReplyError::RemovedTakesNoEdit),
            EditOutcome::PostLocked => Err(ReplyError::PostLocked),
            EditOutcome::Banned(ban) => Err(BannedFromForum(ban).into()),
            EditOutcome::NotFound => Err(ReplyError::NotFound),
        }
    }

    /// Returns the versions of a reply, the newest first; hidden ones to those alone who moderate its forum.
    pub fn revisions(
        &self,
        place: &ReplyLocation,
        viewer: Option<&Actor>,
        page: &PageRequest<ById>,
    ) -> Result<Page<Revision, ById>, ReplyError> {
        let moderates = |actor: &Actor| self.moderators.may_moderate(actor, place.forum);
        let with_hidden = viewer.map(moderates).transpose()?.unwrap_or_default();
        self.repository.revisions(place.reply, with_hidden, page)?.ok_or(ReplyError::NotFound)
    }

    /// Checks that the actor is the author, a moderator of the forum or an admin.
    pub fn authorize_hide_revision(
        &self,
        place: &ReplyLocation,
        actor: &Actor,
    ) -> Result<Revisable, ReplyError> {
        if place.author != actor.id && !self.moderators.may_moderate(actor, place.forum)? {
            return Err(ReplyError::MayNotHide);
        }
        Ok(Revisable { reply: place.reply, actor: actor.id })
    }

    /// Hides an earlier version from all but moderators.
    pub fn hide_revision(
        &self,
        Revisable { reply, actor }: Revisable,
        version: i32,
    ) -> Result<(), ReplyError> {
        let act = Act { by: Some(actor), reason: None, at: self.clock.now() };
        match self.repository.hide_revision(reply, version, &act)? {
            HideOutcome::Hidden => Ok(()),
            HideOutcome::Present => Err(ReplyError::PresentVersion),
            HideOutcome::NotFound => Err(ReplyError::NoSuchVersion),
        }
    }

    /// Returns what those of these replies that the reader voted on or saved are to the reader, unordered.
    pub fn reader_states(
        &self,
        reader: UserId,
        replies: &[ReplyId],
    ) -> Result<Vec<ReplyState>, ReplyError> {
        Ok(self.repository.states(reader, replies)?)
    }

    pub fn vote(
        &self,
        id: ReplyId,
        actor: &Actor,
        command: VoteCommand,
    ) -> Result<Tally, ReplyError> {
        match self.repository.vote(id, actor.id, command, self.clock.now())? {
            VoteOutcome::Counted(tally) => Ok(tally),
            VoteOutcome::ReplyRemoved => Err(ReplyError::Removed),
            VoteOutcome::PostLocked => Err(ReplyError::PostLocked),
            VoteOutcome::Banned(ban) => Err(BannedFromForum(ban).into()),
            VoteOutcome::NotFound => Err(ReplyError::NotFound),
        }
    }
}

fn found(found: bool, otherwise: ReplyError) -> Result<(), ReplyError> {
    if found { Ok(()) } else { Err(otherwise) }
}

#[cfg(test)]
mod tests;
