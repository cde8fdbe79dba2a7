//! `postup serve`.

use std::{error::Error, sync::Arc, time::Duration};

use actix_web::rt;
use api::{Live, Services};
use database::{Database, DatabaseUrl, DeliveryFigures, PoolObserver};
use infrastructure::{DbMoved, SystemClock};
use kernel::Clock;
use limits::Limits;
use outbound::{Networks, OidcProviders, WebPush, WebhookReceivers};
use security::PasskeyOrigin;

use crate::{
    commands::{
        CommandError, backup_bucket, backup_scheduler, first_admin,
        mailing::mailing,
        open_migrated,
        secret::jwt_secret,
        shutdown::{self, Signals},
        sweeps::{self, Sweep},
        text_rendering, with_images, word_indexing,
    },
    metrics::{Metrics, endpoint},
    settings::{MetricsBind, Serve, Switch, oidc},
    web::{Draining, Unsent, Web, connections, start},
    wiring::{self, SignIn, event_consumers, services, serving, site},
};

/// The statement timeout of requests on PostgreSQL; then they get 503.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves until a termination signal.
pub(super) async fn serve(settings: &Serve) -> Result<(), CommandError> {
    let read_urls = read_urls(settings)?;
    connections::raise_limit();
    // Its statements may take longer than those of requests.
    let unhurried = open_migrated(&settings.database)?;
    let metrics = metrics(settings.running.metrics_bind)?;
    let observer = metrics.clone().map(|metrics| metrics as Arc<dyn PoolObserver>);
    let url = &settings.database.database_url;
    let connections = settings.database_connections;
    let mail_delay = settings.mailing.smtp_url.is_some().then_some(settings.pace.mail_delay);
    let database = Database::open_to_serve(url, connections, STATEMENT_TIMEOUT, observer.clone())?
        .delivering_to(event_consumers(mail_delay), Arc::new(SystemClock));
    let database = with_images(&settings.database, database)?;
    if !database.reports_errors_in_english()? {
        tracing::warn!(
            "PostgreSQL reports errors in another language: timeouts, deadlocks and full disks are \
             answered with 500. As a superuser run: ALTER ROLE … SET lc_messages = 'C'"
        );
    }
    let replicas = (!read_urls.is_empty())
        .then(|| database.reading_from(read_urls, STATEMENT_TIMEOUT, observer))
        .transpose()?;
    let sign_in = sign_in(settings)?;
    let backend = serving(&database, url, &sign_in, replicas.as_ref())?;
    let outbox = database.start_outbox()?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let carriers =
        wiring::carriers(&database, &sign_in, mailing(&settings.mailing, settings.pace)?);
    let deliveries = database.start_deliveries(carriers, &clock)?;
    first_admin::make(settings, &services(&database, &sign_in))?;
    if let Some(metrics) = &metrics {
        let database = replicas.as_ref().unwrap_or(&database);
        let (bind, figures) = (settings.running.metrics_bind, deliveries.figures());
        serve_metrics(bind, metrics, database, &backend.live, figures)?;
    }
    let failed =
        |source| CommandError::Io { what: format!("serving at {}", settings.bind), source };
    text_rendering::start(database.clone(), unhurried.clone())
        .map_err(|source| CommandError::Io { what: "rendering of texts".to_owned(), source })?;
    let indexing = word_indexing::start(database.clone(), unhurried.clone())
        .map_err(|source| CommandError::Io { what: "indexing of words".to_owned(), source })?;
    let (folder, bucket) = (settings.database.backup_folder(), backup_bucket(&settings.backups)?);
    let made = backup_scheduler::start(&settings.backups, unhurried, folder, bucket);
    made.map_err(|source| CommandError::Io { what: "scheduled backups".to_owned(), source })?;
    sweeps::start(database.clone(), sweeps(&database, &sign_in))
        .map_err(|source| CommandError::Io { what: "the sweeps".to_owned(), source })?;
    let work = wiring::work(&database, url, &sign_in.secret, settings.registration_work);
    let moved = DbMoved::of(&database)?.map(|moved| Arc::new(moved) as _);
    let limits = limits(settings, &database);
    let web = Web { limits, work, moved, ..web(settings, metrics) };
    let (draining, live) = (web.draining.clone(), Arc::clone(&backend.live));
    let (server, address) = start(backend, settings.bind, web).map_err(failed)?;
    // Before the address is logged: a reader of the log may send a signal at once.
    let signals = Signals::new().map_err(failed)?;
    tracing::info!("POST-UP is at http://{address}");
    let drain = settings.running.drain(address.ip());
    shutdown::serve_until_signal(signals, server, &draining, &live, drain).await?;
    drop(indexing);
    // The last batch of events and what is being carried are delivered before the process ends.
    drop(outbox);
    drop(deliveries);
    if let Err(error) = Database::empty_log(url) {
        tracing::warn!(%error, "deleted texts may be left in SQLite's log until the next orderly stop");
    }
    Ok(())
}

