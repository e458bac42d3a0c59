/**
 * Characters that a terminal or a reader's eye could be misled by: C0 and C1 controls (escape sequences begin with
 * one), direction marks and overrides, separators, zero-width characters, the byte order mark, tag characters.
 */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Characters of a text that are looked at; a page may hand over megabytes. */
const LOOKED_AT = 10_000;

/**
 * Text from a scanned page, made safe and short enough for one line of a terminal. Active characters are named, as
 * in `[U+001B]`, so that nothing can hide behind one; white space becomes one space.
 *
 * @param longest in characters, the mark for what was left out included
 */
export function plainText(text: unknown, longest = 100): string {
  const whole = String(text ?? '');
  const plain = whole
    .slice(0, LOOKED_AT)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(ACTIVE, (character) => `[U+${hexadecimal(character.codePointAt(0))}]`)
    .trim();
  const characters = [...plain];
  if (characters.length <= longest && whole.length <= LOOKED_AT) return plain;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

/**
 * What a function wrote, for a log or a terminal: lines stay lines, every other active character is written as JSON
 * escapes it, which leaves the value of a JSON line as it is.
 */
export function logText(text: string): string {
  return text.toWellFormed().replace(ACTIVE, (character) =>
    character === '\n' || character === '\t'
      ? character
      : Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
          .map((unit) => `\\u${hexadecimal(unit).toLowerCase()}`)
          .join(''),
  );
}

function hexadecimal(unit = 0): string {
  return unit.toString(16).toUpperCase().padStart(4, '0');
}
