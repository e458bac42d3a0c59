import { packKnown } from '../findings/known.ts';
import type { SiteState } from './site-state.ts';

/** The fingerprints that a state has on each page, by page identity, as `packKnown` writes them. Pages without are left out. */
export function knownOf({ pages }: SiteState): Record<string, string> {
  const known = Object.entries(pages).flatMap(([identity, { rules }]): [string, string][] => {
    const fingerprints = Object.values(rules)
      .flatMap(({ findings }) => findings)
      .flatMap(({ fingerprint, formerly }) => [fingerprint, ...formerly]);
    return fingerprints.length > 0 ? [[identity, packKnown(fingerprints)]] : [];
  });
  return Object.fromEntries(known);
}
