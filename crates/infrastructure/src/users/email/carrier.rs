use std::sync::Arc;

use ::mail::{Content, Letter, Mail, Mailer, Recipient, SecurityAct, SendError, Sender};
use ::notifications::MailPace;
use ::users::{LinkTokens, MAX_REFUSALS};
use database::{
    Carrier, Channel, Database, DbConnection, Due, Outcome, locks,
    schema::{user_emails, users},
};
use diesel::prelude::*;
use kernel::{Clock, Language, RepositoryError, Timestamp, UserId};

use super::{
    find,
    links::{self, MadeLink},
    unread::Issue,
};
use crate::{
    bans::{BAN, StoredBan},
    site::settings,
    waiting_mails::{self, WaitingMail, word},
};

/// How many mails are sent at once.
const LANES: usize = 2;

/// Composes the mails that wait, and hands them to a mailer.
pub struct MailCarrier {
    pub database: Database,
    /// `None` where the site sends no mail: what waits is dropped.
    pub mailer: Option<Arc<dyn Mailer>>,
    pub tokens: Arc<dyn LinkTokens>,
    /// The address that people know the site by, without a slash at its end.
    pub public_url: String,
    /// The host of that address.
    pub host: String,
    pub pace: MailPace,
    pub clock: Arc<dyn Clock>,
}

/// A mail that is to be sent.
pub(super) struct Prepared {
    pub(super) to: String,
    /// Whether that is the confirmed address of the account, which loses it after too many refusals.
    pub(super) is_own: bool,
    pub(super) content: Content,
    /// What sets one mail of a member's unread things apart from the others.
    pub(super) issue: Option<Issue>,
}

impl Carrier for MailCarrier {
    fn channel(&self) -> Channel {
        Channel::Mail
    }

    fn lanes(&self) -> usize {
        LANES
    }

    fn deliver(&self, due: &Due) -> Outcome {
        let Some(mailer) = &self.mailer else { return Outcome::Delivered };
        let Ok(waiting) = serde_json::from_str(&due.data) else {
            return Outcome::GivenUp { why: "written by a newer version".to_owned() };
        };
        self.carry(due, &waiting, mailer.as_ref())
            .unwrap_or_else(|error| Outcome::Retry { why: error.to_string(), after: None })
    }
}

impl MailCarrier {
    fn carry(
        &self,
        due: &Due,
        waiting: &WaitingMail,
        mailer: &dyn Mailer,
    ) -> Result<Outcome, RepositoryError> {
        let Some(user) = due.user else {
            if let WaitingMail::Forgotten { name } = waiting {
                self.send_links(name)?;
            }
            return Ok(Outcome::Delivered);
        };
        let now = self.clock.now();
        if *waiting == WaitingMail::Unread {
            return self.carry_unread(due, user, mailer, now);
        }
        let Some(prepared) = self.database.read(|conn| self.prepare(conn, user, waiting, now))?
        else {
            return Ok(Outcome::Delivered);
        };
        self.send(due, user, &prepared, mailer)
    }

    pub(super) fn send(
        &self,
        due: &Due,
        user: UserId,
        prepared: &Prepared,
        mailer: &dyn Mailer,
    ) -> Result<Outcome, RepositoryError> {
        let mail = self.database.read(|conn| self.compose(conn, due, user, prepared))?;
        let sent = mailer.send(&mail);
        if prepared.is_own {
            self.count(user, sent.is_ok(), matches!(sent, Err(SendError::RecipientRefused(_))))?;
        }
        // A relay may repeat the address, and what it says is logged.
        let logged = |why: String| why.replace(&prepared.to, "the recipient");
        Ok(match sent {
            Ok(()) => Outcome::Delivered,
            Err(SendError::RecipientRefused(why) | SendError::MessageRefused(why)) => {
                Outcome::GivenUp { why: logged(why) }
            }
            Err(SendError::Temporary(why)) => Outcome::Retry { why: logged(why), after: None },
        })
    }

    /// Stores a mail with a link to a new password for each account with this name or address.
    fn send_links(&self, name: &str) -> Result<(), RepositoryError> {
        let now = self.clock.now();
        self.database.write(|conn, _| {
            for user in links::forgotten(conn, name, now)? {
                locks::lock_users(conn, &[user.0])?;
                let link = self.tokens.generate();
                links::insert(conn, &MadeLink { link: &link, user, address: None, at: now })?;
                let mail = WaitingMail::Reset { seed: link.seed };
                let key = format!("link {}", link.digest);
                waiting_mails::store(conn, Some(user), &key, &mail, now)?;
            }
            Ok(())
        })
    }

