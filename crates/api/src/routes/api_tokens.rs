//! API tokens: made, listed and revoked by their member.

use actix_web::{Responder, delete, get, post, web};
use kernel::{SessionId, Timestamp};
use serde::{Deserialize, Serialize};
use users::{
    ApiToken as StoredToken, CredentialName, Scope, Scopes, SignInProof, TokenDays, TokenRequest,
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY, body_with_text},
    response::{self, ApiResponse, NoContent},
    routes::{
        accounts::owner,
        passwords::{before_reauthentication, current_password},
        second_step::optional_code,
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_tokens).service(add_token).service(remove_token);
}

/// An API token of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiToken {
    id: i64,
    name: String,
    scopes: Vec<ScopeWord>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    expires_at: String,
    /// Exact to five minutes; null until it is used.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
}

/// What a token permits, each within what its member may.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
enum ScopeWord {
    Read,
    Write,
    Moderate,
    Admin,
}

impl From<Scope> for ScopeWord {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Read => Self::Read,
            Scope::Write => Self::Write,
            Scope::Moderate => Self::Moderate,
            Scope::Admin => Self::Admin,
        }
    }
}

impl From<StoredToken> for ApiToken {
    fn from(token: StoredToken) -> Self {
        let StoredToken { id, name, scopes, created_at, ends_at, last_used_at } = token;
        Self {
            id: id.0,
            name,
            scopes: scopes.iter().map(ScopeWord::from).collect(),
            created_at: created_at.to_rfc3339(),
            expires_at: ends_at.to_rfc3339(),
            last_used_at: last_used_at.map(Timestamp::to_rfc3339),
        }
    }
}

/// A new API token with its text.
#[derive(Serialize, ToSchema)]
struct NewApiToken {
    #[serde(flatten)]
    made: ApiToken,
    /// For `Authorization: Bearer`; shown this once.
    #[schema(pattern = "^postup_[0-9A-Za-z]{40}$")]
    token: String,
}

#[derive(Deserialize, ToSchema)]
struct AddApiToken {
    /// What the member calls it.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 60)]
    name: Field<String>,
    /// What it permits: at least one.
    #[serde(default)]
    #[schema(value_type = Vec<ScopeWord>, required = true, min_items = 1)]
    scopes: Field<Vec<String>>,
    /// How many days of 24 hours it is valid from now on; missing or null means 30.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 366)]
    days: Field<i64>,
    /// Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    password: Field<String>,
    /// Of the app, or a recovery code, where a second step is in force; not from a session that a passkey opened.
    #[serde(default)]
    #[schema(value_type = String)]
    code: Field<String>,
}

impl RequestBody for AddApiToken {
    const MAX_BYTES: usize = SHORT_BODY + body_with_text(CredentialName::MAX_CHARS);
}

impl AddApiToken {
    fn parse(
        self,
        session: SessionId,
        has_password: bool,
    ) -> Result<(String, TokenRequest), Problem> {
        let mut invalid = Invalid::default();
        let name = invalid.text("name", &self.name, CredentialName::parse);
        let scopes = scopes(&mut invalid, self.scopes);
        let days = invalid.integer("days", &self.days, |days| {
            days.map_or_else(|| Ok(TokenDays::default()), TokenDays::new)
        });
        let password = current_password(&mut invalid, ("password", &self.password), has_password);
        let code = optional_code(&mut invalid, &self.code);
        let asked = name.zip(scopes).zip(days.zip(code));
        let (asked, password) = asked.zip(password).ok_or_else(|| invalid.into_problem())?;
        let ((name, scopes), (days, code)) = asked;
        Ok((password, TokenRequest { session, code, name, scopes, days }))
    }
}

fn scopes(invalid: &mut Invalid, field: Field<Vec<String>>) -> Option<Scopes> {
    let words = match field {
        Field::Given(words) => words,
        Field::Missing | Field::WronglyTyped => vec![],
    };
    let scopes: Option<Vec<Scope>> = words.iter().map(|word| Scope::parse(word)).collect();
    match scopes.map(Scopes::from_iter).filter(|scopes| !scopes.is_empty()) {
        None => invalid.refuse("scopes", "Choose at least one of read, write, moderate and admin."),
        chosen => chosen,
    }
}

/// Lists the caller's API tokens that are not expired, the newest first.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The tokens: at most 20", body = [ApiToken]),
))]
#[get("/api/user/{id}/tokens")]
async fn find_tokens(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let tokens = s.logins.api_tokens(owner(s, &caller, &ids)?.0.id)?;
        Ok(ApiResponse::ok(tokens.into_iter().map(ApiToken::from).collect::<Vec<_>>()))
    })
    .await
}

/// Makes an API token, with which a program calls as the caller, within its scopes. It stays valid after a change of the
/// password; it ends after its days, when it is revoked, and with the account.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = AddApiToken, responses(
    (status = 201, description = "Made", body = NewApiToken),
    (status = 403, description = "Wrong password or wrong code", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "There are 20 tokens (`too-many-tokens`)", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/user/{id}/tokens")]
async fn add_token(
    caller: Caller,
    ids: PathIds,
    body: Body<AddApiToken>,
    api: web::Data<Api>,
) -> impl Responder {
    let session = caller.session.ok_or_else(Problem::unauthorized)?.id;
    let identify =
        move |s: &Services| Ok((owner(s, &caller, &ids)?.0.id, SignInProof::Session(session)));
    let read = move |_: &Services, has_password| body.read()?.parse(session, has_password);
    let (presence, asked) = before_reauthentication(&api, identify, read).await?;
    let made = api
        .hash(move |s| {
            let owner = s.logins.reauthenticate(&presence)?;
            let (made, token) = s.logins.add_api_token(&owner, asked)?;
            Ok(NewApiToken { made: made.into(), token })
        })
        .await?;
    response::Result::Ok(ApiResponse::created(made))
}

/// Revokes an API token: it is refused from the next request on, and its streams of events end.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])),
    params(("id" = i64, Path), ("tokenId" = i64, Path)), responses(
    (status = 204, description = "Revoked"),
))]
#[delete("/api/user/{id}/tokens/{tokenId}")]
async fn remove_token(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    api.write(move |s| {
        let user = owner(s, &caller, &ids)?.0.id;
        Ok(s.logins.remove_api_token(user, SessionId(ids.second()?))?)
    })
    .await?;
    Ok(NoContent)
}
