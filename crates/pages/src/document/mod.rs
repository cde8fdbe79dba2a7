//! Which document is at which address, and what it is made of.

mod forums;
mod parts;
mod posts;
mod profile;
mod site;

use ::site::SiteSettings;
use api::{Problem, Services};
use cache::CacheTag;
use kernel::{ForumId, PostId};

use crate::{head::Document, links, paging::Paging, words::Words};

/// The screen of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    Home,
    Forums,
    Forum(ForumId),
    Post(PostId),
    Profile(String),
    /// The rules of the site.
    Rules,
    /// A page of the site, by its slug.
    Page(String),
    /// Like one of the others, but there cannot be anything.
    Nothing,
}

impl Address {
    /// None for screens without a document.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let segments: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        match *segments.as_slice() {
            [""] => Some(Self::Home),
            ["forums"] => Some(Self::Forums),
            ["forums", id] => links::numbered(id, |id| Self::Forum(ForumId(id)), Self::Nothing),
            ["posts", id] => links::numbered(id, |id| Self::Post(PostId(id)), Self::Nothing),
            ["u", name] => Some(links::name(name).map_or(Self::Nothing, Self::Profile)),
            ["rules"] => Some(Self::Rules),
            ["pages", slug] => Some(Self::Page(slug.to_owned())),
            _ => None,
        }
    }

    pub(crate) fn tags(&self) -> Option<Vec<CacheTag>> {
        use CacheTag::{Forum, Forums, Global, Post, Posts, PostsOf, Thread};
        match *self {
            Self::Home => Some(vec![Global, Posts, Forums]),
            Self::Forums => Some(vec![Global, Forums]),
            Self::Forum(id) => Some(vec![Global, Forum(id), PostsOf(id)]),
            Self::Post(id) => Some(vec![Global, Post(id), Thread(id)]),
            Self::Rules | Self::Page(_) => Some(vec![Global]),
            // Nearly every vote changes some profile, and texts about members have no tag.
            Self::Profile(_) | Self::Nothing => None,
        }
    }

    pub(crate) fn document(
        &self,
        services: &Services,
        site: &SiteSettings,
        paging: &Paging,
        origin: &str,
    ) -> Result<Document, Problem> {
        let words = Words::of(site);
        match self {
            Self::Home => posts::home(services, site, paging, origin),
            Self::Forums => forums::all(services, words, paging, origin),
            Self::Forum(id) => forums::one(services, words, (*id, paging), origin),
            Self::Post(id) => posts::one(services, words, (*id, paging), origin),
            Self::Profile(name) => profile::one(services, words, (name, paging), origin),
            Self::Rules => Ok(site::rules(site, origin)),
            Self::Page(slug) => site::page(services, words, slug, origin),
            Self::Nothing => Err(Problem::not_found("There is nothing at this address.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_with_documents_are_known_by_their_paths() {
        assert_eq!(Address::of("/"), Some(Address::Home));
        assert_eq!(Address::of("/forums"), Some(Address::Forums));
        assert_eq!(Address::of("/forums/7"), Some(Address::Forum(ForumId(7))));
        assert_eq!(Address::of("/posts/7"), Some(Address::Post(PostId(7))));
        assert_eq!(Address::of("/u/J%C3%BCrgen"), Some(Address::Profile("Jürgen".to_owned())));
        assert_eq!(Address::of("/rules"), Some(Address::Rules));
        assert_eq!(Address::of("/pages/imprint"), Some(Address::Page("imprint".to_owned())));
        for path in
            ["/login", "/pages", "/posts/share", "/posts/7/edit", "/forums/create", "/u", "//"]
        {
            assert_eq!(Address::of(path), None, "{path}");
        }
    }

    #[test]
    fn impossible_ids_and_names_have_nothing() {
        for path in ["/posts/0", "/posts/99999999999999999999", "/u/%FF"] {
            assert_eq!(Address::of(path), Some(Address::Nothing), "{path}");
        }
    }
}
