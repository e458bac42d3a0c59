/** Returns the text with a full stop, unless it ends as a sentence does. */
export function toSentence(text: string): string {
  return /[.!?…]$/.test(text.trimEnd()) ? text : `${text}.`;
}
