//! The fields of a body, and what is refused about them.

use std::{
    fmt::{self, Display, Formatter},
    marker::PhantomData,
};

use kernel::TextError;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::problem::{FieldError, Problem};

/// A field of a body, whatever came in its place; `null` counts as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Field<T> {
    #[default]
    Missing,
    WronglyTyped,
    Given(T),
}

/// A type that a field can have. Each method returns `None` unless JSON writes the type so.
pub(crate) trait FieldType: Sized {
    fn from_text(_: &str) -> Option<Self> {
        None
    }

    fn from_integer(_: i64) -> Option<Self> {
        None
    }

    fn from_boolean(_: bool) -> Option<Self> {
        None
    }

    /// Reads a sequence, to its end.
    fn from_sequence<'de, A: SeqAccess<'de>>(values: A) -> Result<Option<Self>, A::Error> {
        IgnoredAny.visit_seq(values)?;
        Ok(None)
    }

    /// Reads an object, to its end.
    fn from_map<'de, A: MapAccess<'de>>(values: A) -> Result<Option<Self>, A::Error> {
        IgnoredAny.visit_map(values)?;
        Ok(None)
    }
}

impl FieldType for String {
    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl FieldType for i64 {
    fn from_integer(number: i64) -> Option<Self> {
        Some(number)
    }
}

impl FieldType for bool {
    fn from_boolean(value: bool) -> Option<Self> {
        Some(value)
    }
}

impl FieldType for Vec<String> {
    fn from_sequence<'de, A: SeqAccess<'de>>(mut values: A) -> Result<Option<Self>, A::Error> {
        let mut texts = Some(vec![]);
        while let Some(value) = values.next_element::<Field<String>>()? {
            match (value, &mut texts) {
                (Field::Given(text), Some(texts)) => texts.push(text),
                _ => texts = None,
            }
        }
        Ok(texts)
    }
}

impl<T> From<Option<T>> for Field<T> {
    fn from(given: Option<T>) -> Self {
        given.map_or(Self::WronglyTyped, Self::Given)
    }
}

impl<'de, T: FieldType> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor(PhantomData))
    }
}

/// Keeps nothing of a value of another type: parsed, it may take a hundred times its bytes.
struct FieldVisitor<T>(PhantomData<T>);

impl<'de, T: FieldType> Visitor<'de> for FieldVisitor<T> {
    type Value = Field<T>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Field<T>, E> {
        Ok(Field::Missing)
    }

