//! Parts that several documents share.

use kernel::Timestamp;
use maud::{Markup, html};
use posts::Post;

use crate::{direction::inline, links, words::Words};

/// The readable text of a document: what it is about, below the links to home and forums.
pub(super) fn page(words: Words, content: Markup) -> Markup {
    html! {
        main.document {
            nav { a href="/" { (words.say("Home")) } " · " a href="/forums" { (words.say("Forums")) } }
            (content)
        }
    }
}

pub(super) fn posts(words: Words, posts: &[Post]) -> Markup {
    html! {
        @for post in posts {
            article {
                h2 { a href=(links::post(post.id)) { (inline(&post.title)) } }
                p dir="auto" { (post.excerpt) }
                p {
                    (member(&post.author_name)) " · "
                    a href=(links::forum(post.forum)) { (inline(&post.forum_topic)) }
                    " · " (time(post.created_at))
                    " · " (words.points(post.votes.score()))
                    " · " (words.replies(post.reply_count))
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

pub(super) fn next_page(words: Words, address: Option<&str>) -> Markup {
    html! {
        @if let Some(address) = address {
            p { a rel="next" href=(address) { (words.say("Next page")) } }
        }
    }
}
