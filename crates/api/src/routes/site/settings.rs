use ::site::{
    Accent, Announcement, Change, Footer, Registration, SettingsChange, SiteName, SiteRules,
    SiteSettings, Tagline,
};
use actix_web::{Responder, get, put, web};
use cache::CacheTag;
use kernel::{ImageUrl, Language, Role, SecondStepPolicy};
use serde::{Deserialize, Serialize, de::SeqAccess};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{administrator, sign_in::SignInWays};
use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, FieldType, Invalid, PublicRequest, RequestBody, TextBody,
        body_with_text,
    },
    response::{self, ApiResponse, SerializedResponse},
    response_cache::{CachePolicy, Cacheable},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_site).service(change_site);
}

/// What the site is called and looks like, and who may register.
#[derive(Serialize, ToSchema)]
pub(crate) struct Site {
    name: String,
    /// Empty if there is none.
    tagline: String,
    /// In Markdown; empty if there are none.
    rules: String,
    rules_html: String,
    #[schema(pattern = "^(open|invite|closed)$")]
    registration: &'static str,
    /// Whose account needs a second step. Only admins see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(nobody|moderators|everyone)$")]
    #[serde(rename = "secondStep")]
    second_step: Option<&'static str>,
    /// The address of an uploaded image, which stands for the name; empty for none.
    logo: String,
    /// The address of an uploaded image for tabs and home screens; empty for none.
    icon: String,
    /// A colour as `#rrggbb`; empty for the default.
    accent: String,
    /// The language for readers who prefer none of those of the web interface.
    #[schema(pattern = "^(en|de|es|fr|pt-BR|ja|ar)$")]
    language: &'static str,
    /// Links at the foot of every screen.
    footer: Vec<FooterLink>,
    /// Shown above every screen, in Markdown; empty for none.
    announcement: String,
    announcement_html: String,
    #[serde(rename = "signIn")]
    sign_in: SignInWays,
}

/// A link at the foot of every screen.
#[derive(Serialize, ToSchema)]
struct FooterLink {
    title: String,
    url: String,
}

impl Cacheable for Site {}

impl Site {
    fn for_admins(services: &Services, settings: SiteSettings) -> Self {
        let second_step = Some(settings.second_step.word());
        Self { second_step, ..Self::of(services, settings) }
    }

    fn of(services: &Services, settings: SiteSettings) -> Self {
        let SiteSettings { name, tagline, rules, rules_html, registration, face, .. } = settings;
        let link = |link: ::site::FooterLink| FooterLink { title: link.title, url: link.url };
        Self {
            name,
            tagline,
            rules,
            rules_html,
            registration: registration.word(),
            second_step: None,
            logo: face.logo,
            icon: face.icon,
            accent: face.accent,
            language: face.language.tag(),
            footer: face.footer.into_iter().map(link).collect(),
            announcement: face.announcement,
            announcement_html: face.announcement_html,
            sign_in: SignInWays::of(services),
        }
    }
}

/// Returns the settings of the site.
#[utoipa::path(tag = "site", responses(
    (status = 200, description = "The settings", body = Site),
))]
#[get("/api/site")]
async fn find_site(request: PublicRequest, api: web::Data<Api>) -> impl Responder {
    let (session, path) = (request.caller.viewing_session().copied(), request.path().to_owned());
    let policy = CachePolicy::of(CacheTag::Global);
    let public = api.public_read(request, policy, |s, _| site(s)).await?;
    let Some(session) = session else { return Ok(public) };
    api.read(move |s| {
        if s.actor_of(&session)?.is_none_or(|actor| actor.role != Role::Admin) {
            return Ok(public);
        }
        let settings = ApiResponse::ok(Site::for_admins(s, s.site.settings()?));
        SerializedResponse::private(&settings, &path)
    })
    .await
}

pub(crate) fn site(services: &Services) -> response::Result<Site> {
    Ok(ApiResponse::ok(Site::of(services, services.site.settings()?)))
}

/// Changes of the settings; what is missing or null stays as it is.
#[derive(Deserialize, ToSchema)]
struct ChangeSite {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 60)]
    name: Field<String>,
    /// Blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    tagline: Field<String>,
    /// In Markdown; blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10_000)]
    rules: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(open|invite|closed)$")]
    registration: Field<String>,
    /// Whose account needs a second step. Others than `nobody` take an admin who has one.
    #[serde(default, rename = "secondStep")]
    #[schema(value_type = Option<String>, pattern = "^(nobody|moderators|everyone)$")]
    second_step: Field<String>,
    /// The address of an uploaded image; blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    logo: Field<String>,
    /// The address of an uploaded image; blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    icon: Field<String>,
    /// Blank for the default.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(#[0-9a-fA-F]{6})?$")]
    accent: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(en|de|es|fr|pt-BR|ja|ar)$")]
    language: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<WriteFooterLink>>, max_items = 10)]
    footer: Field<Vec<WriteFooterLink>>,
    /// In Markdown; blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    announcement: Field<String>,
}

