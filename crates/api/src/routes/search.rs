//! Search of posts, replies, forums and people.

use actix_web::{
    Responder, get,
    http::header::{HeaderName, HeaderValue},
    web,
};
use kernel::Reader;
use limits::LimitedAction;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use search::{After, Filters, Kind, SearchRequest, SearchResults, Sort};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::hits::Hit;
use crate::{
    problem::Problem,
    request::{Paging, Params, Position, PublicRequest},
    request_limiter::RateLimited,
    response::ApiResponse,
    response_cache::CachePolicy,
    state::Api,
};

/// The header that says what was searched for instead of the query, percent-encoded.
pub const CORRECTED_QUERY: HeaderName = HeaderName::from_static("corrected-query");

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(search_everywhere);
}

/// The query parameters of a search.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "documents what `request` reads")]
struct SearchParams {
    /// All its words must match, each as the beginning of a word; words of one or two letters, and those in double
    /// quotes, only as a whole. Uses the first 32 words. People match by the beginning of their name.
    #[param(required = true)]
    q: Option<String>,
    /// A list of `posts`, `replies`, `forums` and `people`, separated by commas.
    #[param(example = "posts,replies", default = "posts,replies,forums")]
    r#in: Option<String>,
    /// Only what the member with this name wrote or created, in any case.
    author: Option<String>,
    /// Only what is in the forum with this id.
    forum: Option<i64>,
    /// Only what was created earlier.
    #[param(value_type = Option<String>, format = DateTime)]
    before: Option<String>,
    /// Only what was created later.
    #[param(value_type = Option<String>, format = DateTime)]
    after: Option<String>,
    /// `best`: by matches in titles, whole words, votes and age, of the newest 1,000 matches of each kind; `new`: the
    /// newest first; `top`: upvotes minus downvotes, of the newest 2,000 matches of each kind.
    #[param(inline)]
    sort: Option<SortWord>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what `request` reads")]
#[schema(rename_all = "lowercase", default = "best")]
enum SortWord {
    Best,
    New,
    Top,
}

/// Searches posts, replies, forums and people. Where nothing matches, each word that no text has is replaced by the
/// closest that some text has, one letter away for words of 4 to 7 letters and two from 8, but for words in quotes.
/// Names of people are not corrected.
#[utoipa::path(tag = "search", params(SearchParams, Paging), responses(
    (status = 200, description = "A page of what matches", body = [Hit], headers(
        ("Corrected-Query" = Option<String>, description = "What was searched for instead, as nothing matches the query: the whole query, percent-encoded"),
    )),
))]
#[get("/api/search")]
async fn search_everywhere(
    limited: RateLimited,
    request: PublicRequest,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let request = request.limited_by(limited.limiter(LimitedAction::Search));
    let policy = CachePolicy::uncacheable().slow();
    api.public_read(request, policy, move |s, reader| {
        Ok(answer(s.search.search(search_request(reader, &params)?)?, &params))
    })
    .await
}

/// Each page of a corrected query says so.
fn answer(results: SearchResults, params: &Params) -> ApiResponse<Vec<Hit>> {
    let next = results.next.map(|position| params.with_cursor(&position.encode()));
    let corrected = results.corrected.and_then(|query| {
        let encoded = utf8_percent_encode(&query, NON_ALPHANUMERIC).to_string();
        Some((CORRECTED_QUERY, HeaderValue::try_from(encoded).ok()?))
    });
    let hits = results.hits.into_iter().map(Hit::from).collect();
    ApiResponse::ok(hits).with_next(next).with_header(corrected)
}

fn search_request(reader: Reader, params: &Params) -> Result<SearchRequest, Problem> {
    Ok(SearchRequest {
        query: params.get("q").unwrap_or_default().to_owned(),
        reader,
        kinds: kinds(params)?,
        filters: filters(params)?,
        sort: sort(params)?,
        page: params.page()?,
    })
}

fn given<'a>(params: &'a Params, name: &str) -> Option<&'a str> {
    params.get(name).map(str::trim).filter(|value| !value.is_empty())
}

fn kinds(params: &Params) -> Result<Vec<Kind>, Problem> {
    let words = given(params, "in").into_iter().flat_map(|list| list.split(','));
    let kind = |word: &str| match word.trim() {
        "posts" => Ok(Kind::Post),
        "replies" => Ok(Kind::Reply),
        "forums" => Ok(Kind::Forum),
        "people" => Ok(Kind::Person),
        _ => Err(Problem::invalid_field("in", "Must be a list of posts, replies, forums, people.")),
    };
    words.map(kind).collect()
}

fn filters(params: &Params) -> Result<Filters, Problem> {
    Ok(Filters {
        author: given(params, "author").map(str::to_owned),
        forum: params.forum()?,
        before: params.time("before")?,
        after: params.time("after")?,
    })
}

fn sort(params: &Params) -> Result<Sort, Problem> {
    match given(params, "sort") {
        None | Some("best") => Ok(Sort::Best),
        Some("new") => Ok(Sort::New),
        Some("top") => Ok(Sort::Top),
        Some(_) => Err(Problem::invalid_field("sort", "Must be best, new or top.")),
    }
}

/// By rank its number, the number of the kind and the id: `rank.5.0.7`; by time the ids of each kind: `ids.9.8.7.6`.
impl Position for After {
    const KIND: &str = "found";

    fn to_text(&self) -> String {
        match self {
            Self::Rank { rank, kind, id } => format!("rank.{rank}.{}.{id}", *kind as usize),
            Self::Ids(ids) => format!("ids.{}", ids.map(|id| id.to_string()).join(".")),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        let (order, numbers) = text.split_once('.')?;
        let numbers: Vec<i64> =
            numbers.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
        match (order, numbers.as_slice()) {
            ("rank", &[rank, kind, id]) => {
                let kind = *Kind::ALL.get(usize::try_from(kind).ok()?)?;
                Some(Self::Rank { rank, kind, id })
            }
            ("ids", &[posts, replies, forums, people]) => {
                Some(Self::Ids([posts, replies, forums, people]))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip() {
        for kind in Kind::ALL {
            let after = After::Rank { rank: -5, kind, id: i64::MAX };
            assert_eq!(After::decode(&after.encode()), Some(after));
        }
        let after = After::Ids([i64::MAX, 3, -2, 1]);
        assert_eq!(After::decode(&after.encode()), Some(after));
        for text in
            ["", "rank", "rank.1.4.2", "rank.1.-1.2", "ids.1.2.3", "rank.1.1.1.1", "x.1.2.3"]
        {
            assert_eq!(After::from_text(text), None, "{text}");
        }
    }
}
