//! What everybody may see of a member.

use actix_web::{Responder, get, put, web};
use cache::CacheTag;
use kernel::{PostId, Reader};
use serde::{Deserialize, Serialize};
use users::{About, PublicProfile};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, Invalid, Paging, Params, PathIds, PublicRequest, RequestBody,
        TextBody, body_with_text, or_blank,
    },
    response::{self, ApiResponse},
    response_cache::{CachePolicy, Cacheable},
    routes::{
        accounts::owner,
        posts::Post,
        replies::AuthoredReply,
        shared_bodies::{VisibilityWord, role_name},
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(posts_of_person)
        .service(replies_of_person)
        .service(find_profile)
        .service(set_about);
}

/// A member as everybody sees them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Profile {
    id: i64,
    username: String,
    #[serde(rename = "user_image")]
    user_image: String,
    /// What the member wrote about themselves, in Markdown; may be empty.
    about: String,
    /// The same as HTML: paragraphs and line ends.
    #[serde(rename = "about_html")]
    about_html: String,
    #[schema(format = DateTime)]
    joined: String,
    post_count: i64,
    /// Replies that are not removed.
    reply_count: i64,
    /// Upvotes minus downvotes on these posts and replies.
    score: i64,
    /// A ban is not shown.
    #[schema(pattern = "^ROLE_(USER|MODERATOR|ADMIN)$")]
    role: &'static str,
    /// At most 100.
    moderates: Vec<ModeratedForum>,
}

/// A forum that the member moderates.
#[derive(Serialize, ToSchema)]
struct ModeratedForum {
    id: i64,
    topic: String,
    /// Who may read it, if not everybody may.
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<VisibilityWord>,
}

impl Cacheable for Profile {}

impl Profile {
    fn render(services: &Services, profile: PublicProfile) -> Result<Self, Problem> {
        let forum = |users::ModeratedForum { id, topic, visibility }| ModeratedForum {
            id: id.0,
            topic,
            visibility: VisibilityWord::of_closed(visibility),
        };
        Ok(Self {
            id: profile.id.0,
            username: profile.username,
            user_image: profile.image,
            about_html: services.texts.render(&profile.about)?.html,
            about: profile.about,
            joined: profile.joined.to_rfc3339(),
            post_count: profile.post_count,
            reply_count: profile.reply_count,
            score: profile.score,
            role: role_name(profile.role),
            moderates: profile.moderates.into_iter().map(forum).collect(),
        })
    }
}

/// Returns the profile of a member, whose name may be in any case. Content of deleted accounts has none.
#[utoipa::path(tag = "people", params(("username" = String, Path)), responses(
    (status = 200, description = "The profile", body = Profile),
))]
#[get("/api/people/{username}")]
async fn find_profile(
    request: PublicRequest,
    username: web::Path<String>,
    api: web::Data<Api>,
) -> impl Responder {
    // Every vote changes some profile: caching would cost more than the read.
    api.public_read(request, CachePolicy::uncacheable(), move |s, reader| {
        profile(s, reader, &username)
    })
    .await
}

pub(crate) fn profile(
    services: &Services,
    reader: Reader,
    username: &str,
) -> response::Result<Profile> {
    let profile = services.users.public_profile(username, reader)?;
    Ok(ApiResponse::ok(Profile::render(services, profile)?))
}

/// Lists the posts of a member, newest first.
#[utoipa::path(tag = "people", params(("username" = String, Path), Paging), responses(
    (status = 200, description = "A page of posts", body = [Post]),
))]
#[get("/api/people/{username}/posts")]
async fn posts_of_person(
    request: PublicRequest,
    username: web::Path<String>,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let policy = CachePolicy::of(CacheTag::PostSet).and_each(|id| CacheTag::Post(PostId(id)));
    let read = move |s: &Services, reader: Reader| posts_of(s, reader, &username, &params);
    api.public_read(request, policy, read).await
}

/// Returns a page of the posts of a member, by the query parameters.
pub(crate) fn posts_of(
    services: &Services,
    reader: Reader,
    username: &str,
    params: &Params,
) -> response::Result<Vec<Post>> {
    let author = services.users.public_profile(username, reader)?.id;
    let page = services.posts.by_author(author, reader, &params.page()?)?;
    Ok(ApiResponse::page(page, params))
}

/// Lists the replies of a member that are not removed, newest first.
#[utoipa::path(tag = "people", params(("username" = String, Path), Paging), responses(
    (status = 200, description = "A page of replies", body = [AuthoredReply]),
))]
#[get("/api/people/{username}/replies")]
async fn replies_of_person(
    request: PublicRequest,
    username: web::Path<String>,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.public_read(request, CachePolicy::uncacheable(), move |s, reader| {
        let author = s.users.public_profile(&username, reader)?.id;
        let page = s.replies.by_author(author, reader, &params.page()?)?;
        Ok(ApiResponse::<Vec<AuthoredReply>>::page(page, &params))
    })
    .await
}

/// What a member says about themselves.
#[derive(Deserialize, ToSchema)]
struct WriteAbout {
    /// In Markdown; blank for nothing.
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 2000)]
    about: Field<String>,
}

impl RequestBody for WriteAbout {
    const MAX_BYTES: usize = body_with_text(About::MAX_CHARS);
}

impl TextBody for WriteAbout {
    type Written = Option<About>;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let about = invalid.given_text("about", &self.about, or_blank(About::parse));
        about.ok_or_else(|| invalid.into_problem())
    }

    fn text(about: &Self::Written) -> &str {
        about.as_ref().map_or("", About::as_str)
    }
}

/// Changes what the caller's profile says about them; a blank text removes it.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "people", security(("token" = ["write"])), params(("id" = i64, Path)), request_body = WriteAbout, responses(
    (status = 200, description = "The profile", body = Profile),
))]
#[put("/api/user/{id}/about")]
async fn set_about(
    caller: Caller,
    ids: PathIds,
    body: Body<WriteAbout>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, about| {
        let (actor, _) = owner(s, caller, &ids)?;
        let profile = s.users.set_about(&actor, about?)?;
        Ok(ApiResponse::ok(Profile::render(s, profile)?))
    })
    .await
}
