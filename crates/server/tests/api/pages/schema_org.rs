//! Structured data uses types and properties of schema.org as its vocabulary has them.

use std::{collections::BTreeSet, iter, slice};

use kernel::Timestamp;
use serde_json::{Value, json};
use url::Url;

use super::{browse, structured_data};
use crate::support::TestApp;

/// A type, what it is, too, and its own properties with the types of their values.
type Type =
    (&'static str, Option<&'static str>, &'static [(&'static str, &'static [&'static str])]);

/// The part of version 29 of the vocabulary that documents use.
const VOCABULARY: [Type; 24] = [
    (
        "Thing",
        None,
        &[("description", &["Text"]), ("image", &["URL"]), ("name", &["Text"]), ("url", &["URL"])],
    ),
    (
        "CreativeWork",
        Some("Thing"),
        &[
            ("author", &["Person"]),
            ("comment", &["Comment"]),
            ("commentCount", &["Integer"]),
            ("dateCreated", &["DateTime"]),
            ("datePublished", &["DateTime"]),
            ("headline", &["Text"]),
            ("interactionStatistic", &["InteractionCounter"]),
            ("isPartOf", &["CreativeWork", "URL"]),
            ("mainEntity", &["Thing"]),
            ("text", &["Text"]),
        ],
    ),
    ("Person", Some("Thing"), &[("agentInteractionStatistic", &["InteractionCounter"])]),
    ("Article", Some("CreativeWork"), &[]),
    ("SocialMediaPosting", Some("Article"), &[]),
    ("DiscussionForumPosting", Some("SocialMediaPosting"), &[]),
    (
        "Comment",
        Some("CreativeWork"),
        &[("downvoteCount", &["Integer"]), ("upvoteCount", &["Integer"])],
    ),
    ("WebSite", Some("CreativeWork"), &[]),
    ("WebPage", Some("CreativeWork"), &[]),
    ("CollectionPage", Some("WebPage"), &[]),
    ("ProfilePage", Some("WebPage"), &[]),
    ("Intangible", Some("Thing"), &[]),
    ("StructuredValue", Some("Intangible"), &[]),
    (
        "InteractionCounter",
        Some("StructuredValue"),
        &[("interactionType", &["Action"]), ("userInteractionCount", &["Integer"])],
    ),
    ("Action", Some("Thing"), &[]),
    ("AssessAction", Some("Action"), &[]),
    ("ReactAction", Some("AssessAction"), &[]),
    ("LikeAction", Some("ReactAction"), &[]),
    ("DislikeAction", Some("ReactAction"), &[]),
    ("CreateAction", Some("Action"), &[]),
    ("WriteAction", Some("CreateAction"), &[]),
    ("InteractAction", Some("Action"), &[]),
    ("CommunicateAction", Some("InteractAction"), &[]),
    ("CommentAction", Some("CommunicateAction"), &[]),
];

fn find(name: &str) -> Option<&'static Type> {
    VOCABULARY.iter().find(|(known, ..)| *known == name)
}

/// The type and what it is, too.
fn ancestry(name: &str) -> impl Iterator<Item = &'static Type> {
    iter::successors(find(name), |(_, parent, _)| find((*parent)?))
}

fn is_a(name: &str, ancestor: &str) -> bool {
    ancestry(name).any(|(known, ..)| *known == ancestor)
}

/// The types of the values of a property.
fn ranges_of(name: &str, property: &str) -> Option<&'static [&'static str]> {
    let mut all = ancestry(name).flat_map(|(_, _, own)| *own);
    all.find(|(known, _)| *known == property).map(|(_, ranges)| *ranges)
}

/// Collects what breaks the vocabulary, and the types that occur.
#[derive(Default)]
struct Check {
    errors: Vec<String>,
    types: BTreeSet<String>,
}

