/**
 * Characters that could do something instead of showing: C0 and C1 controls (all but tab and line feed), the
 * marks, embeddings, overrides and isolates of bidirectional text, line and paragraph separators, zero-width
 * characters, the byte order mark, Unicode's tag characters, and the code points that are no characters, which XML
 * refuses.
 */
export const activeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]/gu;

/**
 * Text from a scanned page with every active character made visible as `[U+202E]` and every lone surrogate
 * replaced by U+FFFD. Line feeds and tabs stay. Markup is not escaped: that depends on where the text goes.
 */
export function inertText(text: string): string {
  return text.replaceAll('\r\n', '\n').toWellFormed().replace(activeCharacters, nameOf);
}

function nameOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
