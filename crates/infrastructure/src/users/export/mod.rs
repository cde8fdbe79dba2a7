//! Reads a member's data in pages, each as of the moment it is read.
//!
//! One snapshot of all of it would stay open for as long as a slow client takes to download it. The
//! JSON of an interrupted download is invalid, so a client notices.

mod reading;
mod sign_in;

use ::users::{ExportRecord, ExportRepository, ExportSection, MAX_RECORDS};
use database::{
    Database, DbConnection,
    schema::{
        blocks, drafts, favorites, forum_moderators, forums, images, messages, post_revisions,
        post_votes, removed_replies, reply_revisions, reply_votes, report_filings, reports,
        stored_posts, stored_replies, users,
    },
};
use diesel::{dsl::not, prelude::*};
use kernel::{Reader, RepositoryError, Timestamp, UserId};

use crate::{
    readers::ReadableBy,
    report_codes::{kind_word, reason_word},
    votes,
};

const LIMIT: i64 = MAX_RECORDS as i64;

/// The export of members' data from the database.
pub struct DbExports(pub Database);

impl ExportRepository for DbExports {
    fn records(
        &self,
        (of, reader): (UserId, Reader),
        section: ExportSection,
        after: i64,
    ) -> Result<Vec<ExportRecord>, RepositoryError> {
        self.0.read(|conn| match section {
            ExportSection::Forums => forums(conn, (of.0, reader), after),
            ExportSection::Posts => posts(conn, of.0, after),
            ExportSection::Replies => replies(conn, of.0, after),
            ExportSection::PostRevisions => post_revisions(conn, of.0, after),
            ExportSection::ReplyRevisions => reply_revisions(conn, of.0, after),
            ExportSection::PostVotes => post_votes(conn, of.0, after),
            ExportSection::ReplyVotes => reply_votes(conn, of.0, after),
            ExportSection::Favorites => favorites(conn, (of.0, reader), after),
            ExportSection::Moderates => moderates(conn, of.0, after),
            ExportSection::Memberships => reading::memberships(conn, of.0, after),
            ExportSection::ForumBans => reading::forum_bans(conn, (of.0, reader), after),
            ExportSection::Blocks => blocks(conn, of.0, after),
            ExportSection::Sessions => sign_in::sessions(conn, of.0, after),
            ExportSection::PushSubscriptions => reading::push_subscriptions(conn, of.0, after),
            ExportSection::Passkeys => sign_in::passkeys(conn, of.0, after),
            ExportSection::ApiTokens => sign_in::api_tokens(conn, of.0, after),
            ExportSection::Identities => sign_in::identities(conn, of.0, after),
            ExportSection::Messages => messages(conn, of.0, after),
            ExportSection::Drafts => drafts(conn, of.0, after),
            ExportSection::Images => images(conn, of.0, after),
            ExportSection::NotificationSettings => reading::settings(conn, of.0, after),
            ExportSection::Notifications => reading::notifications(conn, (of.0, reader), after),
            ExportSection::PostWatches => reading::post_watches(conn, of.0, after),
            ExportSection::ForumWatches => reading::forum_watches(conn, of.0, after),
            ExportSection::ModerationLog => reading::moderation_log(conn, (of.0, reader), after),
            ExportSection::Reports => reported(conn, of.0, after),
            ExportSection::Saved => reading::saved(conn, of.0, after),
            ExportSection::Visits => reading::visits(conn, of.0, after),
        })
    }
}

/// Others may have edited a forum that its founder may not read any more.
fn forums(
    conn: &mut DbConnection,
    (user, reader): (i64, Reader),
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, String, i64)> = forums::table
        .filter(forums::author_id.eq(user).and(forums::id.gt(after)))
        .filter(ReadableBy::new("forums.id", reader))
        .order(forums::id)
        .limit(LIMIT)
        .select((forums::id, forums::topic, forums::description, forums::created_at))
        .load(conn)?;
    let record = |(id, topic, description, at)| {
        let created_at = Timestamp::from_unix_millis(at);
        ExportRecord::Forum { id, topic, description, created_at }
    };
    Ok(rows.into_iter().map(record).collect())
}

type PostRow = (i64, i64, String, String, Option<String>, Option<String>, i64, bool, bool);