/// A link of the footer.
#[derive(Default, Deserialize, ToSchema)]
struct WriteFooterLink {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 60)]
    title: Field<String>,
    /// Starts with `https:`, `http:`, `mailto:` or a slash.
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 2_048)]
    url: Field<String>,
}

impl FieldType for Vec<WriteFooterLink> {
    fn from_sequence<'de, A: SeqAccess<'de>>(mut values: A) -> Result<Option<Self>, A::Error> {
        let mut links = vec![];
        while let Some(link) = values.next_element()? {
            links.push(link);
        }
        Ok(Some(links))
    }
}

impl RequestBody for ChangeSite {
    const MAX_BYTES: usize = body_with_text(
        SiteName::MAX_CHARS
            + Tagline::MAX_CHARS
            + SiteRules::MAX_CHARS
            + Announcement::MAX_CHARS
            + 2 * ImageUrl::MAX_CHARS
            + Footer::MAX_LINKS
                * (::site::FooterLink::MAX_TITLE_CHARS + ::site::FooterLink::MAX_URL_CHARS),
    );
}

impl TextBody for ChangeSite {
    type Written = SettingsChange;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let change = SettingsChange {
            name: given(&self.name, |name| invalid.text("name", name, SiteName::parse)),
            tagline: change(&self.tagline, |tagline| {
                invalid.optional_text("tagline", tagline, Tagline::parse)
            }),
            rules: change(&self.rules, |rules| {
                invalid.optional_text("rules", rules, SiteRules::parse)
            }),
            registration: given(&self.registration, |word| {
                invalid.text("registration", word, |word| {
                    Registration::of_word(word).ok_or("Must be open, invite or closed.")
                })
            }),
            second_step: given(&self.second_step, |word| {
                invalid.text("secondStep", word, |word| {
                    SecondStepPolicy::of_word(word).ok_or("Must be nobody, moderators or everyone.")
                })
            }),
            logo: change(&self.logo, |logo| invalid.text("logo", logo, ImageUrl::parse)),
            icon: change(&self.icon, |icon| invalid.text("icon", icon, ImageUrl::parse)),
            accent: change(&self.accent, |accent| {
                invalid.text("accent", accent, |raw| match raw.trim() {
                    "" => Ok(None),
                    colour => Accent::parse(colour).map(Some),
                })
            }),
            language: given(&self.language, |tag| invalid.text("language", tag, Language::parse)),
            footer: footer(&self.footer, &mut invalid),
            announcement: change(&self.announcement, |text| {
                invalid.optional_text("announcement", text, Announcement::parse)
            }),
        };
        invalid.into_result(change)
    }

    fn text(change: &Self::Written) -> &str {
        match &change.rules {
            Change::Set(rules) => rules.as_str(),
            Change::Keep | Change::Clear => "",
        }
    }
}

/// Reads a field unless it is missing. What is refused is not used.
fn given<T, V>(field: &Field<T>, read: impl FnOnce(&Field<T>) -> Option<V>) -> Option<V> {
    if matches!(field, Field::Missing) { None } else { read(field) }
}

/// Reads a field that may be blank unless it is missing. What is refused is not used.
fn change<T, V>(field: &Field<T>, read: impl FnOnce(&Field<T>) -> Option<Option<V>>) -> Change<V> {
    match given(field, read) {
        None => Change::Keep,
        Some(None) => Change::Clear,
        Some(Some(value)) => Change::Set(value),
    }
}

fn footer(field: &Field<Vec<WriteFooterLink>>, invalid: &mut Invalid) -> Option<Footer> {
    let links = match field {
        Field::Missing => return None,
        Field::WronglyTyped => return invalid.refuse("footer", "Must be a list of links."),
        Field::Given(links) => links,
    };
    let text = |field: &'_ Field<String>| match field {
        Field::Given(text) => text.clone(),
        Field::Missing | Field::WronglyTyped => String::new(),
    };
    let links: Vec<_> = links.iter().map(|link| (text(&link.title), text(&link.url))).collect();
    let pairs = links.iter().map(|(title, url)| (title.as_str(), url.as_str()));
    match Footer::parse(pairs) {
        Ok(footer) => Some(footer),
        Err(error) => invalid.refuse("footer", error.to_string()),
    }
}

/// Changes settings of the site. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = ["admin"])), request_body = ChangeSite, responses(
    (status = 200, description = "The settings", body = Site),
    (status = 409, description = "`secondStep` by an admin who has none (`no-second-step`)", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/site")]
async fn change_site(
    caller: Caller,
    body: Body<ChangeSite>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let administrator = administrator(&s.member(caller)?)?;
        let changed = s.site.change(administrator, &written?)?;
        Ok(ApiResponse::ok(Site::for_admins(s, changed)))
    })
    .await
}
