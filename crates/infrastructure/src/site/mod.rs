//! The site in the database: settings, invitations and figures by day.

mod figures;
mod settings;

use ::site::{DayFigures, NewSettings, Registration, SiteRepository, SiteSettings};
use database::{Database, on_backend, schema::invites};
use diesel::{dsl::exists, prelude::*};
use kernel::{Act, Event, InviteCode, InviteCodes, RepositoryError, Timestamp};
use sha2::{Digest, Sha256};

use crate::moderation_log;
use crate::texts;

/// The site.
pub struct DbSite(pub Database);

impl SiteRepository for DbSite {
    fn settings(&self) -> Result<SiteSettings, RepositoryError> {
        self.0.read(settings::find)
    }

    fn set_settings(
        &self,
        settings: &NewSettings,
        act: &Act,
    ) -> Result<SiteSettings, RepositoryError> {
        let rules = settings.rules.as_ref().map_or("", |rules| rules.as_str());
        let text = texts::render(&self.0, rules)?;
        self.0.write(|conn, events| settings::set(conn, events, (settings, &text), act))
    }

    fn set_registration(
        &self,
        registration: Registration,
        act: &Act,
    ) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| settings::set_registration(conn, events, registration, act))
    }

    fn insert_invite(
        &self,
        digest: &str,
        until: Timestamp,
        act: &Act,
    ) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            let row = (invites::digest.eq(digest), invites::expires_at.eq(until.unix_millis()));
            diesel::insert_into(invites::table).values(row).execute(conn)?;
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
        let invite = invites::table.find(digest).filter(invites::expires_at.gt(now.unix_millis()));
        self.0.read(|conn| diesel::select(exists(invite)).get_result(conn))
    }

    fn delete_expired_invites(&self, now: Timestamp) -> Result<usize, RepositoryError> {
        let expired = invites::table.filter(invites::expires_at.le(now.unix_millis()));
        self.0.write(|conn, _| on_backend!(conn, conn => diesel::delete(expired).execute(conn)))
    }

    fn figures(&self, first: i32, last: i32) -> Result<Vec<DayFigures>, RepositoryError> {
        self.0.snapshot(|conn| figures::between(conn, first, last))
    }

    fn store_figures(&self, first: i32, last: i32) -> Result<usize, RepositoryError> {
        figures::store(&self.0, first, last)
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
        let digest = Sha256::digest(code.as_str().as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }
}
