use ::site::{Face, FooterLink, Registration, SettingsChange, SiteSettings};
use database::{DbConnection, Events, on_backend, schema::site};
use diesel::prelude::*;
use kernel::{Act, Event, Language, SecondStepPolicy};
use markup::Rendered;

use crate::moderation_log;
use crate::texts;

/// The one row.
const ID: i64 = 1;

#[derive(Queryable)]
struct Row {
    registration: i16,
    name: String,
    tagline: String,
    rules: String,
    renderer: i32,
    html: String,
    logo: String,
    icon: String,
    accent: String,
    language: String,
    footer: String,
    announcement: String,
    second_step: i16,
}

impl From<Row> for SiteSettings {
    fn from(row: Row) -> Self {
        let registration = Registration::ALL.into_iter().find(|one| code(*one) == row.registration);
        let face = Face {
            logo: row.logo,
            icon: row.icon,
            accent: row.accent,
            // A tag of a newer version.
            language: Language::parse(&row.language).unwrap_or_default(),
            footer: links(&row.footer),
            announcement: row.announcement,
            announcement_html: String::new(),
        };
        Self {
            name: row.name,
            tagline: row.tagline,
            rules_html: texts::html(row.renderer, row.html, &row.rules),
            rules: row.rules,
            // A code of a newer version: nobody registers who may not.
            registration: registration.unwrap_or(Registration::Closed),
            second_step: second_step_policy(row.second_step),
            face,
        }
    }
}

fn links(footer: &str) -> Vec<FooterLink> {
    let pairs: Vec<(String, String)> = serde_json::from_str(footer).unwrap_or_default();
    pairs.into_iter().map(|(title, url)| FooterLink { title, url }).collect()
}

fn json(links: &[FooterLink]) -> QueryResult<String> {
    let pairs: Vec<_> = links.iter().map(|link| (&link.title, &link.url)).collect();
    serde_json::to_string(&pairs)
        .map_err(|error| diesel::result::Error::SerializationError(error.into()))
}

fn code(registration: Registration) -> i16 {
    match registration {
        Registration::Open => 0,
        Registration::Invite => 1,
        Registration::Closed => 2,
    }
}

fn second_step_code(policy: SecondStepPolicy) -> i16 {
    match policy {
        SecondStepPolicy::Nobody => 0,
        SecondStepPolicy::Moderators => 1,
        SecondStepPolicy::Everyone => 2,
    }
}

/// Returns the stored policy; of a newer version's code, the strictest.
pub(crate) fn second_step_policy(code: i16) -> SecondStepPolicy {
    let stored = SecondStepPolicy::ALL.into_iter().find(|one| second_step_code(*one) == code);
    stored.unwrap_or(SecondStepPolicy::Everyone)
}

/// Returns the settings, without what the announcement looks like.
pub(crate) fn find(conn: &mut DbConnection) -> QueryResult<SiteSettings> {
    let query = site::table.find(ID).select((
        site::registration,
        site::name,
        site::tagline,
        site::rules,
        site::renderer,
        site::html,
        site::logo,
        site::icon,
        site::accent,
        site::language,
        site::footer,
        site::announcement,
        site::second_step,
    ));
    let row: Option<Row> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(SiteSettings::from).unwrap_or_default())
}

/// Changes the settings, unless they stay the same. `rules` is what changed rules look like.
pub(super) fn change(
    conn: &mut DbConnection,
    events: &mut Events,
    (change, rules): (&SettingsChange, &Rendered),
    act: &Act,
) -> QueryResult<SiteSettings> {
    if let DbConnection::Postgres(conn) = conn {
        site::table.find(ID).select(site::id).for_update().execute(conn)?;
    }
    let stored = find(conn)?;
    let new = change.of(&stored, &rules.html);
    if new != stored {
        write(conn, &new)?;
        let event = Event::SiteChanged { by: act.by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    }
    Ok(new)
}

fn write(conn: &mut DbConnection, settings: &SiteSettings) -> QueryResult<()> {
    let face = &settings.face;
    let values = (
        site::registration.eq(code(settings.registration)),
        site::name.eq(&settings.name),
        site::tagline.eq(&settings.tagline),
        site::rules.eq(&settings.rules),
        site::renderer.eq(markup::VERSION),
        site::html.eq(&settings.rules_html),
        site::logo.eq(&face.logo),
        site::icon.eq(&face.icon),
        site::accent.eq(&face.accent),
        site::language.eq(face.language.tag()),
        site::footer.eq(json(&face.footer)?),
        site::announcement.eq(&face.announcement),
        site::second_step.eq(second_step_code(settings.second_step)),
    );
    on_backend!(conn, conn => diesel::insert_into(site::table)
        .values((site::id.eq(ID), values.clone()))
        .on_conflict(site::id)
        .do_update()
        .set(values)
        .execute(conn))?;
    Ok(())
}
