/**
 * Returns the text without the characters at its end that are in `characters`. A regular expression such as `/\/+$/`
 * would take quadratic time for a text with many of them in its middle.
 */
export function removeTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
