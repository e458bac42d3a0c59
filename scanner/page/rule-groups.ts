/**
 * The rules whose time grows faster than the page: on 6,000 controls `target-size` alone took 157 s where all the
 * others together took ten, and the contrast rules 2 s each.
 * See also https://github.com/dequelabs/axe-core/issues/4008.
 */
export const costlyRules: readonly string[] = [
  'color-contrast',
  'color-contrast-enhanced',
  'identical-links-same-purpose',
  'p-as-heading',
  'target-size',
];

/** Elements above which a run of all rules at once may take so long that time must be left to run them apart. */
const manyElements = 3_000;
/** Elements above which that is not even tried: every group reads the document again, but none costs all of them. */
const veryManyElements = 20_000;
const fewRules = 8;

/** Whether a run of all rules at once may well take too long. */
export function isLarge(elements: number): boolean {
  return elements > manyElements;
}

/** Cuts the rules into the groups that are tried first: all at once, or a few at a time on very large pages. */
export function ruleGroups(ruleIds: string[], elements: number): string[][] {
  return elements <= veryManyElements ? [ruleIds] : apart(ruleIds, fewRules);
}

/**
 * Cuts rules that took too long together into groups, so that one that does takes none of the others along: those
 * that cost little first, `size` at a time, then each costly one by itself.
 */
export function apart(ruleIds: string[], size: number = Math.max(ruleIds.length, 1)): string[][] {
  const isCostly = (ruleId: string) => costlyRules.includes(ruleId);
  const cheap = ruleIds.filter((ruleId) => !isCostly(ruleId));
  const groups: string[][] = [];
  for (let at = 0; at < cheap.length; at += size) groups.push(cheap.slice(at, at + size));
  return [...groups, ...ruleIds.filter(isCostly).map((ruleId) => [ruleId])];
}
