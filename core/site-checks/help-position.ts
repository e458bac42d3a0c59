import {
  formatPages,
  listOtherPages,
  type Proposal,
  readText,
  type SiteCheck,
  type Verdict,
} from './site-check.ts';

const landmarkNames: Readonly<Record<string, string>> = {
  banner: 'the header',
  contentinfo: 'the footer',
  navigation: 'a navigation',
};

function formatLandmark(role: string): string {
  return Object.hasOwn(landmarkNames, role) ? (landmarkNames[role] ?? '') : 'another part';
}

/** Finds help that is in another landmark than on most pages. */
export const findMovedHelp: SiteCheck = (proposals) => {
  const found = new Map<Proposal, Verdict>();
  for (const alike of Map.groupBy(proposals, (each) => readText(each, 'target')).values()) {
    const pages = Map.groupBy(alike, ({ page }) => page.pageId);
    const byLandmark = [...Map.groupBy(alike, (each) => readText(each, 'landmark'))];
    const [usual] = byLandmark.toSorted(([, one], [, other]) => other.length - one.length);
    if (usual === undefined || usual[1].length < 2) continue;
    const [landmark, on] = usual;
    for (const [other, moved] of byLandmark) {
      if (other === landmark || moved.length >= on.length) continue;
      for (const proposal of moved) {
        // Help that is also where it usually is has not moved.
        const here = pages.get(proposal.page.pageId) ?? [];
        if (here.some((each) => readText(each, 'landmark') === landmark)) continue;
        found.set(proposal, {
          message: `The help is in ${formatLandmark(other)}; on ${formatPages(on.length)} it is in ${formatLandmark(landmark)}.`,
          data: { name: readText(proposal, 'name'), pages: listOtherPages(on, proposal) },
        });
      }
    }
  }
  return found;
};
