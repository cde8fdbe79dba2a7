//! Atom feeds: the newest posts of all forums, of a forum and of a member.

use api::{Problem, Services};
use atom_syndication::{
    Category, Content, Entry, Feed, FixedDateTime, Generator, Link, Person, Text,
};
use cache::CacheTag;
use kernel::{ForumId, Limit, PageRequest, Reader, Timestamp, without_direction_controls};
use posts::Post;

use crate::{direction::isolated, links};

/// The program that writes feeds.
const GENERATOR: &str = "POST-UP";

/// The number of posts of a feed.
const POSTS: u8 = 30;

/// Which posts a feed has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    All,
    Forum(ForumId),
    Member(String),
    /// Like one of the others, but there cannot be anything.
    Nothing,
}

/// The title of a feed, the path of its screen, and its posts.
struct Contents {
    title: String,
    screen: String,
    posts: Vec<Post>,
}

/// Returns the address of the feed that has what is at a path: of a forum, of a member, else of all.
pub(crate) fn address_beside(path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let address = format!("{path}/feed.atom");
    match Subject::of(&address) {
        Some(Subject::Forum(_) | Subject::Member(_)) => address,
        Some(Subject::All | Subject::Nothing) | None => "/feed.atom".to_owned(),
    }
}

impl Subject {
    /// None for other paths than feeds.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let place = path.strip_suffix("/feed.atom")?;
        let segments: Vec<&str> = place.split('/').collect();
        match *segments.as_slice() {
            [""] => Some(Self::All),
            ["", "forums", id] => links::numbered(id, |id| Self::Forum(ForumId(id)), Self::Nothing),
            ["", "u", name] => Some(links::name(name).map_or(Self::Nothing, Self::Member)),
            _ => None,
        }
    }

    /// Votes and replies change nothing.
    pub(crate) fn tags(&self) -> Option<Vec<CacheTag>> {
        match *self {
            Self::All | Self::Member(_) => Some(vec![CacheTag::Global, CacheTag::PostSet]),
            Self::Forum(id) => Some(vec![CacheTag::Global, CacheTag::PostSetOf(id)]),
            Self::Nothing => None,
        }
    }

    /// Writes the feed, whose own address is `path`.
    pub(crate) fn write(
        &self,
        services: &Services,
        path: &str,
        origin: &str,
    ) -> Result<Vec<u8>, Problem> {
        let Contents { title, screen, posts } = self.contents(services)?;
        let latest = posts.iter().map(changed_at).max();
        let entries = posts.into_iter().map(|post| entry(services, post, origin));
        let feed = Feed {
            title: Text::plain(legal(&title)),
            id: format!("{origin}{path}"),
            updated: time(latest.unwrap_or(Timestamp::from_unix_millis(0))),
            generator: Some(Generator { value: GENERATOR.to_owned(), ..Generator::default() }),
            links: vec![
                link("self", format!("{origin}{path}")),
                link("alternate", format!("{origin}{screen}")),
            ],
            entries: entries.collect::<Result<_, _>>()?,
            ..Feed::default()
        };
        let written = feed.write_to(Vec::new());
        written.map_err(|_| Problem::internal())
    }

    fn contents(&self, services: &Services) -> Result<Contents, Problem> {
        let limit = Limit::new(POSTS).unwrap_or_default();
        let newest = |forum| {
            let feed = posts::Feed { forum, ..posts::Feed::default() };
            services.posts.newest(&feed, &PageRequest { limit, after: None })
        };
        let site = services.site.settings()?.name;
        let named = |subject: &str| format!("{} · {}", isolated(subject), isolated(&site));
        let (title, screen, items) = match self {
            Self::All => (site.clone(), "/".to_owned(), newest(None)?.items),
            Self::Forum(id) => {
                let forum = services.forums.get(*id, Reader::Visitor)?;
                (named(&forum.topic), links::forum(*id), newest(Some(*id))?.items)
            }
            Self::Member(name) => {
                let member = services.users.public_profile(name, Reader::Visitor)?;
                let page = PageRequest { limit, after: None };
                let posts = services.posts.by_author(member.id, Reader::Visitor, &page)?.items;
                let screen = links::profile(&member.username);
                (named(&member.username), screen, posts)
            }
            Self::Nothing => return Err(Problem::not_found("There is nothing at this address.")),
        };
        // Lists have no HTML; a post that was deleted meanwhile is left out.
        let posts =
            items.into_iter().filter_map(|post| services.posts.get(post.id, Reader::Visitor).ok());
        Ok(Contents { title, screen, posts: posts.collect() })
    }
}

fn changed_at(post: &Post) -> Timestamp {
    post.edited_at.unwrap_or(post.created_at)
}

fn entry(services: &Services, post: Post, origin: &str) -> Result<Entry, Problem> {
    let url = format!("{origin}{}", links::post(post.id));
    let is_member = links::is_member(&post.author_name);
    let author = is_member.then(|| format!("{origin}{}", links::profile(&post.author_name)));
    let html = match &post.html {
        // Without bars there are no spoilers, which readers have no styles to cover.
        Some(html) if !post.description.contains('|') => html.clone(),
        _ => services.texts.render_without_spoilers(&post.description)?,
    };
    Ok(Entry {
        title: Text::plain(legal(&without_direction_controls(&post.title))),
        id: url.clone(),
        updated: time(changed_at(&post)),
        published: Some(time(post.created_at)),
        authors: vec![Person { name: post.author_name, uri: author, ..Person::default() }],
        categories: vec![Category {
            term: legal(&without_direction_controls(&post.forum_topic)),
            ..Category::default()
        }],
        links: vec![link("alternate", url)],
        content: Some(Content {
            value: Some(legal(&html)),
            content_type: Some("html".to_owned()),
            base: Some(format!("{origin}/")),
            ..Content::default()
        }),
        ..Entry::default()
    })
}

/// Leaves out what XML 1.0 cannot contain.
fn legal(text: &str) -> String {
    let is_left_out = |c: char| match c {
        '\t' | '\n' | '\r' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        c => c.is_control(),
    };
    text.chars().filter(|&c| !is_left_out(c)).collect()
}

fn link(rel: &str, href: String) -> Link {
    Link { rel: rel.to_owned(), href, ..Link::default() }
}

fn time(at: Timestamp) -> FixedDateTime {
    at.to_rfc3339().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_are_known_by_their_paths() {
        assert_eq!(Subject::of("/feed.atom"), Some(Subject::All));
        assert_eq!(Subject::of("/forums/7/feed.atom"), Some(Subject::Forum(ForumId(7))));
        assert_eq!(Subject::of("/u/ann/feed.atom"), Some(Subject::Member("ann".to_owned())));
        assert_eq!(Subject::of("/forums/0/feed.atom"), Some(Subject::Nothing));
        for path in ["/", "/posts/7/feed.atom", "/forums/x/feed.atom", "/xfeed.atom"] {
            assert_eq!(Subject::of(path), None, "{path}");
        }
    }

    #[test]
    fn pages_name_the_feed_of_what_they_show() {
        for (path, feed) in [
            ("/", "/feed.atom"),
            ("/posts/7", "/feed.atom"),
            ("/forums/x", "/feed.atom"),
            ("/forums/7?cursor=a", "/forums/7/feed.atom"),
            ("/u/ann", "/u/ann/feed.atom"),
        ] {
            assert_eq!(address_beside(path), feed, "{path}");
        }
    }

    #[test]
    fn text_has_only_what_xml_can_contain() {
        assert_eq!(legal("a\tb\u{1}\u{ffff}\nä"), "a\tb\nä");
    }
}
