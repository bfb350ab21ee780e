//! Texts in any encoding that agrees with ASCII, without a loss.
//!
//! The stages work on `str`, but C files may hold other bytes in comments and strings: Latin-1, or
//! whatever an editor wrote. [`decode`] keeps what is UTF-8 and puts a character of a private area
//! in place of each other byte; [`encode`] puts the bytes back. Characters that a file has of that
//! area itself are taken for three bytes of no meaning, so that nothing is mistaken for another.

use std::borrow::Cow;

/// The characters that stand for bytes: that for `0x80` is U+F780.
const ESCAPES: std::ops::RangeInclusive<char> = '\u{f780}'..='\u{f7ff}';

/// The text of a file.
///
/// ```
/// use frontend::bytes::{decode, encode};
///
/// assert_eq!(decode("naïve".into()), "naïve");
/// let latin = b"/* na\xefve */".to_vec();
/// let text = decode(latin.clone());
/// assert!(text.starts_with("/* na"));
/// assert_eq!(encode(&text), latin);
/// ```
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains(is_escape) => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match is_escape(c) {
                true => text.extend(c.encode_utf8(&mut [0; 4]).bytes().filter_map(escape)),
                false => text.push(c),
            }
        }
        text.extend(chunk.invalid().iter().copied().filter_map(escape));
    }
    text
}

/// The bytes of a text that [`decode`] has made, or of pieces of such texts.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.contains(is_escape) {
        return text.as_bytes().into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes.into()
}

/// The text for people: what is no text shows as U+FFFD, one for each byte.
///
/// ```
/// use frontend::bytes::{decode, shown};
///
/// assert_eq!(shown(&decode(b"caf\xe9".to_vec())), "caf\u{fffd}");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    match text.contains(is_escape) {
        true => text.replace(is_escape, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// The place in the file of an offset in the text.
///
/// ```
/// use frontend::bytes::{decode, offset_in_file};
///
/// let text = decode(b"caf\xe9 x".to_vec());
/// assert_eq!(offset_in_file(&text, text.find('x').unwrap()), 5);
/// ```
pub fn offset_in_file(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    let extra = before.chars().filter(|&c| is_escape(c));
    offset - extra.map(|c| c.len_utf8() - 1).sum::<usize>()
}

fn is_escape(c: char) -> bool {
    ESCAPES.contains(&c)
}

/// The character for a byte that is no ASCII.
fn escape(byte: u8) -> Option<char> {
    char::from_u32(u32::from(*ESCAPES.start()) + u32::from(byte.checked_sub(0x80)?))
}

/// The byte that a character stands for.
pub(crate) fn byte(c: char) -> Option<u8> {
    let offset = u32::from(c).checked_sub(u32::from(*ESCAPES.start()))?;
    let byte = u8::try_from(offset).ok()?.checked_add(0x80)?;
    is_escape(c).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        let every: Vec<u8> = (0..=255).collect();
        let mixed = [
            every.as_slice(),
            "ä\u{f7e9}\u{10ffff}".as_bytes(),
            b"\xf0\x9f",
        ]
        .concat();
        for bytes in [every, mixed, Vec::new(), b"\xed\xa0\x80".to_vec()] {
            let text = decode(bytes.clone());
            assert_eq!(*encode(&text), *bytes);
            assert_eq!(offset_in_file(&text, text.len()), bytes.len());
            assert!(!shown(&text).contains(is_escape));
        }
    }

    /// A character of the private area in the file is not mistaken for a byte.
    #[test]
    fn escapes_in_the_file_stay_what_they_are() {
        let text = decode("\u{f7e9}".into());
        assert_eq!(text.chars().count(), 3);
        assert_eq!(*encode(&text), *"\u{f7e9}".as_bytes());
    }
}