    /// Returns `None` if the mail is needed no more.
    fn prepare(
        &self,
        conn: &mut DbConnection,
        user: UserId,
        waiting: &WaitingMail,
        now: Timestamp,
    ) -> QueryResult<Option<Prepared>> {
        match waiting {
            WaitingMail::Confirm { seed } => {
                let token = self.tokens.token(seed);
                let open = links::open(conn, &self.tokens.digest(&token), now)?;
                let to = open.and_then(|(_, address)| address);
                let content = Content::Confirm { token };
                Ok(to.map(|to| Prepared { to, is_own: false, content, issue: None }))
            }
            WaitingMail::Reset { seed } => {
                let token = self.tokens.token(seed);
                let is_open = links::open(conn, &self.tokens.digest(&token), now)?.is_some();
                let content = is_open.then_some(Content::Reset { token });
                to_own_address(conn, user, content)
            }
            WaitingMail::Security { act, at } => {
                let act = SecurityAct::ALL.into_iter().find(|one| word(*one) == act);
                let act = if is_banned(conn, user, now)? { None } else { act };
                let at = Timestamp::from_unix_millis(*at);
                to_own_address(conn, user, act.map(|act| Content::Security { act, at }))
            }
            WaitingMail::AddressReplaced { to } => {
                Ok(Some(to_former_address(to, Content::AddressReplaced)))
            }
            WaitingMail::AddressRemoved { to } => {
                Ok(Some(to_former_address(to, Content::AddressRemoved)))
            }
            // Belongs to nobody yet, or has a way of its own.
            WaitingMail::Forgotten { .. } | WaitingMail::Unread => Ok(None),
        }
    }

    fn compose(
        &self,
        conn: &mut DbConnection,
        due: &Due,
        user: UserId,
        prepared: &Prepared,
    ) -> QueryResult<Mail> {
        let site = settings::find(conn)?;
        let (language, username) = language_and_name(conn, user)?;
        let path = &site.face.logo;
        let logo =
            if path.is_empty() { String::new() } else { format!("{}{path}", self.public_url) };
        let sender = Sender {
            name: site.name.clone(),
            url: self.public_url.clone(),
            logo,
            accent: site.face.accent,
        };
        let letter = Letter::new(sender, &Recipient { username, language }, &prepared.content);
        let issue = prepared.issue.as_ref();
        let mut name = format!("{}.{}", due.created_at.unix_millis(), due.id);
        if let Some(issue) = issue {
            name = format!("{name}.{}", issue.name);
        }
        let thread = issue.and_then(|issue| issue.post);
        Ok(Mail {
            to: prepared.to.clone(),
            from_name: site.name,
            message_id: format!("{name}@{}", self.host),
            written_at: issue.map_or(due.created_at, |issue| issue.at),
            subject: letter.subject().to_owned(),
            text: letter.text(),
            html: letter.html(),
            thread: thread.map(|post| format!("post-{post}@{}", self.host)),
            unsubscribe: letter.unsubscribe().map(str::to_owned),
        })
    }

    /// Counts mails in a row that the confirmed address refused.
    fn count(&self, user: UserId, arrived: bool, refused: bool) -> Result<(), RepositoryError> {
        let row = user_emails::table.find(user.0);
        self.database.write(|conn, _| {
            if arrived {
                diesel::update(row.filter(user_emails::refusals.gt(0)))
                    .set(user_emails::refusals.eq(0))
                    .execute(conn)?;
            } else if refused {
                diesel::update(row.filter(user_emails::refusals.lt(MAX_REFUSALS)))
                    .set(user_emails::refusals.eq(user_emails::refusals + 1))
                    .execute(conn)?;
            }
            Ok(())
        })
    }
}

/// Of a language that a newer version knows, and of none, the site's is taken.
pub(super) fn language_and_name(
    conn: &mut DbConnection,
    user: UserId,
) -> QueryResult<(Language, String)> {
    let of_user = users::table.find(user.0).select((users::username, users::language));
    let (username, tag): (String, String) = of_user.first(conn)?;
    let language = match Language::parse(&tag) {
        Ok(language) => language,
        Err(_) => settings::find(conn)?.face.language,
    };
    Ok((language, username))
}

fn to_former_address(to: &str, content: Content) -> Prepared {
    Prepared { to: to.to_owned(), is_own: false, content, issue: None }
}

/// Returns `None` without an address that takes mails.
pub(super) fn to_own_address(
    conn: &mut DbConnection,
    user: UserId,
    content: Option<Content>,
) -> QueryResult<Option<Prepared>> {
    let email = find(conn, user)?;
    let to = email.confirmed.filter(|_| !email.switched_off);
    Ok(to.zip(content).map(|(to, content)| Prepared { to, is_own: true, content, issue: None }))
}

fn is_banned(conn: &mut DbConnection, user: UserId, now: Timestamp) -> QueryResult<bool> {
    let ban: StoredBan = users::table.find(user.0).select(BAN).first(conn)?;
    Ok(ban.at(now).is_some())
}
