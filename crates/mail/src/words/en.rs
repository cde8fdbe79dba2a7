use super::{Parts, Security, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Hello {name},",
    reason: "You get this because this address belongs to an account at {site}, or was entered for one.",
    confirm: Parts {
        subject: "Confirm your e-mail address for {site}",
        body: "This address was entered for the account {name}. Confirm it, and {site} can reach you here. The link works for 24 hours, once.",
        button: "Confirm address",
        note: "If it was not you, ignore this mail: nothing happens without the link.",
    },
    replaced: Parts {
        subject: "Your e-mail address at {site} was changed",
        body: "The account {name} has another e-mail address now. Mails of {site} go there, and none come here any more.",
        button: "Check your account",
        note: "If it was not you, somebody else can get into your account: sign in, change your password and set your address again.",
    },
    removed: Parts {
        subject: "Your e-mail address at {site} was removed",
        body: "The account {name} has no e-mail address any more. No more mails of {site} come here.",
        button: "Check your account",
        note: "If it was not you, somebody else can get into your account: sign in, change your password and set your address again.",
    },
    reset: Parts {
        subject: "Set a new password for {site}",
        body: "Somebody, hopefully you, asked for a new password for the account {name}. The link works for an hour, once. It ends all sessions; a second step stays in force.",
        button: "Set a new password",
        note: "If it was not you, ignore this mail: your password stays as it is.",
    },
    security: Security {
        password_changed: "Your password at {site} was changed",
        recovery_codes_renewed: "Your recovery codes at {site} were replaced",
        second_step_added: "Two-step sign-in at {site} is on",
        second_step_removed: "Two-step sign-in at {site} is off",
        passkey_added: "A passkey was added to your account at {site}",
        passkey_removed: "A passkey was removed from your account at {site}",
        identity_linked: "A sign-in was connected to your account at {site}",
        identity_removed: "A sign-in was removed from your account at {site}",
        body: "This happened to the account {name} on {time}.",
        button: "Check your account",
        note: "If it was you, there is nothing to do. If not, change your password and end all other sessions; if you can’t sign in any more, choose “Forgot your password?” there.",
    },
    unread: Parts {
        subject: "What is new for you at {site}",
        body: "This came while you were away.",
        button: "See all notifications",
        note: "You chose these mails in your notification settings.",
    },
    popular: "Popular in your favorite forums",
    unsubscribe: "Unsubscribe",
    unsubscribe_question: "Get no more mails about notifications?",
    unsubscribed: "You get no more mails about notifications",
    unsubscribe_effect: "Mails about your password and sign-in still come. You can choose mails again in your notification settings.",
};
