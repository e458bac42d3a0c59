import {
  formatPages,
  listOtherPages,
  type Proposal,
  readText,
  readTexts,
  type SiteCheck,
  type Verdict,
} from './site-check.ts';

/** Minimum number of links that two navigations share. */
const SHARED_MIN = 3;
/** Part of the links of each that both have, so that they are the same navigation. */
const SHARED_PART = 0.75;

/** Finds navigations whose links have another order than in the same navigation of most pages. */
export const findOtherOrders: SiteCheck = (proposals) => {
  const found = new Map<Proposal, Verdict>();
  for (const alike of Map.groupBy(proposals, getNavigation).values()) {
    const bySequence = [...Map.groupBy(alike, (each) => readTexts(each, 'targets').join('\n')).values()];
    // The first of those on most pages: the sort is stable.
    const [usual = []] = bySequence.toSorted((one, other) => countPages(other) - countPages(one));
    const [first] = usual;
    if (first === undefined || countPages(usual) < 2) continue;
    const order = findPositions(readTexts(first, 'targets'));
    for (const same of bySequence) {
      const [one] = same;
      if (same === usual || one === undefined || countPages(same) >= countPages(usual)) continue;
      const moved = findMoved(findPositions(readTexts(one, 'targets')), order);
      if (moved === undefined) continue;
      for (const proposal of same) {
        const names = readTexts(proposal, 'names');
        found.set(proposal, {
          message: `The links of the navigation have another order than on ${formatPages(countPages(usual))}.`,
          data: {
            links: names,
            usual: readTexts(first, 'names'),
            moved: names[moved] ?? '',
            pages: listOtherPages(usual, proposal),
          },
        });
      }
    }
  }
  return found;
};

/** Navigations with the same name and number among those of the name can be the same. */
function getNavigation(proposal: Proposal): string {
  return JSON.stringify([readText(proposal, 'name').toLowerCase(), readText(proposal, 'number')]);
}

function countPages(proposals: readonly Proposal[]): number {
  return new Set(proposals.map(({ page }) => page.identity ?? page.pageId)).size;
}

/**
 * Returns the positions of the targets that are not repeated. Pages often lack one of two links with the same target,
 * such as that to themselves, so the order of these says nothing.
 */
function findPositions(targets: readonly string[]): ReadonlyMap<string, number> {
  const byTarget = Map.groupBy(targets.entries(), ([, target]) => target);
  return new Map(
    [...byTarget.values()].flatMap((same) =>
      same.length > 1 ? [] : same.map(([index, target]) => [target, index] as const),
    ),
  );
}

/** Returns the position of the first link that is not after the one before it; undefined if the order is the same. */
function findMoved(
  positions: ReadonlyMap<string, number>,
  order: ReadonlyMap<string, number>,
): number | undefined {
  const shared = [...positions.keys()].filter((target) => order.has(target)).length;
  if (shared < SHARED_MIN || shared < SHARED_PART * Math.max(positions.size, order.size)) return undefined;
  let last = -1;
  for (const [target, index] of positions) {
    const position = order.get(target);
    if (position === undefined) continue;
    if (position < last) return index;
    last = position;
  }
  return undefined;
}
