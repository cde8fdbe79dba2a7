//! `BBCode` to Markdown: the tags of `phpBB` and those that other systems took from it. Others stay as typed.

/// What is open, with what ends it.
struct Open {
    name: String,
    end: String,
    /// Where its content starts in the output.
    from: usize,
}

/// A tag: `[name]`, `[name=value]`, `[name a=b]` or `[/name]`.
pub(super) struct Tag<'a> {
    pub(super) name: String,
    pub(super) value: Option<&'a str>,
    pub(super) is_end: bool,
}

impl Tag<'_> {
    /// Returns whether what it holds is code or an address, no text.
    pub(super) fn is_raw(&self) -> bool {
        let is_raw = ["code", "img", "url", "email", "youtube", "media", "attachment"]
            .contains(&&*self.name);
        is_raw && !(["url", "email"].contains(&&*self.name) && self.value.is_some())
    }
}

/// How deep tags nest; further ones stay as typed.
const MAX_DEPTH: usize = 50;

/// The most bytes of a tag.
const MAX_TAG: usize = 1_000;
/// The most bytes of an address.
const MAX_ADDRESS: usize = 4_000;

pub(super) fn to_markdown(text: &str) -> String {
    let mut writer = Writer::default();
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        writer.out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = tag(rest);
        let taken = found.and_then(|(tag, after)| writer.take(&tag, after));
        if let Some(after) = taken {
            rest = after;
        } else {
            writer.out.push('[');
            rest = &rest[1..];
        }
    }
    writer.out.push_str(rest);
    writer.finish()
}

/// Returns the tag that the text starts with, and what comes after.
pub(super) fn tag(text: &str) -> Option<(Tag<'_>, &str)> {
    let rest = text.strip_prefix('[')?;
    let end = rest[..rest.floor_char_boundary(MAX_TAG)].find(']')?;
    let (inside, after) = (&rest[..end], &rest[end + 1..]);
    let (is_end, inside) = inside.strip_prefix('/').map_or((false, inside), |name| (true, name));
    let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '*').unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    let value = rest.strip_prefix('=').map(|value| value.trim_matches('"'));
    let fits = !name.is_empty() && (rest.is_empty() || rest.starts_with(['=', ' ', ':']));
    fits.then(|| (Tag { name: name.to_ascii_lowercase(), value, is_end }, after))
}

/// Writes Markdown.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) out: String,
    open: Vec<Open>,
    /// Whether no code ends any more: then its end is not looked for again.
    is_behind_code: bool,
}

impl Writer {
    /// Writes what a tag stands for. Returns what comes after, `None` if the tag stays as typed.
    fn take<'a>(&mut self, tag: &Tag<'_>, after: &'a str) -> Option<&'a str> {
        if tag.is_end {
            return self.end(&tag.name).then_some(after);
        }
        let is_lost = tag.name == "code" && self.is_behind_code;
        let raw = if is_lost || !tag.is_raw() { None } else { raw_content(&tag.name, after) };
        self.is_behind_code |= tag.name == "code" && raw.is_none();
        if let Some((content, rest)) = raw {
            self.raw(tag, content);
            return Some(rest);
        }
        self.start(tag).then_some(after)
    }

    /// Begins what a tag stands for; `false` if it stands for nothing.
    pub(super) fn start(&mut self, tag: &Tag<'_>) -> bool {
        if tag.name == "*" {
            self.out.push_str("\n- ");
            return true;
        }
        let Some((start, end)) = marks(tag).filter(|_| self.open.len() < MAX_DEPTH) else {
            return false;
        };
        self.out.push_str(&start);
        self.open.push(Open { name: tag.name.clone(), end, from: self.out.len() });
        true
    }

    /// Ends what this tag began, and all that was begun in it.
    pub(super) fn end(&mut self, name: &str) -> bool {
        if name == "*" || name == "li" {
            return true;
        }
        let Some(place) = self.open.iter().rposition(|open| open.name == name) else {
            return false;
        };
        while self.open.len() > place {
            self.close();
        }
        true
    }

    fn close(&mut self) -> bool {
        let Some(Open { name, end, from }) = self.open.pop() else { return false };
        if name == "quote" {
            let quoted = self.out.split_off(from);
            let lines: Vec<_> = quoted.trim().lines().map(|line| format!("> {line}")).collect();
            self.out.push_str(&lines.join("\n"));
        } else if end == "**" || end == "*" || end == "~~" {
            // Marks with a space inside would be none.
            let content = self.out.split_off(from);
            let trimmed = content.trim_end();
            self.out.push_str(trimmed);
            self.out.push_str(&end);
            self.out.push_str(&content[trimmed.len()..]);
            return true;
        }
        self.out.push_str(&end);
        true
    }