impl Check {
    fn node(&mut self, node: &Value) {
        let Some(name) = node["@type"].as_str().filter(|name| find(name).is_some()) else {
            self.errors.push(format!("no known type: {node}"));
            return;
        };
        self.types.insert(name.to_owned());
        for (property, value) in node.as_object().into_iter().flatten() {
            let ranges = match property.as_str() {
                "@context" | "@type" => continue,
                "@id" => Some(&["URL"] as &[&str]),
                property => ranges_of(name, property),
            };
            let place = format!("{name}.{property}");
            let Some(ranges) = ranges else {
                self.errors.push(format!("no such property: {place}"));
                continue;
            };
            for value in value.as_array().map_or(slice::from_ref(value), Vec::as_slice) {
                self.value(&place, value, ranges);
            }
        }
    }

    fn value(&mut self, place: &str, value: &Value, ranges: &[&str]) {
        if !ranges.iter().any(|range| fits(value, range)) {
            self.errors.push(format!("{place} is no {ranges:?}: {value}"));
        }
        if value.is_object() {
            self.node(value);
        }
    }
}

fn fits(value: &Value, range: &str) -> bool {
    let text = value.as_str();
    let is_url = || text.is_some_and(|text| text.starts_with("http") && Url::parse(text).is_ok());
    match range {
        "Text" => text.is_some(),
        "URL" => is_url(),
        "DateTime" => text.is_some_and(|text| Timestamp::parse_rfc3339(text).is_some()),
        "Integer" => value.is_i64(),
        // An action that nobody in particular does is named by its type.
        "Action" => {
            let name = text.and_then(|text| text.strip_prefix("https://schema.org/"));
            name.is_some_and(|name| is_a(name, range))
        }
        _ => value["@type"].as_str().is_some_and(|name| is_a(name, range)),
    }
}

#[tokio::test]
async fn structured_data_follows_the_vocabulary() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let body = json!({
        "title": "Sails",
        "description": "**New** ones",
        "image": "https://a.example/sail.png",
    });
    let post = ann.post(&format!("/api/forum/{forum}/posts"), body).await.body["id"].clone();
    let replies = format!("/api/post/{post}/replies");
    let reply = ann.post(&replies, json!({"description": "Where?"})).await.body["id"].clone();
    ann.post(&replies, json!({"respondsTo": reply, "description": "Here"})).await;
    ann.put(&format!("/api/user/{}/about", ann.id), json!({"about": "I sail."})).await;
    let mut check = Check::default();
    for path in ["/", "/forums", &format!("/forums/{forum}"), &format!("/posts/{post}"), "/u/ann"] {
        let data = structured_data(&browse(&app, path).await.text);
        assert_eq!(data["@context"], "https://schema.org", "{path}");
        check.node(&data);
    }
    assert_eq!(check.errors, [] as [String; 0]);
    let types = [
        "CollectionPage",
        "Comment",
        "DiscussionForumPosting",
        "InteractionCounter",
        "Person",
        "ProfilePage",
        "WebSite",
    ];
    assert_eq!(check.types, types.map(str::to_owned).into());
}

#[test]
fn mistakes_in_structured_data_are_found() {
    for (mistake, error) in [
        (json!({"@type": "Posting"}), "no known type"),
        (json!({"@type": "Person", "headline": "A"}), "no such property: Person.headline"),
        (json!({"@type": "Comment", "upvoteCount": "3"}), "Comment.upvoteCount is no"),
        (json!({"@type": "Comment", "author": "ann"}), "Comment.author is no"),
        (json!({"@type": "Comment", "url": "/posts/1"}), "Comment.url is no"),
        (json!({"@type": "Comment", "dateCreated": "today"}), "Comment.dateCreated is no"),
        (
            json!({"@type": "WebSite", "comment": [{"@type": "Comment", "x": 1}]}),
            "no such property: Comment.x",
        ),
        (
            json!({"@type": "InteractionCounter", "interactionType": "https://schema.org/Person"}),
            "InteractionCounter.interactionType is no",
        ),
    ] {
        let mut check = Check::default();
        check.node(&mistake);
        assert!(check.errors.iter().any(|found| found.starts_with(error)), "{:?}", check.errors);
    }
}
