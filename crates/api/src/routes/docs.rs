use actix_web::{
    HttpResponse, Responder, get,
    http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ContentType},
    web,
};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::state::Api;

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(openapi).service(page);
}

/// Swagger UI, whose files the build of the web interface copies to these addresses.
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

/// Swagger UI writes markup and styles from strings, with pictures inside. Nothing that members write is shown here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// This document.
#[utoipa::path(tag = "document", responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
#[get("/api/openapi.json")]
async fn openapi(api: web::Data<Api>) -> impl Responder {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .content_type(ContentType::json())
        .body(api.document().to_owned())
}

/// A page that shows this document and can try requests.
#[utoipa::path(tag = "document", responses((status = 200, description = "A page", body = String, content_type = "text/html")))]
#[get("/api/docs")]
async fn page() -> impl Responder {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .content_type(ContentType::html())
        .body(PAGE)
}