fn posts(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<PostRow> = stored_posts::table
        .filter(stored_posts::author_id.eq(user).and(stored_posts::id.gt(after)))
        .order(stored_posts::id)
        .limit(LIMIT)
        .select((
            stored_posts::id,
            stored_posts::forum_id,
            stored_posts::title,
            stored_posts::description,
            stored_posts::image,
            stored_posts::image_description,
            stored_posts::created_at,
            stored_posts::edited,
            stored_posts::hidden_at.is_not_null().and(not(stored_posts::held)),
        ))
        .load(conn)?;
    let record =
        |(id, forum, title, description, image, image_description, at, edited, removed)| {
            let created_at = Timestamp::from_unix_millis(at);
            ExportRecord::Post {
                id,
                forum,
                title,
                description,
                image,
                image_description,
                created_at,
                edited,
                removed,
            }
        };
    Ok(rows.into_iter().map(record).collect())
}

fn replies(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let is_kept = removed_replies::table.on(removed_replies::reply_id.eq(stored_replies::id));
    let rows: Vec<(i64, i64, String, i64, Option<String>)> = stored_replies::table
        .left_join(is_kept)
        .filter(stored_replies::author_id.eq(user).and(stored_replies::id.gt(after)))
        .filter(stored_replies::removed.eq(false).or(removed_replies::reply_id.is_not_null()))
        .order(stored_replies::id)
        .limit(LIMIT)
        .select((
            stored_replies::id,
            stored_replies::post_id,
            stored_replies::description,
            stored_replies::created_at,
            removed_replies::description.nullable(),
        ))
        .load(conn)?;
    let record = |(id, post, shown, at, kept): (i64, i64, String, i64, Option<String>)| {
        let (created_at, removed) = (Timestamp::from_unix_millis(at), kept.is_some());
        ExportRecord::Reply { id, post, description: kept.unwrap_or(shown), created_at, removed }
    };
    Ok(rows.into_iter().map(record).collect())
}

type PostRevisionRow = (i64, i64, i32, String, String, i64);

fn post_revisions(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<PostRevisionRow> = post_revisions::table
        .filter(post_revisions::author_id.eq(user).and(post_revisions::id.gt(after)))
        .order(post_revisions::id)
        .limit(LIMIT)
        .select((
            post_revisions::id,
            post_revisions::post_id,
            post_revisions::version,
            post_revisions::title,
            post_revisions::description,
            post_revisions::written_at,
        ))
        .load(conn)?;
    let record = |(id, of, version, title, description, at)| {
        let written_at = Timestamp::from_unix_millis(at);
        ExportRecord::Revision { id, of, version, title: Some(title), description, written_at }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn reply_revisions(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i64, i32, String, i64)> = reply_revisions::table
        .filter(reply_revisions::author_id.eq(user).and(reply_revisions::id.gt(after)))
        .order(reply_revisions::id)
        .limit(LIMIT)
        .select((
            reply_revisions::id,
            reply_revisions::reply_id,
            reply_revisions::version,
            reply_revisions::description,
            reply_revisions::written_at,
        ))
        .load(conn)?;
    let record = |(id, of, version, description, at)| {
        let written_at = Timestamp::from_unix_millis(at);
        ExportRecord::Revision { id, of, version, title: None, description, written_at }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn post_votes(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i16)> = post_votes::table
        .filter(post_votes::user_id.eq(user).and(post_votes::post_id.gt(after)))
        .order(post_votes::post_id)
        .limit(LIMIT)
        .select((post_votes::post_id, post_votes::vote))
        .load(conn)?;
    Ok(rows.into_iter().map(vote).collect())
}

fn reply_votes(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i16)> = reply_votes::table
        .filter(reply_votes::user_id.eq(user).and(reply_votes::reply_id.gt(after)))
        .order(reply_votes::reply_id)
        .limit(LIMIT)
        .select((reply_votes::reply_id, reply_votes::vote))
        .load(conn)?;
    Ok(rows.into_iter().map(vote).collect())
}

fn vote((on, vote): (i64, i16)) -> ExportRecord {
    ExportRecord::Vote { on, up: votes::from_stored(vote) == Some(kernel::Vote::Up) }
}

fn favorites(
    conn: &mut DbConnection,
    (user, reader): (i64, Reader),
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, i64)> = favorites::table
        .inner_join(forums::table)
        .filter(favorites::user_id.eq(user).and(favorites::forum_id.gt(after)))
        .filter(ReadableBy::new("favorites.forum_id", reader))
        .order(favorites::forum_id)
        .limit(LIMIT)
        .select((favorites::forum_id, forums::topic, favorites::created_at))
        .load(conn)?;
    let record = |(forum, topic, at)| {
        let since = Timestamp::from_unix_millis(at);
        ExportRecord::Favorite { forum, topic, since }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn moderates(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String)> = forum_moderators::table
        .inner_join(forums::table.on(forums::id.eq(forum_moderators::forum_id)))
        .filter(forum_moderators::user_id.eq(user).and(forum_moderators::forum_id.gt(after)))
        .order(forum_moderators::forum_id)
        .limit(LIMIT)
        .select((forum_moderators::forum_id, forums::topic))
        .load(conn)?;
    Ok(rows.into_iter().map(|(forum, topic)| ExportRecord::Moderates { forum, topic }).collect())
}

fn blocks(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, i64)> = blocks::table
        .inner_join(users::table.on(users::id.eq(blocks::peer_id)))
        .filter(blocks::owner_id.eq(user).and(blocks::peer_id.gt(after)))
        .order(blocks::peer_id)
        .limit(LIMIT)
        .select((blocks::peer_id, users::username, blocks::created_at))
        .load(conn)?;
    let record = |(user, username, at)| {
        let since = Timestamp::from_unix_millis(at);
        ExportRecord::Block { user, username, since }
    };
    Ok(rows.into_iter().map(record).collect())
}

