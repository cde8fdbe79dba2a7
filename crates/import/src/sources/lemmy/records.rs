//! What the rows of Lemmy mean. Errors say why one makes no record.

use kernel::{Ban, Visibility};

use crate::{
    Forum, Message, Post, Reply, Target, Tie, TieKind, User, Vote, sources::fields::Fields,
};

pub(super) fn user(id: String, fields: &Fields) -> Result<User, &'static str> {
    if fields.is("isDeleted") {
        return Err("the account is deleted");
    }
    let name = fields.get("name").unwrap_or_default();
    let ban = Ban { until: fields.time("bannedUntil"), reason: fields.get("banReason") };
    Ok(User {
        id,
        slug: fields.is("isLocal").then(|| name.clone()),
        name,
        password_hash: fields.get("password"),
        email: fields.get("email"),
        avatar: fields.get("avatar"),
        about: fields.get("bio").map(|_| fields.text("bio")),
        created_at: fields.at("published"),
        is_admin: fields.is("isAdmin"),
        ban: fields.is("isBanned").then_some(ban),
    })
}

pub(super) fn forum(id: String, fields: &Fields) -> Result<Forum, &'static str> {
    if !fields.is("isLocal") {
        return Err("it is a community of another instance");
    }
    let visibility = match (fields.is("isHidden"), fields.is("isForMembers")) {
        (true, _) => Visibility::Private,
        (false, true) => Visibility::Members,
        (false, false) => Visibility::Public,
    };
    Ok(Forum {
        id,
        slug: fields.get("name"),
        parent: None,
        name: fields.get("title").unwrap_or_default(),
        description: fields.get("description").map(|_| fields.text("description")),
        author: None,
        created_at: fields.at("published"),
        visibility,
    })
}

pub(super) fn tie(user: String, fields: &Fields) -> Tie {
    let kind = match fields.get("kind").as_deref() {
        Some("moderator") => TieKind::Moderator,
        Some("banned") => {
            TieKind::Banned(Ban { until: fields.time("until"), reason: fields.get("reason") })
        }
        _ => TieKind::Favorite,
    };
    let forum = fields.get("community").unwrap_or_default();
    Tie { user, forum, kind, since: fields.time("since") }
}

pub(super) fn post(id: String, fields: &Fields) -> Post {
    let url = fields.get("url");
    // A picture is shown above the text, any other link begins it.
    let (image, link) = match url {
        Some(url) if url.contains(super::PICTURES) => (Some(url), None),
        other => (None, other.map(|url| format!("<{url}>\n\n"))),
    };
    let mut text = fields.text("body");
    text.source.insert_str(0, &link.unwrap_or_default());
    Post {
        id,
        opening: None,
        forum: fields.get("community").unwrap_or_default(),
        author: fields.get("creator"),
        title: fields.get("name").unwrap_or_default(),
        text,
        image,
        image_description: fields.get("altText"),
        created_at: fields.at("published"),
        edited_at: fields.time("updated"),
        is_locked: fields.is("isLocked"),
        lock_reason: None,
        pinned: fields
            .is("isPinned")
            .then(|| (fields.time("pinned").unwrap_or_else(|| fields.at("published")), None)),
        is_hidden: fields.is("isHidden"),
    }
}

pub(super) fn reply(id: String, fields: &Fields) -> Reply {
    Reply {
        id,
        post: fields.get("post").unwrap_or_default(),
        parent: fields.get("parent"),
        author: fields.get("creator"),
        text: fields.text("content"),
        created_at: fields.at("published"),
        edited_at: fields.time("updated"),
        is_hidden: fields.is("isHidden"),
    }
}

pub(super) fn vote(by: String, fields: &Fields) -> Vote {
    let vote = if fields.is("isUp") { kernel::Vote::Up } else { kernel::Vote::Down };
    let reply = fields.get("comment").map(Target::Reply);
    let on = reply.unwrap_or_else(|| Target::Post(fields.get("post").unwrap_or_default()));
    Vote { on, by, vote }
}

pub(super) fn message(id: String, fields: &Fields) -> Result<Message, &'static str> {
    if fields.is("isHidden") {
        return Err("its author or a moderator deleted it");
    }
    Ok(Message {
        id,
        from: fields.get("from").unwrap_or_default(),
        to: fields.get("to").unwrap_or_default(),
        text: fields.text("content"),
        sent_at: fields.at("published"),
        is_read: fields.is("isRead"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_stands_above_the_text_and_a_link_begins_it() {
        let made = |json| post("1".to_owned(), &Fields::parse(json).unwrap());
        let picture = made(r#"{"url": "https://a.example/pictrs/image/1.png", "body": "text"}"#);
        assert_eq!(picture.image.as_deref(), Some("https://a.example/pictrs/image/1.png"));
        assert_eq!(picture.text.source, "text");
        let link = made(r#"{"url": "https://example.org/", "body": "text"}"#);
        assert_eq!(
            (link.image, link.text.source.as_str()),
            (None, "<https://example.org/>\n\ntext")
        );
    }
}
