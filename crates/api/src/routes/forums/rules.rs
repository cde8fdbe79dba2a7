use ::forums::{AccountAge, BlockedWords, NewRules, Rules, RulesText, WritingLimits};
use actix_web::{Either, Responder, get, put, web};
use cache::CacheTag;
use kernel::{ForumId, Reader, Text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, Invalid, PathIds, PublicRequest, RequestBody, TextBody,
        body_with_text, or_blank,
    },
    response::ApiResponse,
    response_cache::{CachePolicy, Cacheable},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(forum_rules).service(set_forum_rules);
}

/// The rules of a forum.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ForumRules {
    /// In Markdown; empty if there are none.
    #[serde(rename = "rules")]
    text: String,
    #[serde(rename = "rules_html")]
    html: String,
    #[serde(flatten)]
    limits: Option<Limits>,
}

/// What is enforced, for moderators of the forum and admins alone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Limits {
    /// Words and phrases that no text contains. For moderators alone.
    #[schema(required = false)]
    blocked_words: Vec<String>,
    /// Whether texts with links by new accounts wait for approval. For moderators alone.
    #[schema(required = false)]
    hold_links_of_new: bool,
    /// The age in hours below which an account does not write; 0 for any age. For moderators alone.
    #[schema(required = false, minimum = 0, maximum = 8760)]
    min_account_age_hours: u16,
}

impl Cacheable for ForumRules {}

impl From<Rules> for ForumRules {
    fn from(rules: Rules) -> Self {
        let limits = rules.limits.map(|limits| Limits {
            blocked_words: limits.blocked_words.as_slice().to_vec(),
            hold_links_of_new: limits.hold_links_of_new,
            min_account_age_hours: limits.min_account_age.hours(),
        });
        Self { text: rules.text, html: rules.html, limits }
    }
}

/// Returns the rules of a forum; to its moderators and admins also what is enforced of them.
#[utoipa::path(tag = "forums", params(("id" = i64, Path)), responses(
    (status = 200, description = "The rules", body = ForumRules),
))]
#[get("/api/forums/{id}/rules")]
async fn forum_rules(request: PublicRequest, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    if request.caller.session.is_some() {
        let read = api.read(move |s| {
            let member = s.viewing_member(&request.caller)?;
            let reader = member.as_ref().map_or(Reader::Visitor, Reader::from);
            let actor = member.and_then(|member| member.active().ok());
            let rules = s.forums.rules(ForumId(ids.first()?), reader, actor.as_ref())?;
            Ok(ApiResponse::ok(ForumRules::from(rules)))
        });
        return Either::Left(read.await);
    }
    let policy = CachePolicy::of_path(ids.first_as(|id| CacheTag::Forum(ForumId(id))));
    let read = api.public_read(request, policy, move |s, reader| {
        let rules = s.forums.rules(ForumId(ids.first()?), reader, None)?;
        Ok(ApiResponse::ok(ForumRules::from(rules)))
    });
    Either::Right(read.await)
}

/// The rules of a forum, all of them.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WriteForumRules {
    /// In Markdown; missing, null or blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10_000)]
    rules: Field<String>,
    /// Each has 1 to 50 characters with a letter or digit. Whole words match, in any case and with any accents.
    #[serde(default)]
    #[schema(value_type = Vec<String>, required = true, max_items = 200)]
    blocked_words: Field<Vec<String>>,
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    hold_links_of_new: Field<bool>,
    #[serde(default)]
    #[schema(value_type = i64, required = true, minimum = 0, maximum = 8760)]
    min_account_age_hours: Field<i64>,
}

impl RequestBody for WriteForumRules {
    const MAX_BYTES: usize =
        body_with_text(RulesText::MAX_CHARS + BlockedWords::MAX * BlockedWords::MAX_CHARS);
}

impl TextBody for WriteForumRules {
    type Written = NewRules;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let text = invalid.given_text("rules", &self.rules, or_blank(RulesText::parse));
        let blocked_words = invalid.texts("blockedWords", &self.blocked_words, |words| {
            BlockedWords::parse(words.iter().map(String::as_str))
        });
        let hold_links_of_new = invalid.flag("holdLinksOfNew", &self.hold_links_of_new);
        let hours = &self.min_account_age_hours;
        let min_account_age = invalid.integer("minAccountAgeHours", hours, |hours| {
            AccountAge::from_hours(hours.unwrap_or(-1))
        });
        let (Some(text), Some(blocked_words), Some(hold_links_of_new), Some(min_account_age)) =
            (text, blocked_words, hold_links_of_new, min_account_age)
        else {
            return Err(invalid.into_problem());
        };
        let limits = WritingLimits { blocked_words, hold_links_of_new, min_account_age };
        Ok(NewRules { text, limits })
    }

    fn text(rules: &Self::Written) -> &str {
        rules.text.as_ref().map_or("", Text::as_str)
    }
}

/// Replaces the rules of a forum. Its moderators and admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "forums", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = WriteForumRules, responses(
    (status = 200, description = "The rules", body = ForumRules),
))]
#[put("/api/forums/{id}/rules")]
async fn set_forum_rules(
    caller: Caller,
    ids: PathIds,
    body: Body<WriteForumRules>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let id = ForumId(ids.first()?);
        s.forums.get(id, Reader::from(&member))?;
        let editable = s.forums.authorize_edit(id, &member.active()?)?;
        let rules = s.forums.set_rules(editable, &written?)?;
        Ok(ApiResponse::ok(ForumRules::from(rules)))
    })
    .await
}
