/**
 * The rules whose time grows faster than the page, cheapest first. On 6,000 controls, `target-size` alone took 157 s,
 * all other rules together 10 s, and each contrast rule 2 s. On 40,000 lines of text with too little contrast, the
 * contrast rules are by far the slowest.
 * See also https://github.com/dequelabs/axe-core/issues/4008.
 */
export const costlyRules: readonly string[] = [
  'identical-links-same-purpose',
  'p-as-heading',
  'target-size',
  'color-contrast',
  'color-contrast-enhanced',
];

/**
 * Above this number of elements, a run of all rules at once may time out, so time is reserved to run them in groups.
 */
const MANY_ELEMENTS = 3_000;
/** Above this number of elements, the rules are run in groups at once. */
const VERY_MANY_ELEMENTS = 20_000;
/**
 * Rules of the first group on a very large page. Each further group has twice as many, because each reads the page
 * again.
 */
const FEW_RULES = 8;
/** Number of parts that a group of cheap rules is split into if it took too long. */
const PARTS_OF_GROUP = 4;

/** True if a run of all rules at once is likely to take too long. */
export function isLarge(elements: number): boolean {
  return elements > MANY_ELEMENTS;
}

/**
 * Returns the groups of rules to run. Usually that is one group of all rules. On a very large page: a few cheap rules,
 * then growing groups of cheap rules, then each costly rule by itself.
 */
export function buildRuleGroups(ruleIds: string[], elements: number): string[][] {
  if (elements <= VERY_MANY_ELEMENTS) return [ruleIds];
  const cheap = ruleIds.filter((ruleId) => !isCostly(ruleId));
  const groups: string[][] = [];
  for (let size = FEW_RULES; cheap.length > 0; size *= 2) groups.push(cheap.splice(0, size));
  return [...groups, ...listCostlyGroups(ruleIds)];
}

/**
 * Returns the groups that replace a group that took too long, so that a slow rule does not affect the others. Separates
 * cheap rules from costly rules, or splits a group of cheap rules into four. Empty for a single rule.
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

/** Returns the waiting groups and the new groups; costly rules stay last. */
export function insertGroups(waiting: readonly string[][], added: readonly string[][]): string[][] {
  const all = [...waiting, ...added];
  const isLast = (group: string[]) => group.some(isCostly);
  const byCost = (a: string[], b: string[]) => getCostRank(a) - getCostRank(b);
  return [...all.filter((group) => !isLast(group)), ...all.filter(isLast).sort(byCost)];
}

function isCostly(ruleId: string): boolean {
  return costlyRules.includes(ruleId);
}

/** Returns each costly rule as a separate group, cheapest first. */
function listCostlyGroups(ruleIds: readonly string[]): string[][] {
  return costlyRules.filter((ruleId) => ruleIds.includes(ruleId)).map((ruleId) => [ruleId]);
}

function getCostRank([ruleId = '']: string[]): number {
  return costlyRules.indexOf(ruleId);
}
