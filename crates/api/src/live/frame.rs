use actix_web::web::Bytes;
use serde_json::Value;

/// The first bytes of a stream: how soon to come back after it ends.
pub(super) const BEGINNING: Bytes = Bytes::from_static(b"retry: 2000\n\n");

/// A comment, so that both sides and proxies notice that the other is there.
pub(super) const HEARTBEAT: Bytes = Bytes::from_static(b":\n\n");

/// The position of an event in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EventId {
    /// Differs between copies of the server and between their starts.
    pub(super) copy: u64,
    /// The number of the event there.
    pub(super) number: u64,
}

impl EventId {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (copy, number) = text.split_once('-')?;
        Some(Self { copy: u64::from_str_radix(copy, 16).ok()?, number: number.parse().ok()? })
    }
}

/// Returns an event in the format of `text/event-stream`.
pub(super) fn frame(id: EventId, event: &str, data: &Value) -> Bytes {
    let EventId { copy, number } = id;
    Bytes::from(format!("id: {copy:016x}-{number}\nevent: {event}\ndata: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn event_is_framed_with_its_id() {
        let id = EventId { copy: 0xAB, number: 7 };
        let text = frame(id, "resync", &json!({}));
        assert_eq!(text, "id: 00000000000000ab-7\nevent: resync\ndata: {}\n\n");
        assert_eq!(EventId::parse("00000000000000ab-7"), Some(id));
        for text in ["", "7", "x-7", "ab-", "ab-7-8", "ab--7"] {
            assert_eq!(EventId::parse(text), None, "{text}");
        }
    }
}
