//! What the rows of Flarum mean. Errors say why one makes no record.

use kernel::{Ban, Timestamp, Visibility};
use users::Username;

use crate::{
    Forum, Markup, Message, Post, Reply, Target, Text, Tie, TieKind, User, Vote,
    convert::{Attributes, Typed, first_element, one_line, s9e_to_markdown},
    sources::fields::Fields,
};

/// From 2038 on, suspensions have no end (js/src/forum/helpers/suspensionHelper.tsx of flarum/suspend).
const FOR_EVER: Timestamp = Timestamp::from_unix_millis(2_145_916_800_000);
/// The forum of discussions without a tag.
const UNTAGGED: &str = "0";

pub(super) fn user(id: String, fields: &Fields) -> User {
    let ban = Ban {
        until: fields.time("bannedUntil").filter(|until| *until < FOR_EVER),
        reason: fields.get("banReason"),
    };
    let is_banned = fields.at("bannedUntil") > fields.at("now");
    User {
        id,
        slug: None,
        name: fields.get("name").unwrap_or_default(),
        password_hash: fields.get("password"),
        email: fields.get("email").filter(|_| fields.is("isConfirmed")),
        avatar: fields.get("avatar").map(|avatar| {
            if avatar.contains("://") { avatar } else { format!("/assets/avatars/{avatar}") }
        }),
        about: fields.get("about").map(|_| fields.text("about")),
        created_at: fields.at("joinedAt"),
        is_admin: fields.is("isAdmin"),
        ban: is_banned.then_some(ban),
    }
}

pub(super) fn forum(id: String, fields: &Fields) -> Forum {
    Forum {
        id,
        slug: fields.get("slug"),
        parent: fields.id("parent"),
        name: fields.get("name").unwrap_or_default(),
        description: fields.get("description").map(|_| fields.text("description")),
        author: None,
        created_at: fields.at("createdAt"),
        visibility: match fields.number("level") {
            0 => Visibility::Public,
            1 => Visibility::Members,
            _ => Visibility::Private,
        },
    }
}

pub(super) fn tie(user: String, fields: &Fields) -> Tie {
    let kind = match fields.get("kind").as_deref() {
        Some("moderator") => TieKind::Moderator,
        Some("member") => TieKind::Member,
        _ => TieKind::Favorite,
    };
    Tie { user, forum: fields.get("forum").unwrap_or_default(), kind, since: None }
}

/// A tag of a discussion: id, who may read it, the one around it, whether it is a primary one.
struct Tag<'a> {
    id: &'a str,
    level: u8,
    parent: &'a str,
    is_primary: bool,
}

impl<'a> Tag<'a> {
    fn parse(tag: &'a str) -> Option<Self> {
        let mut parts = tag.split(':');
        let (id, level, parent) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
        Some(Self { id, level, parent, is_primary: parts.next() == Some("1") })
    }
}

/// Returns the tag that the forum of a discussion was: who may read it must be able to read all its tags.
fn forum_of(tags: &str) -> Result<String, &'static str> {
    let tags: Vec<Tag<'_>> = tags.split(' ').filter_map(Tag::parse).collect();
    let is_around = |tag: &Tag<'_>| tags.iter().any(|other| other.parent == tag.id);
    if tags.iter().filter(|tag| tag.level == 2 && !is_around(tag)).count() > 1 {
        return Err("has several tags that only some may read, and a post has one forum");
    }
    let chosen = tags.iter().rev().max_by_key(|tag| (tag.level, !is_around(tag), tag.is_primary));
    Ok(chosen.map_or(UNTAGGED, |tag| tag.id).to_owned())
}

/// Returns whether a text is hidden: by somebody, or because it waits for approval.
fn is_hidden(fields: &Fields) -> Result<bool, &'static str> {
    let waits = fields.get("isApproved").is_some_and(|flag| flag == "0");
    if fields.is("isPrivate") && !waits {
        return Err("an extension shows it to some alone");
    }
    Ok(fields.is("isHidden") || waits)
}

pub(super) fn post(id: String, fields: &Fields) -> Result<Post, &'static str> {
    let created_at = fields.at("createdAt");
    Ok(Post {
        opening: fields.get("opening"),
        forum: forum_of(&fields.get("tags").unwrap_or_default())?,
        author: fields.id("author"),
        title: fields.get("title").unwrap_or_default(),
        text: text(&fields.get("content").unwrap_or_default()),
        image: None,
        image_description: None,
        created_at,
        edited_at: fields.time("editedAt"),
        is_locked: fields.is("isLocked"),
        lock_reason: None,
        pinned: fields.is("isSticky").then_some((created_at, None)),
        is_hidden: is_hidden(fields)?,
        id,
    })
}

pub(super) fn reply(id: String, fields: &Fields) -> Result<Reply, &'static str> {
    let content = fields.get("content").unwrap_or_default();
    let post = fields.get("discussion").unwrap_or_default();
    Ok(Reply {
        parent: answered(&content, &post),
        post,
        author: fields.id("author"),
        text: text(&content),
        created_at: fields.at("createdAt"),
        edited_at: fields.time("editedAt"),
        is_hidden: is_hidden(fields)?,
        id,
    })
}

