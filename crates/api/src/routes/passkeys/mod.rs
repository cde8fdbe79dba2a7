//! Passkeys: added, listed, named and removed by their member, and signed in with.

mod sign_in;

use std::collections::HashMap;

use actix_web::{HttpRequest, Responder, delete, get, post, put, web};
use kernel::{PasskeyId, Timestamp};
use serde::{Deserialize, Serialize, de::MapAccess};
use serde_json::Value;
use users::{CredentialName, Passkey as StoredPasskey, PasskeyRequest};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client,
    problem::Problem,
    request::{
        Body, Caller, Field, FieldType, Invalid, PathIds, RequestBody, SHORT_BODY, body_with_text,
    },
    response::{self, ApiResponse, NoContent},
    routes::{
        accounts::{own_account, present_owner},
        passwords::{before_reauthentication, current_password},
        second_step::optional_code,
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .configure(sign_in::routes)
        .service(begin_passkey)
        .service(add_passkey)
        .service(find_passkeys)
        .service(rename_passkey)
        .service(remove_passkey);
}

/// The maximum size in bytes of a credential: some devices send certificates unasked.
const CREDENTIAL_BYTES: usize = 16 * 1024;

/// A passkey of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Passkey {
    id: i64,
    name: String,
    #[schema(format = DateTime)]
    created_at: String,
    /// Null until it signs in.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
}

impl From<StoredPasskey> for Passkey {
    fn from(passkey: StoredPasskey) -> Self {
        let StoredPasskey { id, name, created_at, last_used_at } = passkey;
        let last_used_at = last_used_at.map(Timestamp::to_rfc3339);
        Self { id: id.0, name, created_at: created_at.to_rfc3339(), last_used_at }
    }
}

/// Options of W3C Web Authentication, as `PublicKeyCredential.parseCreationOptionsFromJSON` and
/// `parseRequestOptionsFromJSON` take them.
#[derive(Serialize, ToSchema)]
struct PasskeyOptions {
    /// In base64url: answered once, within 5 minutes.
    challenge: String,
    #[serde(flatten)]
    others: HashMap<String, Value>,
}

impl PasskeyOptions {
    fn parse(options: &str) -> Result<Self, Problem> {
        let mut others: HashMap<String, Value> =
            serde_json::from_str(options).map_err(|_| Problem::internal())?;
        let challenge = others.remove("challenge");
        let challenge = challenge.as_ref().and_then(Value::as_str).ok_or_else(Problem::internal)?;
        Ok(Self { challenge: challenge.to_owned(), others })
    }
}

/// The JSON of a credential.
struct Credential(String);

impl FieldType for Credential {
    fn from_map<'de, A: MapAccess<'de>>(mut values: A) -> Result<Option<Self>, A::Error> {
        let mut members = serde_json::Map::new();
        while let Some((name, value)) = values.next_entry::<String, Value>()? {
            members.insert(name, value);
        }
        Ok(Some(Self(Value::Object(members).to_string())))
    }
}

fn credential(invalid: &mut Invalid, field: Field<Credential>) -> Option<String> {
    match field {
        Field::Given(Credential(json)) => Some(json),
        Field::Missing | Field::WronglyTyped => invalid
            .refuse("credential", "Must be the credential, as the browser's toJSON() gives it."),
    }
}

#[derive(Deserialize, ToSchema)]
struct BeginPasskey {
    /// Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    password: Field<String>,
    /// Of the app, or a recovery code, where a second step is in force; not from a session that a passkey opened.
    #[serde(default)]
    #[schema(value_type = String)]
    code: Field<String>,
}

