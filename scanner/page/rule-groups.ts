/**
 * The rules whose time grows faster than the page, cheapest first: on 6,000 controls `target-size` alone took 157 s
 * where all the others together took ten, and the contrast rules 2 s each; on 40,000 lines of text with too little
 * contrast they are by far the slowest.
 * See also https://github.com/dequelabs/axe-core/issues/4008.
 */
export const costlyRules: readonly string[] = [
  'identical-links-same-purpose',
  'p-as-heading',
  'target-size',
  'color-contrast',
  'color-contrast-enhanced',
];

/** Elements above which a run of all rules at once may take so long that time must be left to run them apart. */
const MANY_ELEMENTS = 3_000;
/** Elements above which that is not even tried. */
const VERY_MANY_ELEMENTS = 20_000;
/** Rules of the first group on a very large page. Each further group has twice as many: every group reads the page anew. */
const FEW_RULES = 8;
/** Parts that a group of cheap rules is cut into when it took too long. */
const PARTS_OF_GROUP = 4;

/** Whether a run of all rules at once may well take too long. */
export function isLarge(elements: number): boolean {
  return elements > MANY_ELEMENTS;
}

/**
 * Returns the groups of rules to run first: all rules at once, or on a very large page a few cheap rules, then more of
 * them, then each costly rule by itself.
 */
export function buildRuleGroups(ruleIds: string[], elements: number): string[][] {
  if (elements <= VERY_MANY_ELEMENTS) return [ruleIds];
  const cheap = ruleIds.filter((ruleId) => !isCostly(ruleId));
  const groups: string[][] = [];
  for (let size = FEW_RULES; cheap.length > 0; size *= 2) groups.push(cheap.splice(0, size));
  return [...groups, ...listCostlyGroups(ruleIds)];
}

/**
 * Returns the groups that replace one that took too long, so that a slow rule takes no other along: first cheap
 * rules apart from costly ones, then a quarter of the group at a time. None for a single rule.
 */
export function splitGroup(ruleIds: readonly string[]): string[][] {
  const cheap = ruleIds.filter((ruleId) => !isCostly(ruleId));
  const costly = listCostlyGroups(ruleIds);
  if (costly.length > 0) {
    const groups = [...(cheap.length > 0 ? [cheap] : []), ...costly];
    return groups.length > 1 ? groups : [];
  }
  if (cheap.length <= 1) return [];
  const size = Math.ceil(cheap.length / PARTS_OF_GROUP);
  const groups: string[][] = [];
  for (let at = 0; at < cheap.length; at += size) groups.push(cheap.slice(at, at + size));
  return groups;
}

/** Returns the waiting groups with new ones among them: costly rules stay last. */
export function insertGroups(waiting: readonly string[][], added: readonly string[][]): string[][] {
  const all = [...waiting, ...added];
  const isLast = (group: string[]) => group.some(isCostly);
  const byCost = (a: string[], b: string[]) => getCostRank(a) - getCostRank(b);
  return [...all.filter((group) => !isLast(group)), ...all.filter(isLast).sort(byCost)];
}

function isCostly(ruleId: string): boolean {
  return costlyRules.includes(ruleId);
}

/** Each costly rule as a group of its own, cheapest first. */
function listCostlyGroups(ruleIds: readonly string[]): string[][] {
  return costlyRules.filter((ruleId) => ruleIds.includes(ruleId)).map((ruleId) => [ruleId]);
}

function getCostRank([ruleId = '']: string[]): number {
  return costlyRules.indexOf(ruleId);
}
