//! Which letters and signs are alike, and which are parts of words.

use icu_properties::{
    CodePointSetData,
    props::{ExtendedPictographic, RegionalIndicator},
};
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript as _};

/// Signs that belong to the word before them, or in front of it, as words hold them: no letter is folded to these, and
/// neither database reads them as an operator.
const AFTER_WORDS: [(char, char); 4] = [('+', '＋'), ('#', '＃'), ('&', '＆'), (':', '：')];
pub(crate) const DOT: char = '．';

/// Letters that are typed in two ways where a keyboard lacks them.
const SPELT_TWICE: [(char, &str, &str); 5] =
    [('ä', "a", "ae"), ('ö', "o", "oe"), ('ü', "u", "ue"), ('å', "a", "aa"), ('ø', "o", "oe")];

/// Returns the sign as words hold it, if it is one.
pub(crate) fn sign_after_word(c: char) -> Option<char> {
    AFTER_WORDS.iter().find(|(typed, _)| *typed == c).map(|(_, held)| *held)
}

pub(crate) fn is_sign_after_word(c: char) -> bool {
    AFTER_WORDS.iter().any(|(_, held)| *held == c)
}

pub(crate) fn is_sign(c: char) -> bool {
    c == DOT || is_sign_after_word(c)
}

/// Returns how a letter is typed that has no other form in Unicode.
pub(crate) fn typed_as(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ŋ' => "ng",
        'ŧ' => "t",
        // The final sigma is a variant of sigma.
        'ς' => "σ",
        _ => return None,
    })
}

/// Returns the letter that a letter without accents and a mark are, if it is spelt twice.
pub(crate) fn with_mark(letter: char, mark: char) -> Option<char> {
    match (letter, mark) {
        ('a', '\u{308}') => Some('ä'),
        ('o', '\u{308}') => Some('ö'),
        ('u', '\u{308}') => Some('ü'),
        ('a', '\u{30a}') => Some('å'),
        // ハ and its voicing marks.
        (_, '\u{3099}' | '\u{309a}') => unicode_normalization::char::compose(letter, mark),
        _ => None,
    }
}

/// Returns a word without accents, and in its other spelling if it has one.
pub(crate) fn spellings(word: &str) -> (String, Option<String>) {
    if word.is_ascii() {
        return (word.to_owned(), None);
    }
    let (mut plain, mut other) = (String::with_capacity(word.len()), String::new());
    let mut is_spelt_twice = false;
    for c in word.chars() {
        if let Some((_, short, long)) = SPELT_TWICE.iter().find(|(letter, ..)| *letter == c) {
            is_spelt_twice = true;
            plain.push_str(short);
            other.push_str(long);
        } else {
            plain.push(c);
            other.push(c);
        }
    }
    (plain, is_spelt_twice.then_some(other))
}

/// Returns whether a mark is a letter: the vowel signs of many scripts are. Accents, and points that most texts
/// leave out, are not.
pub(crate) fn is_letter(mark: char) -> bool {
    // The dot below of Devanagari is often left out.
    mark != '\u{93c}'
        && !matches!(
            mark.script(),
            Script::Inherited
                | Script::Common
                | Script::Latin
                | Script::Greek
                | Script::Cyrillic
                | Script::Hebrew
                | Script::Arabic
                | Script::Syriac
        )
}

/// Returns whether a character shows nothing and separates nothing: joiners, marks of direction, soft hyphens, and the
/// line that makes an Arabic word longer.
pub(crate) fn is_ignored(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{640}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Returns whether it belongs to a script without spaces: Thai, Lao, Myanmar, Khmer, kana, Han, emoji.
pub(crate) fn is_unspaced(c: char) -> bool {
    // Most texts are in other scripts.
    if c < '\u{e00}' {
        return false;
    }
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3005..=0x3007 | 0x3040..=0x30FF
        | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
        || is_emoji(c)
}

pub(crate) fn is_emoji(c: char) -> bool {
    c > '\u{2000}'
        && !c.is_alphanumeric()
        && !is_combining_mark(c)
        && (CodePointSetData::new::<ExtendedPictographic>().contains(c)
            || CodePointSetData::new::<RegionalIndicator>().contains(c))
}