/// Returns the text that a reply answers: the one of its discussion that it mentions first.
fn answered(content: &str, discussion: &str) -> Option<String> {
    let mention = first_element(content, "POSTMENTION")?;
    let is_here = mention.get("discussionid").is_some_and(|other| other == discussion);
    mention.get("number").filter(|_| is_here).map(|number| format!("{discussion}/{number}"))
}

pub(super) fn like(id: String, fields: &Fields) -> Vote {
    let by = fields.get("liker").unwrap_or_default();
    Vote { on: Target::Reply(id), by, vote: kernel::Vote::Up }
}

pub(super) fn message(id: String, fields: &Fields) -> Result<Message, &'static str> {
    let people = fields.id("author").zip(fields.id("other"));
    let (from, to) =
        people.filter(|_| fields.number("others") == 1).ok_or("is not between two members")?;
    Ok(Message {
        id,
        from,
        to,
        text: text(&fields.get("content").unwrap_or_default()),
        sent_at: fields.at("sentAt"),
        is_read: fields.is("isRead"),
    })
}

fn text(content: &str) -> Text {
    Text { markup: Markup::Markdown, source: s9e_to_markdown(content, Typed::Markdown, replace) }
}

/// Returns what stands here for a mention, and for a picture of `fof/upload`.
fn replace(element: &str, attributes: &Attributes) -> Option<String> {
    let get = |name: &str| attributes.get(name).map(String::as_str);
    match element {
        "USERMENTION" | "POSTMENTION" => {
            get("displayname").or_else(|| get("username")).map(mention)
        }
        "GROUPMENTION" => get("groupname").map(mention),
        "UPL-IMAGE-PREVIEW" | "UPL-IMAGE" => {
            let alternative = get("alt").unwrap_or_default().replace(['[', ']'], "");
            get("url").map(|url| format!("![{alternative}]({url})"))
        }
        _ => None,
    }
}

fn mention(name: &str) -> String {
    if Username::parse(name).is_ok() {
        format!("@{name}")
    } else {
        format!("**{}**", one_line(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::parse(json).unwrap()
    }

    #[test]
    fn a_discussion_goes_to_the_tag_that_fewest_may_read() {
        for (tags, forum) in [
            ("", "0"),
            ("7:0:0:0", "7"),
            ("3:0:0:1 7:0:0:0", "3"),
            ("3:0:0:1 4:0:3:1", "4"),
            ("3:0:0:1 5:0:0:1", "3"),
            ("3:0:0:1 4:0:3:1 7:1:0:0", "7"),
            ("3:2:0:1 4:2:3:1 7:0:0:0", "4"),
        ] {
            assert_eq!(forum_of(tags).unwrap(), forum, "{tags}");
        }
        assert!(forum_of("3:2:0:1 5:2:0:1").is_err());
    }

    #[test]
    fn a_suspension_holds_until_its_end() {
        let ban = |until: i64| {
            user("1".to_owned(), &fields(&format!(r#"{{"now": 2000, "bannedUntil": {until}}}"#)))
                .ban
        };
        assert_eq!(ban(2_000), None);
        assert_eq!(ban(2_001).unwrap().until, Some(Timestamp::from_unix_millis(2_001)));
        assert_eq!(ban(2_145_916_800_000), Some(Ban::default()));
        assert_eq!(user("1".to_owned(), &fields("{}")).ban, None);
    }

    #[test]
    fn what_is_private_is_left_out_and_what_waits_is_hidden() {
        let of = |json| reply("1".to_owned(), &fields(json)).map(|reply| reply.is_hidden);
        assert_eq!(of(r#"{"isPrivate": 0, "isApproved": 1}"#), Ok(false));
        assert_eq!(of(r#"{"isPrivate": 1, "isApproved": 0}"#), Ok(true));
        assert!(of(r#"{"isPrivate": 1, "isApproved": 1}"#).is_err());
        assert!(of(r#"{"isPrivate": 1}"#).is_err());
    }

    #[test]
    fn mentions_and_pictures_stand_as_here() {
        let of = |xml| text(xml).source;
        let mention = "<r><p><POSTMENTION discussionid=\"4\" displayname=\"ann\" id=\"9\" number=\"2\">@\"ann\"#p9</POSTMENTION> yes</p></r>";
        assert_eq!(of(mention), "@ann yes");
        assert_eq!(answered(mention, "4").as_deref(), Some("4/2"));
        assert_eq!(answered(mention, "5"), None);
        let other = "<r><p><USERMENTION displayname=\"Ann Lee\" id=\"3\">@\"Ann Lee\"#3</USERMENTION></p></r>";
        assert_eq!(of(other), "**Ann Lee**");
        let picture = "<r><UPL-IMAGE-PREVIEW alt=\"a [map]\" url=\"https://f.example/assets/files/1.png\" uuid=\"x\">[upl-image-preview uuid=x]</UPL-IMAGE-PREVIEW></r>";
        assert_eq!(of(picture), "![a map](https://f.example/assets/files/1.png)");
    }
}
