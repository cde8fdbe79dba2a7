use api::LiveState;
use prometheus::{IntCounter, IntGauge, Result};

use crate::metrics::Figures;

/// Metrics of the streams of events.
#[derive(Debug)]
pub(super) struct LiveMetrics {
    open: IntGauge,
    sent: IntCounter,
    dropped: IntCounter,
}

impl LiveMetrics {
    pub(super) fn new(figures: &Figures<'_>) -> Result<Self> {
        Ok(Self {
            open: figures.gauge("postup_streams_open", "Streams of events that are open now.")?,
            sent: figures.counter(
                "postup_stream_events_sent_total",
                "Events sent, once for each stream that got it.",
            )?,
            dropped: figures.counter(
                "postup_stream_events_dropped_total",
                "Events not sent, each of which ended a stream whose client read too slowly.",
            )?,
        })
    }

    pub(super) fn set(&self, LiveState { open, sent, dropped }: LiveState) {
        self.open.set(open as i64);
        // Another scrape may have set a newer value meanwhile.
        self.sent.inc_by(sent.saturating_sub(self.sent.get()));
        self.dropped.inc_by(dropped.saturating_sub(self.dropped.get()));
    }
}
