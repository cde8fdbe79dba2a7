//! Parts that several documents share.

use kernel::Timestamp;
use maud::{Markup, html};
use posts::Post;

use crate::{direction::inline, links};

/// The readable text of a document: what it is about, below the links to home and forums.
pub(super) fn page(content: Markup) -> Markup {
    html! {
        main.document {
            nav { a href="/" { "Home" } " · " a href="/forums" { "Forums" } }
            (content)
        }
    }
}

pub(super) fn posts(posts: &[Post]) -> Markup {
    html! {
        @for post in posts {
            article {
                h2 { a href=(links::post(post.id)) { (inline(&post.title)) } }
                p dir="auto" { (post.excerpt) }
                p {
                    (member(&post.author_name)) " in "
                    a href=(links::forum(post.forum)) { (inline(&post.forum_topic)) }
                    " · " (time(post.created_at))
                    " · " (count(post.votes.score(), "point", "points"))
                    " · " (count(post.reply_count, "reply", "replies"))
                }
            }
        }
    }
}

pub(super) fn member(name: &str) -> Markup {
    html! {
        @if links::is_member(name) { a rel="author" href=(links::profile(name)) { (name) } }
        @else { (name) }
    }
}

pub(super) fn time(at: Timestamp) -> Markup {
    let text = at.to_rfc3339();
    html! { time datetime=(text) { (text.get(..10).unwrap_or_default()) } }
}

/// Returns a number with the word for what it counts, such as "1 reply".
pub(crate) fn count(number: i64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

pub(super) fn next_page(address: Option<&str>) -> Markup {
    html! {
        @if let Some(address) = address {
            p { a rel="next" href=(address) { "Next page" } }
        }
    }
}
