use std::sync::Arc;

use actix_web::{
    HttpResponse, Responder, get,
    http::header::{CACHE_CONTROL, ContentType},
    web,
};
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::Config;

use crate::{Api, Problem};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(openapi).service(page).map(|config| config.service(file));
}

/// Replaces Swagger UI's own page, whose relative addresses work only with a slash at the end of this
/// page's address. The files are embedded: nothing is loaded from elsewhere.
const PAGE: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · POST-UP</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/swagger-ui-standalone-preset.js"></script>
<script src="/api/docs/swagger-initializer.js"></script>
</body>
</html>
"#;

/// This document.
#[utoipa::path(tag = "document", responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
#[get("/api/openapi.json")]
async fn openapi(api: web::Data<Api>) -> impl Responder {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .content_type(ContentType::json())
        .body(api.document.clone())
}

/// A page that shows this document and can try requests.
#[utoipa::path(tag = "document", responses((status = 200, description = "A page", body = String, content_type = "text/html")))]
#[get("/api/docs")]
async fn page() -> impl Responder {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .content_type(ContentType::html())
        .body(PAGE)
}

#[get("/api/docs/{file}")]
async fn file(name: web::Path<String>) -> Result<HttpResponse, Problem> {
    let config = Arc::new(Config::from("/api/openapi.json"));
    match utoipa_swagger_ui::serve(&name, config) {
        Ok(Some(file)) => Ok(HttpResponse::Ok()
            .insert_header((CACHE_CONTROL, "public, max-age=3600"))
            .content_type(format!("{}; charset=utf-8", file.content_type))
            .body(file.bytes.into_owned())),
        Ok(None) => Err(Problem::not_found("There is nothing at this address.")),
        Err(error) => {
            tracing::error!(error, "a file of the document's page failed");
            Err(Problem::internal())
        }
    }
}
