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
    answers: PathBuf,
}

#[derive(Deserialize)]
struct Recorded {
    status: u16,
    #[serde(rename = "type")]
    media_type: String,
    body: String,
}

struct Answer {
    status: StatusCode,
    media_type: String,
    body: Bytes,
}

type Answers = HashMap<String, Answer>;

/// Serves until it is killed; its first line of output is its address.
pub(crate) async fn serve(settings: &Limit) -> Result<(), Box<dyn Error>> {
    let answers = Data::new(read(settings)?);
    // The default number of workers, as in the product.
    let server = HttpServer::new(move || {
        App::new().app_data(answers.clone()).default_service(web::to(answer))
    })
    .bind(("127.0.0.1", 0))?;
    if let Some(address) = server.addrs().first() {
        writeln!(stdout(), "{address}")?;
    }
    Ok(server.run().await?)
}

fn read(settings: &Limit) -> Result<Answers, Box<dyn Error>> {
    let file = BufReader::new(File::open(&settings.answers)?);
    let recorded: HashMap<String, Recorded> = serde_json::from_reader(file)?;
    let answers = recorded.into_iter().map(|(path, recorded)| {
        let status = StatusCode::from_u16(recorded.status)?;
        let body = Bytes::from(recorded.body);
        Ok((path, Answer { status, media_type: recorded.media_type, body }))
    });
    answers.collect()
}

/// Reads the request body, as the product has to.
async fn answer(request: HttpRequest, answers: Data<Answers>, _: Bytes) -> HttpResponse {
    let path = request.uri().path_and_query().map_or("", |path| path.as_str());
    answers.get(path).map_or_else(
        || HttpResponse::NotFound().finish(),
        |answer| {
            HttpResponse::build(answer.status)
                .content_type(answer.media_type.as_str())
                .body(answer.body.clone())
        },
    )
}
