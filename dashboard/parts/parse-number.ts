/**
 * Returns the number that a person entered; null if the text is not a number, so that the service explains what it
 * expects.
 */
export function parseWholeNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}
