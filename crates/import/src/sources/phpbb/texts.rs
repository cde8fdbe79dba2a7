//! Texts of `phpBB`: XML since 3.2, and before that `BBCode` with HTML for links and smilies, which 3.2 and 3.3 keep until
//! they have converted it.

use std::{cell::RefCell, collections::BTreeSet};

use crate::{
    Markup, Text,
    convert::{Attributes, Typed, decode, s9e_to_markdown},
    sources::fields::Fields,
};

/// The folder of files, whose names nobody can guess: so no text can show a file of another.
pub(super) const FILES: &str = "./files/";
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "bmp"];

/// Returns a title or a name, which `phpBB` stores with entities.
pub(super) fn line(fields: &Fields, name: &str) -> String {
    decode(&fields.get(name).unwrap_or_default())
}

/// Returns a text with its files: those that it does not name stand at its end.
pub(super) fn text(fields: &Fields, name: &str) -> Text {
    let stored = fields.get(name).unwrap_or_default();
    let files = fields.get("files").unwrap_or_default();
    let files: Vec<String> =
        files.lines().filter_map(|file| Some(link(file.split_once('/')?))).collect();
    let is_xml = ["<r>", "<t>", "<r ", "<t "].iter().any(|start| stored.starts_with(start));
    let shown = RefCell::new(BTreeSet::new());
    let file = |number: Option<&String>| {
        let number: usize = number?.parse().ok()?;
        shown.borrow_mut().insert(number);
        files.get(number).cloned()
    };
    let (markup, mut source) = if is_xml {
        let replace = |element: &str, attributes: &Attributes| {
            (element == "ATTACHMENT").then(|| file(attributes.get("index")).unwrap_or_default())
        };
        (Markup::Markdown, s9e_to_markdown(&stored, Typed::BbCode, replace))
    } else {
        (Markup::BbCode, before_xml(&stored, &fields.get("uid").unwrap_or_default()))
    };
    let shown = shown.into_inner();
    for (_, file) in files.iter().enumerate().rev().filter(|(number, _)| !shown.contains(number)) {
        source.extend(["\n\n", file]);
    }
    Text { markup, source }
}

fn link((stored, name): (&str, &str)) -> String {
    let name = decode(name);
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let mark = if PICTURES.contains(&&*extension) { "!" } else { "" };
    format!("{mark}[{}]({FILES}{stored})", name.replace(['[', ']'], ""))
}

/// Returns a text of the old form as its author typed it: tags lose their number, links and smilies the HTML.
fn before_xml(stored: &str, uid: &str) -> String {
    let mut text = stored.replace("<br />", "\n");
    if !uid.is_empty() {
        for mark in
            [format!("[/*:m:{uid}]"), format!(":u:{uid}"), format!(":o:{uid}"), format!(":{uid}")]
        {
            text = text.replace(&mark, "");
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        let Some((tag, mut after)) = after.split_once('>') else {
            rest = "";
            break;
        };
        let value = |name: &str| Some(tag.split_once(name)?.1.split_once('"')?.0.to_owned());
        if tag.starts_with("a ") {
            out.push_str(&value("href=\"").unwrap_or_default().replace("mailto:", ""));
            after = after.split_once("</a>").map_or("", |(_, after)| after);
        } else if tag.starts_with("img ") {
            out.push_str(&value("alt=\"").unwrap_or_default());
        }
        rest = after;
    }
    decode(&(out + rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(content: &str, files: &str) -> Text {
        let json = serde_json::json!({"content": content, "uid": "2x7abcde", "files": files});
        text(&Fields::parse(&json.to_string()).unwrap(), "content")
    }

    #[test]
    fn files_stand_where_a_text_names_them_and_else_at_its_end() {
        let files = "9_b/notes.txt\n8_a/a &amp; [b].PNG";
        let named = "<r>Look: <ATTACHMENT filename=\"x\" index=\"1\"><s>[attachment=1]</s>x<e>[/attachment]</e></ATTACHMENT> there</r>";
        let wanted = "Look: ![a & b.PNG](./files/8_a) there\n\n[notes.txt](./files/9_b)";
        assert_eq!(of(named, files).source, wanted);
        let wanted = "So\n\n![a & b.PNG](./files/8_a)\n\n[notes.txt](./files/9_b)";
        assert_eq!(of("<t>So</t>", files).source, wanted);
        let gone = "<r><ATTACHMENT filename=\"x\" index=\"7\">x</ATTACHMENT>.</r>";
        assert_eq!(of(gone, "").source, ".");
    }

    #[test]
    fn a_text_of_the_old_form_is_as_typed() {
        let old = "[quote=&quot;Ann&quot;:2x7abcde]so[/quote:2x7abcde]<br />[b:2x7abcde]x[/b:2x7abcde] \
                   <!-- m --><a class=\"postlink\" href=\"http://a.example/?a=1&amp;b=2\">http://a.exa…</a><!-- m --> \
                   <!-- s:) --><img src=\"{SMILIES_PATH}/icon_smile.gif\" alt=\":)\" title=\"Smile\" /><!-- s:) --> \
                   [list:2x7abcde][*:2x7abcde]one[/*:m:2x7abcde][/list:u:2x7abcde] &lt;b&gt;";
        let text = of(old, "");
        assert_eq!(text.markup, Markup::BbCode);
        assert_eq!(
            text.source,
            "[quote=\"Ann\"]so[/quote]\n[b]x[/b] http://a.example/?a=1&b=2 :) [list][*]one[/list] <b>"
        );
    }
}
