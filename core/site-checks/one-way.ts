import {
  formatPages,
  listOtherPages,
  type Proposal,
  readText,
  readTexts,
  type SiteCheck,
  type Verdict,
} from './site-check.ts';

/** Minimum number of pages of a site that needs more than one way to each of them. */
const PAGES_MIN = 4;

/** Finds the first page that no landmark of another page leads to, if no page offers a search or a list of pages. */
export const findOneWay: SiteCheck = (proposals) => {
  const found = new Map<Proposal, Verdict>();
  const pages = proposals.filter((proposal) => readText(proposal, 'path') !== '');
  if (pages.length < PAGES_MIN) return null;
  if (pages.some(({ data }) => data.offersOverview === true)) return found;
  const leadingTo = new Map<string, Set<string>>();
  for (const proposal of proposals) {
    for (const target of readTexts(proposal, 'targets')) {
      const from = leadingTo.get(target) ?? new Set();
      // Two pages suffice to know whether another one leads there.
      if (from.size < 2) leadingTo.set(target, from.add(proposal.page.pageId));
    }
  }
  const hidden = pages.filter(({ page, data }) => {
    const from = leadingTo.get(String(data.path)) ?? new Set();
    return ![...from].some((pageId) => pageId !== page.pageId);
  });
  // The first page of a scan is where it began.
  const [first, ...others] = hidden.filter((proposal) => proposal !== pages[0]);
  if (first === undefined) return found;
  const also = others.length === 0 ? '' : ` The same holds for ${formatPages(others.length)}.`;
  found.set(first, {
    message: `No navigation, header or footer of another page leads here, and no page has a search or a site map.${also}`,
    data: { path: readText(first, 'path'), pages: listOtherPages(others, first) },
  });
  return found;
};
