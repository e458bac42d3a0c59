import { allowedUses } from './allowed-uses.ts';
import { removeFrozenNames } from './frozen-names.ts';
import { findListedWords } from './listed-words.ts';

/**
 * Most uses of listed words in all files together. Uses of frozen names are not among them: nobody chooses these words,
 * because the names are public or stored, and their number grows with the code that reads the members.
 */
export const USES_MAX = 120;

/** Contains the words themselves. */
const LIST = 'scripts/language/';

/**
 * Checks sources for listed words.
 * @param sources contents by path from the root
 * @returns one line for each file and word with other uses than the allowed ones: which lines, and what to write
 *   instead; and how many uses of listed words and of frozen names there are
 */
export function checkWords(
  sources: ReadonlyMap<string, string>,
  allowed = allowedUses,
): { faults: string[]; uses: number; frozenUses: number } {
  const found = new Map<string, { lines: number[]; instead: string }>();
  let uses = 0;
  let frozenUses = 0;
  for (const [path, source] of sources) {
    if (path.startsWith(LIST)) continue;
    for (const [index, line] of source.split('\n').entries()) {
      const frozen = path.endsWith('.ts') ? removeFrozenNames(path, line) : { rest: line, uses: 0 };
      frozenUses += frozen.uses;
      for (const { word, instead } of findListedWords(frozen.rest)) {
        const key = buildKey({ path, word });
        const entry = found.get(key) ?? { lines: [], instead };
        found.set(key, { instead, lines: [...entry.lines, index + 1] });
        uses += 1;
      }
    }
  }
  const allowedByKey = new Map(allowed.map((each) => [buildKey(each), each.uses]));
  const faults = [...found].flatMap(([key, { lines, instead }]) => {
    const limit = allowedByKey.get(key) ?? 0;
    if (lines.length === limit) return [];
    return [
      `${key}: ${lines.length} uses in lines ${lines.join(', ')}; ${limit} are allowed. Write: ${instead}`,
    ];
  });
  for (const key of allowedByKey.keys()) {
    if (!found.has(key))
      faults.push(`${key}: allowed in scripts/language/allowed-uses.ts, but not used: remove the entry`);
  }
  if (uses > USES_MAX) faults.push(`${uses} uses of listed words; at most ${USES_MAX} may be left`);
  return { faults, uses, frozenUses };
}

function buildKey({ path, word }: { path: string; word: string }): string {
  return `${path}: "${word}"`;
}
