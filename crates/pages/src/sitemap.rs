//! The sitemap: an index, and files of addresses by ranges of ids.

use api::{Problem, Services};
use kernel::{ForumId, PostId, Timestamp};
use maud::{Markup, html};

use crate::links;

/// The ids that a file covers; the format allows 50,000 addresses.
const IDS: i64 = 10_000;
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A file of the sitemap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum File {
    Index,
    Forums(i64),
    Posts(i64),
}

impl File {
    /// None for other paths.
    pub(crate) fn of(path: &str) -> Option<Self> {
        if path == "/sitemap.xml" {
            return Some(Self::Index);
        }
        let name = path.strip_prefix("/sitemaps/")?.strip_suffix(".xml")?;
        let (kind, number) = name.split_once('-')?;
        let number = number.parse().ok().filter(|number| (0..i64::MAX / IDS).contains(number))?;
        match kind {
            "forums" => Some(Self::Forums(number)),
            "posts" => Some(Self::Posts(number)),
            _ => None,
        }
    }

    pub(crate) fn write(self, services: &Services, origin: &str) -> Result<Vec<u8>, Problem> {
        let file = match self {
            Self::Index => index(services, origin)?,
            Self::Forums(number) => {
                let ids = services.forums.ids(ForumId(first(number)), ForumId(last(number)))?;
                let first = if number == 0 { screens(services)? } else { vec![] };
                let paths = first.into_iter().chain(ids.into_iter().map(links::forum));
                addresses(paths.map(|path| (path, None)), origin)?
            }
            Self::Posts(number) => {
                let posts =
                    services.posts.latest_activity(PostId(first(number)), PostId(last(number)))?;
                addresses(posts.into_iter().map(|(id, at)| (links::post(id), Some(at))), origin)?
            }
        };
        Ok([DECLARATION, &file.into_string()].concat().into_bytes())
    }
}

/// The addresses of what is in no forum.
fn screens(services: &Services) -> Result<Vec<String>, Problem> {
    let home = ["/", "/forums"].map(str::to_owned);
    let pages = services.site.pages()?.into_iter().map(|page| links::page(&page.slug));
    Ok(home.into_iter().chain(pages).collect())
}

fn first(number: i64) -> i64 {
    number * IDS + 1
}

fn last(number: i64) -> i64 {
    (number + 1) * IDS
}

/// A file of addresses, which the format refuses to be empty.
fn addresses(
    paths: impl Iterator<Item = (String, Option<Timestamp>)>,
    origin: &str,
) -> Result<Markup, Problem> {
    let mut paths = paths.peekable();
    if paths.peek().is_none() {
        return Err(Problem::not_found("There is nothing at this address."));
    }
    Ok(html! {
        urlset xmlns=(SCHEMA) {
            @for (path, changed_at) in paths {
                url {
                    loc { (origin) (path) }
                    @if let Some(at) = changed_at { lastmod { (at.to_rfc3339()) } }
                }
            }
        }
    })
}

fn index(services: &Services, origin: &str) -> Result<Markup, Problem> {
    let forums = services.forums.last_id()?.map_or(0, |ForumId(id)| (id - 1) / IDS);
    let posts = services.posts.last_id()?.map(|PostId(id)| (id - 1) / IDS);
    let forums = (0..=forums).map(|number| format!("forums-{number}"));
    let posts = posts.map(|last| (0..=last).map(|number| format!("posts-{number}")));
    Ok(html! {
        sitemapindex xmlns=(SCHEMA) {
            @for name in forums.chain(posts.into_iter().flatten()) {
                sitemap { loc { (origin) "/sitemaps/" (name) ".xml" } }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_paths() {
        assert_eq!(File::of("/sitemap.xml"), Some(File::Index));
        assert_eq!(File::of("/sitemaps/posts-12.xml"), Some(File::Posts(12)));
        assert_eq!(File::of("/sitemaps/forums-0.xml"), Some(File::Forums(0)));
        for path in
            ["/sitemaps/posts--1.xml", "/sitemaps/posts-9999999999999999.xml", "/sitemaps/x-1.xml"]
        {
            assert_eq!(File::of(path), None, "{path}");
        }
    }

    #[test]
    fn ranges_of_ids_follow_each_other() {
        assert_eq!((first(0), last(0), first(1)), (1, 10_000, 10_001));
    }
}
