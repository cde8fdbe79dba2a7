//! What a search or a list of mixed things answers.

use kernel::escape_html;
use saved::{SavedItem, Target};
use serde::Serialize;
use utoipa::ToSchema;

/// A post or a reply that was found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Hit {
    kind: HitKind,
    id: i64,
    /// The title of the post, or of the reply's, as HTML.
    #[serde(rename = "title_html")]
    title_html: String,
    /// The beginning of the text without spoilers, as HTML.
    #[serde(rename = "excerpt_html")]
    excerpt_html: String,
    forum: HitForum,
    /// The post of a reply; null for a post.
    #[schema(required = true)]
    post: Option<HitPost>,
    user: HitUser,
    #[schema(format = DateTime)]
    time_of_creation: String,
    /// Upvotes minus downvotes.
    score: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(rename_all = "lowercase")]
enum HitKind {
    Post,
    Reply,
}

#[derive(Serialize, ToSchema)]
struct HitForum {
    id: i64,
    topic: String,
}

#[derive(Serialize, ToSchema)]
struct HitPost {
    id: i64,
    title: String,
}

/// The author.
#[derive(Serialize, ToSchema)]
struct HitUser {
    username: String,
    user_image: String,
}

impl From<SavedItem> for Hit {
    fn from(item: SavedItem) -> Self {
        let title_html = escape_html(&item.post_title);
        let (kind, id, post) = match item.target {
            Target::Post(post) => (HitKind::Post, post.0, None),
            Target::Reply(reply) => {
                let post = HitPost { id: item.post.0, title: item.post_title };
                (HitKind::Reply, reply.0, Some(post))
            }
        };
        Self {
            kind,
            id,
            title_html,
            excerpt_html: escape_html(&item.excerpt),
            forum: HitForum { id: item.forum.0, topic: item.forum_topic },
            post,
            user: HitUser { username: item.author_name, user_image: item.author_image },
            time_of_creation: item.created_at.to_rfc3339(),
            score: item.score,
        }
    }
}
