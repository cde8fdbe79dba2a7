//! What a message says, in the languages of the web interface.

use kernel::Language;

/// What a member is told of; with the name of who did it, where it was a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// Somebody answered the member.
    Reply(&'a str),
    Mention(&'a str),
    /// Somebody replied in a post that the member watches.
    WatchedPost(&'a str),
    /// Somebody posted in a forum that the member watches.
    WatchedForum(&'a str),
    /// How the member signs in was changed.
    SignIn,
    /// A moderator or an admin did something to the member, or to what the member wrote.
    Moderation,
    /// A report or an appeal of the member was decided.
    Decision,
}

/// The sentences of a language, in the order of [`News`].
type Sentences = [&'static str; 7];

const ENGLISH: Sentences = [
    "{name} replied to you",
    "{name} mentioned you",
    "New reply by {name}",
    "New post by {name}",
    "How you sign in has changed",
    "News from the moderators",
    "Your report or appeal was decided",
];

const OTHERS: [(&str, Sentences); 6] = [
    (
        "de",
        [
            "{name} hat dir geantwortet",
            "{name} hat dich erwähnt",
            "Neue Antwort von {name}",
            "Neuer Beitrag von {name}",
            "Deine Anmeldung wurde geändert",
            "Neuigkeiten von den Moderatoren",
            "Über deine Meldung oder deinen Einspruch wurde entschieden",
        ],
    ),
    (
        "es",
        [
            "{name} te respondió",
            "{name} te mencionó",
            "Nueva respuesta de {name}",
            "Nueva publicación de {name}",
            "Tu forma de iniciar sesión ha cambiado",
            "Novedades de los moderadores",
            "Se ha decidido sobre tu denuncia o apelación",
        ],
    ),
    (
        "fr",
        [
            "{name} vous a répondu",
            "{name} vous a mentionné",
            "Nouvelle réponse de {name}",
            "Nouvelle publication de {name}",
            "Votre façon de vous connecter a changé",
            "Des nouvelles des modérateurs",
            "Une décision a été prise sur votre signalement ou votre recours",
        ],
    ),
    (
        "pt-BR",
        [
            "{name} respondeu a você",
            "{name} mencionou você",
            "Nova resposta de {name}",
            "Novo post de {name}",
            "Sua forma de entrar mudou",
            "Novidades dos moderadores",
            "Sua denúncia ou seu recurso foi decidido",
        ],
    ),
    (
        "ja",
        [
            "{name}さんから返信がありました",
            "{name}さんがあなたをメンションしました",
            "{name}さんの新しい返信",
            "{name}さんの新しい投稿",
            "ログイン方法が変更されました",
            "モデレーターからのお知らせ",
            "通報または異議申し立ての結果が出ました",
        ],
    ),
    (
        "ar",
        [
            "رد عليك {name}",
            "أشار إليك {name}",
            "رد جديد من {name}",
            "منشور جديد من {name}",
            "تغيّرت طريقة تسجيل دخولك",
            "جديد من المشرفين",
            "تم البت في بلاغك أو اعتراضك",
        ],
    ),
];

impl News<'_> {
    /// Returns the news as a heading.
    #[must_use]
    pub fn heading(self, language: Language) -> String {
        let other = OTHERS.iter().find(|(tag, _)| *tag == language.tag());
        let [reply, mention, watched_post, watched_forum, sign_in, moderation, decision] =
            other.map_or(ENGLISH, |(_, sentences)| *sentences);
        let (sentence, name) = match self {
            Self::Reply(name) => (reply, name),
            Self::Mention(name) => (mention, name),
            Self::WatchedPost(name) => (watched_post, name),
            Self::WatchedForum(name) => (watched_forum, name),
            Self::SignIn => (sign_in, ""),
            Self::Moderation => (moderation, ""),
            Self::Decision => (decision, ""),
        };
        sentence.replace("{name}", name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_sentences_of_their_own() {
        for language in Language::ALL {
            let named = [News::Reply, News::Mention, News::WatchedPost, News::WatchedForum];
            for news in named.map(|news| news("Ann")) {
                assert!(news.heading(language).contains("Ann"), "{news:?} {}", language.tag());
            }
            let is_english = language == Language::ENGLISH;
            for news in [News::Reply("Ann"), News::SignIn, News::Moderation, News::Decision] {
                let heading = news.heading(language);
                assert!(!heading.contains('{') && !heading.is_empty(), "{heading}");
                assert_eq!(heading == news.heading(Language::ENGLISH), is_english, "{heading}");
            }
        }
    }
}
