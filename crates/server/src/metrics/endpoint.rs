use std::{io, net::SocketAddr, sync::Arc};

use actix_web::{
    App, HttpResponse, HttpServer, Responder, dev::Server, error::ErrorInternalServerError, get,
    web::Data,
};
use api::Live;
use database::{Database, DeliveryFigures};
use prometheus::TEXT_FORMAT;

use crate::metrics::Metrics;

struct Source {
    metrics: Arc<Metrics>,
    database: Database,
    live: Arc<Live>,
    deliveries: Arc<DeliveryFigures>,
}

/// Starts a server for `/metrics` only; port 0 picks a free one.
///
/// # Errors
/// When the address cannot be bound.
pub fn start(
    bind: SocketAddr,
    metrics: Arc<Metrics>,
    database: Database,
    live: Arc<Live>,
    deliveries: Arc<DeliveryFigures>,
) -> io::Result<(Server, SocketAddr)> {
    let source = Data::new(Source { metrics, database, live, deliveries });
    let server = HttpServer::new(move || App::new().app_data(source.clone()).service(metrics_text))
        .workers(1)
        .disable_signals()
        .bind(bind)?;
    let address = server.addrs().first().copied().unwrap_or(bind);
    Ok((server.run(), address))
}

#[get("/metrics")]
async fn metrics_text(source: Data<Source>) -> actix_web::Result<impl Responder> {
    let database = &source.database;
    let live = source.live.state();
    let text = source.metrics.text(
        &database.pools(),
        database.outbox_state(),
        &source.deliveries.all(),
        live,
    );
    let text = text.map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().content_type(TEXT_FORMAT).body(text))
}