type MessageRow = (i64, String, String, String, i64, bool, bool);

fn messages(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let recipients = diesel::alias!(users as recipients);
    let recipient = recipients.field(users::id).eq(messages::recipient_id);
    let rows: Vec<MessageRow> = messages::table
        .inner_join(users::table)
        .inner_join(recipients.on(recipient))
        .filter(messages::sender_id.eq(user).or(messages::recipient_id.eq(user)))
        .filter(messages::id.gt(after))
        .order(messages::id)
        .limit(LIMIT)
        .select((
            messages::id,
            users::username,
            recipients.field(users::username),
            messages::message,
            messages::sent_at,
            messages::edited,
            messages::read,
        ))
        .load(conn)?;
    let record = |(id, from, to, text, at, edited, read)| {
        let sent_at = Timestamp::from_unix_millis(at);
        ExportRecord::Message { id, from, to, text, sent_at, edited, read }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn drafts(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, String, i64)> = drafts::table
        .filter(drafts::user_id.eq(user).and(drafts::id.gt(after)))
        .order(drafts::id)
        .limit(LIMIT)
        .select((drafts::id, drafts::key, drafts::data, drafts::updated_at))
        .load(conn)?;
    let record = |(id, key, data, at)| {
        let updated_at = Timestamp::from_unix_millis(at);
        ExportRecord::Draft { id, key, data, updated_at }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn images(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, i32, i32, i64)> = images::table
        .filter(images::owner_id.eq(user).and(images::id.gt(after)))
        .order(images::id)
        .limit(LIMIT)
        .select((images::id, images::name, images::width, images::height, images::uploaded_at))
        .load(conn)?;
    let record = |(id, name, width, height, at)| {
        let uploaded_at = Timestamp::from_unix_millis(at);
        ExportRecord::Image { id, name, width, height, uploaded_at }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn reported(conn: &mut DbConnection, user: i64, after: i64) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i16, i64, i16, String, i64)> = report_filings::table
        .inner_join(reports::table.on(reports::id.eq(report_filings::report_id)))
        .filter(report_filings::user_id.eq(user).and(report_filings::id.gt(after)))
        .order(report_filings::id)
        .limit(LIMIT)
        .select((
            report_filings::id,
            reports::kind,
            reports::target_id,
            report_filings::reason,
            report_filings::note,
            report_filings::filed_at,
        ))
        .load(conn)?;
    let record = |(id, kind, target, reason, note, at)| {
        let (kind, reason) = (kind_word(kind), reason_word(reason));
        let filed_at = Timestamp::from_unix_millis(at);
        ExportRecord::Report { id, kind, target, reason, note, filed_at }
    };
    Ok(rows.into_iter().map(record).collect())
}
