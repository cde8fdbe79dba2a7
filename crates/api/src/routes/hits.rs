//! What a search or a list of mixed things answers.

use kernel::{ForumId, Visibility, escape_html};
use saved::SavedItem;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{response_cache::Cacheable, routes::shared_bodies::VisibilityWord};

/// A post, reply, forum or person that was found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Hit {
    kind: HitKind,
    id: i64,
    /// The title of the post, or of the reply's, the topic of the forum or the name of the person, as HTML: escaped,
    /// what a search matched in `<mark>`.
    #[serde(rename = "title_html")]
    title_html: String,
    /// The beginning of the text without spoilers, of a match the part around it, as HTML like the title.
    #[serde(rename = "excerpt_html")]
    excerpt_html: String,
    /// The forum that it is or is in; null for a person.
    #[schema(required = true)]
    forum: Option<HitForum>,
    /// The post of a reply; null for everything else.
    #[schema(required = true)]
    post: Option<HitPost>,
    user: HitUser,
    #[schema(format = DateTime)]
    time_of_creation: String,
    /// Upvotes minus downvotes, of a person those of all posts and replies; of a forum the number of posts.
    score: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(rename_all = "lowercase")]
enum HitKind {
    Post,
    Reply,
    Forum,
    Person,
}

#[derive(Serialize, ToSchema)]
struct HitForum {
    id: i64,
    topic: String,
    visibility: VisibilityWord,
}

impl HitForum {
    fn new(id: ForumId, topic: String, visibility: Visibility) -> Self {
        Self { id: id.0, topic, visibility: visibility.into() }
    }
}

#[derive(Serialize, ToSchema)]
struct HitPost {
    id: i64,
    title: String,
}

/// The author, the creator of a forum, or the person itself.
#[derive(Serialize, ToSchema)]
struct HitUser {
    username: String,
    user_image: String,
}

/// Not cached: each search has an address of its own.
impl Cacheable for Hit {}

impl From<search::Hit> for Hit {
    fn from(hit: search::Hit) -> Self {
        let (kind, id) = match hit.target {
            search::Target::Post(post) => (HitKind::Post, post.0),
            search::Target::Reply(reply) => (HitKind::Reply, reply.0),
            search::Target::Forum(forum) => (HitKind::Forum, forum.0),
            search::Target::Person(person) => (HitKind::Person, person.0),
        };
        Self {
            kind,
            id,
            title_html: hit.title_html,
            excerpt_html: hit.excerpt_html,
            forum: hit.forum.map(|forum| HitForum::new(forum.id, forum.topic, forum.visibility)),
            post: hit.post.map(|post| HitPost { id: post.id.0, title: post.title }),
            user: HitUser { username: hit.author.name, user_image: hit.author.image },
            time_of_creation: hit.created_at.to_rfc3339(),
            score: hit.score,
        }
    }
}

impl From<SavedItem> for Hit {
    fn from(item: SavedItem) -> Self {
        let title_html = escape_html(&item.post_title);
        let (kind, id, post) = match item.target {
            saved::Target::Post(post) => (HitKind::Post, post.0, None),
            saved::Target::Reply(reply) => {
                let post = HitPost { id: item.post.0, title: item.post_title };
                (HitKind::Reply, reply.0, Some(post))
            }
        };
        Self {
            kind,
            id,
            title_html,
            excerpt_html: escape_html(&item.excerpt),
            forum: Some(HitForum::new(item.forum, item.forum_topic, item.forum_visibility)),
            post,
            user: HitUser { username: item.author_name, user_image: item.author_image },
            time_of_creation: item.created_at.to_rfc3339(),
            score: item.score,
        }
    }
}
