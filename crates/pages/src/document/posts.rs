use ::posts::{Feed, Post};
use api::{Problem, Services};
use kernel::{PostId, Reader, ReplyId};
use maud::{Markup, PreEscaped, html};
use replies::{Position, ReplyNode, Sort, ThreadRequest};
use site::SiteSettings;

use super::parts;
use crate::{
    card,
    direction::inline,
    head::Document,
    json_ld, links,
    paging::{self, Paging},
    words::Words,
};

/// Describes a site without a tagline.
const ABOUT: &str = "{site} is a community forum: browse forums, write posts and replies, vote, and talk to people.";

pub(super) fn home(
    services: &Services,
    site: &SiteSettings,
    paging: &Paging,
    origin: &str,
) -> Result<Document, Problem> {
    let words = Words::of(site);
    let page = services.posts.newest(&Feed::default(), &paging.by_time())?;
    let next = page.next.map(|position| format!("/?after={}", paging::write_time(position)));
    let text = html! {
        h1 { (inline(&site.name)) }
        (parts::posts(words, &page.items))
        (parts::next_page(words, next.as_deref()))
    };
    let tagline = Some(&site.tagline).filter(|tagline| !tagline.is_empty()).cloned();
    let description = tagline.unwrap_or_else(|| words.say(ABOUT).replace("{site}", &site.name));
    Ok(Document {
        title: site.name.clone(),
        description,
        path: "/".to_owned(),
        kind: "website",
        picture: None,
        data: json_ld::site(&site.name, origin),
        text: parts::page(words, text),
    })
}

/// A post with a page of its replies, or those to one of them.
pub(super) fn one(
    services: &Services,
    words: Words,
    (id, paging): (PostId, &Paging),
    origin: &str,
) -> Result<Document, Problem> {
    let post = services.posts.get(id, Reader::Visitor)?;
    let (replies, next) = replies(services, id, paging)?;
    let next = next.map(|position| {
        let position = paging::write_time(position);
        match paging.branch() {
            Some(branch) => format!("{}&after={position}", links::branch(id, ReplyId(branch))),
            None => format!("{}?after={position}", links::post(id)),
        }
    });
    let description = if post.excerpt.is_empty() { &post.forum_topic } else { &post.excerpt };
    Ok(Document {
        title: post.title.clone(),
        description: description.clone(),
        path: links::post(id),
        kind: "article",
        picture: Some(post.image.clone().unwrap_or_else(|| card::path(id))),
        data: json_ld::post(&post, &replies, origin),
        text: parts::page(
            words,
            html! {
                @if paging.is_first() { (full(words, &post)) }
                @else { h1 { a href=(links::post(id)) { (inline(&post.title)) } } }
                section {
                    h2 { (words.replies(post.reply_count)) }
                    (thread(words, &replies))
                    (parts::next_page(words, next.as_deref()))
                }
            },
        ),
    })
}

type ReplyPage = (Vec<ReplyNode>, Option<kernel::ByTime>);

fn replies(services: &Services, post: PostId, paging: &Paging) -> Result<ReplyPage, Problem> {
    let request = match paging.time() {
        Some(position) => ThreadRequest::After(Position::Old(position)),
        None => ThreadRequest::First(Sort::Old),
    };
    let (replies, next) = if let Some(branch) = paging.branch() {
        let (reply, next) = services.replies.subtree(ReplyId(branch), Reader::Visitor, request)?;
        if reply.reply.post != post {
            return Err(Problem::not_found("There is no such reply to this post."));
        }
        (vec![reply], next)
    } else {
        let page = services.replies.thread(post, Reader::Visitor, request)?;
        (page.items, page.next)
    };
    let by_time = |position| match position {
        Position::Old(position) | Position::New(position) => Some(position),
        Position::Top(_) | Position::Best(_) => None,
    };
    Ok((replies, next.and_then(by_time)))
}

fn full(words: Words, post: &Post) -> Markup {
    html! {
        article {
            h1 { (inline(&post.title)) }
            p {
                (parts::member(&post.author_name)) " · "
                a href=(links::forum(post.forum)) { (inline(&post.forum_topic)) }
                " · " (parts::time(post.created_at))
                @if post.edited { " · " (words.say("edited")) }
                " · " (words.points(post.votes.score()))
            }
            @if let Some(image) = &post.image { p { img src=(image) alt=(post.image_description.as_deref().unwrap_or_default()) loading="lazy" referrerpolicy="no-referrer"; } }
            // Sanitized when it was written.
            div dir="auto" { (PreEscaped(post.html.as_deref().unwrap_or_default())) }
        }
    }
}

fn thread(words: Words, replies: &[ReplyNode]) -> Markup {
    html! {
        @if !replies.is_empty() {
            ol { @for node in replies { (reply(words, node)) } }
        }
    }
}

fn reply(words: Words, node: &ReplyNode) -> Markup {
    let ReplyNode { reply, replies, more_replies } = node;
    html! {
        li id={ "reply-" (reply.id.0) } {
            @if let Some(content) = &reply.content {
                p {
                    (parts::member(&content.username)) " · " (parts::time(reply.created_at))
                    @if reply.edited_at.is_some() { " · " (words.say("edited")) }
                    " · " (words.points(reply.votes.score()))
                }
                div dir="auto" { (PreEscaped(&content.html)) }
            } @else { p { (words.say("removed")) } }
            (thread(words, replies))
            @if *more_replies > 0 {
                p { a href=(links::branch(reply.post, reply.id)) { (words.say("More replies")) } }
            }
        }
    }
}
