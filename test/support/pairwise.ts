/** Levels by factor, e.g. `{ viewport: ['desktop', 'mobile'] }`. */
export type Factors = Record<string, readonly string[]>;
/** One level of each factor. */
export type Row<F extends Factors> = { [Name in keyof F]: F[Name][number] };

/** The key of two levels of two factors, whichever is named first. */
function pairKey(a: readonly [string, string], b: readonly [string, string]): string {
  return JSON.stringify(a[0] < b[0] ? [a, b] : [b, a]);
}

/** Returns every pair of levels of two different factors, by a key each. */
export function allPairs(factors: Factors): Set<string> {
  const names = Object.keys(factors);
  const pairs = new Set<string>();
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const a of factors[one] ?? []) {
        for (const b of factors[other] ?? []) pairs.add(pairKey([one, a], [other, b]));
      }
    }
  }
  return pairs;
}

/** Returns the pairs of levels that a row has. */
export function pairsOf(row: Record<string, string>): string[] {
  const entries = Object.entries(row);
  return entries.flatMap((one, at) => entries.slice(at + 1).map((other) => pairKey(one, other)));
}

/**
 * Returns rows that have every pair of levels, by a greedy search: each row begins with a pair that is missing, and each
 * further factor gets the level by which the row has the most missing pairs. The same factors give the same rows.
 * @param covered pairs that need no row, by their keys, because other rows have them
 */
export function pairwise<const F extends Factors>(
  factors: F,
  covered: ReadonlySet<string> = new Set(),
): Row<F>[] {
  const missing = new Set([...allPairs(factors)].filter((pair) => !covered.has(pair)));
  const rows: Row<F>[] = [];
  for (let [first] = missing; first !== undefined; [first] = missing) {
    const row = Object.fromEntries(JSON.parse(first)) as Record<string, string>;
    const gain = (name: string, level: string) =>
      Object.entries(row).filter((entry) => missing.has(pairKey(entry as [string, string], [name, level])))
        .length;
    // Those with many levels first: they have the most pairs to cover.
    const open = Object.keys(factors)
      .filter((name) => row[name] === undefined)
      .sort((a, b) => (factors[b]?.length ?? 0) - (factors[a]?.length ?? 0));
    for (const name of open) {
      const levels = factors[name] ?? [];
      // Where levels gain alike, another comes first in each row, so that none is there most of the time.
      const turned = levels.map((_, at) => levels[(at + rows.length) % levels.length] as string);
      row[name] = turned.reduce((best, level) => (gain(name, level) > gain(name, best) ? level : best));
    }
    for (const pair of pairsOf(row)) missing.delete(pair);
    rows.push(row as Row<F>);
  }
  return rows;
}
