//! Deletes the votes of an account in batches before the account is deleted: on SQLite a transaction blocks all other writes.

use database::{DbConnection, Events, on_backend};
use diesel::{QueryResult, QueryableByName, RunQueryDsl, sql_query, sql_types::BigInt};
use kernel::{Event, ForumId, PostId, ReplyId, UserId};

use crate::ranks;

/// The number of votes that are taken back together: some milliseconds of work.
const PART: usize = 200;

/// What was voted on.
#[derive(Clone, Copy)]
enum Texts {
    Posts,
    Replies,
}

/// A text, and the forum or post that it is in.
#[derive(QueryableByName)]
struct Voted {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    place: i64,
}

/// Takes back a part of the votes if there are many. Returns whether there may be more parts.
pub(super) fn take_back_part(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
) -> QueryResult<bool> {
    for texts in [Texts::Posts, Texts::Replies] {
        if texts.voted(conn, user, PART + 1)?.len() > PART {
            texts.take_back(conn, events, user)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes back all votes. The caller holds what they are on, and its authors.
pub(super) fn take_back_all(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
) -> QueryResult<()> {
    for texts in [Texts::Posts, Texts::Replies] {
        while texts.take_back(conn, events, user)? {}
    }
    Ok(())
}

impl Texts {
    /// The texts, those that count for their author, the votes, and their reference to the text.
    fn tables(self) -> [&'static str; 4] {
        match self {
            Self::Posts => ["posts", "counted_posts", "post_votes", "post_id"],
            Self::Replies => ["replies", "counted_replies", "reply_votes", "reply_id"],
        }
    }

    fn voted(self, conn: &mut DbConnection, user: UserId, most: usize) -> QueryResult<Vec<Voted>> {
        let [texts, _, votes, text] = self.tables();
        let place = match self {
            Self::Posts => "forum_id",
            Self::Replies => "post_id",
        };
        let query = sql_query(format!(
            "SELECT t.id, t.{place} AS place FROM {votes} v JOIN {texts} t ON t.id = v.{text}
            WHERE v.user_id = {user} ORDER BY v.{text} LIMIT {most}"
        ));
        on_backend!(conn, conn => query.load(conn))
    }

    /// Takes back a part, with all that counts it. Returns whether there was something.
    fn take_back(
        self,
        conn: &mut DbConnection,
        events: &mut Events,
        user: UserId,
    ) -> QueryResult<bool> {
        let voted = self.voted(conn, user, PART)?;
        if voted.is_empty() {
            return Ok(false);
        }
        let ids = voted.iter().map(|voted| voted.id.to_string()).collect::<Vec<_>>().join(", ");
        self.lock(conn, &ids)?;
        self.uncount(conn, user, &ids)?;
        for Voted { id, place } in voted {
            events.record(match self {
                Self::Posts => Event::PostVoted { post: PostId(id), forum: ForumId(place) },
                Self::Replies => Event::ReplyVoted { reply: ReplyId(id), post: PostId(place) },
            });
        }
        Ok(true)
    }

    /// Locks these texts, then their authors.
    fn lock(self, conn: &mut DbConnection, ids: &str) -> QueryResult<()> {
        let DbConnection::Postgres(conn) = conn else { return Ok(()) };
        let [texts, ..] = self.tables();
        let authors = format!("SELECT author_id FROM {texts} WHERE id IN ({ids})");
        for (table, ids) in [(texts, ids), ("users", &authors)] {
            let rows = format!("SELECT id FROM {table} WHERE id IN ({ids})");
            sql_query(format!("{rows} ORDER BY id FOR NO KEY UPDATE")).execute(conn)?;
        }
        Ok(())
    }

    /// Deletes the votes on these texts, and takes them from what counts them.
    fn uncount(self, conn: &mut DbConnection, user: UserId, ids: &str) -> QueryResult<()> {
        let [texts, counted, votes, text] = self.tables();
        let own = format!("user_id = {user} AND {text} IN ({ids})");
        let statements = [
            format!(
                "UPDATE users SET score = users.score - lost.score
                FROM (SELECT t.author_id, sum(v.vote) AS score FROM {votes} v
                    JOIN {counted} t ON t.id = v.{text}
                    WHERE {own} GROUP BY t.author_id) AS lost
                WHERE users.id = lost.author_id AND users.id > 0"
            ),
            format!(
                "UPDATE {texts} SET score = score - v.vote,
                    upvotes = upvotes - CASE v.vote WHEN 1 THEN 1 ELSE 0 END,
                    downvotes = downvotes - CASE v.vote WHEN 1 THEN 0 ELSE 1 END
                FROM (SELECT {text} AS text_id, vote FROM {votes} WHERE {own}) AS v
                WHERE {texts}.id = v.text_id"
            ),
            format!("DELETE FROM {votes} WHERE {own}"),
        ];
        for statement in statements {
            on_backend!(&mut *conn, conn => sql_query(statement).execute(conn))?;
        }
        let among = format!("id IN ({ids})");
        match self {
            Self::Posts => ranks::refresh_posts(conn, &among),
            Self::Replies => ranks::refresh_replies(conn, &among),
        }
    }
}
