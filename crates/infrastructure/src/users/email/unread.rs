//! Mails about what is unread.

use ::mail::{Content, Entry, Mailer};
use ::notifications::Notification;
use ::users::unsubscribe_token;
use database::{DbConnection, Due, Outcome};
use diesel::QueryResult;
use kernel::{Language, PostId, RepositoryError, Timestamp, UserId};
use sha2::{Digest, Sha256};

use super::{
    MailCarrier,
    carrier::{Prepared, language_and_name, to_own_address},
};
use crate::notifications::mails::{self, HotPost, MAX_UNREAD, UnreadReader};

/// How often a digest is tried again before it waits for the next one: over four hours and a half.
const MAX_RETRIES: u32 = 5;

/// One of several mails by the same delivery.
pub(super) struct Issue {
    /// The same for the same news alone: where more came before a second try, that is another mail.
    pub(super) name: String,
    pub(super) at: Timestamp,
    /// The post that all of it is about.
    pub(super) post: Option<PostId>,
}

/// A mail, and all that counts as told once it is sent.
struct Unread {
    mail: Prepared,
    news: Vec<Notification>,
}

impl MailCarrier {
    /// Sends what a member has not read, if there is anything and it is time for it.
    pub(super) fn carry_unread(
        &self,
        due: &Due,
        user: UserId,
        mailer: &dyn Mailer,
        now: Timestamp,
    ) -> Result<Outcome, RepositoryError> {
        let Some(reader) = self.database.read(|conn| mails::unread_reader(conn, user, now))? else {
            return Ok(Outcome::Delivered);
        };
        if let Some(at) = self.pace.wait(reader.frequency, reader.mailed_at, now) {
            return Ok(Outcome::Again { at });
        }
        let done = reader
            .frequency
            .period()
            .map_or(Outcome::Delivered, |period| Outcome::Again { at: now.after(period) });
        let prepared =
            self.database.snapshot(|conn| self.prepare_unread(conn, user, reader, now))?;
        let Some(Unread { mail, news }) = prepared else { return Ok(done) };
        match self.send(due, user, &mail, mailer)? {
            Outcome::Delivered => {
                self.database.write(|conn, _| mails::note_mailed(conn, user, &news, now))?;
                Ok(done)
            }
            // A digest that does not arrive leaves the next one to come.
            Outcome::GivenUp { why } if done != Outcome::Delivered => {
                tracing::warn!(id = due.id, why, "a digest was refused");
                Ok(done)
            }
            Outcome::Retry { .. } if done != Outcome::Delivered && due.attempts >= MAX_RETRIES => {
                Ok(done)
            }
            outcome => Ok(outcome),
        }
    }

    /// Returns `None` if there is nothing to tell.
    fn prepare_unread(
        &self,
        conn: &mut DbConnection,
        user: UserId,
        reader: UnreadReader,
        now: Timestamp,
    ) -> QueryResult<Option<Unread>> {
        let news = mails::not_mailed(conn, user, &reader, now)?;
        let shown = &news[..news.len().min(MAX_UNREAD)];
        let popular = match reader.frequency.period() {
            Some(period) => {
                let since = now.before(period).max(reader.mailed_at);
                mails::hot_in_favorites(conn, user, reader.reader, since)?
            }
            None => vec![],
        };
        if news.is_empty() && popular.is_empty() {
            return Ok(None);
        }
        let post = only_post(shown).filter(|_| popular.is_empty());
        let issue = Some(Issue { name: name_of(reader.mailed_at, &news), at: now, post });
        let (language, _) = language_and_name(conn, user)?;
        let content = Content::Unread {
            news: shown.iter().map(|one| entry(one, language)).collect(),
            popular: popular.into_iter().map(popular_entry).collect(),
            unsubscribe: unsubscribe_token(self.tokens.as_ref(), user, now),
        };
        let prepared = to_own_address(conn, user, Some(content))?;
        Ok(prepared.map(|prepared| Unread { mail: Prepared { issue, ..prepared }, news }))
    }
}

fn name_of(after: Timestamp, news: &[Notification]) -> String {
    let mut told = Sha256::new();
    for one in news {
        told.update(format!("{} {} ", one.id, one.count));
    }
    format!("{}.{}", after.unix_millis(), hex::encode(told.finalize()))
}

fn entry(notification: &Notification, language: Language) -> Entry {
    Entry {
        title: notification.sentence(language),
        detail: notification.excerpt.clone(),
        path: notification.path(),
    }
}

fn popular_entry(post: HotPost) -> Entry {
    Entry { title: post.title, detail: post.topic, path: format!("/posts/{}", post.id) }
}

/// Returns the post that all of it is about, if it is one.
fn only_post(news: &[Notification]) -> Option<PostId> {
    let mut posts = news.iter().map(|one| one.post.as_ref().map(|post| post.id));
    let first = posts.next()??;
    posts.all(|post| post == Some(first)).then_some(first)
}
