//! The XML in which `s9e\TextFormatter` keeps texts, as in Flarum and `phpBB`, to Markdown.
//!
//! Its text is what the author typed. `<s>` and `<e>` around a start and an end tell `BBCode`, which is converted, from
//! brackets that are none, and from Markdown, which stays.

mod xml;

pub(crate) use xml::{Attributes, decode, first_element};

use super::bbcode::{Tag, Writer, tag};
use xml::{Part, Parts, parse_attributes};

/// How a text was typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    /// With Markdown and `BBCode`.
    Markdown,
    /// With `BBCode` alone: stars are stars.
    BbCode,
}

/// Returns the text as Markdown. `replace` returns what stands for an element, instead of all that is in it.
pub(crate) fn to_markdown(
    xml: &str,
    typed: Typed,
    replace: impl Fn(&str, &Attributes) -> Option<String>,
) -> String {
    let mut text = Reader { typed, ..Reader::default() };
    let mut skipped = 0_usize;
    for part in Parts(xml) {
        match part {
            Part::Open { is_empty, .. } if skipped > 0 => skipped += usize::from(!is_empty),
            Part::Close(_) if skipped > 0 => skipped -= 1,
            Part::Text(_) if skipped > 0 => {}
            Part::Text(typed) => text.text(&decode(typed)),
            Part::Close(name) => text.close(name),
            Part::Open { name, attributes, is_empty } => {
                let attributes = parse_attributes(attributes);
                if let Some(other) = replace(name, &attributes) {
                    text.writer.out.push_str(&other);
                    skipped = usize::from(!is_empty);
                } else if !is_empty {
                    text.open(name, attributes);
                }
            }
        }
    }
    text.writer.finish()
}

struct Reader {
    typed: Typed,
    writer: Writer,
    /// What is in `<s>` or `<e>`.
    mark: Option<String>,
    /// A start of code or an address, with what is in it.
    raw: Option<(String, String)>,
    /// Who is quoted.
    author: Option<String>,
    /// How many links are open: their addresses stay as they are.
    links: usize,
}

impl Default for Reader {
    fn default() -> Self {
        let writer = Writer::default();
        let (mark, raw, author, links) = (None, None, None, 0);
        Self { typed: Typed::Markdown, writer, mark, raw, author, links }
    }
}

