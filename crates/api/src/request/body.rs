use std::{convert::Infallible, fmt::Display, marker::PhantomData, time::Duration};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::StatusCode,
    web::{Bytes, BytesMut},
};
use futures_util::{StreamExt, future::LocalBoxFuture};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use tokio::{sync::OwnedSemaphorePermit, time::timeout};

use crate::{
    Problem,
    problem::FieldError,
    request::large::{LARGE, LargeBodies, Places},
};

/// The most bytes a body may have.
const MAX_BYTES: usize = 1024 * 1024;

/// For all of a body: 100 KiB a second for the largest, and people's own are a hundredth of that.
const PATIENCE: Duration = Duration::from_secs(10);

/// A JSON body, read but not yet judged.
pub(crate) struct Body<T> {
    bytes: Result<Read, Problem>,
    shape: PhantomData<fn() -> T>,
}

/// The bytes, and the place that many of them hold until they are judged.
type Read = (Bytes, Option<OwnedSemaphorePermit>);

impl<T: DeserializeOwned> Body<T> {
    /// # Errors
    /// 415 for another media type, 413 past 1 MiB, 503 where too many others are large, 400 for
    /// malformed JSON, 422 for another shape.
    pub(crate) fn read(self) -> Result<T, Problem> {
        let (bytes, _place) = self.bytes?;
        let value: Value = serde_json::from_slice(&bytes).map_err(|error| {
            Problem::bad_request("malformed-json", format!("The body is not JSON: {error}."))
        })?;
        serde_json::from_value(value).map_err(|_| {
            Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "invalid",
                "The body has another shape than this call expects.",
            )
        })
    }
}

impl<T: 'static> FromRequest for Body<T> {
    type Error = Infallible;
    type Future = LocalBoxFuture<'static, Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = request
            .mime_type()
            .ok()
            .flatten()
            .is_some_and(|mime| mime.essence_str() == mime::APPLICATION_JSON.essence_str());
        let payload = payload.take();
        let places = LargeBodies::of(request);
        Box::pin(async move {
            let bytes = if is_json {
                timeout(PATIENCE, collect(payload, places))
                    .await
                    .unwrap_or_else(|_| Err(too_slow()))
            } else {
                Err(not_json())
            };
            Ok(Self { bytes, shape: PhantomData })
        })
    }
}

async fn collect(mut payload: Payload, places: Option<Places>) -> Result<Read, Problem> {
    let (mut bytes, mut place) = (BytesMut::new(), None);
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| {
            Problem::bad_request("incomplete-body", "The body ended before all of it had come.")
        })?;
        if bytes.len() + chunk.len() > MAX_BYTES {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
        if place.is_none() && bytes.len() > LARGE {
            place = places.as_ref().map(Places::take).transpose()?;
        }
    }
    Ok((bytes.freeze(), place))
}

fn too_slow() -> Problem {
    let detail = "The body took too long to come. Please try again.";
    Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", detail)
}

fn not_json() -> Problem {
    let detail = "The body must be JSON, with the Content-Type application/json.";
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", detail)
}

fn too_large() -> Problem {
    let detail = "The body must have at most 1 MiB.";
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

impl<'de, T: DeserializeOwned> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if value.is_null() {
            return Ok(Self::Missing);
        }
        Ok(serde_json::from_value(value).map_or(Self::WronglyTyped, Self::Given))
    }
}

/// Collects the refusals of all fields, so that a person hears of them at once.
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

    pub(crate) fn refuse<T>(
        &mut self,
        field: &'static str,
        message: impl Into<String>,
    ) -> Option<T> {
        self.0.push(FieldError { field, message: message.into() });
        None
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
        assert_eq!(title(r#"{"title": 5}"#), Field::WronglyTyped);
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
