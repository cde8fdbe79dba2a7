use ::replies::{ByConfidence, Position, Sort, ThreadRequest};
use kernel::{ByScore, ByTime};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::Problem,
    request::{Params, Position as Cursor, cursor_of_another_list},
};

/// Which part of a thread is asked for.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "documents what `thread_request` reads")]
pub(super) struct ThreadParams {
    /// `old`: the oldest first; `new`: the newest first; `top`: the highest score first;
    /// `best`: the highest lower bound of Wilson's 95 % interval for the share of upvotes first, then the
    /// oldest. At every level.
    #[param(inline)]
    sort: Option<SortWord>,
    /// The position after the previous page, from its `Link` header; for the same sort.
    cursor: Option<String>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents what `thread_request` reads")]
#[schema(rename_all = "lowercase", default = "old")]
enum SortWord {
    Old,
    New,
    Top,
    Best,
}

/// # Errors
/// 422 for another sort, and for a cursor that is none of this sort.
pub(super) fn thread_request(params: &Params) -> Result<ThreadRequest, Problem> {
    let sort = match params.get("sort") {
        None | Some("" | "old") => Sort::Old,
        Some("new") => Sort::New,
        Some("top") => Sort::Top,
        Some("best") => Sort::Best,
        Some(_) => return Err(Problem::invalid_field("sort", "Must be old, new, top or best.")),
    };
    match params.after::<Position>()? {
        None => Ok(ThreadRequest::First(sort)),
        Some(position) if position.sort() == sort => Ok(ThreadRequest::After(position)),
        Some(_) => Err(cursor_of_another_list()),
    }
}

impl Cursor for Position {
    const KIND: &str = "thread";

    fn to_text(&self) -> String {
        match self {
            Self::Old(after) => format!("old.{}", after.to_text()),
            Self::New(after) => format!("new.{}", after.to_text()),
            Self::Top(after) => format!("top.{}", after.to_text()),
            Self::Best(after) => format!("best.{}.{}", after.confidence, after.id),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        match text.split_once('.')? {
            ("old", after) => ByTime::from_text(after).map(Self::Old),
            ("new", after) => ByTime::from_text(after).map(Self::New),
            ("top", after) => ByScore::from_text(after).map(Self::Top),
            ("best", after) => {
                let ByScore { score: confidence, id } = ByScore::from_text(after)?;
                Some(Self::Best(ByConfidence { confidence, id }))
            }
            _ => None,
        }
    }
}
