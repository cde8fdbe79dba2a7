//! Whether the server would start, and as what.

use std::path::Path;

use database::DatabaseUrl;

use super::report::Report;
use crate::{
    commands::{secret::jwt_secret, serve},
    settings::{Serve, Switch},
};

pub(super) fn look(settings: &Serve, report: &mut Report) {
    let faults: Vec<_> = [
        secret(settings),
        serve::read_urls(settings).map(drop),
        serve::providers(settings).map(drop),
    ]
    .into_iter()
    .filter_map(Result::err)
    .collect();
    for fault in &faults {
        report.fault("settings", fault);
    }
    if faults.is_empty() {
        report.fine("settings", "the server would start with them");
    }
    if settings.rate_limit == Switch::Off {
        report.advice("limits", "are off: unset POSTUP_RATE_LIMIT outside of tests");
    }
    match &settings.mailing.public_url {
        Some(url) if url.scheme() == "https" => report.fine("address", url),
        _ if settings.bind.ip().is_loopback() && settings.mailing.public_url.is_none() => {
            report.fine("address", format!("http://{}, on this machine alone", settings.bind));
        }
        Some(url) => report.advice(
            "address",
            format!(
                "{url} is not encrypted: put a proxy with TLS before it, see docs/operating.md"
            ),
        ),
        None => report.advice(
            "address",
            "set POSTUP_PUBLIC_URL: passkeys, mail and links in feeds and cards need it",
        ),
    }
}

/// The first start with SQLite makes a secret; this doesn't.
fn secret(settings: &Serve) -> Result<(), crate::commands::CommandError> {
    let url = &settings.database.database_url;
    let is_made_later = matches!(url, DatabaseUrl::Sqlite(file)
        if settings.jwt_secret.is_none() && !Path::new(&format!("{file}.jwt-secret")).exists());
    if is_made_later { Ok(()) } else { jwt_secret(settings.jwt_secret.as_deref(), url).map(drop) }
}
