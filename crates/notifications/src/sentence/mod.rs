//! A notification as one line of text, for mails and push messages. The screens say the same, in the same words.

mod ar;
mod de;
mod en;
mod es;
mod fr;
mod ja;
mod pt_br;

use kernel::Language;

use crate::{Kind, ModerationAct, Notification};

/// The sentences of a language. `{names}` are those who acted, `{place}` is a title in quotation marks or a removed post,
/// `{topic}` is a forum.
struct Words {
    comma: &'static str,
    someone: &'static str,
    removed_post: &'static str,
    quoted: &'static str,
    replied: Counted,
    mentioned: Counted,
    replied_in: Counted,
    posted_titled: &'static str,
    posted: &'static str,
    promoted: &'static str,
    demoted: &'static str,
    moderator_added: &'static str,
    moderator_removed: &'static str,
    forum_member_added: &'static str,
    banned_from_forum: &'static str,
    unbanned_from_forum: &'static str,
    banned: &'static str,
    unbanned: &'static str,
    forum_deleted: Counted,
    post_removed: &'static str,
    reply_removed: &'static str,
    post_restored: &'static str,
    reply_restored: &'static str,
    post_locked: &'static str,
    post_approved: &'static str,
    reply_approved: &'static str,
    report_resolved: &'static str,
    report_rejected: &'static str,
    appeal_accepted: &'static str,
    appeal_rejected: &'static str,
    password_changed: &'static str,
    recovery_codes_renewed: &'static str,
    second_step_added: &'static str,
    second_step_removed: &'static str,
    passkey_added: &'static str,
    passkey_removed: &'static str,
    identity_linked: &'static str,
    identity_removed: &'static str,
    api_token_added: &'static str,
    api_token_removed: &'static str,
    webhook_turned_off: &'static str,
    permissions_changed: &'static str,
}

/// A sentence of one act, and one that fits every number.
#[derive(Clone, Copy)]
struct Counted {
    one: &'static str,
    more: &'static str,
}

impl Words {
    fn of(language: Language) -> &'static Self {
        match language.tag() {
            "ar" => &ar::WORDS,
            "de" => &de::WORDS,
            "es" => &es::WORDS,
            "fr" => &fr::WORDS,
            "ja" => &ja::WORDS,
            "pt-BR" => &pt_br::WORDS,
            _ => &en::WORDS,
        }
    }

    fn of_act(&self, act: ModerationAct, count: i64) -> &'static str {
        match act {
            ModerationAct::Promoted => self.promoted,
            ModerationAct::Demoted => self.demoted,
            ModerationAct::ModeratorAdded => self.moderator_added,
            ModerationAct::ModeratorRemoved => self.moderator_removed,
            ModerationAct::ForumMemberAdded => self.forum_member_added,
            ModerationAct::BannedFromForum => self.banned_from_forum,
            ModerationAct::UnbannedFromForum => self.unbanned_from_forum,
            ModerationAct::Banned => self.banned,
            ModerationAct::Unbanned => self.unbanned,
            ModerationAct::ForumDeleted => self.forum_deleted.of(count),
            ModerationAct::PostRemoved => self.post_removed,
            ModerationAct::ReplyRemoved => self.reply_removed,
            ModerationAct::PostRestored => self.post_restored,
            ModerationAct::ReplyRestored => self.reply_restored,
            ModerationAct::PostLocked => self.post_locked,
            ModerationAct::PostApproved => self.post_approved,
            ModerationAct::ReplyApproved => self.reply_approved,
            ModerationAct::ReportResolved => self.report_resolved,
            ModerationAct::ReportRejected => self.report_rejected,
            ModerationAct::AppealAccepted => self.appeal_accepted,
            ModerationAct::AppealRejected => self.appeal_rejected,
            ModerationAct::PasswordChanged => self.password_changed,
            ModerationAct::RecoveryCodesRenewed => self.recovery_codes_renewed,
            ModerationAct::SecondStepAdded => self.second_step_added,
            ModerationAct::SecondStepRemoved => self.second_step_removed,
            ModerationAct::PasskeyAdded => self.passkey_added,
            ModerationAct::PasskeyRemoved => self.passkey_removed,
            ModerationAct::IdentityLinked => self.identity_linked,
            ModerationAct::IdentityRemoved => self.identity_removed,
            ModerationAct::ApiTokenAdded => self.api_token_added,
            ModerationAct::ApiTokenRemoved => self.api_token_removed,
            ModerationAct::WebhookTurnedOff => self.webhook_turned_off,
        }
    }
}

impl Counted {
    fn of(self, count: i64) -> &'static str {
        if count == 1 { self.one } else { self.more }
    }
}

impl Notification {
    /// Returns what happened, as one sentence without a full stop. Removed posts have no title, deleted accounts no name.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let words = Words::of(language);
        let title = self.post.as_ref().map(|post| post.title.as_str());
        let title = title.filter(|title| !title.is_empty());
        let sentence = match (self.kind, self.act) {
            (Kind::Reply, _) => words.replied.of(self.count),
            (Kind::Mention, _) => words.mentioned.of(self.count),
            (Kind::WatchedPost, _) => words.replied_in.of(self.count),
            (Kind::WatchedForum, _) if title.is_some() => words.posted_titled,
            (Kind::WatchedForum, _) => words.posted,
            (Kind::Moderation | Kind::Report, Some(act)) => words.of_act(act, self.count),
            (Kind::Moderation | Kind::Report, None) => words.permissions_changed,
        };
        let quoted = title.map(|title| words.quoted.replace("{title}", title));
        fill(sentence, |name| match name {
            "names" => self.names(words),
            "place" => quoted.clone().unwrap_or_else(|| words.removed_post.to_owned()),
            "title" => quoted.clone().unwrap_or_default(),
            "topic" => self.forum.as_ref().map(|forum| forum.topic.clone()).unwrap_or_default(),
            _ => self.count.to_string(),
        })
    }

    /// Returns the path of the screen that shows what happened.
    #[must_use]
    pub fn path(&self) -> String {
        match (self.act, &self.forum, &self.post, self.reply) {
            (Some(act), ..) if act.is_about_sign_in() => "/settings/security".to_owned(),
            (Some(ModerationAct::WebhookTurnedOff), Some(forum), ..) => {
                format!("/forums/{}/webhooks", forum.id)
            }
            (Some(ModerationAct::WebhookTurnedOff), None, ..) => "/admin/webhooks".to_owned(),
            (
                Some(
                    ModerationAct::ForumDeleted
                    | ModerationAct::PostRemoved
                    | ModerationAct::ReplyRemoved,
                ),
                Some(forum),
                ..,
            ) => format!("/modlog?forum={}", forum.id),
            (_, _, Some(post), Some(reply)) => format!("/posts/{}#reply-{reply}", post.id),
            (_, _, Some(post), None) => format!("/posts/{}", post.id),
            (_, Some(forum), None, _) => format!("/forums/{}", forum.id),
            (_, None, None, _) => "/notifications".to_owned(),
        }
    }

    fn names(&self, words: &Words) -> String {
        let names: Vec<_> = self.actors.iter().map(|actor| actor.username.as_str()).collect();
        if names.is_empty() { words.someone.to_owned() } else { names.join(words.comma) }
    }
}

/// Puts values in the places of `{name}`. What a value looks like doesn't matter.
fn fill(sentence: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = sentence.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or(("", part));
        filled.push_str(&value(name));
        filled.push_str(rest);
    }
    filled
}

#[cfg(test)]
mod tests;
