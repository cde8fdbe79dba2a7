use kernel::UserId;

use crate::{Kind, Settings};

/// What somebody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Wrote or edited something. `None` if the account is deleted since.
    Wrote(Option<UserId>),
    /// Did something to the recipient as a moderator or admin.
    Moderated,
}

/// A member who may be notified of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    pub user: UserId,
    pub settings: Settings,
    /// Whether the member mutes the post or its forum.
    pub muted: bool,
    /// Whether the member blocks who acted.
    pub blocks_actor: bool,
    pub banned: bool,
}

/// Returns the kind by which the member is notified of an act, if at all. `reasons` are the kinds that
/// fit, in any order.
#[must_use]
pub fn kind_for(act: Act, reasons: &[Kind], recipient: &Recipient) -> Option<Kind> {
    match act {
        Act::Moderated => Some(Kind::Moderation),
        Act::Wrote(None) => None,
        Act::Wrote(Some(actor)) if actor == recipient.user => None,
        Act::Wrote(Some(_)) if recipient.muted || recipient.blocks_actor || recipient.banned => {
            None
        }
        Act::Wrote(Some(_)) => {
            reasons.iter().copied().filter(|kind| recipient.settings.allow(*kind)).min()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MailFrequency;

    const ACTOR: UserId = UserId(1);
    const WROTE: Act = Act::Wrote(Some(ACTOR));
    /// The kinds of which somebody wrote something.
    const OF_TEXTS: [Kind; 4] = [Kind::Reply, Kind::Mention, Kind::WatchedPost, Kind::WatchedForum];

    fn recipient() -> Recipient {
        Recipient {
            user: UserId(2),
            settings: Settings::default(),
            muted: false,
            blocks_actor: false,
            banned: false,
        }
    }

    fn without(kind: Kind) -> Settings {
        let mut settings = Settings::default();
        match kind {
            Kind::Reply => settings.reply = false,
            Kind::Mention => settings.mention = false,
            Kind::WatchedPost => settings.watched_post = false,
            Kind::WatchedForum => settings.watched_forum = false,
            Kind::Moderation | Kind::Report => {}
        }
        settings
    }

    /// All sets of kinds.
    fn sets() -> impl Iterator<Item = Vec<Kind>> {
        (0..1 << OF_TEXTS.len()).map(|bits: u32| {
            let is_in = |nth: usize| bits >> nth & 1 == 1;
            (0..OF_TEXTS.len()).filter(|nth| is_in(*nth)).map(|nth| OF_TEXTS[nth]).rev().collect()
        })
    }

    #[test]
    fn the_first_kind_that_fits_counts() {
        for reasons in sets() {
            let first = OF_TEXTS.into_iter().find(|kind| reasons.contains(kind));
            assert_eq!(kind_for(WROTE, &reasons, &recipient()), first, "{reasons:?}");
        }
    }

    #[test]
    fn the_next_kind_counts_where_one_is_off() {
        for reasons in sets() {
            for off in OF_TEXTS {
                let recipient = Recipient { settings: without(off), ..recipient() };
                let next = OF_TEXTS.into_iter().find(|kind| reasons.contains(kind) && *kind != off);
                assert_eq!(kind_for(WROTE, &reasons, &recipient), next, "{reasons:?} {off:?}");
            }
        }
    }

    #[test]
    fn texts_notify_no_author_muter_blocker_or_banned_member() {
        let excluded = [
            Recipient { user: ACTOR, ..recipient() },
            Recipient { muted: true, ..recipient() },
            Recipient { blocks_actor: true, ..recipient() },
            Recipient { banned: true, ..recipient() },
        ];
        for reasons in sets() {
            for recipient in &excluded {
                assert_eq!(kind_for(WROTE, &reasons, recipient), None, "{recipient:?}");
            }
            assert_eq!(kind_for(Act::Wrote(None), &reasons, &recipient()), None);
        }
    }

    #[test]
    fn moderation_notifies_whatever_is_muted_off_or_banned() {
        let all_off = Settings {
            reply: false,
            mention: false,
            watched_post: false,
            watched_forum: false,
            auto_watch: false,
            push: false,
            mail: MailFrequency::Off,
        };
        for recipient in [
            recipient(),
            Recipient { muted: true, blocks_actor: true, banned: true, ..recipient() },
            Recipient { settings: all_off, ..recipient() },
        ] {
            let kind = kind_for(Act::Moderated, &[Kind::Moderation], &recipient);
            assert_eq!(kind, Some(Kind::Moderation));
        }
    }
}
