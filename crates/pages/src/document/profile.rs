use api::{Problem, Services};
use kernel::Reader;
use maud::{PreEscaped, html};

use super::parts;
use crate::{direction::inline, head::Document, json_ld, links, paging::Paging, words::Words};

/// A member with a page of their posts.
pub(super) fn one(
    services: &Services,
    words: Words,
    (name, paging): (&str, &Paging),
    origin: &str,
) -> Result<Document, Problem> {
    let profile = services.users.public_profile(name, Reader::Visitor)?;
    let page = services.posts.by_author(profile.id, Reader::Visitor, &paging.by_id())?;
    let path = links::profile(&profile.username);
    let next = page.next.map(|position| format!("{path}?after={}", position.0));
    let written = html! {
        (words.posts(profile.post_count)) ", "
        (words.replies(profile.reply_count)) ", "
        (words.points(profile.score))
    };
    let about = services.texts.render(&profile.about)?.html;
    let text = html! {
        h1 { (profile.username) }
        p { (written) " · " (words.say("Joined")) " " (parts::time(profile.joined)) }
        // Sanitized by the renderer.
        div dir="auto" { (PreEscaped(about)) }
        @if !profile.moderates.is_empty() {
            p {
                (words.say("Moderates")) " "
                @for (nth, forum) in profile.moderates.iter().enumerate() {
                    @if nth > 0 { ", " }
                    a href=(links::forum(forum.id)) { (inline(&forum.topic)) }
                }
            }
        }
        (parts::posts(words, &page.items))
        (parts::next_page(words, next.as_deref()))
    };
    let excerpt = markup::excerpt(&profile.about);
    let description = if excerpt.is_empty() {
        format!("{}: {}.", profile.username, written.into_string())
    } else {
        excerpt
    };
    Ok(Document {
        title: profile.username.clone(),
        description,
        path,
        kind: "profile",
        picture: Some(profile.image.clone()),
        data: json_ld::profile(&profile, origin),
        text: parts::page(words, text),
    })
}