fn sign_in(settings: &Serve) -> Result<SignIn, CommandError> {
    let url = &settings.database.database_url;
    let secret = jwt_secret(settings.jwt_secret.as_deref(), url)?;
    let networks = Networks(settings.outbound_allow.clone());
    let own = settings.mailing.public_url.clone();
    let push = WebPush::new(&secret.derived("push"), own.as_ref(), networks.clone())?;
    let webhooks = WebhookReceivers::new(own, networks)?;
    Ok(SignIn {
        secret,
        token_ttl: Duration::from_secs(settings.token_ttl_hours * 60 * 60),
        hashing_cost: settings.password_cost,
        throttled: settings.rate_limit == Switch::On,
        passkeys: passkey_origin(settings),
        providers: Arc::new(providers(settings)?),
        push: Arc::new(push),
        webhooks: Arc::new(webhooks),
        mail: settings.mailing.smtp_url.is_some(),
    })
}

/// Without a public address, passkeys are for who runs the forum on the own computer.
fn passkey_origin(settings: &Serve) -> PasskeyOrigin {
    match &settings.mailing.public_url {
        Some(url) => PasskeyOrigin::Public(url.clone()),
        None if settings.bind.ip().is_loopback() => PasskeyOrigin::Loopback,
        None => PasskeyOrigin::Unknown,
    }
}

pub(super) fn providers(settings: &Serve) -> Result<OidcProviders, CommandError> {
    let Some(path) = &settings.oidc_file else { return Ok(OidcProviders::default()) };
    let name = "--oidc-file (POSTUP_OIDC_FILE)";
    let providers =
        oidc::providers(path).map_err(|reason| CommandError::Setting { name, reason })?;
    if settings.mailing.public_url.is_none() && !settings.bind.ip().is_loopback() {
        let reason = "set POSTUP_PUBLIC_URL, too: providers send people back to it".to_owned();
        return Err(CommandError::Setting { name, reason });
    }
    Ok(OidcProviders::new(providers, settings.mailing.public_url.as_ref())?)
}

fn sweeps(database: &Database, sign_in: &SignIn) -> Vec<Sweep> {
    let [drafts, images, removals, keys, sessions, second_steps, invites, webhooks] =
        [(); 8].map(|()| services(database, sign_in));
    let days = site(database, Arc::new(SystemClock));
    let notifications = database.clone();
    let delete_notifications =
        move || Ok(infrastructure::delete_old_notifications(&notifications, SystemClock.now())?);
    vec![
        Sweep { name: "drafts", run: Box::new(move || Ok(drafts.drafts.delete_expired()?)) },
        Sweep { name: "keys", run: Box::new(move || Ok(keys.idempotency.delete_forgotten()?)) },
        Sweep { name: "images", run: Box::new(move || Ok(images.images.delete_unreferenced()?)) },
        Sweep { name: "removals", run: Box::new(move || wipe_removed(&removals)) },
        Sweep {
            name: "sessions",
            run: Box::new(move || Ok(sessions.users.delete_expired_sessions()?)),
        },
        Sweep {
            name: "second steps",
            run: Box::new(move || Ok(second_steps.logins.delete_lapsed_second_steps()?)),
        },
        Sweep { name: "invites", run: Box::new(move || delete_expired_invites(&invites)) },
        Sweep { name: "statistics", run: Box::new(move || Ok(days.store_figures()?)) },
        Sweep { name: "notifications", run: Box::new(delete_notifications) },
        Sweep {
            name: "webhook deliveries",
            run: Box::new(move || Ok(webhooks.webhooks.delete_old_deliveries()?)),
        },
    ]
}

