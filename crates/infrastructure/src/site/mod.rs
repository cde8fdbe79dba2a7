//! The site in the database: settings, pages, invitations and figures by day.

mod figures;
mod pages;
pub(crate) mod settings;

use ::images::names_in;
use ::site::{
    Change, DayFigures, NewPage, Page, PageEntry, PageSlug, Registration, SettingsChange,
    SiteRepository, SiteSettings,
};
use database::{
    Database, on_backend,
    schema::{images, invites as rows},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{
    Act, ById, Event, ImageUrl, InviteCode, InviteCodes, InviteId, MadeInvite, PageRequest,
    RepositoryError, Timestamp, UserId,
};
use sha2::{Digest, Sha256};

use crate::{invites, moderation_log, texts, users::second_steps};

/// The site.
pub struct DbSite(pub Database);

impl SiteRepository for DbSite {
    fn settings(&self) -> Result<SiteSettings, RepositoryError> {
        self.with_announcement(self.0.read(settings::find)?)
    }

    fn change_settings(
        &self,
        change: &SettingsChange,
        act: &Act,
    ) -> Result<SiteSettings, RepositoryError> {
        let rules = match &change.rules {
            Change::Set(rules) => rules.as_str(),
            Change::Keep | Change::Clear => "",
        };
        let rules = texts::render(&self.0, rules)?;
        let settings =
            self.0.write(|conn, events| settings::change(conn, events, (change, &rules), act))?;
        self.with_announcement(settings)
    }

    fn set_registration(
        &self,
        registration: Registration,
        act: &Act,
    ) -> Result<(), RepositoryError> {
        let registration = Some(registration);
        let change = SettingsChange { registration, ..SettingsChange::default() };
        self.change_settings(&change, act).map(|_| ())
    }

    fn is_uploaded(&self, image: &ImageUrl) -> Result<bool, RepositoryError> {
        let Some(name) =
            names_in(image.as_str()).pop_first().filter(|name| name.url() == image.as_str())
        else {
            return Ok(false);
        };
        let known =
            images::table.filter(images::name.eq(name.as_str())).filter(images::marked.eq(false));
        self.0.read(|conn| diesel::select(exists(known)).get_result(conn))
    }

    fn has_second_step(&self, user: UserId) -> Result<bool, RepositoryError> {
        self.0.read(|conn| second_steps::is_in_force(conn, user))
    }

    fn pages(&self) -> Result<Vec<PageEntry>, RepositoryError> {
        self.0.read(pages::all)
    }

    fn page(&self, slug: &PageSlug) -> Result<Option<Page>, RepositoryError> {
        let page = self.0.read(|conn| pages::find(conn, slug))?;
        page.map(|page| {
            let text_html = texts::render(&self.0, &page.text)?.html;
            Ok(Page { text_html, ..page })
        })
        .transpose()
    }

    fn write_page(&self, page: &NewPage, act: &Act) -> Result<Option<Page>, RepositoryError> {
        let text_html = texts::render(&self.0, page.text.as_str())?.html;
        let written = self.0.write(|conn, events| pages::write(conn, events, page, act))?;
        Ok(written.then(|| Page {
            slug: page.slug.as_str().to_owned(),
            title: page.title.as_str().to_owned(),
            text: page.text.as_str().to_owned(),
            text_html,
            edited_at: act.at,
        }))
    }

    fn delete_page(&self, slug: &PageSlug, act: &Act) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| pages::delete(conn, events, slug, act))
    }

    fn insert_invite(
        &self,
        digest: &str,
        until: Timestamp,
        act: &Act,
    ) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            invites::insert(conn, (digest, None), until, act)?;
            moderation_log::record_act(
                events,
                Event::InviteCreated { by: act.by },
                act.reason.as_ref(),
                act.at,
            );
            Ok(())
        })
    }

    fn has_invite(&self, digest: &str, now: Timestamp) -> Result<bool, RepositoryError> {
        let invite = rows::table
            .filter(rows::digest.eq(digest).and(rows::forum_id.is_null()))
            .filter(rows::expires_at.gt(now.unix_millis()));
        self.0.read(|conn| diesel::select(exists(invite)).get_result(conn))
    }

    fn invites(
        &self,
        now: Timestamp,
        page: &PageRequest<ById>,
    ) -> Result<kernel::Page<MadeInvite, ById>, RepositoryError> {
        self.0.read(|conn| invites::list(conn, None, now, page))
    }

    fn revoke_invite(&self, id: InviteId, act: &Act) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| invites::revoke(conn, events, (id, None), act))
    }

    fn delete_expired_invites(&self, now: Timestamp) -> Result<usize, RepositoryError> {
        let expired = rows::table.filter(rows::expires_at.le(now.unix_millis()));
        self.0.write(|conn, _| on_backend!(conn, conn => diesel::delete(expired).execute(conn)))
    }

    fn figures(&self, first: i32, last: i32) -> Result<Vec<DayFigures>, RepositoryError> {
        self.0.snapshot(|conn| figures::between(conn, first, last))
    }

    fn store_figures(&self, first: i32, last: i32) -> Result<usize, RepositoryError> {
        figures::store(&self.0, first, last)
    }
}

impl DbSite {
    fn with_announcement(&self, mut site: SiteSettings) -> Result<SiteSettings, RepositoryError> {
        if !site.face.announcement.is_empty() {
            site.face.announcement_html = texts::render(&self.0, &site.face.announcement)?.html;
        }
        Ok(site)
    }
}

/// Generates the codes of invitations with a cryptographic generator and hashes them with SHA-256.
#[derive(Clone, Copy, Debug)]
pub struct RandomInviteCodes;

impl InviteCodes for RandomInviteCodes {
    fn generate(&self) -> InviteCode {
        InviteCode::from_bits(rand::random())
    }

    fn digest(&self, code: &InviteCode) -> String {
        hex::encode(Sha256::digest(code.as_str().as_bytes()))
    }
}
