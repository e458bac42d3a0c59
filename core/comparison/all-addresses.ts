import type { FindingKind } from '../findings/finding-kind.ts';
import { isWithin } from './frames.ts';
import { matchFingerprints } from './match.ts';
import type { AddressFindings, CurrentFinding } from './page-findings.ts';
import type { PageState } from './site-state.ts';

/** Merges the findings of several addresses that show the same page. */

export type CountByKind = Record<FindingKind, number>;

export function countByKind(findings: readonly { kind: FindingKind }[]): CountByKind {
  const review = findings.filter(({ kind }) => kind === 'review').length;
  return { review, violation: findings.length - review };
}

/**
 * Returns the findings of a rule on all addresses. Equal findings of one kind occur as often as on the address that has
 * most of them.
 */
export function mergeFindings(ruleId: string, addresses: readonly AddressFindings[]): CurrentFinding[] {
  const [first = [], ...others] = addresses.map((address) => address.rule(ruleId).listed);
  const all = [...first];
  for (const listed of others) {
    for (const [kind, ofKind] of Map.groupBy(listed, (finding) => finding.kind)) {
      const before = all.filter((finding) => finding.kind === kind);
      all.push(...matchFingerprints(before, ofKind).unmatchedCurrent);
    }
  }
  return all;
}

/** Returns the number of unlisted elements of a rule by kind: the maximum over the addresses. */
export function countUnlistedElements(ruleId: string, addresses: readonly AddressFindings[]): CountByKind {
  const most = (kind: FindingKind) => {
    const counts = addresses.map((address) =>
      address
        .rule(ruleId)
        .unlisted.filter(({ finding }) => finding.kind === kind)
        .reduce((sum, { count }) => sum + count, 0),
    );
    return Math.max(0, ...counts);
  };
  return { violation: most('violation'), review: most('review') };
}

/** Returns the frames that were scanned neither now nor before. */
export function findUnknownFrames(
  before: PageState | undefined,
  addresses: readonly AddressFindings[],
): string[][] {
  const wasScanned = Object.keys(before?.rules ?? {}).length > 0;
  return addresses
    .flatMap((address) => address.framesNotScanned)
    .filter((frame) => !wasScanned || isWithin(frame, before?.framesUnknown ?? []))
    .map((frame) => [...frame]);
}
