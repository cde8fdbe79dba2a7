//! Highlighting of code: tokens become `span`s with a class.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use comrak::html::escape;
use synoptic::{Highlighter, TokOpt, from_extension};

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

/// How much code of a text is highlighted: the rest of it stays plain, so that the time is bounded.
pub(crate) const MAX_BYTES: usize = 4_096;

/// The languages: the names that authors write, and what the highlighter calls it.
const LANGUAGES: [(&[&str], &str); 30] = [
    (&["rust", "rs"], "rs"),
    (&["python", "py", "python3"], "py"),
    (&["ruby", "rb"], "rb"),
    (&["lua"], "lua"),
    (&["r"], "r"),
    (&["go", "golang"], "go"),
    (&["javascript", "js", "jsx", "mjs", "node"], "js"),
    (&["typescript", "ts", "tsx"], "ts"),
    (&["dart"], "dart"),
    (&["c", "h"], "c"),
    (&["cpp", "c++", "cxx", "cc", "hpp"], "cpp"),
    (&["csharp", "cs", "c#"], "cs"),
    (&["swift"], "swift"),
    (&["json", "jsonc"], "json"),
    (&["kotlin", "kt"], "kt"),
    (&["java"], "java"),
    (&["vb", "vbnet"], "vb"),
    (&["objective-c", "objc", "m"], "m"),
    (&["php"], "php"),
    (&["scala"], "scala"),
    (&["haskell", "hs"], "hs"),
    (&["css"], "css"),
    (&["html", "htm", "xhtml"], "html"),
    (&["xml", "svg"], "xml"),
    (&["toml", "ini"], "toml"),
    (&["yaml", "yml"], "yaml"),
    (&["shell", "sh", "bash", "zsh", "console"], "sh"),
    (&["sql"], "sql"),
    (&["diff", "patch"], "diff"),
    (&["asm", "assembly"], "asm"),
];

type Shared = Arc<Mutex<Highlighter>>;

/// Each language's highlighter, made when it is first used.
static HIGHLIGHTERS: LazyLock<Mutex<HashMap<&'static str, Shared>>> = LazyLock::new(Mutex::default);

/// Writes code with a `span` for each token. Returns false, and writes nothing, where it does not know the language.
pub(crate) fn write(
    out: &mut dyn fmt::Write,
    language: &str,
    code: &str,
) -> Result<bool, fmt::Error> {
    let Some(highlighter) = highlighter(language) else { return Ok(false) };
    let lines: Vec<String> = code.lines().map(str::to_owned).collect();
    let mut highlighter = highlighter.lock().unwrap_or_else(PoisonError::into_inner);
    highlighter.run(&lines);
    for (number, line) in lines.iter().enumerate() {
        write_line(out, line, &highlighter.line(number, line))?;
        out.write_char('\n')?;
    }
    Ok(true)
}

/// Takes from the tokens their lengths alone: the text is as it was typed.
fn write_line(out: &mut dyn fmt::Write, line: &str, tokens: &[TokOpt]) -> fmt::Result {
    let mut rest = line;
    for token in tokens {
        let chars = token.text().chars().count();
        let end = rest.char_indices().nth(chars).map_or(rest.len(), |(end, _)| end);
        let (text, after) = rest.split_at(end);
        rest = after;
        let class = match token {
            TokOpt::Some(_, name) => class(name),
            TokOpt::None(_) => None,
        };
        match class {
            Some(class) => {
                write!(out, "<span class=\"{class}\">")?;
                escape(out, text)?;
                out.write_str("</span>")?;
            }
            None => escape(out, text)?,
        }
    }
    escape(out, rest)
}

fn highlighter(language: &str) -> Option<Shared> {
    let language = language.to_ascii_lowercase();
    let (_, extension) = LANGUAGES.iter().find(|(names, _)| names.contains(&language.as_str()))?;
    let mut highlighters = HIGHLIGHTERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = highlighters.get(extension) {
        return Some(Arc::clone(known));
    }
    // A tab counts as one character.
    let made = Arc::new(Mutex::new(from_extension(extension, 1)?));
    highlighters.insert(extension, Arc::clone(&made));
    Some(made)
}

/// Returns the class of a token by the highlighter's name for it.
fn class(name: &str) -> Option<&'static str> {
    Some(match name {
        "attribute" | "key" => "hl-attribute",
        "boolean" => "hl-boolean",
        "comment" => "hl-comment",
        "deletion" => "hl-deletion",
        "digit" => "hl-digit",
        "function" => "hl-function",
        "heading" | "header" => "hl-heading",
        "insertion" => "hl-insertion",
        "keyword" | "kw" | "tag" => "hl-keyword",
        "operator" => "hl-operator",
        "string" => "hl-string",
        "struct" | "namespace" => "hl-type",
        _ => return None,
    })
}
