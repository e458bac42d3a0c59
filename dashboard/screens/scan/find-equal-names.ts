import type { ReportGroup } from '../../api/types.ts';

/** Returns the groups of a list whose name, the rule and the last step of the path, another one of it has too. */
export function findEqualNames(groups: readonly ReportGroup[]): Set<ReportGroup> {
  const byName = Map.groupBy(groups, ({ help, element }) => JSON.stringify([help, element.selector]));
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}