fn delete_expired_invites(services: &Services) -> Result<usize, Box<dyn Error>> {
    Ok(services.site.delete_expired_invites()?)
}

fn wipe_removed(services: &Services) -> Result<usize, Box<dyn Error>> {
    Ok(services.posts.wipe_removed()? + services.replies.wipe_removed()?)
}

/// Returns the URLs of read replicas.
pub(super) fn read_urls(settings: &Serve) -> Result<&[DatabaseUrl], CommandError> {
    let urls = &settings.database_read_urls;
    let is_sqlite = |url: &DatabaseUrl| matches!(url, DatabaseUrl::Sqlite(_));
    let primary = &settings.database.database_url;
    if urls.iter().any(is_sqlite) || !urls.is_empty() && is_sqlite(primary) {
        return Err(CommandError::Setting {
            name: "--database-read-urls (POSTUP_DATABASE_READ_URLS)",
            reason: "only PostgreSQL has replicas to read from, SQLite has none".to_owned(),
        });
    }
    Ok(urls)
}

/// `None` if they are off.
fn limits(settings: &Serve, database: &Database) -> Option<Arc<Limits>> {
    match settings.rate_limit {
        Switch::On => Some(Arc::new(wiring::limits(database, &settings.database.database_url))),
        Switch::Off => {
            tracing::warn!("rate limits are off: for tests and benchmarks only");
            None
        }
    }
}

fn web(settings: &Serve, metrics: Option<Arc<Metrics>>) -> Web {
    Web {
        cors_origins: settings.cors_origins.clone(),
        trusted_proxies: settings.trusted_proxies.clone(),
        public_url: settings.mailing.public_url.clone(),
        metrics,
        draining: Draining::default(),
        unsent: Unsent::default(),
        limits: None,
        work: None,
        moved: None,
    }
}

/// `None` if metrics are off.
fn metrics(setting: Option<MetricsBind>) -> Result<Option<Arc<Metrics>>, CommandError> {
    if setting == Some(MetricsBind::Off) {
        return Ok(None);
    }
    let metrics = Metrics::new().map_err(|error| CommandError::Refused(error.to_string()))?;
    Ok(Some(Arc::new(metrics)))
}

/// A configured address must be free; the default may be in use by another server.
fn serve_metrics(
    setting: Option<MetricsBind>,
    metrics: &Arc<Metrics>,
    database: &Database,
    live: &Arc<Live>,
    deliveries: Arc<DeliveryFigures>,
) -> Result<(), CommandError> {
    let (bind, chosen) = match setting {
        Some(MetricsBind::Off) => return Ok(()),
        Some(MetricsBind::At(bind)) => (bind, true),
        None => (MetricsBind::DEFAULT, false),
    };
    let (metrics, live) = (Arc::clone(metrics), Arc::clone(live));
    match endpoint::start(bind, metrics, database.clone(), live, deliveries) {
        Ok((server, address)) => {
            tracing::info!("metrics are at http://{address}/metrics");
            rt::spawn(server);
            Ok(())
        }
        Err(error) if chosen => Err(CommandError::Setting {
            name: "--metrics-bind (POSTUP_METRICS_BIND)",
            reason: format!("{bind}: {error}"),
        }),
        Err(error) => {
            tracing::warn!(
                %error,
                "no metrics: cannot listen on {bind}. Set POSTUP_METRICS_BIND to another address, or to off"
            );
            Ok(())
        }
    }
}
