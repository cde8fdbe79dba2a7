//! The parts of the XML: its program writes it, so this reads no more than that.

use std::collections::HashMap;

/// The most bytes of a tag.
const MAX_TAG: usize = 10_000;

/// The attributes of an element.
pub(crate) type Attributes = HashMap<String, String>;

/// A part of the XML.
pub(super) enum Part<'a> {
    Text(&'a str),
    Open { name: &'a str, attributes: &'a str, is_empty: bool },
    Close(&'a str),
}

/// The parts of the XML, which may be damaged.
pub(super) struct Parts<'a>(pub(super) &'a str);

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let rest = self.0;
        if let Some(tag) = rest.strip_prefix('<')
            && let Some(end) = tag[..tag.floor_char_boundary(MAX_TAG)].find('>')
        {
            let inside = &tag[..end];
            self.0 = &tag[end + 1..];
            if let Some(name) = inside.strip_prefix('/') {
                return Some(Part::Close(name));
            }
            let is_empty = inside.ends_with('/');
            let inside = inside.trim_end_matches('/');
            let (name, attributes) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
            return Some(Part::Open { name, attributes, is_empty });
        }
        let start = rest.chars().next()?.len_utf8();
        let end = rest[start..].find('<').map_or(rest.len(), |at| start + at);
        self.0 = &rest[end..];
        Some(Part::Text(&rest[..end]))
    }
}

pub(super) fn parse_attributes(text: &str) -> Attributes {
    let mut parts = text.split('"');
    let mut found = Attributes::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        found.insert(name.trim().trim_end_matches('=').to_owned(), decode(value));
    }
    found
}

/// Returns the attributes of the first element with this name.
pub(crate) fn first_element(xml: &str, wanted: &str) -> Option<Attributes> {
    Parts(xml).find_map(|part| match part {
        Part::Open { name, attributes, .. } if name == wanted => Some(parse_attributes(attributes)),
        Part::Open { .. } | Part::Close(_) | Part::Text(_) => None,
    })
}

/// Returns text or an attribute without entities.
pub(crate) fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest[..rest.floor_char_boundary(12)].find(';');
        if let Some((decoded, end)) = end.and_then(|end| Some((entity(&rest[1..end])?, end))) {
            out.push(decoded);
            rest = &rest[end + 1..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    let number =
        |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => match name.strip_prefix('#')?.strip_prefix(['x', 'X']) {
            Some(digits) => number(digits, 16),
            None => number(&name[1..], 10),
        },
    }
}
