use super::{Parts, Security, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Bonjour {name},",
    reason: "Vous recevez ce message parce que cette adresse appartient à un compte de {site} ou a été saisie pour un compte.",
    confirm: Parts {
        subject: "Confirmez votre adresse e-mail pour {site}",
        body: "Cette adresse a été saisie pour le compte {name}. Confirmez-la pour que {site} puisse vous joindre ici. Le lien est valable 24 heures, une seule fois.",
        button: "Confirmer l’adresse",
        note: "Si ce n’était pas vous, ignorez ce message : rien ne se passe sans le lien.",
    },
    replaced: Parts {
        subject: "Votre adresse e-mail sur {site} a changé",
        body: "Le compte {name} a désormais une autre adresse e-mail. Les messages de {site} y sont envoyés et n’arrivent plus ici.",
        button: "Vérifier le compte",
        note: "Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte : connectez-vous, changez votre mot de passe et saisissez de nouveau votre adresse.",
    },
    removed: Parts {
        subject: "Votre adresse e-mail sur {site} a été retirée",
        body: "Le compte {name} n’a plus d’adresse e-mail. Les messages de {site} n’arrivent plus ici.",
        button: "Vérifier le compte",
        note: "Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte : connectez-vous, changez votre mot de passe et saisissez de nouveau votre adresse.",
    },
    reset: Parts {
        subject: "Choisissez un nouveau mot de passe pour {site}",
        body: "Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour le compte {name}. Le lien est valable une heure, une seule fois. Il met fin à toutes les sessions ; une seconde étape reste active.",
        button: "Choisir un nouveau mot de passe",
        note: "Si ce n’était pas vous, ignorez ce message : votre mot de passe ne change pas.",
    },
    security: Security {
        password_changed: "Votre mot de passe sur {site} a changé",
        recovery_codes_renewed: "Vos codes de récupération sur {site} ont été remplacés",
        second_step_added: "La connexion en deux étapes sur {site} est activée",
        second_step_removed: "La connexion en deux étapes sur {site} est désactivée",
        passkey_added: "Une clé d’accès a été ajoutée à votre compte sur {site}",
        passkey_removed: "Une clé d’accès a été retirée de votre compte sur {site}",
        identity_linked: "Une connexion a été associée à votre compte sur {site}",
        identity_removed: "Une connexion a été retirée de votre compte sur {site}",
        body: "Cela concerne le compte {name}, le {time}.",
        button: "Vérifier le compte",
        note: "Si c’était vous, il n’y a rien à faire. Sinon, changez votre mot de passe et mettez fin aux autres sessions ; si vous ne pouvez plus vous connecter, choisissez-y « Mot de passe oublié ? ».",
    },
    unread: Parts {
        subject: "Du nouveau pour vous sur {site}",
        body: "Voici ce qui est arrivé en votre absence.",
        button: "Voir toutes les notifications",
        note: "Vous avez choisi ces e-mails dans vos réglages de notifications.",
    },
    popular: "Populaire dans vos forums favoris",
    unsubscribe: "Se désabonner",
    unsubscribe_question: "Ne plus recevoir d’e-mails de notification ?",
    unsubscribed: "Vous ne recevrez plus d’e-mails de notification",
    unsubscribe_effect: "Les e-mails sur votre mot de passe et vos connexions arriveront toujours. Vous pouvez de nouveau choisir les e-mails dans vos réglages de notifications.",
};
