use ::push::{AuthSecret, DeviceKey, Subscription};
use actix_web::{Responder, delete, get, put, web};
use kernel::Endpoint;
use serde::{Deserialize, Serialize, de::MapAccess};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, Field, FieldType, Invalid, RequestBody, body_with_text},
    response::{ApiResponse, NoContent},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_push_key).service(subscribe).service(unsubscribe);
}

/// What a browser subscribes with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PushKey {
    /// The key of the site (RFC 8292): a point of P-256, uncompressed, in base64url.
    public_key: String,
}

/// A browser that gets notifications.
#[derive(Serialize, ToSchema)]
struct PushSubscription {
    endpoint: String,
}

/// A subscription, as `PushSubscription.toJSON()` gives it.
#[derive(Deserialize, ToSchema)]
struct Subscribe {
    /// An `https` address at public addresses.
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 2000)]
    endpoint: Field<String>,
    #[serde(default)]
    #[schema(value_type = SubscriptionKeys, required = true)]
    keys: Field<SubscriptionKeys>,
}

/// The keys of a subscription, in base64url.
#[derive(Debug, Default, PartialEq, Eq, ToSchema)]
struct SubscriptionKeys {
    #[schema(value_type = String, required = true)]
    p256dh: Field<String>,
    #[schema(value_type = String, required = true)]
    auth: Field<String>,
}

impl FieldType for SubscriptionKeys {
    fn from_map<'de, A: MapAccess<'de>>(mut values: A) -> Result<Option<Self>, A::Error> {
        let mut keys = Self::default();
        while let Some((name, value)) = values.next_entry::<String, Field<String>>()? {
            match name.as_str() {
                "p256dh" => keys.p256dh = value,
                "auth" => keys.auth = value,
                _ => {}
            }
        }
        Ok(Some(keys))
    }
}

impl RequestBody for Subscribe {
    const MAX_BYTES: usize = body_with_text(Endpoint::MAX_BYTES);
}

impl Subscribe {
    fn parse(self) -> Result<Subscription, Problem> {
        let mut invalid = Invalid::default();
        let endpoint = invalid.text("endpoint", &self.endpoint, Endpoint::parse);
        let keys = match self.keys {
            Field::Given(keys) => keys,
            Field::Missing | Field::WronglyTyped => SubscriptionKeys::default(),
        };
        let key = invalid.text("keys.p256dh", &keys.p256dh, DeviceKey::parse);
        let auth = invalid.text("keys.auth", &keys.auth, AuthSecret::parse);
        let subscription = endpoint.zip(key).zip(auth);
        let ((endpoint, key), auth) = subscription.ok_or_else(|| invalid.into_problem())?;
        Ok(Subscription { endpoint, key, auth })
    }
}

/// The subscription to end.
#[derive(Deserialize, ToSchema)]
struct Unsubscribe {
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 2000)]
    endpoint: Field<String>,
}

impl RequestBody for Unsubscribe {
    const MAX_BYTES: usize = body_with_text(Endpoint::MAX_BYTES);
}

impl Unsubscribe {
    fn parse(&self) -> Result<Endpoint, Problem> {
        let mut invalid = Invalid::default();
        let endpoint = invalid.text("endpoint", &self.endpoint, Endpoint::parse);
        endpoint.ok_or_else(|| invalid.into_problem())
    }
}

/// Returns the key of the site, which browsers subscribe with.
#[utoipa::path(tag = "notifications", security((), ("token" = ["read"])), responses(
    (status = 200, description = "The key", body = PushKey),
))]
#[get("/api/push")]
async fn find_push_key(caller: Caller, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        s.viewer(&caller)?;
        Ok(ApiResponse::ok(PushKey { public_key: s.push.public_key().to_owned() }))
    })
    .await
}

/// Tells a browser of the caller's notifications until its session ends. An endpoint that is known, also as another
/// member's, moves to the caller and takes the new keys. A message is JSON `{title, body, url, tag, unread}`.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("session" = [])), request_body = Subscribe, responses(
    (status = 200, description = "The endpoint was known", body = PushSubscription),
    (status = 201, description = "Subscribed", body = PushSubscription),
    (status = 409, description = "The caller has 10 others (`too-many-subscriptions`), or the session ended concurrently", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Invalid fields: an endpoint that is not `https` or not at public addresses", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/push/subscriptions")]
async fn subscribe(caller: Caller, body: Body<Subscribe>, api: web::Data<Api>) -> impl Responder {
    api.outbound(move |s| {
        let session = caller.session.ok_or_else(Problem::unauthorized)?;
        let actor = s.member(&caller)?.active()?;
        let subscription = body.read()?.parse()?;
        let is_new = s.push.subscribe(&actor, session.id, &subscription)?;
        let body = PushSubscription { endpoint: subscription.endpoint.url().to_string() };
        Ok(if is_new { ApiResponse::created(body) } else { ApiResponse::ok(body) })
    })
    .await
}

/// Tells a browser of notifications no more. One that is not subscribed is no error.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("session" = [])), request_body = Unsubscribe, responses(
    (status = 204, description = "Ended"),
))]
#[delete("/api/push/subscriptions")]
async fn unsubscribe(
    caller: Caller,
    body: Body<Unsubscribe>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let actor = s.member(&caller)?.active()?;
        s.push.unsubscribe(&actor, &body.read()?.parse()?)?;
        Ok::<_, Problem>(NoContent)
    })
    .await
}
