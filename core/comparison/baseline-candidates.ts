import { API_PATH } from '../api/endpoint.ts';
import type { ScanConfig } from '../scans/scan-config.ts';
import type { BaselineChoice } from './states.ts';

/** Where the service looks for a baseline. */
export type BaselineCandidate =
  | { chosenBy: Extract<BaselineChoice, 'config'>; scanId: string }
  /** Among the comparable scans of a branch; null for the scans without a branch. */
  | { chosenBy: Extract<BaselineChoice, 'target-branch' | 'branch'>; branch: string | null }
  /** Among all comparable scans of the site, of any branch. */
  | { chosenBy: Extract<BaselineChoice, 'site'> };

/**
 * Returns where to look for the baseline of a scan, in order: the first candidate that has a scan is used. A scan that
 * `config.baseline` names is the only candidate, because the caller wants no other.
 */
export function listBaselineCandidates({
  baseline,
  metadata,
}: Pick<ScanConfig, 'baseline' | 'metadata'>): BaselineCandidate[] {
  if (baseline !== undefined) return [{ chosenBy: 'config', scanId: baseline }];
  const branch = metadata?.branch ?? null;
  const target = metadata?.targetBranch;
  return [
    ...(target === undefined ? [] : [{ chosenBy: 'target-branch' as const, branch: target }]),
    ...(target === branch ? [] : [{ chosenBy: 'branch' as const, branch }]),
    { chosenBy: 'site' },
  ];
}

/** Why a scan has no baseline, as sentences for reports. */
export const noBaselineReasons = {
  'first-scan': 'This is the first scan of this site, so there is no earlier scan to compare it with.',
  'none-comparable':
    'No earlier scan of this site is comparable: no completed scan has the same rule sets, viewport, color scheme, reduced motion, locale, selectors and use of credentials.',
  'same-commit':
    'The earlier scans that could be the baseline are of the same commit. A scan is compared with a scan of its own commit only if that scan was accepted. The next commit will be compared with them.',
  'none-passed': `No earlier comparable scan can be the baseline: each one failed because of new findings, or its gate had weaker conditions for new findings. Fix the new findings, or accept a scan with POST ${API_PATH}/scans/<id>/accept.`,
  'named-is-gone': 'The report of the scan that config.baseline names no longer exists.',
  'state-is-gone': `The stored findings of the baseline no longer exist. To make another scan the baseline, use POST ${API_PATH}/scans/<id>/accept.`,
} as const;
export type NoBaselineReason = keyof typeof noBaselineReasons;
