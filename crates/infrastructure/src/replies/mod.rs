mod by_author;
mod held;
mod outline;
mod reader_states;
pub(crate) mod removal;
mod row;
mod thread;
mod votes;
mod writes;

use ::replies::{
    AuthoredReply, Description, EditOutcome, HeldReply, InsertOutcome, NewReply, Reply,
    ReplyLocation, ReplyPage, ReplyRepository, ReplyState, ThreadRequest, VoteOutcome,
};
use database::{
    Database,
    schema::{posts, replies},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{
    Act, ById, ForumId, HideOutcome, Page, PageRequest, PostId, Reader, RemovalRetention, ReplyId,
    RepositoryError, Revision, Timestamp, UserId, VoteCommand,
};

pub(crate) use held::{approve, hold_again, reject};

use crate::{
    posts::is_readable as posts_readable,
    texts::{
        self,
        revisions::{
            self,
            Of::{Hidden, Shown},
        },
    },
};

/// Replies in the database.
pub struct DbReplies(pub Database);

impl ReplyRepository for DbReplies {
    fn has_post(&self, post: PostId, reader: Reader) -> Result<bool, RepositoryError> {
        let post = posts::table.find(post.0).filter(posts_readable(reader));
        self.0.read(|conn| diesel::select(exists(post)).get_result(conn))
    }

    fn find(&self, id: ReplyId, reader: Reader) -> Result<Option<ReplyLocation>, RepositoryError> {
        let place: Option<(i64, i64)> = self.0.read(|conn| {
            replies::table
                .inner_join(posts::table)
                .filter(replies::id.eq(id.0))
                .filter(posts_readable(reader))
                .select((posts::forum_id, replies::author_id))
                .first(conn)
                .optional()
        })?;
        Ok(place.map(|(forum, author)| ReplyLocation {
            reply: id,
            forum: ForumId(forum),
            author: UserId(author),
        }))
    }

    fn get(&self, id: ReplyId, reader: Reader) -> Result<Option<Reply>, RepositoryError> {
        self.0.read(|conn| thread::reply(conn, id, reader))
    }

    fn insert(&self, reply: &NewReply) -> Result<InsertOutcome, RepositoryError> {
        let text = texts::render(&self.0, reply.description.as_str())?;
        self.0.write(|conn, events| writes::insert(conn, events, reply, &text))
    }

    fn hold(&self, reply: &NewReply) -> Result<InsertOutcome, RepositoryError> {
        let text = texts::render(&self.0, reply.description.as_str())?;
        self.0.write(|conn, events| held::hold(conn, events, reply, &text))
    }

    fn find_held(&self, id: ReplyId) -> Result<Option<HeldReply>, RepositoryError> {
        self.0.snapshot(|conn| held::find(conn, id))
    }

    fn held_in(
        &self,
        post: PostId,
        author: UserId,
        page: &PageRequest<ById>,
    ) -> Result<Page<Reply, ById>, RepositoryError> {
        self.0.snapshot(|conn| held::of_author(conn, post, author, page))
    }

    fn withdraw(&self, id: ReplyId) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| held::withdraw(conn, events, id))
    }

    fn update(
        &self,
        id: ReplyId,
        description: &Description,
        editor: UserId,
        at: Timestamp,
    ) -> Result<EditOutcome, RepositoryError> {
        let text = texts::render(&self.0, description.as_str())?;
        let edit = writes::Edit { description, text: &text, at };
        self.0.write(|conn, events| writes::update(conn, events, id, edit, editor))
    }

    fn revisions(
        &self,
        id: ReplyId,
        with_hidden: bool,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError> {
        self.0.snapshot(|conn| revisions::of_reply(conn, id, Shown { with_hidden }, page))
    }

    fn hide_revision(
        &self,
        id: ReplyId,
        version: i32,
        act: &Act,
    ) -> Result<HideOutcome, RepositoryError> {
        self.0.write(|conn, events| revisions::hide_of_reply(conn, events, id, version, act))
    }

    fn remove(&self, id: ReplyId, act: &Act) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| removal::remove(conn, events, id, act))
    }

    fn remove_under_removed(
        &self,
        id: ReplyId,
        reader: Reader,
        act: &Act,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, _| removal::remove_under_removed(conn, (id, reader), act))
    }

    fn find_removed(
        &self,
        id: ReplyId,
        retention: RemovalRetention,
    ) -> Result<Option<ForumId>, RepositoryError> {
        self.0.read(|conn| removal::find_removed(conn, id, retention))
    }

    fn removed_revisions(
        &self,
        id: ReplyId,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError> {
        self.0.snapshot(|conn| revisions::of_reply(conn, id, Hidden, page))
    }

    fn restore(
        &self,
        id: ReplyId,
        act: &Act,
        retention: RemovalRetention,
    ) -> Result<Option<Reply>, RepositoryError> {
        self.0.write(|conn, events| removal::restore(conn, events, id, act, retention))
    }

    fn wipe_removed(&self, retention: RemovalRetention) -> Result<usize, RepositoryError> {
        removal::wipe_expired(&self.0, retention)
    }

    fn vote(
        &self,
        id: ReplyId,
        user: UserId,
        command: VoteCommand,
        now: Timestamp,
    ) -> Result<VoteOutcome, RepositoryError> {
        self.0.write(|conn, events| votes::vote(conn, events, id, (user, now), command))
    }

    fn states(
        &self,
        reader: UserId,
        replies: &[ReplyId],
    ) -> Result<Vec<ReplyState>, RepositoryError> {
        if replies.is_empty() {
            return Ok(vec![]);
        }
        self.0.read(|conn| reader_states::of(conn, reader, replies))
    }

    fn by_author(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<AuthoredReply, ById>, RepositoryError> {
        self.0.snapshot(|conn| by_author::page(conn, author, reader, page))
    }

    fn thread(
        &self,
        post: PostId,
        reader: Reader,
        request: ThreadRequest,
        limit: usize,
    ) -> Result<Option<ReplyPage>, RepositoryError> {
        self.0.snapshot(|conn| thread::thread(conn, (post, reader), request, limit))
    }

    fn lineage(&self, id: ReplyId, limit: usize) -> Result<Vec<Reply>, RepositoryError> {
        self.0.snapshot(|conn| thread::lineage(conn, id, limit))
    }

    fn subtree(
        &self,
        id: ReplyId,
        reader: Reader,
        request: ThreadRequest,
        limit: usize,
    ) -> Result<Option<(Reply, ReplyPage)>, RepositoryError> {
        self.0.snapshot(|conn| thread::subtree(conn, (id, reader), request, limit))
    }
}
