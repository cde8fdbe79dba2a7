use std::{
    convert::Infallible,
    future::{Ready, ready},
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use kernel::MAX_ID;

use crate::problem::Problem;

/// The ids in the path, in their order.
#[derive(Clone)]
pub(crate) struct PathIds(Vec<Option<i64>>);

impl PathIds {
    /// Returns the first id; 404 if it is none.
    pub(crate) fn first(&self) -> Result<i64, Problem> {
        self.get(0)
    }

    /// Returns the second id; 404 if it is none.
    pub(crate) fn second(&self) -> Result<i64, Problem> {
        self.get(1)
    }

    /// Returns the first id, if it is valid.
    pub(crate) fn first_as<T>(&self, kind: impl FnOnce(i64) -> T) -> Option<T> {
        self.0.first().copied().flatten().map(kind)
    }

    fn get(&self, index: usize) -> Result<i64, Problem> {
        let id = self.0.get(index).copied().flatten();
        id.ok_or_else(|| Problem::not_found("There is nothing at this address."))
    }
}

impl FromRequest for PathIds {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.match_info().iter().map(|(_, segment)| parse(segment)).collect())))
    }
}

/// Accepts only digits: `+1` and `01` are no ids.
fn parse(segment: &str) -> Option<i64> {
    if segment.starts_with('0') || !segment.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    segment.parse().ok().filter(|id| (1..=MAX_ID).contains(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_positive_integer_up_to_2_to_the_53_minus_1() {
        assert_eq!(parse("1"), Some(1));
        assert_eq!(parse("9007199254740991"), Some(MAX_ID));
        for segment in [
            "",
            "0",
            "-1",
            "+1",
            "01",
            "1.0",
            "1e3",
            "abc",
            "9007199254740992",
            "99999999999999999999",
            "١",
        ] {
            assert_eq!(parse(segment), None, "{segment}");
        }
    }
}
