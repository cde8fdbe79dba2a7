use ::posts::Feed;
use cache::CacheTag;
use kernel::{ForumId, PostId, UserId};
use utoipa::{IntoParams, ToSchema};

use super::bodies::Post;
use crate::{
    Problem, Services,
    request::Params,
    response::{self, ApiResponse},
    response_cache::CachePolicy,
};

/// The query parameters of lists of posts.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "documents what `feed` reads")]
pub(super) struct PostListParams {
    /// `recent`: the newest first; `popularity`: upvotes minus downvotes, with a keyword those of its
    /// newest 5,000 matches.
    #[param(inline)]
    filter: Option<FilterWord>,
    /// Only posts of the last 24 hours.
    #[param(default = false)]
    today: Option<bool>,
    /// All its words must match in title or description, each as a prefix.
    keyword: Option<String>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what `feed` reads")]
#[schema(rename_all = "lowercase", default = "recent")]
enum FilterWord {
    Recent,
    Popularity,
}

/// Returns whether the request searches for words.
pub(super) fn is_search(params: &Params) -> bool {
    params.get("keyword").is_some_and(|keyword| !keyword.trim().is_empty())
}

/// Returns the cache policy of [`feed`] from two tags: that of changes to any of its posts, and that of
/// the set of its posts.
///
/// A vote or reply can reorder the popular posts. It leaves the order of the newest unchanged, which
/// depend on the set and on each post of the page.
pub(super) fn feed_policy(tags: Option<[CacheTag; 2]>, params: &Params) -> CachePolicy {
    if is_search(params) {
        return CachePolicy::uncacheable().slow();
    }
    let policy = if params.get("filter") == Some("popularity") {
        CachePolicy::of_path(tags.map(|[any_post, _]| any_post))
    } else {
        let policy = CachePolicy::of_path(tags.map(|[_, post_set]| post_set));
        policy.and_each(|id| CacheTag::Post(PostId(id)))
    };
    if params.get("today") == Some("true") { policy.expiring_each_second() } else { policy }
}

/// Returns a page of posts of all forums or of one, by the query parameters.
pub(super) fn feed(
    services: &Services,
    viewer: Option<UserId>,
    forum: Option<ForumId>,
    params: &Params,
) -> response::Result<Vec<Post>> {
    let keyword = params.get("keyword").map(str::to_owned);
    let feed = Feed { forum, today: params.flag("today")?, keyword };
    match params.get("filter") {
        None | Some("" | "recent") => {
            Ok(ApiResponse::page(services.posts.newest(viewer, &feed, &params.page()?)?, params))
        }
        Some("popularity") => Ok(ApiResponse::page(
            services.posts.most_popular(viewer, &feed, &params.page()?)?,
            params,
        )),
        Some(_) => Err(Problem::invalid_field("filter", "Must be recent or popularity.")),
    }
}
