//! Rows that are an id and an object, for systems whose rows are such objects or have many columns.

use diesel::{
    QueryableByName,
    sql_types::{self, Nullable},
};
use kernel::Timestamp;
use serde_json::{Map, Value};

use crate::{Markup, Row, Rows, SourceError, Text, sources::postgres};

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = sql_types::Text)]
    id: String,
    /// JSON; `None` if there is no object with the id.
    #[diesel(sql_type = Nullable<sql_types::Text>)]
    data: Option<String>,
}

/// Returns the rows of a query of `id` and `data`, as records.
pub(super) fn records<T: 'static>(
    url: &str,
    query: &str,
    record: fn(String, &Fields) -> Result<T, &'static str>,
) -> Result<Rows<'static, T>, SourceError> {
    postgres::rows(url, query, move |found: Found| {
        let fields = found.data.as_deref().and_then(Fields::parse).ok_or("its data is gone");
        match fields.and_then(|fields| record(found.id.clone(), &fields)) {
            Ok(record) => Row::Record(record),
            Err(reason) => Row::Unreadable { id: found.id, reason },
        }
    })
}

/// The fields of an object. Numbers may stand as such or as their digits.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Returns `None` for what is no object.
    pub(super) fn parse(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok().map(Self)
    }

    /// The columns of a row.
    pub(super) const fn of(columns: Map<String, Value>) -> Self {
        Self(columns)
    }

    /// Returns a field that is there and not blank.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let text = match self.0.get(name)? {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(is_so) => u8::from(*is_so).to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Returns an id; 0 is that of nobody.
    pub(super) fn id(&self, name: &str) -> Option<String> {
        self.get(name).filter(|id| id != "0")
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.get(name).is_some_and(|flag| flag == "1")
    }

    pub(super) fn number(&self, name: &str) -> i64 {
        self.get(name).and_then(|digits| digits.parse().ok()).unwrap_or_default()
    }

    /// Returns a time; 0 is that of nothing.
    pub(super) fn time(&self, name: &str) -> Option<Timestamp> {
        let millis = self.number(name);
        (millis != 0).then(|| Timestamp::from_unix_millis(millis))
    }

    /// Returns a time that every row has.
    pub(super) fn at(&self, name: &str) -> Timestamp {
        Timestamp::from_unix_millis(self.number(name))
    }

    pub(super) fn text(&self, name: &str) -> Text {
        Text { markup: Markup::Markdown, source: self.get(name).unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_digits_are_the_same() {
        let fields = Fields::parse(r#"{"a": 7, "b": "7", "c": "1", "d": true, "e": "0"}"#).unwrap();
        assert_eq!((fields.number("a"), fields.number("b")), (7, 7));
        assert_eq!(fields.get("a"), fields.id("b"));
        assert!(fields.is("c") && fields.is("d") && !fields.is("e") && !fields.is("none"));
        assert_eq!((fields.id("e"), fields.time("e")), (None, None));
    }

    #[test]
    fn what_is_no_value_is_none() {
        let fields = Fields::parse(r#"{"a": null, "b": [], "c": {}, "d": " ", "e": "x"}"#).unwrap();
        for name in ["a", "b", "c", "d"] {
            assert_eq!(fields.get(name), None, "{name}");
        }
        assert_eq!((fields.number("e"), fields.at("e").unix_millis()), (0, 0));
        assert!(Fields::parse("[]").is_none() && Fields::parse("").is_none());
    }
}
