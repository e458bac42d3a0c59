/** A word: quoted parts and others, without white space between them. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

/**
 * Text as words, separated by white space; what stands in quotes is kept together, as a shell would. Nothing else is
 * expanded.
 */
export function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) =>
    word.replace(QUOTED, (_all, double?: string, single?: string) => double ?? single ?? ''),
  );
}
