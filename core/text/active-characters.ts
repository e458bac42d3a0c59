/**
 * Characters that have an effect instead of being shown, selected by the properties of the Unicode Character Database
 * (https://www.unicode.org/reports/tr44/#Properties). The attacks are described in
 * https://www.unicode.org/reports/tr36/ and https://trojansource.codes/.
 * - `Cc`: C0 and C1 controls, with which terminal escape sequences begin (ECMA-48); tab and line feed are allowed.
 * - `Default_Ignorable_Code_Point` except letters and marks: invisible in fonts, such as bidirectional controls,
 *   zero-width characters, the byte order mark, tag characters, and reserved code points.
 * - U+FFF9 to U+FFFB, which separate an annotation from its text.
 * - `Zl` and `Zp`, which break lines.
 * - `Noncharacter_Code_Point`, which XML and SQS refuse.
 */
const ACTIVE =
  /[[\p{Cc}--[\t\n]][\p{Default_Ignorable_Code_Point}--[\p{L}\p{M}]]\ufff9-\ufffb\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gv;

/**
 * Soft hyphen, zero-width non-joiner and joiner. Between letters or emoji they are part of the spelling, e.g. in
 * Persian, Hindi and 👩‍💻. Elsewhere they only hide
 * (https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters).
 */
const JOINERS = '\u00ad\u200c\u200d';
const JOINED_BEFORE = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/v;
const JOINED_AFTER = /^[\p{L}\p{M}\p{Extended_Pictographic}]/v;

/**
 * Returns the text with each active character replaced by its code point, e.g. `[U+202E]`, and each lone surrogate by
 * U+FFFD. Markup is not escaped, because that depends on the format.
 */
export function escapeText(text: string): string {
  const wellFormed = text.replaceAll('\r\n', '\n').toWellFormed();
  return wellFormed.replace(ACTIVE, (character, at: number) => {
    if (isSpelling(wellFormed, character, at)) return character;
    const codePoint = character.codePointAt(0) ?? 0;
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/**
 * Returns the text with each active character as JSON escapes it, including joiners within words: JSON text keeps its
 * value.
 */
export function escapeAsJson(text: string): string {
  return text.replace(ACTIVE, escapeCharacterAsJson);
}

/** Returns the JSON escape of a character: `\u001b`; two escapes for a character beyond U+FFFF. */
export function escapeCharacterAsJson(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function isSpelling(text: string, character: string, at: number): boolean {
  return (
    JOINERS.includes(character) &&
    JOINED_BEFORE.test(text.slice(Math.max(0, at - 2), at)) &&
    JOINED_AFTER.test(text.slice(at + 1, at + 3))
  );
}
