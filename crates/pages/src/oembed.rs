//! What other sites show of a link to this one (<https://oembed.com>).

use api::{Problem, Services};
use kernel::{Reader, without_direction_controls as shown};
use serde::{Deserialize, Serialize};

use crate::{card, document::Address, links};

pub(crate) const PATH: &str = "/oembed";

/// How long another site may show what it got, in seconds.
const CACHE_AGE: u32 = 60 * 60;

/// The query of a request.
#[derive(Deserialize)]
pub(crate) struct Asked {
    url: String,
    /// `json`, which is also meant without it.
    pub(crate) format: Option<String>,
    maxwidth: Option<u32>,
    maxheight: Option<u32>,
}

/// A response of the type `link`.
#[derive(Serialize)]
struct Link {
    version: &'static str,
    r#type: &'static str,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    author_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author_url: Option<String>,
    provider_name: String,
    provider_url: String,
    cache_age: u32,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    thumbnail: Option<Thumbnail>,
}

#[derive(Serialize)]
struct Thumbnail {
    #[serde(rename = "thumbnail_url")]
    url: String,
    #[serde(rename = "thumbnail_width")]
    width: u32,
    #[serde(rename = "thumbnail_height")]
    height: u32,
}

/// Returns the address of what is said of the screen at a path, if anything is.
pub(crate) fn address_beside(path: &str, origin: &str) -> Option<String> {
    let path = path.split('?').next().unwrap_or_default();
    linked(path).map(|_| {
        let url = links::encoded(&format!("{origin}{path}"));
        format!("{origin}{PATH}?format=json&url={url}")
    })
}

/// Returns what is at a path, if it can be linked in this way.
fn linked(path: &str) -> Option<Address> {
    Address::of(path).filter(|address| {
        matches!(address, Address::Post(_) | Address::Forum(_) | Address::Profile(_))
    })
}

impl Asked {
    /// Returns what the link leads to: none outside of this site.
    pub(crate) fn address(&self, origin: &str) -> Option<Address> {
        let rest = self.url.strip_prefix(origin)?;
        linked(rest.split(['?', '#']).next().unwrap_or_default())
    }

    /// Whether there is room for the picture.
    pub(crate) fn has_room(&self) -> bool {
        let fits = |most: Option<u32>, size| most.is_none_or(|most| most >= size);
        fits(self.maxwidth, card::SIZE.0) && fits(self.maxheight, card::SIZE.1)
    }
}

/// Writes what a visitor may know of a screen, with a picture if there is room for it.
pub(crate) fn write(
    services: &Services,
    address: &Address,
    has_room: bool,
    origin: &str,
) -> Result<Vec<u8>, Problem> {
    let provider = services.site.settings()?.name;
    let of = |title: &str| Link {
        version: "1.0",
        r#type: "link",
        title: shown(title).into_owned(),
        author_name: None,
        author_url: None,
        provider_name: shown(&provider).into_owned(),
        provider_url: format!("{origin}/"),
        cache_age: CACHE_AGE,
        thumbnail: None,
    };
    let link = match address {
        Address::Post(id) => {
            let post = services.posts.get(*id, Reader::Visitor)?;
            let author = &post.author_name;
            let is_member = links::is_member(author);
            let thumbnail = has_room.then(|| Thumbnail {
                url: format!("{origin}{}", card::path(*id)),
                width: card::SIZE.0,
                height: card::SIZE.1,
            });
            Link {
                author_name: Some(author.clone()),
                author_url: is_member.then(|| format!("{origin}{}", links::profile(author))),
                thumbnail,
                ..of(&post.title)
            }
        }
        Address::Forum(id) => of(&services.forums.get(*id, Reader::Visitor)?.topic),
        Address::Profile(name) => {
            of(&services.users.public_profile(name, Reader::Visitor)?.username)
        }
        Address::Home | Address::Forums | Address::Rules | Address::Page(_) | Address::Nothing => {
            return Err(nothing());
        }
    };
    serde_json::to_vec(&link).map_err(|_| Problem::internal())
}

pub(crate) fn nothing() -> Problem {
    Problem::not_found("There is nothing at this address.")
}

#[cfg(test)]
mod tests {
    use kernel::PostId;

    use super::*;

    const ORIGIN: &str = "https://forum.example";

    fn asked(url: &str, maxwidth: Option<u32>, maxheight: Option<u32>) -> Asked {
        Asked { url: url.to_owned(), format: None, maxwidth, maxheight }
    }

    #[test]
    fn links_of_this_site_alone_lead_somewhere() {
        let of = |url: &str| asked(url, None, None).address(ORIGIN);
        for rest in ["", "?sort=new", "#reply-3", "?a#b"] {
            let post = Some(Address::Post(PostId(7)));
            assert_eq!(of(&format!("https://forum.example/posts/7{rest}")), post, "{rest}");
        }
        for other in [
            "",
            "/posts/7",
            "https://other.example/posts/7",
            "https://forum.example.org/posts/7",
            "https://forum.example@other.example/posts/7",
            "https://forum.example:444/posts/7",
            "https://forum.example/",
            "https://forum.example/rules",
            "https://forum.example/posts/7/edit",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn a_picture_needs_room() {
        for (maxwidth, maxheight, has_room) in [
            (None, None, true),
            (Some(1_200), Some(630), true),
            (Some(1_199), None, false),
            (None, Some(629), false),
        ] {
            assert_eq!(asked("", maxwidth, maxheight).has_room(), has_room);
        }
    }

    #[test]
    fn screens_name_what_is_said_of_them() {
        assert_eq!(
            address_beside("/posts/7?after=1", ORIGIN).unwrap(),
            "https://forum.example/oembed?format=json&url=https%3A%2F%2Fforum.example%2Fposts%2F7"
        );
        assert_eq!(address_beside("/rules", ORIGIN), None);
    }
}
