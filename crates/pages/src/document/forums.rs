use ::posts::{Feed, Post};
use api::{Problem, Services};
use kernel::{ByTime, ForumId, PageRequest, Reader};
use maud::{PreEscaped, html};

use super::parts;
use crate::{
    direction::{inline, isolated},
    head::Document,
    json_ld, links,
    paging::{self, Paging},
    words::Words,
};

pub(super) fn all(
    services: &Services,
    words: Words,
    paging: &Paging,
    origin: &str,
) -> Result<Document, Problem> {
    let title = words.say("Forums");
    let page = services.forums.newest(Reader::Visitor, &paging.by_time())?;
    let next = page.next.map(|position| format!("/forums?after={}", paging::write_time(position)));
    let text = html! {
        h1 { (title) }
        @for forum in &page.items {
            article {
                h2 { a href=(links::forum(forum.id)) { (inline(&forum.topic)) } }
                p dir="auto" { (markup::excerpt(&forum.description)) }
                p {
                    (words.posts(forum.post_count))
                    @if let Some(latest) = &forum.latest {
                        " · " (words.say("Latest post:")) " " a href=(links::post(latest.id)) { (inline(&latest.title)) }
                    }
                }
            }
        }
        (parts::next_page(words, next.as_deref()))
    };
    Ok(Document {
        title: title.to_owned(),
        description: words.say("All forums, the newest first.").to_owned(),
        path: "/forums".to_owned(),
        kind: "website",
        picture: None,
        data: json_ld::collection(title, &format!("{origin}/forums")),
        text: parts::page(words, text),
    })
}

/// A forum with a page of its posts.
pub(super) fn one(
    services: &Services,
    words: Words,
    (id, paging): (ForumId, &Paging),
    origin: &str,
) -> Result<Document, Problem> {
    let forum = services.forums.get(id, Reader::Visitor)?;
    let (posts, next) = posts(services, id, paging)?;
    let path = links::forum(id);
    let next = next.map(|position| format!("{path}?after={}", paging::write_time(position)));
    let text = html! {
        h1 { (inline(&forum.topic)) }
        // Sanitized when it was written.
        @if paging.is_first() { div dir="auto" { (PreEscaped(forum.html.as_deref().unwrap_or_default())) } }
        (parts::posts(words, &posts))
        (parts::next_page(words, next.as_deref()))
    };
    let excerpt = markup::excerpt(&forum.description);
    let description = if excerpt.is_empty() {
        words.say("Posts about {topic}.").replace("{topic}", &isolated(&forum.topic))
    } else {
        excerpt
    };
    Ok(Document {
        title: forum.topic.clone(),
        description,
        data: json_ld::collection(&forum.topic, &format!("{origin}{path}")),
        path,
        kind: "website",
        picture: None,
        text: parts::page(words, text),
    })
}

/// The first page starts with the pinned posts; later pages have all posts by their time, the pinned ones too.
fn posts(
    services: &Services,
    forum: ForumId,
    paging: &Paging,
) -> Result<(Vec<Post>, Option<ByTime>), Problem> {
    let PageRequest { limit, after } = paging.by_time();
    if after.is_none() {
        let page = services.posts.newest_in(
            forum,
            Reader::Visitor,
            &PageRequest { limit, after: None },
        )?;
        return Ok((page.items, page.next.and_then(|next| next.others)));
    }
    let feed = Feed { forum: Some(forum), ..Feed::default() };
    let page = services.posts.newest(&feed, &PageRequest { limit, after })?;
    Ok((page.items, page.next))
}