    /// Ends all that is open.
    pub(super) fn finish(mut self) -> String {
        while self.close() {}
        self.out
    }

    /// Writes a tag whose content is no text.
    pub(super) fn raw(&mut self, tag: &Tag<'_>, content: &str) {
        let content = content.trim();
        let written = match tag.name.as_str() {
            "code" => format!("\n```\n{content}\n```\n"),
            "img" => format!("![]({content})"),
            "youtube" | "media" if !content.contains("://") => {
                format!("https://www.youtube.com/watch?v={content}")
            }
            // Addresses and mails show as links by themselves.
            _ => format!("<{content}>"),
        };
        self.out.push_str(&written);
    }
}

/// Returns what is between a raw tag and its end, and the rest.
fn raw_content<'a>(name: &str, after: &'a str) -> Option<(&'a str, &'a str)> {
    let end = format!("[/{name}]");
    let most = if name == "code" { after.len() } else { after.floor_char_boundary(MAX_ADDRESS) };
    let at = after[..most]
        .match_indices("[/")
        .map(|(at, _)| at)
        .find(|at| after[*at..].get(..end.len()).is_some_and(|x| x.eq_ignore_ascii_case(&end)))?;
    let content = &after[..at];
    let is_raw =
        name == "code" || !content.contains(['[', '<', '>', '\n']) && !content.trim().contains(' ');
    is_raw.then(|| (content, &after[at + end.len()..]))
}

/// Returns what stands before and after the content of a tag.
fn marks(tag: &Tag<'_>) -> Option<(String, String)> {
    let same = |mark: &str| Some((mark.to_owned(), mark.to_owned()));
    match (tag.name.as_str(), tag.value) {
        ("b", _) => same("**"),
        ("i", _) => same("*"),
        ("s" | "strike" | "del", _) => same("~~"),
        ("spoiler", _) => same("||"),
        ("u" | "color" | "size" | "font" | "center" | "left" | "right" | "li" | "align", _) => {
            same("")
        }
        ("h1" | "h2" | "h3", _) => Some(("\n## ".to_owned(), "\n".to_owned())),
        ("list" | "ul" | "ol", _) => same("\n"),
        ("quote", name) => {
            let name = name.map(|name| name.split([',', '"']).next().unwrap_or_default().trim());
            let said = name.filter(|name| !name.is_empty());
            let start = said.map_or("\n\n".to_owned(), |name| format!("\n\n**{name}:**\n\n"));
            Some((start, "\n\n".to_owned()))
        }
        ("url" | "email", Some(address)) => {
            let fits = !address.contains(|c: char| c.is_whitespace() || "()<>".contains(c));
            fits.then(|| ("[".to_owned(), format!("]({address})")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_tags_become_markdown() {
        for (bbcode, markdown) in [
            ("[b]a[/b] [I]b[/I] [s]c[/s]", "**a** *b* ~~c~~"),
            ("[b]a [/b]b", "**a** b"),
            ("[url=https://a.example]x[/url]", "[x](https://a.example)"),
            ("[url]https://a.example/?q=1[/url]", "<https://a.example/?q=1>"),
            ("[img]https://a.example/a.png[/img]", "![](https://a.example/a.png)"),
            ("[code]a[b]c[/b][/code]", "\n```\na[b]c[/b]\n```\n"),
            ("[list][*]one[*]two[/list]", "\n\n- one\n- two\n"),
            ("[color=#f00]red[/color]", "red"),
            ("[spoiler]end[/spoiler]", "||end||"),
        ] {
            assert_eq!(to_markdown(bbcode), markdown, "{bbcode}");
        }
    }

    #[test]
    fn a_quotation_has_the_name_and_nests() {
        let quoted = "[quote=\"Ann, post:2, topic:5\"]so[quote]deep[/quote][/quote]yes";
        let lines = "\n\n**Ann:**\n\n> so\n> \n> > deep\n\nyes";
        assert_eq!(to_markdown(quoted), lines);
    }

    #[test]
    fn what_is_no_tag_stays_as_typed() {
        for text in ["[x] done", "a[0]", "[/b]", "[blink]x[/blink]", "[", "[url=a b]x", "[b"] {
            assert_eq!(to_markdown(text), text);
        }
    }

    #[test]
    fn tags_without_an_end_are_closed() {
        assert_eq!(to_markdown("[b][i]x[/b]"), "***x***");
        for tag in ["[quote]", "[code]", "[url]", "[", "[*]"] {
            assert!(to_markdown(&tag.repeat(50_000)).len() < 600_000, "{tag}");
        }
    }
}
