use ::site::{NewPage, Page as FoundPage, PageEntry, PageSlug, PageText, PageTitle, SiteError};
use actix_web::{Responder, delete, get, put, web};
use cache::CacheTag;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::administrator;
use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PublicRequest, RequestBody, body_with_text},
    response::{self, ApiResponse, NoContent},
    response_cache::{CachePolicy, Cacheable},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(all_pages).service(find_page).service(write_page).service(delete_page);
}

/// A page in the list of all.
#[derive(Serialize, ToSchema)]
struct PageTitleOf {
    slug: String,
    title: String,
}

impl Cacheable for PageTitleOf {}

impl From<PageEntry> for PageTitleOf {
    fn from(PageEntry { slug, title }: PageEntry) -> Self {
        Self { slug, title }
    }
}

/// A page of the site, such as an imprint.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page {
    slug: String,
    title: String,
    /// In Markdown.
    text: String,
    #[serde(rename = "text_html")]
    text_html: String,
    #[schema(format = DateTime)]
    edited_at: String,
}

impl Cacheable for Page {}

impl From<FoundPage> for Page {
    fn from(page: FoundPage) -> Self {
        let FoundPage { slug, title, text, text_html, edited_at } = page;
        Self { slug, title, text, text_html, edited_at: edited_at.to_rfc3339() }
    }
}

/// Lists the pages of the site by their titles.
#[utoipa::path(tag = "site", responses(
    (status = 200, description = "The pages", body = [PageTitleOf]),
))]
#[get("/api/pages")]
async fn all_pages(request: PublicRequest, api: web::Data<Api>) -> impl Responder {
    api.public_read(request, CachePolicy::of(CacheTag::Global), move |s, _| {
        let pages = s.site.pages()?.into_iter().map(PageTitleOf::from);
        Ok(ApiResponse::ok(pages.collect::<Vec<_>>()))
    })
    .await
}

/// Returns a page of the site.
#[utoipa::path(tag = "site", params(("slug" = String, Path)), responses(
    (status = 200, description = "The page", body = Page),
))]
#[get("/api/pages/{slug}")]
async fn find_page(
    request: PublicRequest,
    slug: web::Path<String>,
    api: web::Data<Api>,
) -> impl Responder {
    api.public_read(request, CachePolicy::of(CacheTag::Global), move |s, _| page(s, &slug)).await
}

pub(crate) fn page(services: &Services, slug: &str) -> response::Result<Page> {
    Ok(ApiResponse::ok(Page::from(services.site.page(&known(slug)?)?)))
}

/// Reads the slug of a page that may exist: none has another.
fn known(slug: &str) -> Result<PageSlug, SiteError> {
    PageSlug::parse(slug).map_err(|_| SiteError::NoSuchPage)
}

/// A page to add or to replace.
#[derive(Deserialize, ToSchema)]
struct WritePage {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 100)]
    title: Field<String>,
    /// In Markdown.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 20_000)]
    text: Field<String>,
}

impl RequestBody for WritePage {
    const MAX_BYTES: usize = body_with_text(PageTitle::MAX_CHARS + PageText::MAX_CHARS);
}

impl WritePage {
    fn parse(self, slug: &str) -> Result<NewPage, Problem> {
        let mut invalid = Invalid::default();
        let slug = match PageSlug::parse(slug) {
            Ok(slug) => Some(slug),
            Err(error) => invalid.refuse("slug", error.to_string()),
        };
        let title = invalid.text("title", &self.title, PageTitle::parse);
        let text = invalid.markdown("text", &self.text, PageText::parse);
        let (Some(slug), Some(title), Some(text)) = (slug, title, text) else {
            return Err(invalid.into_problem());
        };
        Ok(NewPage { slug, title, text })
    }
}

/// Adds or replaces a page of the site. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = ["admin"])), params(("slug" = String, Path, pattern = "^[a-z0-9-]{1,40}$")), request_body = WritePage, responses(
    (status = 200, description = "The page", body = Page),
))]
#[put("/api/pages/{slug}")]
async fn write_page(
    caller: Caller,
    slug: web::Path<String>,
    body: Body<WritePage>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let administrator = administrator(&s.member(&caller)?)?;
        let page = body.read()?.parse(&slug)?;
        Ok(ApiResponse::ok(Page::from(s.site.write_page(administrator, &page)?)))
    })
    .await
}

/// Deletes a page of the site. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = ["admin"])), params(("slug" = String, Path)), responses(
    (status = 204, description = "Deleted"),
))]
#[delete("/api/pages/{slug}")]
async fn delete_page(
    caller: Caller,
    slug: web::Path<String>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let administrator = administrator(&s.member(&caller)?)?;
        s.site.delete_page(administrator, &known(&slug)?)?;
        Ok(NoContent)
    })
    .await
}
