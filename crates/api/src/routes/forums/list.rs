use cache::CacheTag;
use kernel::{ByTime, ForumId, Limit, PageRequest, Reader};
use utoipa::{IntoParams, ToSchema};

use super::bodies::Forum;
use crate::{
    problem::Problem,
    request::Params,
    response::{self, ApiResponse},
    response_cache::CachePolicy,
    services::Services,
    state::Api,
};

/// The number of forums that `isMostActive` lists.
const MOST_ACTIVE: u8 = 10;

/// The order of a list of forums.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "documents what `page` reads")]
pub(super) struct ForumListParams {
    /// `new`: the newest first; `active`: the most posts and replies of today and the six days before
    /// (UTC) first, then the newest; `name`: by topic, without regard to case and accents.
    #[param(inline)]
    sort: Option<SortWord>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what `page` reads")]
#[schema(rename_all = "lowercase", default = "new")]
enum SortWord {
    New,
    Active,
    Name,
}

/// What a list of forums, or a single one, is made of: each has counts and a latest post of its own.
pub(super) fn shown_forums(api: &Api) -> CachePolicy {
    let policy = CachePolicy::of(CacheTag::Global).and_each(|id| CacheTag::Forum(ForumId(id)));
    policy.expiring_after(api.executor.services().forums.activity_lifetime())
}

/// What [`page`] reads: which forums are the most active, any of them decides.
pub(super) fn policy(params: &Params, api: &Api) -> CachePolicy {
    if params.flag("isMostActive").unwrap_or(false) || params.get("sort") == Some("active") {
        let life = api.executor.services().forums.activity_lifetime();
        return CachePolicy::of(CacheTag::Forums).expiring_after(life);
    }
    shown_forums(api)
}

/// Returns a page of the forums that the reader may read, by the query parameters.
pub(crate) fn page(
    services: &Services,
    reader: Reader,
    params: &Params,
) -> response::Result<Vec<Forum>> {
    let forums = &services.forums;
    if params.flag("isMostActive")? {
        params.page::<ByTime>()?;
        let ten = Limit::new(MOST_ACTIVE).unwrap_or_default();
        let page = forums.most_active(reader, &PageRequest { limit: ten, after: None })?;
        return Ok(ApiResponse::ok(page.items.into_iter().map(Forum::from).collect()));
    }
    match params.get("sort") {
        None | Some("" | "new") => {
            Ok(ApiResponse::page(forums.newest(reader, &params.page()?)?, params))
        }
        Some("active") => {
            Ok(ApiResponse::page(forums.most_active(reader, &params.page()?)?, params))
        }
        Some("name") => Ok(ApiResponse::page(forums.by_name(reader, &params.page()?)?, params)),
        Some(_) => Err(Problem::invalid_field("sort", "Must be new, active or name.")),
    }
}
