//! Devices that are told of notifications.

mod delivery;
mod subscriptions;

use serde_json::{Value, json};

/// Of RFC 8291, appendix A.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

const SUBSCRIPTIONS: &str = "/api/push/subscriptions";

/// A subscription as browsers write it.
fn subscription(endpoint: &str) -> Value {
    let keys = json!({"p256dh": P256DH, "auth": AUTH});
    json!({"endpoint": endpoint, "expirationTime": null, "keys": keys})
}
