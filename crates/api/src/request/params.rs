use std::{
    collections::BTreeMap,
    convert::Infallible,
    future::{Ready, ready},
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use kernel::{ForumId, Limit, PageRequest, Reason, Timestamp};
use url::form_urlencoded;
use utoipa::IntoParams;

use crate::{methods::Methods, problem::Problem, request::Position};

/// The known parameters of the request by name, each once: of one that comes twice, the last counts.
pub(crate) struct Params(Vec<(String, String)>);

/// Which part of a list is asked for.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Paging<'a> {
    /// The maximum number of items of a page.
    #[param(minimum = 1, maximum = 100, default = 50, value_type = Option<u8>)]
    limit: Option<&'a str>,
    /// The position after the previous page, from its `Link` header.
    #[param(value_type = Option<String>)]
    cursor: Option<&'a str>,
}

/// Why somebody deletes what another wrote.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhyDeleted<'a> {
    /// For the moderation log, where everybody can read it; of no use if the caller wrote the thing. Blank means none.
    #[param(max_length = 500, value_type = Option<String>)]
    reason: Option<&'a str>,
}

impl Params {
    /// What [`WhyDeleted`] describes.
    pub(crate) fn reason(&self) -> Result<Option<Reason>, Problem> {
        let WhyDeleted { reason } = WhyDeleted { reason: self.get("reason") };
        match reason.map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => Reason::parse(text)
                .map(Some)
                .map_err(|error| Problem::invalid_field("reason", error.to_string())),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A switch; 422 for anything but `true` and `false`.
    pub(crate) fn flag(&self, name: &'static str) -> Result<bool, Problem> {
        match self.get(name) {
            None | Some("" | "false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(Problem::invalid_field(name, "Must be true or false.")),
        }
    }

    /// A time; none where it is blank, and 422 for anything else.
    pub(crate) fn time(&self, name: &'static str) -> Result<Option<Timestamp>, Problem> {
        let parse = |time| {
            let time = Timestamp::parse_rfc3339(time);
            time.ok_or_else(|| Problem::invalid_field(name, "Must be a time of RFC 3339."))
        };
        self.get(name).map(str::trim).filter(|time| !time.is_empty()).map(parse).transpose()
    }

    /// An id; 422 for anything else.
    pub(crate) fn id(&self, name: &'static str) -> Result<Option<i64>, Problem> {
        let parse =
            |id: &str| id.parse().map_err(|_| Problem::invalid_field(name, "Must be an id."));
        self.get(name).map(parse).transpose()
    }

    /// Reads the id of a forum to narrow a list to.
    pub(crate) fn forum(&self) -> Result<Option<ForumId>, Problem> {
        Ok(self.id("forum")?.map(ForumId))
    }

    /// Text that must not be blank, trimmed.
    pub(crate) fn required(&self, name: &'static str) -> Result<&str, Problem> {
        match self.get(name).map(str::trim) {
            Some(text) if !text.is_empty() => Ok(text),
            _ => Err(Problem::invalid_field(name, "Must not be blank.")),
        }
    }

    pub(crate) fn page<P: Position>(&self) -> Result<PageRequest<P>, Problem> {
        let Paging { limit, cursor } =
            Paging { limit: self.get("limit"), cursor: self.get("cursor") };
        let limit = limit.map_or(Ok(Limit::default()), parse_limit)?;
        let after = cursor.map(parse_cursor).transpose()?;
        Ok(PageRequest { limit, after })
    }

    /// Where a list without `limit` is to go on.
    pub(crate) fn after<P: Position>(&self) -> Result<Option<P>, Problem> {
        self.get("cursor").map(parse_cursor).transpose()
    }

    /// Reads a query whose parameters the caller knows.
    pub(crate) fn parse(query: &str) -> Self {
        Self::of_pairs(query, |_| true)
    }

    /// Reads the query. Parameters that the route does not document are dropped, so that they
    /// neither multiply cached responses nor appear in their links.
    pub(super) fn of(request: &HttpRequest) -> Self {
        let query = request.query_string();
        if query.is_empty() {
            return Self(vec![]);
        }
        let pattern = request.match_pattern();
        let of_route = |pattern: String| Methods::declared().query_of(request.method(), &pattern);
        let known = pattern.and_then(of_route);
        let is_known = |name: &str| known.is_none_or(|known| known.iter().any(|one| one == name));
        Self::of_pairs(query, is_known)
    }

    fn of_pairs(query: &str, is_known: impl Fn(&str) -> bool) -> Self {
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        let by_name: BTreeMap<_, _> = pairs.filter(|(name, _)| is_known(name)).collect();
        Self(by_name.into_iter().collect())
    }

    /// Returns the address of the response at `path`: equal for queries that ask for the same.
    pub(super) fn target(&self, path: &str) -> Box<str> {
        if self.0.is_empty() {
            return path.into();
        }
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish();
        format!("{path}?{query}").into()
    }

    /// The same query with another cursor.
    pub(crate) fn with_cursor(&self, cursor: &str) -> String {
        let others = self.0.iter().filter(|(key, _)| key != "cursor");
        form_urlencoded::Serializer::new(String::new())
            .extend_pairs(others)
            .append_pair("cursor", cursor)
            .finish()
    }
}

fn parse_limit(text: &str) -> Result<Limit, Problem> {
    let limit = text.parse().ok().and_then(|limit| Limit::new(limit).ok());
    limit.ok_or_else(|| Problem::invalid_field("limit", kernel::LimitError.to_string()))
}

pub(crate) fn parse_cursor<P: Position>(cursor: &str) -> Result<P, Problem> {
    P::decode(cursor).ok_or_else(cursor_of_another_list)
}

pub(crate) fn cursor_of_another_list() -> Problem {
    let message = "Must be a cursor that the Link header of this very list gave.";
    Problem::invalid_field("cursor", message)
}

impl FromRequest for Params {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}
