use kernel::Language;
use maud::{DOCTYPE, PreEscaped, html};

use crate::words::Words;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0;padding:48px 16px;background:#f4f4f2;color:#1d1c1a;font:16px/1.5 system-ui,sans-serif}\
main{max-width:480px;margin:0 auto;padding:28px 24px;background:#fff;border-radius:12px}\
h1{margin:0 0 12px;font-size:22px;line-height:1.3}p{margin:0 0 20px}\
button{padding:12px 20px;border:0;border-radius:8px;background:#bf3a0b;color:#fff;font:inherit;font-weight:600;cursor:pointer}\
a{color:inherit}\
@media(prefers-color-scheme:dark){body{background:#161513;color:#ece9e4}main{background:#23211e}}";

/// The page behind the link at the end of a mail. It needs no script, and no sign-in.
#[derive(Clone, Copy, Debug)]
pub enum UnsubscribePage {
    /// Asks, with one button.
    Ask,
    Done,
}

impl UnsubscribePage {
    /// Returns the document of the site with this name.
    #[must_use]
    pub fn html(self, site: &str, language: Language) -> String {
        let words = Words::of(language);
        let direction = if language.is_right_to_left() { "rtl" } else { "ltr" };
        let heading = match self {
            Self::Ask => words.unsubscribe_question,
            Self::Done => words.unsubscribed,
        };
        html! {
            (DOCTYPE)
            html lang=(language.tag()) dir=(direction) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    meta name="robots" content="noindex";
                    title { (words.unsubscribe) " · " (site) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        h1 { (heading) }
                        p { (words.unsubscribe_effect) }
                        @match self {
                            // To the address of this page, token included.
                            Self::Ask => form method="post" { button { (words.unsubscribe) } },
                            Self::Done => a href="/" { (site) },
                        }
                    }
                }
            }
        }
        .into_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_asks_with_one_button() {
        for language in Language::ALL {
            let ask = UnsubscribePage::Ask.html("Tea & <Cake>", language);
            assert_eq!(ask.matches("<button").count(), 1, "{ask}");
            assert!(ask.contains("Tea &amp; &lt;Cake&gt;"), "{ask}");
            let done = UnsubscribePage::Done.html("Tea", language);
            assert!(!done.contains("<button") && done.contains("<a href=\"/\">Tea</a>"), "{done}");
        }
    }
}
