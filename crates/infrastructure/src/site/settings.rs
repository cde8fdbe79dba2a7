use ::site::{NewSettings, Registration, SiteSettings};
use database::{DbConnection, Events, on_backend, schema::site};
use diesel::prelude::*;
use kernel::{Act, Event};
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
}

impl From<Row> for SiteSettings {
    fn from(row: Row) -> Self {
        let registration = Registration::ALL.into_iter().find(|one| code(*one) == row.registration);
        Self {
            name: row.name,
            tagline: row.tagline,
            rules_html: texts::html(row.renderer, row.html, &row.rules),
            rules: row.rules,
            // A code of a newer version: nobody registers who may not.
            registration: registration.unwrap_or(Registration::Closed),
        }
    }
}

fn code(registration: Registration) -> i16 {
    match registration {
        Registration::Open => 0,
        Registration::Invite => 1,
        Registration::Closed => 2,
    }
}

pub(super) fn find(conn: &mut DbConnection) -> QueryResult<SiteSettings> {
    let query = site::table.find(ID).select((
        site::registration,
        site::name,
        site::tagline,
        site::rules,
        site::renderer,
        site::html,
    ));
    let row: Option<Row> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(SiteSettings::from).unwrap_or_default())
}

/// Replaces the settings, unless they are the same. `text` is what the rules look like.
pub(super) fn set(
    conn: &mut DbConnection,
    events: &mut Events,
    (settings, text): (&NewSettings, &Rendered),
    act: &Act,
) -> QueryResult<SiteSettings> {
    let stored = find(conn)?;
    let new = SiteSettings {
        name: settings.name.as_str().to_owned(),
        tagline: settings.tagline.as_ref().map_or("", |tagline| tagline.as_str()).to_owned(),
        rules: settings.rules.as_ref().map_or("", |rules| rules.as_str()).to_owned(),
        rules_html: text.html.clone(),
        registration: settings.registration,
    };
    if new == stored {
        return Ok(stored);
    }
    write(conn, &new)?;
    moderation_log::record_act(
        events,
        Event::SiteChanged { by: act.by },
        act.reason.as_ref(),
        act.at,
    );
    Ok(new)
}

pub(super) fn set_registration(
    conn: &mut DbConnection,
    events: &mut Events,
    registration: Registration,
    act: &Act,
) -> QueryResult<()> {
    let stored = find(conn)?;
    if stored.registration == registration {
        return Ok(());
    }
    let is_new = diesel::update(site::table.find(ID))
        .set(site::registration.eq(code(registration)))
        .execute(conn)?
        == 0;
    if is_new {
        write(conn, &SiteSettings { registration, ..stored })?;
    }
    moderation_log::record_act(
        events,
        Event::SiteChanged { by: act.by },
        act.reason.as_ref(),
        act.at,
    );
    Ok(())
}

fn write(conn: &mut DbConnection, settings: &SiteSettings) -> QueryResult<()> {
    let values = (
        site::registration.eq(code(settings.registration)),
        site::name.eq(&settings.name),
        site::tagline.eq(&settings.tagline),
        site::rules.eq(&settings.rules),
        site::renderer.eq(markup::VERSION),
        site::html.eq(&settings.rules_html),
    );
    on_backend!(conn, conn => diesel::insert_into(site::table)
        .values((site::id.eq(ID), values))
        .on_conflict(site::id)
        .do_update()
        .set(values)
        .execute(conn))?;
    Ok(())
}
