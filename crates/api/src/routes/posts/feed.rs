use ::posts::{Feed, Period};
use cache::CacheTag;
use kernel::{ForumId, PostId, Reader};
use utoipa::{IntoParams, ToSchema};

use super::bodies::Post;
use crate::{
    problem::Problem,
    request::Params,
    response::{self, ApiResponse},
    response_cache::CachePolicy,
    services::Services,
};

/// The query parameters of lists of posts.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "documents what `feed` reads")]
pub(super) struct PostListParams {
    /// `recent`: the newest first; `popularity`: upvotes minus downvotes, with a keyword those of its
    /// newest 5,000 matches; `hot`: log10(max(abs(score), 1)) · sign(score) + seconds since
    /// 2024-01-01T00:00Z / 45,000; `active`: the latest reply first, a post without one by its own time.
    /// `following`, of a member and for all forums alone: posts of favorite and watched forums, not of muted ones, the newest first.
    /// The last three take none of the parameters below but `limit` and `cursor`. The first page of a forum starts
    /// with its pinned posts, at most three, unless it is narrowed by the parameters below.
    #[param(inline)]
    filter: Option<FilterWord>,
    /// Only posts of the last 24 hours, as `period=day`.
    #[param(default = false)]
    today: Option<bool>,
    /// Only posts of the last 24 hours, 7, 30 or 365 days.
    #[param(inline)]
    period: Option<PeriodWord>,
    /// All its words must match in title or description, each as a prefix.
    keyword: Option<String>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what `feed` reads")]
#[schema(rename_all = "lowercase", default = "recent")]
enum FilterWord {
    Recent,
    Popularity,
    Hot,
    Active,
    Following,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what `feed` reads")]
#[schema(rename_all = "lowercase")]
enum PeriodWord {
    Day,
    Week,
    Month,
    Year,
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
    let policy = if matches!(params.get("filter"), Some("popularity" | "hot" | "active")) {
        CachePolicy::of_path(tags.map(|[any_post, _]| any_post))
    } else {
        let policy = CachePolicy::of_path(tags.map(|[_, post_set]| post_set));
        policy.and_each(|id| CacheTag::Post(PostId(id)))
    };
    let depends_on_time = params.get("today") == Some("true") || params.get("period").is_some();
    if depends_on_time { policy.expiring_each_second() } else { policy }
}

/// Returns a page of posts that the reader may read, of all forums or of one, by the query parameters.
pub(crate) fn feed(
    services: &Services,
    reader: Reader,
    forum: Option<ForumId>,
    params: &Params,
) -> response::Result<Vec<Post>> {
    let keyword = params.get("keyword").map(str::to_owned);
    let feed = Feed { reader, forum, period: period(params)?, keyword };
    if let Some(forum) = forum
        && !is_search(params)
        && feed.period.is_none()
    {
        return pinned_first(services, (forum, reader), params);
    }
    match params.get("filter") {
        None | Some("" | "recent") => {
            Ok(ApiResponse::page(services.posts.newest(&feed, &params.page()?)?, params))
        }
        Some("popularity") => {
            Ok(ApiResponse::page(services.posts.most_popular(&feed, &params.page()?)?, params))
        }
        Some("hot") => {
            refuse_narrowing(params)?;
            let page = services.posts.hottest(reader, &params.page()?)?;
            Ok(ApiResponse::page(page, params))
        }
        Some("active") => {
            refuse_narrowing(params)?;
            let page = services.posts.latest_active(reader, &params.page()?)?;
            Ok(ApiResponse::page(page, params))
        }
        Some(_) => Err(unknown_filter()),
    }
}

/// Returns a page of the posts of a forum, its pinned ones first.
fn pinned_first(
    services: &Services,
    (forum, reader): (ForumId, Reader),
    params: &Params,
) -> response::Result<Vec<Post>> {
    let posts = &services.posts;
    Ok(match params.get("filter") {
        None | Some("" | "recent") => {
            ApiResponse::page(posts.newest_in(forum, reader, &params.page()?)?, params)
        }
        Some("popularity") => {
            ApiResponse::page(posts.most_popular_in(forum, reader, &params.page()?)?, params)
        }
        Some("hot") => ApiResponse::page(posts.hottest_in(forum, reader, &params.page()?)?, params),
        Some("active") => {
            ApiResponse::page(posts.latest_active_in(forum, reader, &params.page()?)?, params)
        }
        Some(_) => return Err(unknown_filter()),
    })
}

fn unknown_filter() -> Problem {
    let message = "Must be recent, popularity, hot, active, or for all forums following.";
    Problem::invalid_field("filter", message)
}

/// Refuses parameters that only the orders by time and by score take.
pub(super) fn refuse_narrowing(params: &Params) -> Result<(), Problem> {
    if !is_search(params) && period(params)?.is_none() {
        return Ok(());
    }
    let message = "Only recent and popularity can be narrowed by words or time.";
    Err(Problem::invalid_field("filter", message))
}

fn period(params: &Params) -> Result<Option<Period>, Problem> {
    let period = match params.get("period") {
        None | Some("") => None,
        Some("day") => Some(Period::Day),
        Some("week") => Some(Period::Week),
        Some("month") => Some(Period::Month),
        Some("year") => Some(Period::Year),
        Some(_) => {
            let message = "Must be day, week, month or year.";
            return Err(Problem::invalid_field("period", message));
        }
    };
    Ok(if params.flag("today")? { Some(Period::Day) } else { period })
}
