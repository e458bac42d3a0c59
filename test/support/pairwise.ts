/** Levels by factor, e.g. `{ viewport: ['desktop', 'mobile'] }`. */
export type Factors = Record<string, readonly string[]>;
/** One level of each factor. */
export type Row<F extends Factors> = { [Name in keyof F]: F[Name][number] };

/** Returns the key of two levels of two factors, in any order. */
function pairKey(a: readonly [string, string], b: readonly [string, string]): string {
  return JSON.stringify(a[0] < b[0] ? [a, b] : [b, a]);
}

/** Returns every pair of levels of two different factors, by its key. */
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

/** Returns the fewest rows that together contain every level. Neighboring factors begin with different levels. */
export function buildLevelRows<const F extends Factors>(factors: F): Row<F>[] {
  const entries = Object.entries(factors);
  return Array.from({ length: Math.max(...entries.map(([, levels]) => levels.length)) }, (_, at) => {
    const row = entries.map(([name, levels], shift) => [name, levels[(at + shift) % levels.length]]);
    return Object.fromEntries(row) as Row<F>;
  });
}

/** Number of rows that are compared before one of them is chosen. */
const CANDIDATES = 60;

/**
 * Returns rows that contain every pair of levels, by a greedy search: of several candidates, it chooses the one with
 * the most missing pairs for its cost. A candidate begins with a missing pair, and each further factor gets the level
 * by which the candidate has the most missing pairs. The same factors give the same rows.
 * @param covered keys of pairs that need no row, because other rows contain them
 * @param costOf returns the cost of testing a row, in any unit
 */
export function pairwise<const F extends Factors>(
  factors: F,
  covered: ReadonlySet<string> = new Set(),
  costOf: (row: Row<F>) => number = () => 1,
): Row<F>[] {
  // Factors with many levels first: they have the most pairs to cover.
  const names = Object.keys(factors).sort((a, b) => (factors[b]?.length ?? 0) - (factors[a]?.length ?? 0));
  const levels = names.flatMap((name) => (factors[name] ?? []).map((level) => [name, level] as const));
  // Pairs of indexes of `levels`: with text keys, the search would take seconds.
  const isMissing = levels.map((a) => levels.map((b) => a[0] !== b[0] && !covered.has(pairKey(a, b))));
  const missing = () =>
    isMissing.flatMap((others, a) => others.flatMap((is, b) => (is && a < b ? [[a, b]] : [])));
  const pick = pseudoRandom();

  /** Returns a candidate as indexes of `levels`, and the number of its missing pairs. */
  function candidateFrom(pair: readonly number[]): { chosen: number[]; gain: number } {
    const chosen = [...pair];
    let gain = 1;
    for (const name of names) {
      if (chosen.some((at) => levels[at]?.[0] === name)) continue;
      const options = levels.flatMap(([of], at) => (of === name ? [at] : []));
      const gains = options.map((at) => chosen.filter((other) => isMissing[at]?.[other]).length);
      const most = Math.max(...gains);
      chosen.push(pick(options.filter((_, at) => gains[at] === most)));
      gain += most;
    }
    return { chosen, gain };
  }
  const rowOf = (chosen: number[]) =>
    Object.fromEntries(chosen.map((at) => levels[at] as readonly [string, string])) as Row<F>;

  const rows: Row<F>[] = [];
  for (let left = missing(); left.length > 0; left = missing()) {
    const pairs = left;
    const candidates = Array.from({ length: CANDIDATES }, () => candidateFrom(pick(pairs)));
    const scores = candidates.map(({ chosen, gain }) => gain / costOf(rowOf(chosen)));
    const { chosen } = candidates[scores.indexOf(Math.max(...scores))] ?? candidateFrom(pick(pairs));
    for (const a of chosen) for (const b of chosen) (isMissing[a] as boolean[])[b] = false;
    rows.push(rowOf(chosen));
  }
  return rows;
}

/** Returns a function that picks pseudo-random items; each run picks the same ones. */
function pseudoRandom(): <T>(items: readonly T[]) => T {
  let state = 1;
  return (items) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return items[Math.floor((state / 2 ** 32) * items.length)] as (typeof items)[number];
  };
}
