//! Members.

use std::collections::{HashMap, HashSet};

use kernel::{Ban, Text, UserId};
use users::{About, EmailAddress, Username};

use super::{Import, ImportError, texts::Of};
use crate::{Kind, NewUser, User, convert::valid_name};

/// What names and addresses a batch has to do without.
struct Taken {
    names: HashSet<String>,
    emails: HashSet<String>,
}

impl Import<'_> {
    pub(super) fn users(&mut self) -> Result<(), ImportError> {
        self.in_batches(Kind::User, self.source.users()?, Self::store_users)
    }

    fn store_users(&mut self, users: Vec<User>) -> Result<(), ImportError> {
        let ids: Vec<&str> = users.iter().map(|user| user.id.as_str()).collect();
        let mut known = self.destination.known(Kind::User, &ids)?;
        self.tell_renamed(&users, &known)?;
        let mut taken = self.taken(&users)?;
        let mut new = vec![];
        for user in users {
            if user.is_admin {
                self.change(Kind::User, "is an admin there, and here", &user.name);
            }
            self.report.carried(Kind::User);
            if !known.contains_key(&user.id) {
                // The same id may come twice.
                known.insert(user.id.clone(), 0);
                new.extend(self.new_user(user, &mut taken)?);
            }
        }
        Ok(self.destination.insert_users(&new)?)
    }

    /// Tells again of those whom an earlier run gave another name.
    fn tell_renamed(
        &mut self,
        users: &[User],
        known: &HashMap<String, i64>,
    ) -> Result<(), ImportError> {
        let ids: Vec<UserId> = known.values().copied().map(UserId).collect();
        let names = self.destination.usernames(&ids)?;
        for user in users {
            let name = known.get(&user.id).and_then(|id| names.get(&UserId(*id)));
            if let Some(name) = name.filter(|name| **name != user.name) {
                self.tell_name(&user.name, name);
            }
        }
        Ok(())
    }

    fn tell_name(&mut self, there: &str, here: &str) {
        let example = format!("{there} → {here}");
        self.change(Kind::User, "has another name here", &example);
    }

    fn taken(&self, users: &[User]) -> Result<Taken, ImportError> {
        let names: Vec<String> =
            users.iter().filter_map(|user| Some(valid_name(&user.name)?.key())).collect();
        let emails: Vec<String> = users
            .iter()
            .filter_map(|user| Some(EmailAddress::key_of(user.email.as_ref()?)))
            .collect();
        Ok(Taken {
            names: self.destination.taken_names(&names)?,
            emails: self.destination.taken_emails(&emails)?,
        })
    }

    fn new_user(&mut self, user: User, taken: &mut Taken) -> Result<Option<NewUser>, ImportError> {
        let Some(username) = self.free_name(&user.name, taken)? else {
            self.lose(Kind::User, "no name can be made for it", &user.id);
            return Ok(None);
        };
        if username.as_str() != user.name {
            self.tell_name(&user.name, username.as_str());
        }
        let created_at = self.time(Kind::User, &user.id, user.created_at);
        let of = Of { kind: Kind::User, id: &user.id, author: None, at: created_at };
        let image = self.picture(of, user.avatar.as_deref())?;
        let about = match &user.about {
            Some(text) => self.optional_text(of, text, About::MAX_CHARS)?,
            None => None,
        };
        let password_hash = user.password_hash.clone();
        let password_hash = password_hash.filter(|hash| self.destination.takes_password(hash));
        if user.password_hash.is_some() && password_hash.is_none() {
            self.change(
                Kind::User,
                "the password cannot be verified: a new one is needed",
                &user.id,
            );
        }
        Ok(Some(NewUser {
            email: self.free_email(&user, taken),
            source_id: user.id,
            slug: user.slug.map(|slug| slug.to_lowercase()),
            username,
            password_hash,
            image,
            about: about.and_then(|about| Text::parse(&about).ok()),
            created_at,
            is_admin: user.is_admin,
            ban: user.ban.filter(|ban| ban.is_active(self.now)).map(shown),
        }))
    }

    fn free_name(
        &mut self,
        name: &str,
        taken: &mut Taken,
    ) -> Result<Option<Username>, ImportError> {
        let Some(wanted) = valid_name(name) else { return Ok(None) };
        if taken.names.insert(wanted.key()) {
            return Ok(Some(wanted));
        }
        loop {
            let others = self.names.numbered(&wanted);
            let keys: Vec<String> = others.iter().map(|(_, other)| other.key()).collect();
            let elsewhere = self.destination.taken_names(&keys)?;
            let is_free = |key: &String| !elsewhere.contains(key) && !taken.names.contains(key);
            let free = others.iter().find(|(_, other)| is_free(&other.key()));
            let Some((number, _)) = free.or(others.last()) else { return Ok(None) };
            self.names.go_on_behind(&wanted, *number);
            if let Some((_, free)) = free {
                taken.names.insert(free.key());
                return Ok(Some(free.clone()));
            }
        }
    }

    fn free_email(&mut self, user: &User, taken: &mut Taken) -> Option<EmailAddress> {
        let raw = user.email.as_ref().filter(|email| !email.trim().is_empty())?;
        let Ok(email) = EmailAddress::parse(raw) else {
            self.change(Kind::User, "the e-mail address is none: left out", &user.id);
            return None;
        };
        if taken.emails.insert(email.key()) {
            return Some(email);
        }
        self.change(Kind::User, "the e-mail address is of another member, too: left out", &user.id);
        None
    }
}

/// Returns the ban with a reason that can be stored.
pub(super) fn shown(ban: Ban) -> Ban {
    let reason = ban.reason.map(|reason| crate::convert::one_line(&reason));
    let reason = reason.map(|reason| crate::convert::shorten(&reason, kernel::Reason::MAX_CHARS));
    Ban { reason: reason.filter(|reason| !kernel::is_blank(reason)), ..ban }
}
