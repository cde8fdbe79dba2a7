use super::{Parts, Security, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Hallo {name},",
    reason: "Du bekommst diese Mail, weil diese Adresse zu einem Konto bei {site} gehört oder für eines eingegeben wurde.",
    confirm: Parts {
        subject: "Bestätige deine E-Mail-Adresse für {site}",
        body: "Diese Adresse wurde für das Konto {name} eingegeben. Bestätige sie, damit {site} dich hier erreicht. Der Link gilt 24 Stunden und nur einmal.",
        button: "Adresse bestätigen",
        note: "Warst du es nicht, kannst du diese Mail ignorieren: Ohne den Link passiert nichts.",
    },
    replaced: Parts {
        subject: "Deine E-Mail-Adresse bei {site} wurde geändert",
        body: "Das Konto {name} hat jetzt eine andere E-Mail-Adresse. Mails von {site} gehen dorthin und nicht mehr hierher.",
        button: "Konto prüfen",
        note: "Warst du es nicht, hat jemand anders Zugang zu deinem Konto: Melde dich an, ändere dein Passwort und trage deine Adresse wieder ein.",
    },
    removed: Parts {
        subject: "Deine E-Mail-Adresse bei {site} wurde entfernt",
        body: "Das Konto {name} hat keine E-Mail-Adresse mehr. Hierher kommen keine Mails von {site} mehr.",
        button: "Konto prüfen",
        note: "Warst du es nicht, hat jemand anders Zugang zu deinem Konto: Melde dich an, ändere dein Passwort und trage deine Adresse wieder ein.",
    },
    reset: Parts {
        subject: "Neues Passwort für {site} festlegen",
        body: "Jemand, hoffentlich du, hat für das Konto {name} ein neues Passwort angefordert. Der Link gilt eine Stunde und nur einmal. Er beendet alle Sitzungen; ein zweiter Schritt bleibt aktiv.",
        button: "Neues Passwort festlegen",
        note: "Warst du es nicht, kannst du diese Mail ignorieren: Dein Passwort bleibt, wie es ist.",
    },
    security: Security {
        password_changed: "Dein Passwort bei {site} wurde geändert",
        recovery_codes_renewed: "Deine Wiederherstellungscodes bei {site} wurden ersetzt",
        second_step_added: "Die Anmeldung in zwei Schritten bei {site} ist an",
        second_step_removed: "Die Anmeldung in zwei Schritten bei {site} ist aus",
        passkey_added: "Ein Passkey wurde deinem Konto bei {site} hinzugefügt",
        passkey_removed: "Ein Passkey wurde von deinem Konto bei {site} entfernt",
        identity_linked: "Eine Anmeldung wurde mit deinem Konto bei {site} verbunden",
        identity_removed: "Eine Anmeldung wurde von deinem Konto bei {site} entfernt",
        body: "Das geschah mit dem Konto {name} am {time}.",
        button: "Konto prüfen",
        note: "Warst du es, ist nichts zu tun. Wenn nicht, ändere dein Passwort und beende alle anderen Sitzungen; kannst du dich nicht mehr anmelden, wähle dort „Passwort vergessen?“.",
    },
    unread: Parts {
        subject: "Neues für dich bei {site}",
        body: "Das kam, während du weg warst.",
        button: "Alle Benachrichtigungen ansehen",
        note: "Du hast diese Mails in deinen Benachrichtigungs-Einstellungen gewählt.",
    },
    popular: "Beliebt in deinen Favoriten",
    unsubscribe: "Abbestellen",
    unsubscribe_question: "Keine Mails über Benachrichtigungen mehr?",
    unsubscribed: "Du bekommst keine Mails über Benachrichtigungen mehr",
    unsubscribe_effect: "Mails zu Passwort und Anmeldung kommen weiterhin. In deinen Benachrichtigungs-Einstellungen kannst du Mails wieder wählen.",
};
