//! What the rows of Lemmy mean. Errors say why one makes no record.

use std::convert::Infallible;

use kernel::{Ban, Visibility, is_web_address};
use percent_encoding::percent_decode_str;

use crate::{
    Forum, Message, Post, Reply, Target, Text, Tie, TieKind, User, Vote, convert::with_addresses,
    sources::fields::Fields,
};

/// The image proxy of an instance; the address of another site's picture follows, percent-encoded.
const PROXY: &str = "/api/v3/image_proxy?url=";

/// Returns the picture's own address, if this is an address of an image proxy.
fn without_proxy(address: &str) -> Option<String> {
    let (_, picture) = address.split_once(PROXY)?;
    let picture = percent_decode_str(picture.split('&').next()?).decode_utf8().ok()?;
    // Parentheses would end it in Markdown.
    is_web_address(&picture).then(|| picture.replace('(', "%28").replace(')', "%29"))
}

fn address(fields: &Fields, name: &str) -> Option<String> {
    fields.get(name).map(|address| without_proxy(&address).unwrap_or(address))
}

fn text(fields: &Fields, name: &str) -> Text {
    let text = fields.text(name);
    let Ok(source) =
        with_addresses(&text.source, |address| Ok::<_, Infallible>(without_proxy(address)));
    Text { source, ..text }
}

pub(super) fn user(id: String, fields: &Fields) -> Result<User, &'static str> {
    if fields.is("isDeleted") {
        return Err("the account is deleted");
    }
    if fields.is("isRefused") {
        return Err("no admin accepted the account");
    }
    let name = fields.get("name").unwrap_or_default();
    let ban = Ban { until: fields.time("bannedUntil"), reason: fields.get("banReason") };
    Ok(User {
        id,
        slug: fields.is("isLocal").then(|| name.clone()),
        name,
        password_hash: fields.get("password"),
        email: fields.get("email"),
        avatar: address(fields, "avatar"),
        about: fields.get("bio").map(|_| text(fields, "bio")),
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
        description: fields.get("description").map(|_| text(fields, "description")),
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
    let is_picture =
        |url: &str| url.contains(super::PICTURES) || fields.is("isPicture") && is_web_address(url);
    // A picture is shown above the text, any other link begins it.
    let (image, link) = match address(fields, "url") {
        Some(url) if is_picture(&url) => (Some(url), None),
        other => (None, other.map(|url| format!("<{url}>\n\n"))),
    };
    let mut text = text(fields, "body");
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
        text: text(fields, "content"),
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
        text: text(fields, "content"),
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
        let elsewhere = r#"{"url": "https://b.example/1", "isPicture": true, "body": "text"}"#;
        let elsewhere = made(elsewhere);
        assert_eq!(elsewhere.image.as_deref(), Some("https://b.example/1"));
        let link = made(r#"{"url": "https://example.org/", "body": "text"}"#);
        assert_eq!(
            (link.image, link.text.source.as_str()),
            (None, "<https://example.org/>\n\ntext")
        );
    }

    #[test]
    fn pictures_of_other_sites_have_their_own_addresses_again() {
        let proxied =
            "https://a.example/api/v3/image_proxy?url=https%3A%2F%2Fb.example%2F1%282%29.png";
        let picture = "https://b.example/1%282%29.png";
        let json = format!(r#"{{"bio": "![x]({proxied}) <{proxied}>", "avatar": "{proxied}"}}"#);
        let user = user("1".to_owned(), &Fields::parse(&json).unwrap()).unwrap();
        assert_eq!(user.avatar.as_deref(), Some(picture));
        assert_eq!(user.about.unwrap().source, format!("![x]({picture}) <{picture}>"));
        for other in ["javascript:alert(1)", "", "%FF", "b.png"] {
            assert_eq!(without_proxy(&format!("https://a.example{PROXY}{other}")), None, "{other}");
        }
    }
}
