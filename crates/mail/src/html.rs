use maud::{DOCTYPE, PreEscaped, html};

use crate::Letter;

/// The look of mail programs: a column that is as wide as they show, and their own font.
const STYLE: &str = "\
:root{color-scheme:light dark;supported-color-schemes:light dark}\
body{margin:0;padding:24px 16px;background:#f4f4f2;color:#1d1c1a;\
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\
.card{max-width:520px;margin:0 auto;padding:28px 24px;background:#fff;border-radius:12px}\
.site{margin:0 0 24px;font-weight:700;font-size:18px}\
.site a{color:inherit;text-decoration:none}\
.site img{display:block;max-height:40px;max-width:240px;border:0}\
h1{margin:0 0 16px;font-size:22px;line-height:1.3}h2{margin:24px 0 8px;font-size:17px}p{margin:0 0 16px}\
.list{margin:0 0 20px;padding:0;list-style:none}.list li{padding:10px 0;border-top:1px solid #8884}\
.list a{color:inherit;font-weight:600}.list p{margin:2px 0 0}\
.button{display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none}\
.quiet{color:#5f5c57;font-size:14px}.quiet a{color:inherit;word-break:break-all}\
.foot{max-width:520px;margin:16px auto 0;padding:0 24px;font-size:13px}\
@media(prefers-color-scheme:dark){body{background:#161513!important;color:#ece9e4!important}\
.card{background:#23211e!important}.quiet{color:#aaa59c!important}}";

/// The accent of a site that chose none.
const ACCENT: &str = "#bf3a0b";

impl Letter {
    /// Returns the part for programs that show HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let Self { sender, language, subject, greeting, body, action, note, reason, .. } = self;
        let direction = if language.is_right_to_left() { "rtl" } else { "ltr" };
        let accent = if sender.accent.is_empty() { ACCENT } else { &sender.accent };
        let button = format!("background:{accent};color:{}", on(accent));
        html! {
            (DOCTYPE)
            html lang=(language.tag()) dir=(direction) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    meta name="color-scheme" content="light dark";
                    title { (subject) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    div.card {
                        p.site {
                            a href=(sender.url) {
                                @if sender.logo.is_empty() { (sender.name) }
                                @else { img src=(sender.logo) alt=(sender.name) height="40"; }
                            }
                        }
                        h1 { (subject) }
                        p { (greeting) }
                        p { (body) }
                        @for list in &self.lists {
                            @if let Some(heading) = &list.heading { h2 { (heading) } }
                            ul.list {
                                @for entry in &list.entries {
                                    li {
                                        a href={ (sender.url) (entry.path) } { (entry.title) }
                                        @if !entry.detail.is_empty() { p.quiet { (entry.detail) } }
                                    }
                                }
                            }
                        }
                        p { a.button href=(action.url) style=(button) { (action.label) } }
                        p.quiet { a href=(action.url) dir="ltr" { (action.url) } }
                        p.quiet style="margin:0" { (note) }
                    }
                    p.quiet.foot {
                        a href=(sender.url) { (sender.name) } br; (reason)
                        @if let Some(link) = &self.unsubscribe {
                            " " a href=(link.url) { (link.label) }
                        }
                    }
                }
            }
        }
        .into_string()
    }
}

/// Returns the colour of letters that has the greater contrast on `accent`, by the relative luminance of WCAG 2.2.
fn on(accent: &str) -> &'static str {
    let channel = |at: usize| {
        let byte = accent.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let value = f64::from(byte.unwrap_or(0)) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
    if luminance > 0.179 { "#000" } else { "#fff" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_on_a_button_have_contrast() {
        assert_eq!([on(ACCENT), on("#000000"), on("#00008b")], ["#fff"; 3]);
        assert_eq!([on("#ffffff"), on("#ffd400"), on("#ff8c5f")], ["#000"; 3]);
    }
}
