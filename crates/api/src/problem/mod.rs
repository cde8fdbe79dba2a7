mod domains;

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use users::{Scope, Scopes};
use utoipa::ToSchema;

use crate::bodies::Draft;

/// An error response by RFC 9457.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: `code` tells problems apart.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The standard text of the status.
    title: &'static str,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// A sentence that can be shown to a user.
    detail: String,
    /// A stable identifier for programs.
    #[schema(example = "username-taken")]
    code: &'static str,
    /// The refused fields and the reasons.
    #[serde(skip_serializing_if = "<[FieldError]>::is_empty")]
    #[schema(required = false, value_type = Vec<FieldError>)]
    errors: Box<[FieldError]>,
    /// The draft that is there instead of the version to replace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    draft: Option<Box<Draft>>,
    /// Of some codes alone.
    #[serde(flatten)]
    #[schema(value_type = ProblemMembers)]
    members: Option<Box<ProblemMembers>>,
    /// Seconds for the `Retry-After` header.
    #[serde(skip)]
    retry_after: Option<u32>,
}

/// The members that only some codes have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
struct ProblemMembers {
    /// With the codes `banned`, `banned-from-forum` and `account-too-young`.
    #[serde(flatten)]
    #[schema(value_type = BanMembers)]
    ban: Option<BanMembers>,
    /// With the code `second-step-required`.
    #[serde(flatten)]
    #[schema(value_type = SecondStepMembers)]
    second_step: Option<SecondStepMembers>,
}

/// The members of a problem with the code `banned`, `banned-from-forum` or `account-too-young`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct BanMembers {
    /// With the code `banned` or `banned-from-forum`: when the ban ends; null if it does not. With `account-too-young`: when
    /// the account may write in the forum.
    #[schema(required = false, format = DateTime)]
    until: Option<String>,
    /// With the code `banned` or `banned-from-forum`: why; null if nobody said. Always null with `account-too-young`.
    #[schema(required = false, max_length = 500)]
    reason: Option<String>,
    /// At sign-in: the bearer token for `POST /api/appeals`, valid for 30 minutes and for nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    appeal_token: Option<String>,
}

/// The members of a problem with the code `second-step-required`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct SecondStepMembers {
    /// For `POST /login/second-step`: valid for 5 minutes, 5 codes and one sign-in.
    #[schema(required = false)]
    ticket: String,
    /// What counts as the code: `totp`, the digits of an app, or `recovery-code`.
    #[schema(required = false, value_type = Vec<String>)]
    methods: [&'static str; 2],
}

/// The reason why a field was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FieldError {
    /// The name of the field in the request.
    pub(crate) field: &'static str,
    pub(crate) message: String,
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            code,
            errors: Box::default(),
            draft: None,
            members: None,
            retry_after: None,
        }
    }

    pub(crate) fn bad_request(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", "Please sign in.")
    }

    pub(crate) fn forbidden(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// For an API token that has none of the scopes of which the call needs one. Where there is none, nothing replaces a
    /// sign-in.
    pub(crate) fn scope_missing(needed: Scopes) -> Self {
        if needed.is_empty() {
            let detail = "An API token may not do this. Sign in to do it.";
            return Self::forbidden("session-needed", detail);
        }
        let words: Vec<&str> = needed.iter().map(Scope::word).collect();
        let detail = format!("This token lacks the scope {}.", words.join(" / "));
        Self::forbidden("scope-missing", detail)
    }

    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", detail)
    }

    pub(crate) fn mail_off() -> Self {
        Self::new(StatusCode::NOT_FOUND, "mail-off", "This site sends no e-mail.")
    }

    pub(crate) fn conflict(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// 422 for a valid request that violates a rule beyond a single field.
    pub(crate) fn unprocessable(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    pub(crate) fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = errors.first().map_or_else(String::new, |error| error.message.clone());
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Self { errors: errors.into(), ..Self::new(status, "invalid", detail) }
    }

    pub(crate) fn invalid_field(field: &'static str, message: impl Into<String>) -> Self {
        Self::invalid(vec![FieldError { field, message: message.into() }])
    }

    /// `wait` is in seconds.
    pub(crate) fn too_many_requests(detail: impl Into<String>, wait: u64) -> Self {
        let problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail);
        Self { retry_after: Some(u32::try_from(wait).unwrap_or(u32::MAX)), ..problem }
    }

    /// `wait` is in seconds.
    pub(crate) fn too_many_attempts(detail: impl Into<String>, wait: u64) -> Self {
        let problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-attempts", detail);
        Self { retry_after: Some(u32::try_from(wait).unwrap_or(u32::MAX)), ..problem }
    }

    #[must_use]
    pub fn unavailable() -> Self {
        let detail =
            "The forum is busy or cannot reach its database. Please try again in a moment.";
        let problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail);
        Self { retry_after: Some(2), ..problem }
    }

    pub(crate) fn full() -> Self {
        let detail = "The forum has no room left to store this. Reading goes on; please tell those \
                      who run it.";
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "storage-full", detail)
    }

    /// Returns a 500 that reveals nothing of its cause; the caller logs it.
    pub fn internal() -> Self {
        let detail = "Something went wrong on our side. Please try again later.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }

    /// Adds the token with which a banned member may appeal.
    pub(crate) fn with_appeal_token(mut self, token: String) -> Self {
        if let Some(ban) = self.members.as_mut().and_then(|members| members.ban.as_mut()) {
            ban.appeal_token = Some(token);
        }
        self
    }

    fn with_ban(self, ban: BanMembers) -> Self {
        let members = ProblemMembers { ban: Some(ban), ..ProblemMembers::default() };
        Self { members: Some(Box::new(members)), ..self }
    }

    /// Returns whether it refuses the first step of a sign-in because a second one is needed.
    #[must_use]
    pub fn asks_for_second_step(&self) -> bool {
        self.members.as_ref().is_some_and(|members| members.second_step.is_some())
    }

    fn with_second_step(self, second_step: SecondStepMembers) -> Self {
        let members =
            ProblemMembers { second_step: Some(second_step), ..ProblemMembers::default() };
        Self { members: Some(Box::new(members)), ..self }
    }

    /// For callers of a job that panicked or did not start before shutdown.
    pub(crate) fn aborted() -> Self {
        tracing::error!("a use case panicked or was cancelled");
        Self::internal()
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}: {}", self.status, self.code, self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status_code();
        let mut response = HttpResponse::build(status);
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        if status == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        response.content_type("application/problem+json");
        match serde_json::to_vec(self) {
            Ok(body) => response.body(body),
            Err(_) => response.finish(),
        }
    }
}
