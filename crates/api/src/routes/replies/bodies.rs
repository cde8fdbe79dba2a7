use ::replies::{
    AuthoredReply as FoundAuthored, Description, Reply as Found, ReplyContent, ReplyNode,
    ReplyState,
};
use kernel::{ReplyId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, TextBody, body_with_text},
    response_cache::{Cacheable, FieldText, MemberFields, NO_VOTE, saved_field, vote_fields},
    routes::shared_bodies::AuthorRole,
    services::Services,
};

/// A reply with its answers. A removed one shows `removed` as its text and author.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the wire")]
pub(crate) struct Reply {
    id: i64,
    post_id: i64,
    /// The parent reply, or null for a reply to the post.
    #[schema(required = true)]
    responds_to: Option<i64>,
    description: String,
    /// The description as HTML.
    #[serde(rename = "description_html")]
    description_html: String,
    #[schema(format = DateTime)]
    created: String,
    upvotes: i64,
    downvotes: i64,
    /// Whether the caller voted up; false for visitors.
    has_upvoted: bool,
    /// Whether the caller voted down; false for visitors.
    has_downvoted: bool,
    /// Whether the caller saved it; null for visitors.
    #[schema(required = true)]
    saved: Option<bool>,
    edited: bool,
    /// When it was edited last; missing if it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, format = DateTime)]
    edited_at: Option<String>,
    deleted: bool,
    /// Whether it waits for approval: until then only its author and those who may approve it see it. Missing otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    held: bool,
    user: ReplyAuthor,
    #[schema(no_recursion)]
    replies: Vec<Reply>,
    /// The number of its direct answers that this response omits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false, minimum = 1)]
    more_replies: Option<usize>,
    /// Up to three replies above it, its parent last and without their answers. Only where one reply is asked for, and not
    /// with a cursor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, no_recursion)]
    ancestors: Vec<Reply>,
}

/// A reply in the list of what its author wrote, without its answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct AuthoredReply {
    #[serde(flatten)]
    reply: Reply,
    post_title: String,
}

/// The author of a reply.
#[derive(Serialize, ToSchema)]
struct ReplyAuthor {
    username: String,
    user_image: String,
    /// The role in the forum; missing for members who neither moderate it nor are admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AuthorRole, required = false)]
    role: Option<AuthorRole>,
}

/// What visitors are shown of votes and what is saved.
const OF_VISITORS: &[u8] = br#""hasUpvoted":false,"hasDownvoted":false,"saved":null"#;

/// What members are shown of a reply that they have nothing to do with.
const UNTOUCHED: &[u8] = br#""hasUpvoted":false,"hasDownvoted":false,"saved":false"#;

impl Cacheable for Reply {
    const MEMBER_FIELDS: Option<MemberFields> =
        Some(MemberFields { of_visitors: OF_VISITORS, untouched: UNTOUCHED, find: member_fields });

    fn ids(&self, ids: &mut Vec<i64>) {
        ids.push(self.id);
        self.replies.ids(ids);
        self.ancestors.ids(ids);
    }
}

fn member_fields(
    services: &Services,
    member: UserId,
    ids: &[i64],
) -> Result<Vec<(i64, FieldText)>, Problem> {
    let fields = |state: ReplyState| {
        let mut text = state.vote.map_or(NO_VOTE, vote_fields).to_vec();
        text.extend(saved_field(state.saved));
        (state.reply.0, text.into())
    };
    let ids: Vec<_> = ids.iter().copied().map(ReplyId).collect();
    let states = services.replies.reader_states(member, &ids)?;
    Ok(states.into_iter().map(fields).collect())
}

impl Cacheable for AuthoredReply {
    const MEMBER_FIELDS: Option<MemberFields> = Reply::MEMBER_FIELDS;

    fn ids(&self, ids: &mut Vec<i64>) {
        self.reply.ids(ids);
    }
}

impl Reply {
    /// Returns what a member just wrote, which nobody saved yet.
    pub(super) fn new(reply: Found) -> Self {
        Self { saved: Some(false), ..Self::from(reply) }
    }

    /// Returns it with the replies above it.
    pub(super) fn below(self, ancestors: Vec<ReplyNode>) -> Self {
        Self { ancestors: ancestors.into_iter().map(Self::from).collect(), ..self }
    }
}

impl From<FoundAuthored> for AuthoredReply {
    fn from(FoundAuthored { reply, post_title }: FoundAuthored) -> Self {
        Self { reply: reply.into(), post_title }
    }
}

impl From<ReplyNode> for Reply {
    fn from(ReplyNode { reply, replies, more_replies }: ReplyNode) -> Self {
        Self {
            replies: replies.into_iter().map(Self::from).collect(),
            more_replies: (more_replies > 0).then_some(more_replies),
            ..Self::from(reply)
        }
    }
}

impl From<Found> for Reply {
    fn from(reply: Found) -> Self {
        let deleted = reply.content.is_none();
        let edited_at = reply.edited_at.filter(|_| !deleted).map(Timestamp::to_rfc3339);
        let ReplyContent { description, html, username, user_image, user_role } =
            reply.content.unwrap_or_else(ReplyContent::removed);
        Self {
            id: reply.id.0,
            post_id: reply.post.0,
            responds_to: reply.responds_to.map(|parent| parent.0),
            description,
            description_html: html,
            created: reply.created_at.to_rfc3339(),
            upvotes: reply.votes.upvotes,
            downvotes: reply.votes.downvotes,
            has_upvoted: false,
            has_downvoted: false,
            saved: None,
            edited: edited_at.is_some(),
            edited_at,
            deleted,
            held: reply.held,
            user: ReplyAuthor { username, user_image, role: AuthorRole::of(user_role) },
            replies: vec![],
            more_replies: None,
            ancestors: vec![],
        }
    }
}

/// The fields of a new reply.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WriteReply {
    /// The parent reply; missing or null for a reply to the post.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    responds_to: Field<i64>,
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 10000)]
    description: Field<String>,
}

impl RequestBody for WriteReply {
    const MAX_BYTES: usize = body_with_text(Description::MAX_CHARS);
}

impl TextBody for WriteReply {
    type Written = (Option<ReplyId>, Description);

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let responds_to = match self.responds_to {
            Field::Missing => Some(None),
            Field::Given(id) => Some(Some(ReplyId(id))),
            Field::WronglyTyped => {
                invalid.refuse("respondsTo", "Must be the id of a reply, or null.")
            }
        };
        let description = invalid.markdown("description", &self.description, Description::parse);
        responds_to.zip(description).ok_or_else(|| invalid.into_problem())
    }

    fn text((_, description): &Self::Written) -> &str {
        description.as_str()
    }
}

/// The editable fields of a reply.
#[derive(Deserialize, ToSchema)]
pub(super) struct EditReply {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 10000)]
    description: Field<String>,
}

impl RequestBody for EditReply {
    const MAX_BYTES: usize = body_with_text(Description::MAX_CHARS);
}

impl TextBody for EditReply {
    type Written = Description;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let description = invalid.markdown("description", &self.description, Description::parse);
        description.ok_or_else(|| invalid.into_problem())
    }

    fn text(description: &Self::Written) -> &str {
        description.as_str()
    }
}
