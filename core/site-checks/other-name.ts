import {
  formatPages,
  listOtherPages,
  type Proposal,
  readTexts,
  type SiteCheck,
  type Verdict,
} from './site-check.ts';

/** Finds links in landmarks with another name than the link to the same address has on most pages. */
export const findOtherNames: SiteCheck = (proposals) => {
  const found = new Map<Proposal, Verdict>();
  const byTarget = new Map<string, Map<string, Proposal[]>>();
  for (const proposal of proposals) {
    for (const [target, name] of listLinks(proposal)) {
      const names = byTarget.get(target) ?? new Map<string, Proposal[]>();
      byTarget.set(target, names);
      const key = name.toLowerCase();
      const same = names.get(key);
      if (same === undefined) names.set(key, [proposal]);
      else same.push(proposal);
    }
  }
  const usualNames = new Map([...byTarget].map(([target, names]) => [target, chooseUsual(names)]));
  for (const proposal of proposals) {
    const pages = new Set<string>();
    for (const [target, name] of listLinks(proposal)) {
      const usual = usualNames.get(target);
      if (usual === undefined || found.has(proposal)) continue;
      const [usualName, on, pagesOn] = usual;
      // A page may have several links to an address, such as a logo, and one of them has the usual name.
      if (pagesOn.has(proposal.page.pageId)) continue;
      const own = byTarget.get(target)?.get(name.toLowerCase())?.length ?? 0;
      if (isSameName(usualName, name.toLowerCase()) || own >= on.length || pages.has(target)) continue;
      pages.add(target);
      found.set(proposal, {
        message: `The link "${name}" has another name on ${formatPages(on.length)}.`,
        data: { name, usual: usualName, target, pages: listOtherPages(on, proposal) },
      });
    }
  }
  return found;
};

/** Yields the links of a landmark whose address has one name there, with it. */
function* listLinks(proposal: Proposal): Generator<[target: string, name: string]> {
  const names = readTexts(proposal, 'names');
  const byTarget = Map.groupBy(readTexts(proposal, 'targets').entries(), ([, target]) => target);
  for (const [target, [first, ...more]] of byTarget) {
    const name = names[first?.[0] ?? -1] ?? '';
    if (name !== '' && target !== '' && more.every(([index]) => names[index] === name)) yield [target, name];
  }
}

/**
 * Returns the name on most pages with its landmarks and the ids of these pages; undefined if no name is on at least two
 * pages more than once.
 */
function chooseUsual(
  names: ReadonlyMap<string, Proposal[]>,
): [name: string, on: Proposal[], pageIds: ReadonlySet<string>] | undefined {
  if (names.size < 2) return undefined;
  const [usual] = [...names].sort(([, one], [, other]) => other.length - one.length);
  if (usual === undefined) return undefined;
  const pageIds = new Set(usual[1].map(({ page }) => page.pageId));
  return pageIds.size >= 2 ? [...usual, pageIds] : undefined;
}

/** True if one name contains the other, such as "Cart" and "Cart, 2 items", or both differ in numbers only. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replace(/[\d\p{P}\s]+/gu, ' ').trim()) as [string, string];
  return a.includes(b) || b.includes(a);
}
