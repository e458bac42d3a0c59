/** Returns the entries of a list that a person entered, one for each line. */
export function parseLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns a list as text, one entry for each line. */
export function formatLines(entries: readonly string[]): string {
  return entries.join('\n');
}
