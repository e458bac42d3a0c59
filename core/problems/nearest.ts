/** Longer texts are not typing errors. Comparing costs the product of both lengths. */
const MAX_LENGTH = 64;

/**
 * Returns the candidate that a mistyped text most likely means; undefined if no candidate is close. At most a third of
 * the text's characters may differ (Levenshtein distance, ignoring case and punctuation).
 */
export function findNearest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const bare = simplify(text);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = levenshtein(bare, simplify(candidate));
    if (!best || distance < best.distance) best = { candidate, distance };
  }
  return best && best.distance <= Math.floor(bare.length / 3) ? best.candidate : undefined;
}

function simplify(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function levenshtein(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitute, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** Returns the end of a sentence about an unknown name: the nearest known name, else all known names. */
export function suggestNames(given: string, names: readonly string[]): string {
  const near = findNearest(given, names);
  return near === undefined ? `use one of ${names.join(', ')}.` : `did you mean ${near}?`;
}
