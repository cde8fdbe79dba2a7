//! Highlighting of code: tokens become `span`s with a class.

mod language;
mod languages;
mod scanner;
mod tags;

use std::{collections::HashMap, fmt, ops::Range, sync::LazyLock};

use comrak::html::escape;

use self::{languages::LANGUAGES, scanner::Grammar};

/// The classes of tokens.
pub(crate) const CLASSES: [&str; 12] = [
    "hl-attribute",
    "hl-boolean",
    "hl-comment",
    "hl-deletion",
    "hl-digit",
    "hl-function",
    "hl-heading",
    "hl-insertion",
    "hl-keyword",
    "hl-operator",
    "hl-string",
    "hl-type",
];

/// How much code of a text is highlighted: the rest of it stays plain, as the tags take several times its bytes.
pub(crate) const MAX_BYTES: usize = 4_096;

const TAGS: [&str; 5] = ["html", "htm", "xhtml", "xml", "svg"];
const PATCHES: [&str; 2] = ["diff", "patch"];

/// The grammars by the names that authors write.
static GRAMMARS: LazyLock<HashMap<&'static str, Grammar>> = LazyLock::new(|| {
    let named = LANGUAGES.iter().flat_map(|language| {
        let keywords = || language.keywords.split_whitespace().collect();
        language.names.iter().map(move |name| (*name, Grammar { language, keywords: keywords() }))
    });
    named.collect()
});

/// Writes code with a `span` for each token. Returns false, and writes nothing, where it does not know the language.
pub(crate) fn write(
    out: &mut dyn fmt::Write,
    language: &str,
    code: &str,
) -> Result<bool, fmt::Error> {
    let language = language.to_ascii_lowercase();
    let mut done = 0;
    let token = |range: Range<usize>, class: &str| {
        escape(out, &code[done..range.start])?;
        done = range.end;
        out.write_str("<span class=\"")?;
        out.write_str(class)?;
        out.write_str("\">")?;
        escape(out, &code[range])?;
        out.write_str("</span>")
    };
    if let Some(grammar) = GRAMMARS.get(language.as_str()) {
        scanner::scan(grammar, code, token)?;
    } else if TAGS.contains(&language.as_str()) {
        tags::scan_tags(code, token)?;
    } else if PATCHES.contains(&language.as_str()) {
        tags::scan_patch(code, token)?;
    } else {
        return Ok(false);
    }
    escape(out, &code[done..])?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn highlighted(language: &str, code: &str) -> String {
        let mut out = String::new();
        assert_eq!(write(&mut out, language, code), Ok(true), "{language}");
        out
    }

    fn names() -> impl Iterator<Item = &'static str> {
        GRAMMARS.keys().copied().chain(TAGS).chain(PATCHES)
    }

    /// Takes the tags out again.
    fn text_of(html: &str) -> String {
        let mut text = html.replace("</span>", "");
        for class in CLASSES {
            text = text.replace(&format!("<span class=\"{class}\">"), "");
        }
        assert!(!text.contains('<'), "{html}");
        let unescaped = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        unescaped.replace("&amp;", "&")
    }

    /// Writes tokens as `[class text]`.
    fn tokens(language: &str, code: &str) -> String {
        let html = highlighted(language, code).replace("<span class=\"hl-", "[");
        html.replace("\">", " ").replace("</span>", "]").replace("&quot;", "\"")
    }

    #[test]
    fn tokens_have_the_classes_of_their_language() {
        for (language, code, expected) in [
            (
                "rust",
                "fn f(a: &'a Vec)",
                "[keyword fn] [function f](a: [operator &amp;]'a [type Vec])",
            ),
            (
                "rust",
                "#[x] '\\n' 1.5 0..2",
                "[attribute #[x]] [string '\\n'] [digit 1.5] [digit 0]..[digit 2]",
            ),
            ("js", "a=b//c\n`d\ne`", "a[operator =]b[comment //c]\n[string `d\ne`]"),
            ("python", "@x\nNone # y", "[attribute @x]\n[boolean None] [comment # y]"),
            ("sh", "echo \"$#\" $a b#c", "[keyword echo] [string \"$#\"] [attribute $a] b#c"),
            (
                "sql",
                "SELECT 'it''s' -- x",
                "[keyword SELECT] [string 'it'][string 's'] [comment -- x]",
            ),
            (
                "json",
                "{\"a\": \"b\", \"c\": null}",
                "{[attribute \"a\"]: [string \"b\"], [attribute \"c\"]: [boolean null]}",
            ),
            ("toml", "[a]\nb-c = 1", "[heading [a]]\n[attribute b-c] [operator =] [digit 1]"),
            (
                "c",
                "#include /* x */ \"y\"",
                "[attribute #include] [comment /* x */] [string \"y\"]",
            ),
            ("css", "a { color: #fff }", "a { [attribute color]: #fff }"),
            (
                "html",
                "<a href='x'>b</a>",
                "[keyword &lt;a] [attribute href]=[string 'x'][keyword &gt;]b[keyword &lt;/a][keyword &gt;]",
            ),
            ("diff", "@@ a\n-b\n+c\n d", "[heading @@ a]\n[deletion -b]\n[insertion +c]\n d"),
        ] {
            assert_eq!(tokens(language, code), expected, "{language}");
        }
    }

    #[test]
    fn what_is_not_closed_ends_with_its_line_or_the_code() {
        assert_eq!(tokens("js", "'a\\\nb"), "[string 'a\\]\nb");
        assert_eq!(tokens("js", "/* a\nb"), "[comment /* a\nb]");
        assert_eq!(tokens("python", "\"\"\"a\nb"), "[string \"\"\"a\nb]");
    }

    #[test]
    fn a_name_is_one_of_one_language() {
        let all: usize = LANGUAGES.iter().map(|language| language.names.len()).sum();
        let distinct: std::collections::HashSet<_> = names().collect();
        assert_eq!(distinct.len(), all + TAGS.len() + PATCHES.len());
    }

    #[test]
    fn repeated_marks_take_linear_time() {
        for mark in
            ["'\\", "\"\\", "/*", "#[", "<", "<!--", "a    ", "=", "[[", "'''", "`", "\\", "'"]
        {
            let code = mark.repeat(20_000 / mark.len());
            for language in
                LANGUAGES.iter().map(|language| language.names[0]).chain(["html", "diff"])
            {
                let begun = std::time::Instant::now();
                highlighted(language, &code);
                assert!(begun.elapsed().as_secs() < 1, "{language} {mark} {:?}", begun.elapsed());
            }
        }
    }

    proptest! {
        #[test]
        fn highlighted_code_keeps_its_text(code in "([a-c#/*\"'`=<>!\\[\\]{}@$:;\\\\-]|\n| |\t|1|é|漢|👍|f\\(|r#\"){0,60}") {
            for language in names() {
                prop_assert_eq!(text_of(&highlighted(language, &code)), code.clone(), "{}", language);
            }
        }
    }
}
