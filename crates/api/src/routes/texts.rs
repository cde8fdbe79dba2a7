use actix_web::{Responder, post, web};
use kernel::Text;
use limits::LimitedAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, RequestBody, body_with_text, or_blank},
    response::{self, ApiResponse},
    state::Api,
};

/// The longest text that a member can write anywhere.
type AnyText = Text<20_000>;

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(preview);
}

/// A text that is not stored.
#[derive(Deserialize, ToSchema)]
struct PreviewText {
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 20000)]
    text: Field<String>,
}

impl RequestBody for PreviewText {
    const MAX_BYTES: usize = body_with_text(AnyText::MAX_CHARS);
}

impl PreviewText {
    /// Returns the text as it would be stored; none if it is blank.
    fn parse(self) -> Result<Option<AnyText>, Problem> {
        let mut invalid = Invalid::default();
        let text = invalid.given_text("text", &self.text, or_blank(AnyText::parse));
        text.ok_or_else(|| invalid.into_problem())
    }
}

#[derive(Serialize, ToSchema)]
struct Preview {
    html: String,
}

/// Returns what a text would look like.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "texts", security(("token" = ["write"])), request_body = PreviewText, responses(
    (status = 200, description = "The text as HTML", body = Preview),
))]
#[post("/api/preview")]
async fn preview(caller: Caller, body: Body<PreviewText>, api: web::Data<Api>) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.slow_read(move |s| {
        s.member(&caller)?.active()?;
        let text = body.read()?.parse()?;
        let rendered = text.map(|text| s.texts.render(text.as_str())).transpose()?;
        let html = rendered.map_or_else(String::new, |rendered| rendered.html);
        response::Result::Ok(ApiResponse::ok(Preview { html }))
    })
    .await
}