impl RequestBody for BeginPasskey {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Begins to add a passkey: a browser makes it with the options that are returned.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = BeginPasskey, responses(
    (status = 200, description = "The options", body = PasskeyOptions),
    (status = 403, description = "Wrong password or wrong code", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "Browsers make no passkeys for the address of this forum", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/user/{id}/passkeys/options")]
async fn begin_passkey(
    request: HttpRequest,
    caller: Caller,
    ids: PathIds,
    body: Body<BeginPasskey>,
    api: web::Data<Api>,
) -> impl Responder {
    let session = caller.session.ok_or_else(Problem::unauthorized)?.id;
    let identify = move |s: &Services| present_owner(s, &caller, &ids);
    let read = move |_: &Services, has_password| {
        let read = body.read()?;
        let mut invalid = Invalid::default();
        let password = current_password(&mut invalid, ("password", &read.password), has_password);
        let code = optional_code(&mut invalid, &read.code);
        password.zip(code).ok_or_else(|| invalid.into_problem())
    };
    let (presence, code) = before_reauthentication(&api, identify, read).await?;
    let asked = PasskeyRequest { session, code, origin: client::origin(&request) };
    let options = api
        .hash(move |s| {
            let owner = s.logins.reauthenticate(&presence)?;
            let site = s.site.settings()?.name;
            Ok(s.logins.begin_passkey(&owner, &site, &asked)?)
        })
        .await?;
    response::Result::Ok(ApiResponse::ok(PasskeyOptions::parse(&options)?))
}

#[derive(Deserialize, ToSchema)]
struct AddPasskey {
    /// What the member calls it.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 60)]
    name: Field<String>,
    /// As the browser's `toJSON()` gives it.
    #[serde(default)]
    #[schema(value_type = HashMap<String, Value>, required = true)]
    credential: Field<Credential>,
}

impl RequestBody for AddPasskey {
    const MAX_BYTES: usize = body_with_text(CredentialName::MAX_CHARS) + CREDENTIAL_BYTES;
}

/// Adds the passkey that the browser made. It stands for both steps of a sign-in.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = AddPasskey, responses(
    (status = 201, description = "Added", body = Passkey),
    (status = 409, description = "There are 20 passkeys", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/user/{id}/passkeys")]
async fn add_passkey(
    request: HttpRequest,
    caller: Caller,
    ids: PathIds,
    body: Body<AddPasskey>,
    api: web::Data<Api>,
) -> impl Responder {
    let origin = client::origin(&request);
    api.write(move |s| {
        let user = own_account(s, &caller, &ids)?.0.id;
        let AddPasskey { name, credential: answer } = body.read()?;
        let mut invalid = Invalid::default();
        let name = invalid.text("name", &name, CredentialName::parse);
        let answer = credential(&mut invalid, answer);
        let (name, answer) = name.zip(answer).ok_or_else(|| invalid.into_problem())?;
        let passkey = s.logins.add_passkey(user, name, &origin, &answer)?;
        Ok(ApiResponse::created(Passkey::from(passkey)))
    })
    .await
}

/// Lists the caller's passkeys, the oldest first.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The passkeys: at most 20", body = [Passkey]),
))]
#[get("/api/user/{id}/passkeys")]
async fn find_passkeys(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let passkeys = s.logins.passkeys(own_account(s, &caller, &ids)?.0.id)?;
        Ok(ApiResponse::ok(passkeys.into_iter().map(Passkey::from).collect::<Vec<_>>()))
    })
    .await
}

#[derive(Deserialize, ToSchema)]
struct RenamePasskey {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 60)]
    name: Field<String>,
}

impl RequestBody for RenamePasskey {
    const MAX_BYTES: usize = body_with_text(CredentialName::MAX_CHARS);
}

/// Names a passkey anew.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])),
    params(("id" = i64, Path), ("passkeyId" = i64, Path)), request_body = RenamePasskey, responses(
    (status = 200, description = "Renamed", body = Passkey),
))]
#[put("/api/user/{id}/passkeys/{passkeyId}")]
async fn rename_passkey(
    caller: Caller,
    ids: PathIds,
    body: Body<RenamePasskey>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let user = own_account(s, &caller, &ids)?.0.id;
        let id = PasskeyId(ids.second()?);
        let mut invalid = Invalid::default();
        let name = invalid.text("name", &body.read()?.name, CredentialName::parse);
        let name = name.ok_or_else(|| invalid.into_problem())?;
        Ok(ApiResponse::ok(Passkey::from(s.logins.rename_passkey(user, id, &name)?)))
    })
    .await
}

/// Removes a passkey. The sessions that it opened stay.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])),
    params(("id" = i64, Path), ("passkeyId" = i64, Path)), responses(
    (status = 204, description = "Removed"),
    (status = 409, description = "It is the last way to sign in (`last-sign-in`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/user/{id}/passkeys/{passkeyId}")]
async fn remove_passkey(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    api.write(move |s| {
        let user = own_account(s, &caller, &ids)?.0.id;
        Ok(s.logins.remove_passkey(user, PasskeyId(ids.second()?))?)
    })
    .await?;
    Ok(NoContent)
}
