//! What the rows of `phpBB` mean. Errors say why one makes no record.

use kernel::{Ban, Timestamp, Visibility};

use super::texts::{line, text};
use crate::{
    Forum, Message, Post, Reply, Tie, TieKind, User,
    convert::{decode, first_element},
    sources::fields::Fields,
};

/// The account of visitors.
const ANONYMOUS: &str = "1";

fn at(fields: &Fields, name: &str) -> Timestamp {
    Timestamp::from_unix_millis(fields.number(name).saturating_mul(1000))
}

/// Returns a time; 0 is that of nothing.
fn time(fields: &Fields, name: &str) -> Option<Timestamp> {
    (fields.number(name) != 0).then(|| at(fields, name))
}

fn author(fields: &Fields) -> Option<String> {
    fields.id("author").filter(|id| id != ANONYMOUS)
}

pub(super) fn user(id: String, fields: &Fields) -> User {
    let ban = Ban {
        until: time(fields, "bannedUntil"),
        reason: fields.get("banReason").map(|reason| decode(&reason)),
    };
    User {
        // Addresses of profiles have the id, and the rights of a member decide who sees them.
        slug: None,
        name: line(fields, "name"),
        password_hash: fields.get("password").map(|hash| format!("$phpbb${hash}")),
        email: fields.get("email").filter(|_| !fields.is("isInactive")),
        avatar: avatar(&id, fields),
        about: None,
        created_at: at(fields, "joinedAt"),
        is_admin: fields.is("isAdmin"),
        ban: (fields.is("isBanned") || fields.is("isShut")).then_some(ban),
        id,
    }
}

/// Returns where an avatar is: `2_1754.png` is stored as `SALT_2.png` (`phpbb/avatar/driver/upload.php`).
fn avatar(id: &str, fields: &Fields) -> Option<String> {
    let stored = fields.get("avatar")?;
    match fields.get("avatarType")?.as_str() {
        "avatar.driver.upload" => {
            let (_, extension) = stored.rsplit_once('.')?;
            let salt = fields.get("avatarSalt")?;
            Some(format!("./images/avatars/upload/{salt}_{id}.{extension}"))
        }
        "avatar.driver.local" => Some(format!("./images/avatars/gallery/{stored}")),
        "avatar.driver.remote" => Some(decode(&stored)),
        _ => None,
    }
}

pub(super) fn forum(id: String, fields: &Fields) -> Result<Forum, &'static str> {
    if fields.is("isLink") {
        return Err("it is a link, not a forum");
    }
    let visibility = match (fields.is("isClosed"), fields.is("isPublic")) {
        (true, _) => Visibility::Private,
        (false, true) => Visibility::Public,
        (false, false) => Visibility::Members,
    };
    Ok(Forum {
        id,
        slug: None,
        parent: fields.id("parent"),
        name: line(fields, "name"),
        description: fields.get("description").map(|_| text(fields, "description")),
        author: None,
        created_at: at(fields, "createdAt"),
        visibility,
    })
}

pub(super) fn tie(user: String, fields: &Fields) -> Tie {
    let kind = match fields.get("kind").as_deref() {
        Some("moderator") => TieKind::Moderator,
        Some("member") => TieKind::Member,
        _ => TieKind::Favorite,
    };
    Tie { user, forum: fields.get("forum").unwrap_or_default(), kind, since: None }
}

pub(super) fn post(id: String, fields: &Fields) -> Result<Post, &'static str> {
    if fields.is("isMoved") {
        return Err("it leads to a topic that was moved");
    }
    let created_at = at(fields, "createdAt");
    Ok(Post {
        id,
        opening: fields.id("opening"),
        forum: fields.get("forum").unwrap_or_default(),
        author: author(fields),
        title: line(fields, "title"),
        text: text(fields, "content"),
        image: None,
        image_description: None,
        created_at,
        edited_at: time(fields, "editedAt"),
        is_locked: fields.is("isLocked"),
        lock_reason: None,
        pinned: fields.is("isPinned").then_some((created_at, None)),
        is_hidden: fields.is("isHidden"),
    })
}

pub(super) fn reply(id: String, fields: &Fields) -> Reply {
    let content = fields.get("content").unwrap_or_default();
    Reply {
        id,
        post: fields.get("topic").unwrap_or_default(),
        // A topic is flat, but a quotation names its post.
        parent: first_element(&content, "QUOTE").and_then(|mut quote| quote.remove("post_id")),
        author: author(fields),
        text: text(fields, "content"),
        created_at: at(fields, "createdAt"),
        edited_at: time(fields, "editedAt"),
        is_hidden: fields.is("isHidden"),
    }
}

pub(super) fn message(id: String, fields: &Fields) -> Result<Message, &'static str> {
    let reader = fields.get("reader").unwrap_or_default();
    let is_id = |id: &&str| id.bytes().all(|byte| byte.is_ascii_digit());
    let to = reader.strip_prefix("u_").filter(is_id).filter(|_| fields.get("others").is_none());
    let mut text = text(fields, "content");
    let subject = line(fields, "subject");
    if !subject.is_empty() && !subject.starts_with("Re: ") {
        text.source.insert_str(0, &format!("{subject}\n\n"));
    }
    Ok(Message {
        id,
        from: author(fields).ok_or("its author is gone")?,
        to: to.ok_or("is not between two members")?.to_owned(),
        text,
        sent_at: at(fields, "sentAt"),
        is_read: fields.is("isRead"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::parse(json).unwrap()
    }

    #[test]
    fn an_avatar_is_where_its_kind_stores_it() {
        let of = |kind: &str, avatar: &str| {
            let json =
                serde_json::json!({"avatar": avatar, "avatarType": kind, "avatarSalt": "5a17"});
            user("7".to_owned(), &fields(&json.to_string())).avatar
        };
        let upload = of("avatar.driver.upload", "7_1700000000.png");
        assert_eq!(upload.as_deref(), Some("./images/avatars/upload/5a17_7.png"));
        let local = of("avatar.driver.local", "animals/cat.gif");
        assert_eq!(local.as_deref(), Some("./images/avatars/gallery/animals/cat.gif"));
        let remote = of("avatar.driver.remote", "https://a.example/?a=1&amp;b=2");
        assert_eq!(remote.as_deref(), Some("https://a.example/?a=1&b=2"));
        assert_eq!(of("avatar.driver.gravatar", "ann@example.org"), None);
    }

    #[test]
    fn a_message_has_one_reader() {
        let of = |reader: &str, others: &str| {
            let json = serde_json::json!({"author": "2", "reader": reader, "others": others, "subject": "Tea"});
            message("1".to_owned(), &fields(&json.to_string())).map(|message| message.to)
        };
        assert_eq!(of("u_5", ""), Ok("5".to_owned()));
        for (reader, others) in [("u_5:u_6", ""), ("g_5", ""), ("u_5", "u_6"), ("", "")] {
            assert!(of(reader, others).is_err(), "{reader} {others}");
        }
    }

    #[test]
    fn a_reply_answers_the_post_that_it_quotes_first() {
        let of = |content: &str| {
            let json = serde_json::json!({"content": content});
            reply("9".to_owned(), &fields(&json.to_string())).parent
        };
        let quote = "<r><QUOTE author=\"ann\" post_id=\"7\"><s>[quote]</s><QUOTE post_id=\"3\">x</QUOTE><e>[/quote]</e></QUOTE></r>";
        assert_eq!(of(quote).as_deref(), Some("7"));
        assert_eq!(of("<r><QUOTE author=\"ann\">x</QUOTE></r>"), None);
        assert_eq!(of("<t>x</t>"), None);
    }
}
