//! Addresses of the pages of other systems.

use kernel::RepositoryError;

use crate::System;

/// What an address of another system leads to, by ids of that system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OldAddress {
    Post(String),
    /// A reply, or the first text of a post.
    Reply(String),
    /// A reply of a post: the post, if there is no such reply.
    ReplyOf {
        post: String,
        reply: String,
    },
    Forum(String),
    ForumSlug(String),
    UserSlug(String),
}

/// Finds what was imported.
pub trait Moved: std::fmt::Debug + Send + Sync {
    /// The system that was imported.
    fn system(&self) -> System;

    /// Returns the path of the page here, if there is one that visitors may read.
    fn find(&self, address: &OldAddress) -> Result<Option<String>, RepositoryError>;
}

impl OldAddress {
    /// Reads a path and a query as that system has them; `None` if they are none of its addresses, or if this forum has
    /// pages at such paths, as of `/u/name`.
    #[must_use]
    pub fn parse(system: System, path: &str, query: &str) -> Option<Self> {
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        let (first, rest) = parts.split_first()?;
        match system {
            System::Archive => None,
            System::Discourse => discourse(first, rest),
            System::NodeBb => nodebb(first, rest),
            System::Lemmy => lemmy(first, rest),
            System::Flarum => flarum(first, rest),
            System::PhpBb => phpbb(parts.last()?, query),
        }
    }
}

fn id(text: &str) -> Option<String> {
    let is_id = (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then(|| text.to_owned())
}

fn slug(text: &str) -> Option<String> {
    let slug = percent_encoding::percent_decode_str(text).decode_utf8().ok()?.to_lowercase();
    (!slug.is_empty() && !slug.contains(char::is_control)).then_some(slug)
}

/// `/t/slug/12/3`, `/t/slug/12`, `/t/12/3`, `/t/12`; `/c/slug/5`, `/c/slug/slug/5`.
fn discourse(first: &str, rest: &[&str]) -> Option<OldAddress> {
    match (first, rest) {
        ("t", [post]) => id(post).map(OldAddress::Post),
        ("t", [one, two]) => match (id(one), id(two)) {
            (Some(post), Some(number)) => Some(reply_of(post, &number)),
            (None, Some(post)) => Some(OldAddress::Post(post)),
            _ => None,
        },
        ("t", [_, post, number]) => id(post).zip(id(number)).map(|(post, n)| reply_of(post, &n)),
        ("c", [.., forum]) => id(forum).map(OldAddress::Forum),
        _ => None,
    }
}

fn reply_of(post: String, number: &str) -> OldAddress {
    let reply = format!("{post}/{number}");
    OldAddress::ReplyOf { post, reply }
}

/// `/topic/12`, `/topic/12/slug`, `/topic/12/slug/3`; `/post/34`; `/category/5/slug`; `/user/slug`.
fn nodebb(first: &str, rest: &[&str]) -> Option<OldAddress> {
    match (first, rest) {
        ("topic", [post, ..]) => id(post).map(OldAddress::Post),
        ("post", [reply]) => id(reply).map(OldAddress::Reply),
        ("category", [forum, ..]) => id(forum).map(OldAddress::Forum),
        ("user", [user]) => slug(user).map(OldAddress::UserSlug),
        _ => None,
    }
}

/// `/post/12`, `/comment/34`, `/c/name`.
fn lemmy(first: &str, rest: &[&str]) -> Option<OldAddress> {
    match (first, rest) {
        ("post", [post]) => id(post).map(OldAddress::Post),
        ("comment", [reply]) => id(reply).map(OldAddress::Reply),
        ("c", [forum]) => slug(forum).map(OldAddress::ForumSlug),
        _ => None,
    }
}

/// `/d/12-slug`, `/d/12-slug/3`; `/t/slug`.
fn flarum(first: &str, rest: &[&str]) -> Option<OldAddress> {
    let post = |text: &str| id(text.split('-').next()?);
    match (first, rest) {
        ("d", [text, number]) if id(number).is_some() => {
            post(text).map(|post| reply_of(post, number))
        }
        ("d", [text, ..]) => post(text).map(OldAddress::Post),
        ("t", [forum]) => slug(forum).map(OldAddress::ForumSlug),
        _ => None,
    }
}

/// `viewtopic.php?t=12`, `viewtopic.php?p=34`, `viewforum.php?f=5`, in any folder.
fn phpbb(file: &str, query: &str) -> Option<OldAddress> {
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(found, _)| *found == name).and_then(|(_, value)| id(value))
    };
    match file {
        "viewtopic.php" => {
            value("p").map(OldAddress::Reply).or_else(|| value("t").map(OldAddress::Post))
        }
        "viewforum.php" => value("f").map(OldAddress::Forum),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply_of(post: &str, reply: &str) -> OldAddress {
        OldAddress::ReplyOf { post: post.to_owned(), reply: reply.to_owned() }
    }

    #[test]
    fn addresses_of_each_system_are_read() {
        let post = |id: &str| OldAddress::Post(id.to_owned());
        let forum = |id: &str| OldAddress::Forum(id.to_owned());
        let reply = |id: &str| OldAddress::Reply(id.to_owned());
        let forum_slug = |slug: &str| OldAddress::ForumSlug(slug.to_owned());
        for (system, path, query, address) in [
            (System::Discourse, "/t/12", "", post("12")),
            (System::Discourse, "/t/a-tea/12", "", post("12")),
            (System::Discourse, "/t/a-tea/12/3", "u=ann", reply_of("12", "12/3")),
            (System::Discourse, "/t/12/3", "", reply_of("12", "12/3")),
            (System::Discourse, "/c/tea/green/5", "", forum("5")),
            (System::NodeBb, "/topic/12/a-tea/3", "", post("12")),
            (System::NodeBb, "/post/34", "", reply("34")),
            (System::NodeBb, "/category/5/tea", "", forum("5")),
            (System::NodeBb, "/user/%C3%84nn", "", OldAddress::UserSlug("änn".to_owned())),
            (System::Lemmy, "/post/12", "", post("12")),
            (System::Lemmy, "/comment/34", "", reply("34")),
            (System::Lemmy, "/c/Tea", "", forum_slug("tea")),
            (System::Flarum, "/d/12-a-tea", "", post("12")),
            (System::Flarum, "/d/12-a-tea/3", "", reply_of("12", "12/3")),
            (System::Flarum, "/d/12/reply", "", post("12")),
            (System::Flarum, "/t/tea", "", forum_slug("tea")),
            (System::PhpBb, "/viewtopic.php", "f=5&t=12", post("12")),
            (System::PhpBb, "/forum/viewtopic.php", "p=34", reply("34")),
            (System::PhpBb, "/viewforum.php", "f=5", forum("5")),
        ] {
            let found = OldAddress::parse(system, path, query);
            assert_eq!(found, Some(address), "{system} {path}?{query}");
        }
    }

    #[test]
    fn other_addresses_are_none() {
        for system in System::ALL {
            for path in [
                "/",
                "/t",
                "/t/",
                "/posts/1",
                "/forums/1",
                "/u/ann",
                "/t/a/b",
                "/d/x",
                "/t/99999999999999999999/9999999999999999999",
                "/viewtopic.php",
                "/user/%ff",
                "/c/",
            ] {
                let found = OldAddress::parse(system, path, "t=x");
                let is_slug = matches!(found, Some(OldAddress::ForumSlug(_)));
                assert!(found.is_none() || is_slug, "{system} {path} {found:?}");
            }
        }
    }
}
