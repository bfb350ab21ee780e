//! How every message with a place looks: a title, the lines of the source with marks under
//! them, notes and advice. All commands show theirs through this one renderer.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use frontend::lexer::line_ends;

/// A message that is ready to be drawn.
pub(crate) struct Frame<'a> {
    pub(crate) level: Level<'a>,
    /// `LW0101`
    pub(crate) code: Option<&'a str>,
    pub(crate) title: &'a str,
    pub(crate) primary: Option<Place<'a>>,
    /// Other places, also in other texts.
    pub(crate) others: Vec<Place<'a>>,
    pub(crate) notes: &'a [String],
    pub(crate) help: &'a [String],
}

/// A range of a text with a few words about it.
#[derive(Clone)]
pub(crate) struct Place<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    pub(crate) range: Range<usize>,
    /// May be empty.
    pub(crate) label: &'a str,
}

impl Frame<'_> {
    /// The text to show, with ANSI colours.
    pub(crate) fn render(self) -> String {
        let mut title = self.level.primary_title(self.title);
        if let Some(code) = self.code {
            title = title.id(code);
        }
        let mut group = Group::with_title(title);
        let places = self.primary.iter().map(|place| (place, true));
        let mut places: Vec<(&Place, bool)> = places
            .chain(self.others.iter().map(|place| (place, false)))
            .collect();
        // One piece of source for each text, that with the main place first.
        while let Some(&(first, _)) = places.first() {
            let (here, elsewhere) = places
                .into_iter()
                .partition(|(place, _)| place.name == first.name && place.text == first.text);
            places = elsewhere;
            group = group.element(snippet(first, here));
        }
        for note in self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        for help in self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        Renderer::styled().render(&[group])
    }
}

fn snippet<'a>(
    first: &Place<'a>,
    places: Vec<(&Place<'a>, bool)>,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = with_line_feeds(first.text);
    let mut snippet = Snippet::source(text).path(first.name).fold(true);
    for (place, is_primary) in places {
        let kind = match is_primary {
            true => AnnotationKind::Primary,
            false => AnnotationKind::Context,
        };
        let mut annotation = kind.span(clamped(place.text, &place.range));
        if !place.label.is_empty() {
            annotation = annotation.label(place.label);
        }
        snippet = snippet.annotation(annotation);
    }
    snippet
}

/// A text of as many bytes in which no line ends with a carriage return alone.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let is_alone = |at: &usize| text[*at..].starts_with('\r');
    let alone: Vec<usize> = line_ends(text).filter(is_alone).collect();
    if alone.is_empty() {
        return text.into();
    }
    let mut new = text.to_string();
    for at in alone {
        new.replace_range(at..at + 1, "\n");
    }
    new.into()
}

/// The span, made to lie inside the text and on character boundaries.
fn clamped(text: &str, span: &Range<usize>) -> Range<usize> {
    let clamp = |offset: usize| {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = clamp(span.start);
    let mut end = clamp(span.end).max(start);
    // A place rather than a range: show the character there, or the end of the line.
    if end == start {
        end = match text[start..].chars().next() {
            Some(c) if c != '\n' && c != '\r' => start + c.len_utf8(),
            _ => start,
        };
    }
    start..end
}
