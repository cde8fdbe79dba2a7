use ::images::{Audience, EncodedImage, ImageName, ImageSize, Uploaded as Stored, process};
use actix_web::{
    HttpRequest, HttpResponse, Responder, get,
    http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, VARY},
    post, web,
};
use limits::LimitedAction;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Caller, Params, Upload, UploadBody},
    response::{self, ApiResponse, matches_if_none_match},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(upload_image).service(find_image);
}

/// Caches ask again, as a text that names the picture may be removed; the answer is a 304.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// The same for what only the member who asked is shown.
const ASK_AGAIN_PRIVATELY: HeaderValue = HeaderValue::from_static("private, no-cache");

/// An image that was stored.
#[derive(Serialize, ToSchema)]
struct Image {
    /// Its path, for texts and image fields.
    url: String,
    width: u32,
    height: u32,
}

impl From<Stored> for Image {
    fn from(image: Stored) -> Self {
        Self { url: image.url, width: image.width, height: image.height }
    }
}

/// Stores an image: the body is a JPEG, PNG, WebP or GIF of at most 10 MiB and 40 megapixels. It is encoded
/// anew without metadata, right way up and with at most 2,048 pixels on its longest side. All frames of an animation
/// together have at most 40 megapixels; it becomes an animated WebP. Others see it once a text or field that is shown contains its address. It is deleted after a
/// day unless one of these or a draft does.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "images", security(("token" = ["write"])),
    request_body(content = String, content_type = "image/*", description = "The bytes of the file"), responses(
    (status = 201, description = "Stored", body = Image),
    (status = 400, description = "The body ended early", body = Problem, content_type = "application/problem+json"),
    (status = 408, description = "The body took over a minute", body = Problem, content_type = "application/problem+json"),
    (status = 413, description = "Over 10 MiB", body = Problem, content_type = "application/problem+json"),
    (status = 415, description = "No JPEG, PNG, WebP or GIF by its content", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Over 40 megapixels, or damaged", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/images")]
async fn upload_image(caller: Caller, body: UploadBody, api: web::Data<Api>) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Upload);
    let actor = api.read(move |s| Ok(s.member(&caller)?.active()?)).await?;
    let upload = body.read(&api.upload_permits).await?;
    let (image, _permit) = api.hash(move |_| encode(upload)).await?;
    api.slow_write(move |s| {
        let stored = s.images.upload(&actor, &image)?;
        response::Result::Ok(ApiResponse::created(Image::from(stored)))
    })
    .await
}

/// Keeps the permit until the image is stored, but not the bytes of the upload.
fn encode(upload: Upload) -> Result<(EncodedImage, impl Send), Problem> {
    let Upload { bytes, permit } = upload;
    Ok((process(&bytes).map_err(::images::ImageError::from)?, permit))
}

/// Returns an image while a text or field that is shown names it, else to its uploaders for a day, and to those who see
/// the text that is hidden. With `size`, its longest side has so many pixels, unless the image is smaller; of an
/// animation that is a still.
#[utoipa::path(tag = "images", params(
    ("name" = String, Path),
    ("size" = Option<u16>, Query, description = "48, 96 or 400"),
), responses(
    (status = 200, description = "The image, which never changes", body = String, content_type = "image/*"),
))]
#[get("/images/u/{name}")]
async fn find_image(
    request: HttpRequest,
    caller: Caller,
    name: web::Path<String>,
    params: Params,
    api: web::Data<Api>,
) -> Result<HttpResponse, Problem> {
    let not_found = || Problem::not_found("There is no such image.");
    let name = ImageName::parse(&name).ok_or_else(not_found)?;
    let size = match params.get("size") {
        None | Some("") => ImageSize::Full,
        Some(pixels) => ImageSize::parse(pixels)
            .ok_or_else(|| Problem::invalid_field("size", "Must be 48, 96 or 400."))?,
    };
    let caching = match audience(&api, caller, &name).await? {
        Audience::Everybody => ASK_AGAIN,
        Audience::Asker => ASK_AGAIN_PRIVATELY,
    };
    let etag = format!("\"{}-{name}\"", size.pixels());
    let etag = HeaderValue::try_from(etag).map_err(|_| Problem::internal())?;
    if matches_if_none_match(&request, &etag) {
        return Ok(HttpResponse::NotModified()
            .insert_header((CACHE_CONTROL, caching))
            .insert_header((VARY, "Authorization"))
            .insert_header((ETAG, etag))
            .finish());
    }
    let content_type = HeaderValue::from_static(name.content_type());
    let bytes = api.image_read(move |s| Ok(s.images.find(&name, size)?)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, caching))
        .insert_header((VARY, "Authorization"))
        .insert_header((ETAG, etag))
        .insert_header((CONTENT_TYPE, content_type))
        .body(bytes))
}

/// Returns who may see an image: from the cache, if everybody may.
async fn audience(api: &Api, caller: Caller, name: &ImageName) -> Result<Audience, Problem> {
    if api.cache.shows_picture(name) {
        return Ok(Audience::Everybody);
    }
    let (before, picture) = (api.cache.versions.current(), name.clone());
    let audience = api.read(move |s| {
        let member = s.viewing_member(&caller)?;
        let asker = member.and_then(|member| member.active().ok());
        Ok(s.images.audience(&picture, asker)?)
    });
    let audience = audience.await?;
    if audience == Audience::Everybody {
        api.cache.put_picture(name.clone(), before);
    }
    Ok(audience)
}
