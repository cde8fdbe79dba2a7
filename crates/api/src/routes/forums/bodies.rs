use std::collections::HashMap;

use ::forums::{Description, Forum as Found, LatestPost as FoundPost, Topic};
use kernel::{ForumId, UserId, Visibility};
use notifications::WatchLevel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, TextBody, body_with_text},
    response_cache::{Cacheable, FieldText, MemberFields},
    routes::shared_bodies::{VisibilityWord, WatchWord},
    services::Services,
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Forum {
    id: i64,
    topic: String,
    description: String,
    /// The description as HTML; not in lists.
    #[serde(rename = "description_html", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    description_html: Option<String>,
    /// The start of the description without markup and spoilers, at most 200 characters; in lists only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    excerpt: Option<String>,
    /// The author's username.
    author: String,
    visibility: VisibilityWord,
    #[schema(format = DateTime)]
    time_of_creation: String,
    /// Whether it is a favorite of the caller; false for visitors.
    favorited: bool,
    /// How closely the caller follows it; null for visitors.
    #[schema(required = true)]
    watch: Option<WatchWord>,
    post_count: i64,
    /// Posts and replies of today and the six days before (UTC), without removed replies.
    activity: i64,
    /// The newest post; null if there is none.
    #[schema(required)]
    latest: Option<LatestPost>,
}

/// The newest post of a forum.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LatestPost {
    id: i64,
    title: String,
    #[schema(format = DateTime)]
    time_of_creation: String,
}

impl Cacheable for Forum {
    const MEMBER_FIELDS: Option<MemberFields> = Some(MemberFields {
        of_visitors: br#""favorited":false,"watch":null"#,
        untouched: br#""favorited":false,"watch":"normal""#,
        find: member_fields,
    });

    fn ids(&self, ids: &mut Vec<i64>) {
        ids.push(self.id);
    }
}

fn levels(
    services: &Services,
    member: UserId,
    ids: &[ForumId],
) -> Result<HashMap<ForumId, WatchLevel>, Problem> {
    Ok(services.notifications.forum_levels(member, ids)?.into_iter().collect())
}

fn member_fields(
    services: &Services,
    member: UserId,
    ids: &[i64],
) -> Result<Vec<(i64, FieldText)>, Problem> {
    let ids: Vec<_> = ids.iter().copied().map(ForumId).collect();
    let favorites = services.forums.favorites_among(member, &ids)?;
    let levels = levels(services, member, &ids)?;
    let fields = |id: &ForumId| {
        let is_favorite = favorites.contains(id);
        let level = WatchWord::from(levels.get(id).copied().unwrap_or_default());
        let text = format!("\"favorited\":{is_favorite},\"watch\":\"{}\"", level.as_str());
        (id.0, text.into_bytes().into())
    };
    Ok(ids.iter().map(fields).collect())
}

impl From<Found> for Forum {
    fn from(forum: Found) -> Self {
        let excerpt = forum.html.is_none().then(|| markup::excerpt(&forum.description));
        Self {
            id: forum.id.0,
            topic: forum.topic,
            description: forum.description,
            description_html: forum.html,
            excerpt,
            author: forum.author,
            visibility: forum.visibility.into(),
            time_of_creation: forum.created_at.to_rfc3339(),
            favorited: false,
            watch: None,
            post_count: forum.post_count,
            activity: forum.activity,
            latest: forum.latest.map(LatestPost::from),
        }
    }
}

impl From<FoundPost> for LatestPost {
    fn from(post: FoundPost) -> Self {
        Self { id: post.id.0, title: post.title, time_of_creation: post.created_at.to_rfc3339() }
    }
}

/// The editable fields of a forum.
#[derive(Deserialize, ToSchema)]
pub(super) struct WriteForum {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 100)]
    topic: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 2000)]
    description: Field<String>,
    /// Missing or null means `public` for a new forum, and no change of another.
    #[serde(default)]
    #[schema(value_type = Option<VisibilityWord>)]
    visibility: Field<String>,
}

impl RequestBody for WriteForum {
    const MAX_BYTES: usize = body_with_text(Topic::MAX_CHARS + Description::MAX_CHARS);
}

impl TextBody for WriteForum {
    type Written = (Topic, Description, Option<Visibility>);

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let topic = invalid.text("topic", &self.topic, Topic::parse);
        let description = invalid.markdown("description", &self.description, Description::parse);
        let visibility = match &self.visibility {
            Field::Missing => Some(None),
            given => invalid.text("visibility", given, visibility).map(Some),
        };
        let (Some(topic), Some(description), Some(visibility)) = (topic, description, visibility)
        else {
            return Err(invalid.into_problem());
        };
        Ok((topic, description, visibility))
    }

    fn text((_, description, _): &Self::Written) -> &str {
        description.as_str()
    }
}

fn visibility(word: &str) -> Result<Visibility, &'static str> {
    VisibilityWord::parse(word).ok_or("Must be public, members or private.")
}
