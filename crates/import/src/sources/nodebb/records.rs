//! What the objects of `NodeBB` mean. Errors say why one makes no record.

use kernel::{Ban, Visibility};

use crate::{
    Forum, Message, Post, Reply, Target, Tie, TieKind, User, Vote, sources::fields::Fields,
};

pub(super) fn user(id: String, fields: &Fields) -> User {
    // With the flag it is of the SHA-512 of the password (src/password.js).
    let prefix = if fields.is("password:shaWrapped") { "$nodebb$" } else { "" };
    User {
        id,
        slug: fields.get("userslug"),
        name: fields.get("username").unwrap_or_default(),
        password_hash: fields.get("password").map(|hash| format!("{prefix}{hash}")),
        email: fields.get("email").filter(|_| fields.is("email:confirmed")),
        avatar: fields.get("picture"),
        about: fields.get("aboutme").map(|_| fields.text("aboutme")),
        created_at: fields.at("joindate"),
        is_admin: fields.is("isAdmin"),
        ban: ban(fields),
    }
}

fn ban(fields: &Fields) -> Option<Ban> {
    let ban = Ban { until: fields.time("banned:expire"), reason: fields.get("banReason") };
    (fields.is("banned") && ban.is_active(fields.at("now"))).then_some(ban)
}

pub(super) fn forum(id: String, fields: &Fields) -> Result<Forum, &'static str> {
    if fields.get("link").is_some() {
        return Err("it is a link, not a category");
    }
    // Each counts two privileges: to see the category and to read its topics.
    let visibility = if fields.is("disabled") {
        Visibility::Private
    } else if fields.number("guests") == 2 {
        Visibility::Public
    } else if fields.number("registered") == 2 {
        Visibility::Members
    } else {
        Visibility::Private
    };
    Ok(Forum {
        id,
        slug: None,
        parent: fields.id("parentCid"),
        name: fields.get("name").unwrap_or_default(),
        description: fields.get("description").map(|_| fields.text("description")),
        author: None,
        created_at: fields.at("createtime"),
        visibility,
    })
}

pub(super) fn tie(user: String, fields: &Fields) -> Tie {
    let kind = match fields.get("kind").as_deref() {
        Some("moderator") => TieKind::Moderator,
        Some("member") => TieKind::Member,
        _ => TieKind::Favorite,
    };
    let forum = fields.get("cid").unwrap_or_default();
    Tie { user, forum, kind, since: fields.time("since") }
}

pub(super) fn post(id: String, fields: &Fields) -> Result<Post, &'static str> {
    if fields.is("isScheduled") {
        return Err("it is not published yet");
    }
    let pinned = fields.is("pinned").then(|| {
        let since = fields.time("pinnedAt").unwrap_or_else(|| fields.at("timestamp"));
        (since, fields.time("pinExpiry"))
    });
    Ok(Post {
        id,
        opening: fields.id("mainPid"),
        forum: fields.get("cid").unwrap_or_default(),
        author: fields.id("uid"),
        title: fields.get("title").unwrap_or_default(),
        text: fields.text("content"),
        image: None,
        image_description: None,
        created_at: fields.at("timestamp"),
        edited_at: fields.time("edited"),
        is_locked: fields.is("locked"),
        lock_reason: None,
        pinned,
        is_hidden: fields.is("isHidden"),
    })
}

pub(super) fn reply(id: String, fields: &Fields) -> Result<Reply, &'static str> {
    if id.contains("://") {
        return Err("it is of another server");
    }
    Ok(Reply {
        id,
        post: fields.get("tid").unwrap_or_default(),
        parent: fields.id("toPid"),
        author: fields.id("uid"),
        text: fields.text("content"),
        created_at: fields.at("timestamp"),
        edited_at: fields.time("edited"),
        is_hidden: fields.is("deleted"),
    })
}

pub(super) fn vote(fields: &Fields) -> Vote {
    let vote = if fields.is("isUp") { kernel::Vote::Up } else { kernel::Vote::Down };
    let on = Target::Reply(fields.get("pid").unwrap_or_default());
    Vote { on, by: fields.get("uid").unwrap_or_default(), vote }
}

pub(super) fn message(id: String, fields: &Fields) -> Result<Message, &'static str> {
    if fields.is("isGroup") {
        return Err("it has several readers");
    }
    if fields.is("deleted") {
        return Err("its author deleted it");
    }
    if fields.is("system") {
        return Err("NodeBB wrote it, not a member");
    }
    let sent_at = fields.at("timestamp");
    Ok(Message {
        id,
        from: fields.get("fromuid").unwrap_or_default(),
        to: fields.get("to").ok_or("its reader is gone")?,
        text: fields.text("content"),
        sent_at,
        is_read: !fields.is("isUnread")
            || fields.time("readUntil").is_some_and(|until| until >= sent_at),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::parse(json).unwrap()
    }

    #[test]
    fn a_ban_holds_until_its_end() {
        let ban = |expire: i64| {
            let json = format!(r#"{{"banned": 1, "now": 2000, "banned:expire": {expire}}}"#);
            user("1".to_owned(), &fields(&json)).ban
        };
        assert_eq!(ban(0), Some(Ban::default()));
        assert!(ban(2_001).is_some() && ban(2_000).is_none());
        assert_eq!(user("1".to_owned(), &fields(r#"{"banned": 0}"#)).ban, None);
    }

    #[test]
    fn an_email_address_counts_once_it_is_confirmed() {
        let email = |json| user("1".to_owned(), &fields(json)).email;
        assert_eq!(email(r#"{"email": "a@example.org"}"#), None);
        let confirmed = email(r#"{"email": "a@example.org", "email:confirmed": 1}"#);
        assert_eq!(confirmed.as_deref(), Some("a@example.org"));
    }

    #[test]
    fn who_may_read_a_category_follows_from_both_privileges() {
        let visibility = |json| forum("1".to_owned(), &fields(json)).unwrap().visibility;
        assert_eq!(visibility(r#"{"guests": 2, "registered": 2}"#), Visibility::Public);
        assert_eq!(visibility(r#"{"guests": 1, "registered": 2}"#), Visibility::Members);
        assert_eq!(visibility(r#"{"guests": 1, "registered": 1}"#), Visibility::Private);
        assert_eq!(visibility(r#"{"guests": 2, "disabled": 1}"#), Visibility::Private);
    }

    #[test]
    fn a_message_is_read_if_its_room_was_since() {
        let is_read = |json| message("1".to_owned(), &fields(json)).unwrap().is_read;
        assert!(is_read(r#"{"to": 2, "timestamp": 10, "isUnread": false}"#));
        assert!(is_read(r#"{"to": 2, "timestamp": 10, "isUnread": true, "readUntil": "10"}"#));
        assert!(!is_read(r#"{"to": 2, "timestamp": 10, "isUnread": true, "readUntil": "9"}"#));
        assert!(!is_read(r#"{"to": 2, "timestamp": 10, "isUnread": true}"#));
    }
}
