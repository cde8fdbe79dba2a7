//! What Discourse has in its Markdown beside that of others: quotations, spoilers, details, sizes of images, and addresses
//! of uploads.

/// The digits of a SHA-1 checksum.
const SHA1_DIGITS: usize = 40;
/// The digits of the numbers in short addresses (`lib/base62.rb`).
const BASE62: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How deep quotations nest.
const MAX_QUOTES: usize = 20;

/// Returns the text as the Markdown of this forum. Code stays as it is.
pub(super) fn markdown(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let (mut quotes, mut in_code) = (0_usize, false);
    for line in raw.lines() {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        if in_code || is_fence {
            push_line(&mut out, quotes, line);
        } else {
            quotes = push_tagged(&mut out, quotes, line);
        }
    }
    out
}

fn push_line(out: &mut String, quotes: usize, line: &str) {
    out.push_str(&"> ".repeat(quotes));
    out.push_str(line);
    out.push('\n');
}

/// Writes a line in which quotations may begin and end. Returns how many are open then.
fn push_tagged(out: &mut String, mut quotes: usize, line: &str) -> usize {
    let mut rest = line;
    loop {
        let tag = rest.match_indices('[').find_map(|(at, _)| Some((at, quote_tag(&rest[at..])?)));
        let Some((at, (tag, length))) = tag else { break };
        let before = &rest[..at];
        if !before.trim().is_empty() {
            push_line(out, quotes, &inline(before));
        }
        rest = &rest[at + length..];
        let Some(name) = tag else {
            quotes = quotes.saturating_sub(1);
            push_line(out, quotes, "");
            continue;
        };
        push_line(out, quotes, "");
        if !name.is_empty() {
            push_line(out, quotes, &format!("**{name}:**"));
            push_line(out, quotes, "");
        }
        quotes = (quotes + 1).min(MAX_QUOTES);
    }
    if rest.len() == line.len() || !rest.trim().is_empty() {
        push_line(out, quotes, &inline(rest));
    }
    quotes
}

/// Returns the name of the quotation that the text begins, or `None` if it ends one, and the length of the tag.
fn quote_tag(text: &str) -> Option<(Option<&str>, usize)> {
    if text.starts_with("[/quote]") {
        return Some((None, "[/quote]".len()));
    }
    let rest = text.strip_prefix("[quote")?;
    let (value, _) = rest.split_once(']')?;
    let length = "[quote".len() + value.len() + 1;
    if !value.is_empty() && !value.starts_with('=') {
        return None;
    }
    let value = value.trim_start_matches('=').trim_matches('"');
    Some((Some(value.split(',').next().unwrap_or_default().trim()), length))
}

fn inline(text: &str) -> String {
    if !text.contains('[') {
        return text.to_owned();
    }
    let text =
        text.replace("[spoiler]", "||").replace("[/spoiler]", "||").replace("[/details]", "");
    without_sizes(&with_details(&text))
}

/// `[details="Summary"]` shows its summary.
fn with_details(text: &str) -> String {
    let Some((before, rest)) = text.split_once("[details") else { return text.to_owned() };
    let Some((value, after)) = rest.split_once(']') else { return text.to_owned() };
    let summary = value.trim_start_matches('=').trim_matches('"').trim();
    format!("{before}**{summary}**{after}")
}

/// `![text|690x388](…)` loses its size.
fn without_sizes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, image)) = rest.split_once("![") {
        out.push_str(before);
        out.push_str("![");
        let (alternative, after) = image.split_once(']').unwrap_or((image, ""));
        let is_size = |size: &str| size.starts_with(|c: char| c.is_ascii_digit());
        let kept = match alternative.split_once('|') {
            Some((text, size)) if is_size(size) => text,
            _ => alternative,
        };
        out.push_str(kept);
        if alternative.len() < image.len() {
            out.push(']');
        }
        rest = after;
    }
    out + rest
}

/// Returns the checksum of the upload that an address is of: `upload://…`, `/uploads/short-url/…`, or the path of an
/// original.
pub(super) fn upload(address: &str) -> Option<String> {
    let short = address.strip_prefix("upload://");
    let short = short.or_else(|| Some(address.split_once("/uploads/short-url/")?.1));
    if let Some(short) = short {
        return sha1_of(short.split('.').next()?);
    }
    let (_, path) = address.split_once("/original/")?;
    let name = path.rsplit('/').next()?;
    let digits = name.get(..SHA1_DIGITS)?;
    let is_sha1 = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_sha1.then(|| digits.to_owned())
}

/// Reads a number of base 62 as one of base 16 with all digits of a checksum.
fn sha1_of(number: &str) -> Option<String> {
    if !(1..=27).contains(&number.len()) {
        return None;
    }
    let mut bytes = [0_u8; SHA1_DIGITS / 2];
    for digit in number.bytes() {
        let mut carry = BASE62.iter().position(|known| *known == digit)?;
        for byte in bytes.iter_mut().rev() {
            carry += usize::from(*byte) * 62;
            *byte = (carry % 256) as u8;
            carry /= 256;
        }
        if carry > 0 {
            return None;
        }
    }
    Some(hex::encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_have_the_name_and_end_where_they_end() {
        let raw =
            "[quote=\"ann, post:2, topic:5\"]\nfirst\n[quote=\"bob\"]deep[/quote]\n[/quote]\nyes";
        let lines = "\n**ann:**\n\n> first\n> \n> **bob:**\n> \n> > deep\n> \n\nyes\n";
        assert_eq!(markdown(raw), lines);
        assert_eq!(markdown("```\n[quote]\n```\n[/quote]x"), "```\n[quote]\n```\n\nx\n");
        assert_eq!(markdown("[quoted](x) [quote"), "[quoted](x) [quote\n");
    }

    #[test]
    fn spoilers_details_and_sizes_are_written_otherwise() {
        let raw =
            "[details=\"More\"]a[/details] [spoiler]b[/spoiler] ![c|690x388, 50%](upload://x.png)";
        assert_eq!(markdown(raw), "**More**a ||b|| ![c](upload://x.png)\n");
        assert_eq!(markdown("![a|b](c) ![d"), "![a|b](c) ![d\n");
    }

    #[test]
    fn addresses_of_uploads_are_read_as_checksums() {
        let sha1 = "fb5ea5b4fbe6e0e0c2e5a3c7f0eb6e0a4bbb0a33";
        let long = format!("/uploads/default/original/3X/1/0/{sha1}.png");
        assert_eq!(upload(&long).as_deref(), Some(sha1));
        assert_eq!(upload(&format!("//cdn.example{long}")).as_deref(), Some(sha1));
        let one = format!("{:0>40}", "1");
        assert_eq!(upload("upload://1.png"), Some(one.clone()));
        assert_eq!(upload("/uploads/short-url/1.jpeg"), Some(one));
        assert_eq!(upload("upload://10"), Some(format!("{:0>40}", "3e")));
        for other in ["upload://", "upload://é", "upload://zzzzzzzzzzzzzzzzzzzzzzzzzzzz", "/a.png"]
        {
            assert_eq!(upload(other), None, "{other}");
        }
    }
}
