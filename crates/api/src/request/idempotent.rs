use std::{
    convert::Infallible,
    future::{Ready, ready},
};

use ::idempotency::{Begun, StoredAnswer};
use actix_web::{FromRequest, HttpRequest, dev::Payload};
use kernel::{IdempotencyKey, InvalidKey, KeyedRequest, Member, Reader};
use utoipa::IntoParams;
use xxhash_rust::xxh3::Xxh3;

use super::Body;
use crate::{problem::Problem, response::SerializedResponse, services::Services};

/// The header that names what a client sends.
const HEADER: &str = "Idempotency-Key";

/// The header in the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub(crate) struct IdempotencyHeader {
    /// Names what is sent: 1 to 64 printable characters, other ones for each text. Within 24 hours the same request with the
    /// same key gets the first answer again, and nothing is written twice; another one is 422 `idempotency-key-reused`. While
    /// the first is being done, 409 `being-done`.
    #[expect(dead_code, reason = "only documented")]
    #[param(
        rename = "Idempotency-Key",
        required = false,
        min_length = 1,
        max_length = 64,
        pattern = "^[!-~]([ -~]*[!-~])?$"
    )]
    idempotency_key: Option<String>,
}

/// The `Idempotency-Key` of a request that creates something, and the call.
pub(crate) struct Idempotent {
    key: Option<Result<IdempotencyKey, InvalidKey>>,
    path: String,
}

impl FromRequest for Idempotent {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let key = request.headers().get(HEADER);
        let key = key.map(|key| IdempotencyKey::parse(key.to_str().unwrap_or_default()));
        ready(Ok(Self { key, path: request.path().to_owned() }))
    }
}

/// A request that is done once for its key; without a key each time.
pub(crate) struct Once {
    /// With what stands for the call and the body.
    key: Option<Result<(IdempotencyKey, i64), InvalidKey>>,
}

/// What a use case still has to do for a request that may have a key.
#[derive(Default)]
pub(crate) struct Todo {
    /// The request, if it has a key.
    pub(crate) request: Option<KeyedRequest>,
    /// What it wrote before, which is only to be answered.
    pub(crate) written: Option<i64>,
}

impl Idempotent {
    pub(crate) fn with<B>(self, body: &Body<B>) -> Once {
        let mut hash = Xxh3::new();
        hash.update(self.path.as_bytes());
        hash.update(&[0]);
        hash.update(body.raw());
        let fingerprint = hash.digest().cast_signed();
        Once { key: self.key.map(|key| key.map(|key| (key, fingerprint))) }
    }
}

impl Once {
    /// Runs a use case, or answers as it was answered before. `look_up` finds what the request is about: what is there for
    /// others alone by now is not found again.
    ///
    /// # Errors
    /// 400 for a key that is none, 422 for one of another request, 409 while the same request runs; those of the use case,
    /// which leave the key free.
    pub(crate) fn run(
        self,
        services: &Services,
        member: &Member,
        look_up: impl Fn(Reader) -> Result<(), Problem>,
        use_case: impl FnOnce(Todo) -> Result<SerializedResponse, Problem>,
    ) -> Result<SerializedResponse, Problem> {
        let Some(key) = self.key else { return use_case(Todo::default()) };
        let (key, fingerprint) = key.map_err(|invalid| {
            Problem::bad_request("invalid-idempotency-key", invalid.to_string())
        })?;
        let refuse_hidden = || match look_up(Reader::from(member)) {
            Err(hidden) if look_up(Reader::Admin).is_ok() => Err(hidden),
            _ => Ok(()),
        };
        let (claim, written) = match services.idempotency.begin(member.id, key, fingerprint) {
            Ok(Begun::New(claim)) => (claim, None),
            Ok(Begun::Written(claim, id)) => (claim, Some(id)),
            Ok(Begun::Answered(answer)) => {
                refuse_hidden()?;
                return SerializedResponse::stored(answer);
            }
            Err(refused) => {
                refuse_hidden()?;
                return Err(refused.into());
            }
        };
        let request = KeyedRequest { key: claim.key.clone(), claimed_at: claim.at };
        let answer = use_case(Todo { request: Some(request), written });
        let stored = answer.as_ref().ok().map(|answer| StoredAnswer {
            status: answer.status().as_u16(),
            body: String::from_utf8_lossy(answer.text()).into_owned(),
        });
        let finished = services.idempotency.finish(&claim, stored.as_ref());
        let answer = answer?;
        // What was done is not refused because its answer could not be kept.
        if let Err(error) = finished {
            tracing::error!(%error, "an answer was not stored for its Idempotency-Key");
        }
        Ok(answer)
    }
}
