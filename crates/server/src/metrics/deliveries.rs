use database::{Channel, WaitingDeliveries};
use prometheus::{IntCounterVec, IntGaugeVec, Result};

use crate::metrics::Figures;

/// Metrics of what leaves the site: mail and push.
#[derive(Debug)]
pub(super) struct DeliveryMetrics {
    waiting: IntGaugeVec,
    lag: IntGaugeVec,
    given_up: IntCounterVec,
}

impl DeliveryMetrics {
    pub(super) fn new(figures: &Figures<'_>) -> Result<Self> {
        Ok(Self {
            waiting: figures.gauges(
                "postup_deliveries_waiting",
                "Deliveries that wait or are being carried.",
                &["channel"],
            )?,
            lag: figures.gauges(
                "postup_deliveries_lag_seconds",
                "How late the delivery is that has been due for longest.",
                &["channel"],
            )?,
            given_up: figures.counters(
                "postup_deliveries_given_up_total",
                "Deliveries given up: refused for good, or failed for a day.",
                &["channel"],
            )?,
        })
    }

    pub(super) fn set(&self, channels: &[(Channel, WaitingDeliveries)]) {
        for (channel, seen) in channels {
            let of = |gauges: &IntGaugeVec| gauges.with_label_values(&[channel.name()]);
            of(&self.waiting).set(seen.waiting as i64);
            of(&self.lag).set(seen.lag.as_secs() as i64);
            let given_up = self.given_up.with_label_values(&[channel.name()]);
            given_up.inc_by(seen.given_up.saturating_sub(given_up.get()));
        }
    }
}