    fn visit_str<E>(self, text: &str) -> Result<Field<T>, E> {
        Ok(T::from_text(text).into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Field<T>, E> {
        Ok(T::from_integer(number).into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Field<T>, E> {
        Ok(i64::try_from(number).ok().and_then(T::from_integer).into())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Field<T>, E> {
        Ok(Field::WronglyTyped)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Field<T>, E> {
        Ok(T::from_boolean(value).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Field<T>, A::Error> {
        T::from_sequence(values).map(Field::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, values: A) -> Result<Field<T>, A::Error> {
        T::from_map(values).map(Field::from)
    }
}

/// Parses a text, or finds it blank.
pub(crate) fn or_blank<T>(
    parse: impl FnOnce(&str) -> Result<T, TextError>,
) -> impl FnOnce(&str) -> Result<Option<T>, TextError> {
    |raw| match parse(raw) {
        Err(TextError::Blank) => Ok(None),
        parsed => parsed.map(Some),
    }
}

/// Collects the errors of all fields, so that one response reports all of them.
#[derive(Default)]
pub(crate) struct Invalid(Vec<FieldError>);

impl Invalid {
    /// The value of a text field; a missing one is parsed as an empty one, whose rule then says what lacks.
    pub(crate) fn text<T, E: Display>(
        &mut self,
        name: &'static str,
        field: &Field<String>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = match field {
            Field::Given(text) => text,
            Field::Missing => "",
            Field::WronglyTyped => return self.refuse(name, "Must be a string."),
        };
        match parse(text) {
            Ok(value) => Some(value),
            Err(error) => self.refuse(name, error.to_string()),
        }
    }

    /// The value of a text field in Markdown. A text that shows nothing is as blank as none.
    pub(crate) fn markdown<T, E: Display>(
        &mut self,
        name: &'static str,
        field: &Field<String>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.text(name, field, |raw| parse(if markup::is_blank(raw) { "" } else { raw }))
    }

    /// The value of a text field that must be given, also where its text may be empty: nobody clears a text by a
    /// misspelt name.
    pub(crate) fn given_text<T, E: Display>(
        &mut self,
        name: &'static str,
        field: &Field<String>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match field {
            Field::Missing => self.refuse(name, "Must be a string."),
            Field::Given(_) | Field::WronglyTyped => self.text(name, field, parse),
        }
    }

    /// The value of a text field that may be blank or missing.
    #[expect(clippy::option_option, reason = "None is a refusal, as of the other fields")]
    pub(crate) fn optional_text<T>(
        &mut self,
        name: &'static str,
        field: &Field<String>,
        parse: impl FnOnce(&str) -> Result<T, TextError>,
    ) -> Option<Option<T>> {
        self.text(name, field, or_blank(parse))
    }

    /// The value of an integer field.
    pub(crate) fn integer<T, E: Display>(
        &mut self,
        name: &'static str,
        field: &Field<i64>,
        parse: impl FnOnce(Option<i64>) -> Result<T, E>,
    ) -> Option<T> {
        let number = match field {
            Field::Given(number) => Some(*number),
            Field::Missing => None,
            Field::WronglyTyped => return self.refuse(name, "Must be a whole number."),
        };
        match parse(number) {
            Ok(value) => Some(value),
            Err(error) => self.refuse(name, error.to_string()),
        }
    }

    /// The value of a required list of texts.
    pub(crate) fn texts<T, E: Display>(
        &mut self,
        name: &'static str,
        field: &Field<Vec<String>>,
        parse: impl FnOnce(&[String]) -> Result<T, E>,
    ) -> Option<T> {
        let Field::Given(texts) = field else {
            return self.refuse(name, "Must be a list of strings.");
        };
        match parse(texts) {
            Ok(value) => Some(value),
            Err(error) => self.refuse(name, error.to_string()),
        }
    }

    /// The value of a required boolean.
    pub(crate) fn flag(&mut self, name: &'static str, field: &Field<bool>) -> Option<bool> {
        match field {
            Field::Given(value) => Some(*value),
            Field::Missing | Field::WronglyTyped => self.refuse(name, "Must be true or false."),
        }
    }

    pub(crate) fn refuse<T>(
        &mut self,
        field: &'static str,
        message: impl Into<String>,
    ) -> Option<T> {
        self.0.push(FieldError { field, message: message.into() });
        None
    }

    /// The value, unless a field was refused.
    pub(crate) fn into_result<T>(self, value: T) -> Result<T, Problem> {
        if self.0.is_empty() { Ok(value) } else { Err(self.into_problem()) }
    }

    /// The refusals as the answer.
    pub(crate) fn into_problem(self) -> Problem {
        Problem::invalid(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Shape {
        title: Field<String>,
    }

    fn title(json: &str) -> Field<String> {
        serde_json::from_str::<Shape>(json).unwrap().title
    }

    #[test]
    fn a_field_is_given_missing_or_wrongly_typed() {
        assert_eq!(title(r#"{"title": "x", "other": 1}"#), Field::Given("x".to_owned()));
        assert_eq!(title("{}"), Field::Missing);
        assert_eq!(title(r#"{"title": null}"#), Field::Missing);
        for other in ["5", "-5", "1e9", "true", "[[1], 2]", r#"{"a": {"b": 1}}"#] {
            assert_eq!(title(&format!(r#"{{"title": {other}}}"#)), Field::WronglyTyped, "{other}");
        }
    }

    #[test]
    fn a_number_or_a_boolean_is_given_as_itself() {
        let number = |json| serde_json::from_str::<Field<i64>>(json).unwrap();
        assert_eq!((number("5"), number("-5")), (Field::Given(5), Field::Given(-5)));
        for other in ["1.5", "9223372036854775808", r#""5""#, "true", "[5]"] {
            assert_eq!(number(other), Field::WronglyTyped, "{other}");
        }
        assert_eq!(serde_json::from_str::<Field<bool>>("true").unwrap(), Field::Given(true));
    }

    #[test]
    fn a_list_of_texts_holds_nothing_else() {
        let list = |json| serde_json::from_str::<Field<Vec<String>>>(json).unwrap();
        assert_eq!(list(r#"["a", "b"]"#), Field::Given(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(list("[]"), Field::Given(vec![]));
        assert_eq!(list("null"), Field::Missing);
        for other in [r#"["a", 1]"#, r#"[null, "a"]"#, r#"[["a"], "b"]"#, r#""a""#, "{}", "1"] {
            assert_eq!(list(other), Field::WronglyTyped, "{other}");
        }
    }

    #[test]
    fn all_invalid_fields_are_reported_together() {
        let mut invalid = Invalid::default();
        let nothing: Option<()> =
            invalid.text("title", &Field::Missing, |text| Err(format!("{text:?} is blank")));
        assert_eq!(nothing, None);
        let nothing: Option<()> = invalid.text("image", &Field::WronglyTyped, |_| Err(""));
        assert_eq!(nothing, None);
        let problem = serde_json::to_value(invalid.into_problem()).unwrap();
        assert_eq!(
            problem["errors"],
            serde_json::json!([
                {"field": "title", "message": "\"\" is blank"},
                {"field": "image", "message": "Must be a string."},
            ])
        );
    }
}
