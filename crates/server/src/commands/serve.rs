//! `postup serve`.

use std::{io, net::SocketAddr, time::Duration};

use actix_web::{HttpServer, dev, web::Data};
use api::{Api, Methods, Services};
use infrastructure::Bcrypt;

use crate::{
    commands::{CommandError, first_admin, open_migrated, schedule, secret::jwt_secret},
    settings::{Serve, Switch},
    web::{Web, app},
    wiring::services,
};

/// Serves until the process is told to end.
pub(super) async fn serve(settings: &Serve) -> Result<(), CommandError> {
    let database = open_migrated(&settings.database)?;
    let secret = jwt_secret(settings.jwt_secret.as_deref(), &settings.database.database_url)?;
    let ttl = Duration::from_secs(settings.token_ttl_hours * 60 * 60);
    let services = services(&database, &secret, ttl, Bcrypt::COST);
    first_admin::make(settings, &services, &database)?;
    if settings.rate_limit == Switch::Off {
        tracing::warn!("rate limits are off: for tests and benchmarks only");
    }
    let failed =
        |source| CommandError::Io { what: format!("serving at {}", settings.bind), source };
    let made = schedule::start(&settings.backups, &database, settings.database.backup_folder());
    made.map_err(|source| CommandError::Io { what: "scheduled backups".to_owned(), source })?;
    let (server, address) = start(services, settings.bind, web(settings)).map_err(failed)?;
    tracing::info!("POST-UP is at http://{address}");
    server.await.map_err(failed)
}

fn web(settings: &Serve) -> Web {
    Web {
        cors_origins: settings.cors_origins.clone(),
        trusted_proxies: settings.trusted_proxies.clone(),
        public_url: settings.public_url.clone(),
    }
}

/// Starts the server; port 0 takes a free one.
///
/// # Errors
/// When the address cannot be had.
pub fn start(
    services: Services,
    bind: SocketAddr,
    web: Web,
) -> io::Result<(dev::Server, SocketAddr)> {
    let api = Data::new(Api::new(services, web.public_url.as_ref()));
    let methods = Data::new(Methods::of_api());

    let server = HttpServer::new(move || app(api.clone(), methods.clone(), web.clone()))
        .shutdown_timeout(30)
        .bind(bind)?;
    let address = server.addrs().first().copied().unwrap_or(bind);
    Ok((server.run(), address))
}
