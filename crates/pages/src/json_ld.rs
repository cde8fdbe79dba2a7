//! Data for search engines, by schema.org.

use std::fmt::Write;

use kernel::without_direction_controls;
use posts::Post;
use replies::ReplyNode;
use serde_json::{Value, json};
use users::PublicProfile;

use crate::links;

/// Writes data so that no text in it can end the element that holds it.
pub(crate) fn write(data: &Value) -> String {
    let text = data.to_string();
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // Only strings hold these.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string cannot fail.
                let _ = write!(written, "\\u{:04x}", u32::from(c));
            }
            c => written.push(c),
        }
    }
    written
}

pub(crate) fn site(name: &str, origin: &str) -> Value {
    json!({
        "@context": "https://schema.org", "@type": "WebSite", "name": name,
        "url": format!("{origin}/"),
    })
}

/// A page of the site.
pub(crate) fn page(title: &str, url: &str) -> Value {
    json!({"@context": "https://schema.org", "@type": "WebPage", "name": title, "url": url})
}

/// A list of links: forums, or posts of a forum.
pub(crate) fn collection(name: &str, url: &str) -> Value {
    json!({
        "@context": "https://schema.org", "@type": "CollectionPage", "name": name, "url": url,
    })
}

pub(crate) fn profile(profile: &PublicProfile, origin: &str) -> Value {
    let written = profile.post_count + profile.reply_count;
    json!({
        "@context": "https://schema.org", "@type": "ProfilePage",
        "dateCreated": profile.joined.to_rfc3339(),
        "mainEntity": {
            "@type": "Person",
            "name": profile.username,
            "url": format!("{origin}{}", links::profile(&profile.username)),
            "image": absolute(&profile.image, origin),
            "description": markup::excerpt(&profile.about),
            "agentInteractionStatistic": count("WriteAction", written),
        },
    })
}

pub(crate) fn post(post: &Post, replies: &[ReplyNode], origin: &str) -> Value {
    let url = format!("{origin}{}", links::post(post.id));
    let forum = format!("{origin}{}", links::forum(post.forum));
    let mut data = json!({
        "@context": "https://schema.org", "@type": "DiscussionForumPosting",
        "@id": url, "url": url,
        "headline": without_direction_controls(&post.title),
        "text": post.excerpt,
        "author": person(&post.author_name, origin),
        "datePublished": post.created_at.to_rfc3339(),
        "isPartOf": {"@type": "CollectionPage", "name": post.forum_topic, "url": forum},
        "commentCount": post.reply_count,
        "interactionStatistic": [
            count("LikeAction", post.votes.upvotes),
            count("DislikeAction", post.votes.downvotes),
            count("CommentAction", post.reply_count),
        ],
        "comment": comments(replies, &url, origin),
    });
    if let Some(image) = &post.image {
        data["image"] = absolute(image, origin).into();
    }
    data
}

/// Removed replies are left out, and what answers them goes up.
fn comments(replies: &[ReplyNode], post: &str, origin: &str) -> Vec<Value> {
    let one = |node: &ReplyNode| {
        let answers = comments(&node.replies, post, origin);
        let Some(content) = &node.reply.content else { return answers };
        vec![json!({
            "@type": "Comment",
            "url": format!("{post}#reply-{}", node.reply.id.0),
            "text": markup::excerpt(&content.description),
            "author": person(&content.username, origin),
            "datePublished": node.reply.created_at.to_rfc3339(),
            "upvoteCount": node.reply.votes.upvotes,
            "downvoteCount": node.reply.votes.downvotes,
            "comment": answers,
        })]
    };
    replies.iter().flat_map(one).collect()
}

fn person(name: &str, origin: &str) -> Value {
    let mut person = json!({"@type": "Person", "name": name});
    if links::is_member(name) {
        person["url"] = format!("{origin}{}", links::profile(name)).into();
    }
    person
}

fn count(action: &str, times: i64) -> Value {
    json!({
        "@type": "InteractionCounter", "userInteractionCount": times,
        "interactionType": format!("https://schema.org/{action}"),
    })
}

/// Addresses of images are absolute, or a path of ours.
pub(crate) fn absolute(address: &str, origin: &str) -> String {
    if address.starts_with('/') { format!("{origin}{address}") } else { address.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_its_script() {
        let text = "</script><!--<script>&amp;\u{2028}\u{2029}\"";
        let written = write(&json!({"text": text}));
        for part in ["<", ">", "&", "\u{2028}", "\u{2029}"] {
            assert!(!written.contains(part), "{written}");
        }
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap()["text"], text);
    }
}
