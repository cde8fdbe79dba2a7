use std::{
    convert::Infallible,
    fmt::{self, Display, Formatter},
    marker::PhantomData,
    time::Duration,
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::{StatusCode, header::CONTENT_LENGTH},
    web::{Bytes, BytesMut},
};
use futures_util::{StreamExt, future::LocalBoxFuture};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::error::Category;
use tokio::{sync::OwnedSemaphorePermit, time::timeout};

use crate::{
    Problem,
    problem::FieldError,
    request::body_permits::{BodyPermits, LARGE, PermitPool},
};

/// The maximum size in bytes of a body without a long text.
pub(crate) const SHORT_BODY: usize = 4 * 1024;

/// Returns the maximum size in bytes of a body with a text of this length: JSON may escape each
/// character with twelve bytes.
pub(crate) const fn body_with_text(characters: usize) -> usize {
    SHORT_BODY + 12 * characters
}

/// The body of a request.
pub(crate) trait RequestBody: DeserializeOwned + 'static {
    /// The maximum size in bytes.
    const MAX_BYTES: usize;
}

/// For all of a body: the longest has 590 KiB.
const PATIENCE: Duration = Duration::from_secs(10);

/// A JSON body, read but not yet judged.
pub(crate) struct Body<T> {
    bytes: Result<Read, Problem>,
    shape: PhantomData<fn() -> T>,
}

/// The bytes, and the permit that a large body holds until it is parsed.
type Read = (Bytes, Option<OwnedSemaphorePermit>);

impl<T: RequestBody> Body<T> {
    /// Ignores fields that the call does not know.
    ///
    /// # Errors
    /// 415 for another media type, 413 past [`RequestBody::MAX_BYTES`], 503 where too many others are
    /// large, 400 for malformed JSON, 422 for another shape.
    pub(crate) fn read(self) -> Result<T, Problem> {
        let (bytes, _place) = self.bytes?;
        let parsed = serde_json::from_slice(&bytes);
        parsed.map_err(|error| match error.classify() {
            // The rest was not looked at.
            Category::Data => match serde_json::from_slice::<IgnoredAny>(&bytes) {
                Ok(_) => another_shape(),
                Err(error) => malformed(&error),
            },
            Category::Syntax | Category::Eof | Category::Io => malformed(&error),
        })
    }
}

impl<T: RequestBody> FromRequest for Body<T> {
    type Error = Infallible;
    type Future = LocalBoxFuture<'static, Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = request
            .mime_type()
            .ok()
            .flatten()
            .is_some_and(|mime| mime.essence_str() == mime::APPLICATION_JSON.essence_str());
        let payload = payload.take();
        let permits = BodyPermits::of(request);
        let declared = declared_length(request);
        Box::pin(async move {
            let bytes = if is_json {
                timeout(PATIENCE, collect(payload, permits, declared, T::MAX_BYTES))
                    .await
                    .unwrap_or_else(|_| Err(too_slow()))
            } else {
                Err(not_json())
            };
            Ok(Self { bytes, shape: PhantomData })
        })
    }
}

async fn collect(
    mut payload: Payload,
    permits: Option<PermitPool>,
    declared: usize,
    max_bytes: usize,
) -> Result<Read, Problem> {
    if declared > max_bytes {
        return Err(too_large(max_bytes));
    }
    let acquire = || permits.as_ref().map(PermitPool::acquire).transpose();
    let mut permit = if declared > LARGE { acquire()? } else { None };
    // Growing bit by bit would take twice the memory.
    let mut bytes = BytesMut::with_capacity(declared);
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| incomplete())?;
        if bytes.len() + chunk.len() > max_bytes {
            return Err(too_large(max_bytes));
        }
        bytes.extend_from_slice(&chunk);
        if permit.is_none() && bytes.len() > LARGE {
            permit = acquire()?;
        }
    }
    Ok((bytes.freeze(), permit))
}

/// Returns the `Content-Length`; 0 without one.
pub(super) fn declared_length(request: &HttpRequest) -> usize {
    let header = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    header.and_then(|length| length.parse().ok()).unwrap_or(0)
}

fn malformed(error: &serde_json::Error) -> Problem {
    Problem::bad_request("malformed-json", format!("The body is not JSON: {error}."))
}

fn another_shape() -> Problem {
    let detail = "The body has another shape than this call expects.";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail)
}

pub(super) fn too_slow() -> Problem {
    let detail = "The body took too long to come. Please try again.";
    Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", detail)
}

pub(super) fn incomplete() -> Problem {
    Problem::bad_request("incomplete-body", "The body ended before all of it had come.")
}

fn not_json() -> Problem {
    let detail = "The body must be JSON, with the Content-Type application/json.";
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", detail)
}

fn too_large(max_bytes: usize) -> Problem {
    let detail = format!("The body must have at most {} KiB.", max_bytes / 1024);
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
}

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
        IgnoredAny.visit_seq(values)?;
        Ok(Field::WronglyTyped)
    }

    fn visit_map<A: MapAccess<'de>>(self, values: A) -> Result<Field<T>, A::Error> {
        IgnoredAny.visit_map(values)?;
        Ok(Field::WronglyTyped)
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
