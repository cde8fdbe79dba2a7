mod row;
mod thread;
mod votes;
mod writes;

use ::replies::{Flat, Inserted, NewReply, Part, Place, Reply, ReplyRepository, Voted};
use diesel::{dsl::exists, prelude::*};
use kernel::{ForumId, PostId, ReplyId, RepositoryError, UserId, Vote, VoteAct};

use crate::{
    Database,
    one_of::one_of,
    schema::{posts, replies, reply_votes},
    votes::from_stored,
};

/// Replies in the database.
pub struct DbReplies(pub Database);

impl ReplyRepository for DbReplies {
    fn has_post(&self, post: PostId) -> Result<bool, RepositoryError> {
        let post = posts::table.find(post.0);
        self.0.read(|conn| diesel::select(exists(post)).get_result(conn))
    }

    fn find(&self, id: ReplyId) -> Result<Option<Place>, RepositoryError> {
        let place: Option<(i64, i64)> = self.0.read(|conn| {
            replies::table
                .inner_join(posts::table)
                .filter(replies::id.eq(id.0))
                .select((posts::forum_id, replies::author_id))
                .first(conn)
                .optional()
        })?;
        Ok(place.map(|(forum, author)| Place {
            reply: id,
            forum: ForumId(forum),
            author: UserId(author),
        }))
    }

    fn insert(&self, reply: &NewReply) -> Result<Inserted, RepositoryError> {
        self.0.write(|conn, touched| writes::insert(conn, touched, reply))
    }

    fn remove(&self, id: ReplyId) -> Result<bool, RepositoryError> {
        self.0.write(|conn, touched| writes::remove(conn, touched, id))
    }

    fn vote(&self, id: ReplyId, user: UserId, act: VoteAct) -> Result<Voted, RepositoryError> {
        self.0.write(|conn, touched| votes::vote(conn, touched, id, user, act))
    }

    fn votes_of(
        &self,
        voter: UserId,
        replies: &[ReplyId],
    ) -> Result<Vec<(ReplyId, Vote)>, RepositoryError> {
        if replies.is_empty() {
            return Ok(vec![]);
        }
        let query = reply_votes::table
            .filter(reply_votes::user_id.eq(voter.0))
            .filter(one_of(reply_votes::reply_id, replies.iter().map(|id| id.0)))
            .select((reply_votes::reply_id, reply_votes::vote));
        let rows: Vec<(i64, i16)> = self.0.read(|conn| query.load(conn))?;
        let known = |(id, vote)| Some((ReplyId(id), from_stored(vote)?));
        Ok(rows.into_iter().filter_map(known).collect())
    }

    fn thread(
        &self,
        post: PostId,
        viewer: Option<UserId>,
        part: Part,
        limit: usize,
    ) -> Result<Option<Flat>, RepositoryError> {
        self.0.snapshot(|conn| thread::thread(conn, post, viewer, part, limit))
    }

    fn subtree(
        &self,
        id: ReplyId,
        viewer: Option<UserId>,
        part: Part,
        limit: usize,
    ) -> Result<Option<(Reply, Flat)>, RepositoryError> {
        self.0.snapshot(|conn| thread::subtree(conn, id, viewer, part, limit))
    }
}
