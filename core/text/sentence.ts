/** Returns the text with a full stop, unless it already ends with sentence punctuation. */
export function toSentence(text: string): string {
  return /[.!?…]$/.test(text.trimEnd()) ? text : `${text}.`;
}
