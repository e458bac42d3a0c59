/**
 * Characters that a terminal or a reader's eye could be misled by: C0 and C1 controls (escape sequences begin with
 * one), direction marks and overrides, separators, zero-width characters, the byte order mark, tag characters.
 */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** An escape sequence whole: CSI, OSC with its terminator, and the two-character ones. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g;

/**
 * Text from a scanned page, made safe and short enough for one line of a terminal.
 *
 * @param longest in characters, the mark for what was left out included
 */
export function plainText(text: unknown, longest = 100): string {
  const plain = String(text ?? '')
    .slice(0, 10_000)
    .toWellFormed()
    .replace(ESCAPES, '')
    .replace(ACTIVE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : plain;
}