impl Reader {
    fn open(&mut self, name: &str, mut attributes: Attributes) {
        match name {
            "s" | "e" => self.mark = Some(String::new()),
            "QUOTE" => self.author = attributes.remove("author"),
            "URL" => self.links += 1,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(mark) = &mut self.mark {
            mark.push_str(text);
        } else if let Some((_, content)) = &mut self.raw {
            content.push_str(text);
        } else if self.typed == Typed::BbCode && self.links == 0 {
            // Nobody meant them as Markdown.
            self.writer.out.push_str(&text.replace('*', "\\*").replace('`', "\\`"));
        } else {
            self.writer.out.push_str(text);
        }
    }

    fn close(&mut self, name: &str) {
        if name == "URL" {
            self.links = self.links.saturating_sub(1);
        }
        let Some(mark) = self.mark.take_if(|_| name == "s" || name == "e") else { return };
        match tag(mark.trim()) {
            Some((tag, _)) if !tag.is_end && name == "s" => self.start(&mark, &tag),
            Some((tag, _)) if tag.is_end && name == "e" => self.end(&tag.name),
            _ if self.raw.is_some() => self.text(&mark),
            _ => self.writer.out.push_str(&mark),
        }
    }

    fn start(&mut self, mark: &str, tag: &Tag<'_>) {
        if self.raw.is_some() {
            self.text(mark);
        } else if tag.is_raw() {
            self.raw = Some((mark.trim().to_owned(), String::new()));
        } else if tag.name == "quote" {
            let author = self.author.take();
            let value = author.as_deref().or(tag.value);
            self.writer.start(&Tag { name: tag.name.clone(), value, is_end: false });
        } else {
            // Each item begins a line.
            if tag.name == "*" && self.writer.out.ends_with('\n') {
                self.writer.out.pop();
            }
            // One without a meaning here leaves what is in it.
            self.writer.start(tag);
        }
    }

    fn end(&mut self, name: &str) {
        let ends_raw = |mark: &String| tag(mark).is_some_and(|(tag, _)| tag.name == name);
        if self.raw.as_ref().is_some_and(|(mark, _)| ends_raw(mark)) {
            let Some((mark, content)) = self.raw.take() else { return };
            if let Some((tag, _)) = tag(&mark) {
                self.writer.raw(&tag, &content);
            }
        } else if self.raw.is_none() {
            self.writer.end(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(xml: &str, typed: Typed) -> String {
        to_markdown(xml, typed, |_, _| None)
    }

    #[test]
    fn markdown_stays_as_typed() {
        for (xml, markdown) in [
            ("<t><p>Just text &amp; more</p></t>", "Just text & more"),
            (
                "<r><p><STRONG><s>**</s>bold<e>**</e></STRONG> a[i] = b[/i]</p></r>",
                "**bold** a[i] = b[/i]",
            ),
            (
                "<r><p><URL url=\"https://a.example\"><s>[</s>x<e>](https://a.example)</e></URL></p></r>",
                "[x](https://a.example)",
            ),
            (
                "<r><QUOTE><i>&gt; </i><p>said</p></QUOTE>\n\n<p>yes<br/>\nno</p></r>",
                "> said\n\nyes\nno",
            ),
            (
                "<r><CODE lang=\"rust\"><s>```rust</s><i>\n</i>a[i] &lt; *b<i>\n</i><e>```</e></CODE></r>",
                "```rust\na[i] < *b\n```",
            ),
            ("<r><EMOJI seq=\"1f600\">&#128512;</EMOJI></r>", "😀"),
        ] {
            assert_eq!(of(xml, Typed::Markdown), markdown, "{xml}");
        }
    }

    #[test]
    fn bbcode_becomes_markdown() {
        for (xml, markdown) in [
            ("<r><B><s>[b]</s>bold<e>[/b]</e></B> 2*3*4 a[i]</r>", "**bold** 2\\*3\\*4 a[i]"),
            (
                "<r><IMG src=\"https://a.example/a_b.png\"><s>[img]</s><URL url=\"x\">https://a.example/a_b.png</URL><e>[/img]</e></IMG></r>",
                "![](https://a.example/a_b.png)",
            ),
            (
                "<r><CODE><s>[code]</s><i>\n</i>a*[b]x[/b]<e>[/code]</e></CODE></r>",
                "\n```\na*[b]x[/b]\n```\n",
            ),
            (
                "<r><LIST><s>[list]</s>\n<LI><s>[*]</s>one</LI>\n<LI><s>[*]</s>two</LI><e>[/list]</e></LIST></r>",
                "\n\n- one\n- two\n",
            ),
            (
                "<r><QUOTE author=\"Ann B.\" post_id=\"7\" time=\"1\"><s>[quote=\"Ann B.\" post_id=7 time=1]</s>so<e>[/quote]</e></QUOTE>yes</r>",
                "\n\n**Ann B.:**\n\n> so\n\nyes",
            ),
            (
                "<r><URL url=\"https://a.example/a*b\">https://a.example/a*b</URL></r>",
                "https://a.example/a*b",
            ),
            ("<r><FLASH><s>[flash=1,2]</s>film<e>[/flash]</e></FLASH></r>", "film"),
        ] {
            assert_eq!(of(xml, Typed::BbCode), markdown, "{xml}");
        }
    }

    #[test]
    fn an_element_can_be_replaced() {
        let xml = "<r><p><USERMENTION displayname=\"A &quot;x&quot;\" id=\"3\">@\"A\"#3<b>!</b></USERMENTION> hi</p></r>";
        let replace = |name: &str, attributes: &Attributes| {
            (name == "USERMENTION").then(|| format!("@{}", attributes["displayname"]))
        };
        assert_eq!(to_markdown(xml, Typed::Markdown, replace), "@A \"x\" hi");
        assert_eq!(first_element(xml, "USERMENTION").unwrap()["id"], "3");
        assert!(first_element(xml, "POSTMENTION").is_none());
    }

    #[test]
    fn damaged_xml_loses_no_text() {
        for xml in
            ["<r>a <B><s>[b]</s>b", "a b", "a < b", "<r></s></e>a b</r></r>", "&amp", "&#xfffffff;"]
        {
            let markdown = of(xml, Typed::Markdown);
            assert!(markdown.contains(['b', '&']), "{xml} {markdown}");
        }
        assert!(of(&"<s>".repeat(50_000), Typed::Markdown).is_empty());
        assert!(of(&"<B><s>[b]</s>".repeat(50_000), Typed::Markdown).len() < 600_000);
    }
}
