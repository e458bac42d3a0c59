import {
  formatPages,
  listOtherPages,
  PAGES_LISTED,
  type Proposal,
  readText,
  type SiteCheck,
  type Verdict,
} from './site-check.ts';

/** Finds pages with the same title and another main heading, or, without headings, another address. */
export const findDuplicateTitles: SiteCheck = (proposals) => {
  const found = new Map<Proposal, Verdict>();
  const byTitle = Map.groupBy(proposals, (proposal) => normalize(readText(proposal, 'title')));
  for (const [title, alike] of byTitle) {
    if (title === '' || alike.length < 2) continue;
    // Several addresses of one page have the same heading.
    const bySubject = Map.groupBy(alike, getSubject);
    if (bySubject.size < 2) continue;
    const firsts = [...bySubject.values()].flatMap(([first]) => first ?? []).slice(0, PAGES_LISTED + 1);
    for (const ofOne of bySubject.values()) {
      const message = `The title is the same on ${formatPages(alike.length - ofOne.length)}.`;
      const others = firsts.filter((first) => first !== ofOne[0]);
      for (const proposal of ofOne) {
        const data = { title: readText(proposal, 'title'), pages: listOtherPages(others, proposal) };
        found.set(proposal, { message, data });
      }
    }
  }
  return found;
};

/** Returns what distinguishes a page with the same title: its main heading, otherwise its identity. */
function getSubject(proposal: Proposal): string {
  const heading = normalize(readText(proposal, 'heading'));
  return heading === '' ? `page ${proposal.page.identity ?? proposal.page.url}` : `heading ${heading}`;
}

function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
