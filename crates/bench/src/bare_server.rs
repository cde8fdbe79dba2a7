//! A bare actix-web server that serves recorded bytes from memory.

use std::{
    collections::HashMap,
    error::Error,
    fs::File,
    io::{BufReader, Write, stdout},
    path::PathBuf,
};

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer,
    http::StatusCode,
    web::{self, Bytes, Data},
};
use clap::Args;
use serde::Deserialize;

#[derive(Args)]
pub(crate) struct Limit {
    /// A JSON object: by path and query, `{"status", "type", "body"}`
    #[arg(long)]
    responses: PathBuf,
}

#[derive(Deserialize)]
struct RecordedResponse {
    status: u16,
    #[serde(rename = "type")]
    media_type: String,
    body: String,
}

struct Response {
    status: StatusCode,
    media_type: String,
    body: Bytes,
}

type Responses = HashMap<String, Response>;

/// Prints its address, then serves until it is killed.
pub(crate) async fn serve(settings: &Limit) -> Result<(), Box<dyn Error>> {
    let responses = Data::new(load(settings)?);
    // The default number of workers, as in the product.
    let server = HttpServer::new(move || {
        App::new().app_data(responses.clone()).default_service(web::to(respond))
    })
    .bind(("127.0.0.1", 0))?;
    if let Some(address) = server.addrs().first() {
        writeln!(stdout(), "{address}")?;
    }
    Ok(server.run().await?)
}

fn load(settings: &Limit) -> Result<Responses, Box<dyn Error>> {
    let file = BufReader::new(File::open(&settings.responses)?);
    let recorded: HashMap<String, RecordedResponse> = serde_json::from_reader(file)?;
    let responses = recorded.into_iter().map(|(path, recorded)| {
        let status = StatusCode::from_u16(recorded.status)?;
        let body = Bytes::from(recorded.body);
        Ok((path, Response { status, media_type: recorded.media_type, body }))
    });
    responses.collect()
}

/// Reads the request body, as the product has to.
async fn respond(request: HttpRequest, responses: Data<Responses>, _: Bytes) -> HttpResponse {
    let path = request.uri().path_and_query().map_or("", |path| path.as_str());
    responses.get(path).map_or_else(
        || HttpResponse::NotFound().finish(),
        |response| {
            HttpResponse::build(response.status)
                .content_type(response.media_type.as_str())
                .body(response.body.clone())
        },
    )
}
