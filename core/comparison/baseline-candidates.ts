import { API_PATH } from '../api/endpoint.ts';
import type { ScanConfig } from '../scans/scan-config.ts';
import type { BaselineChoice } from './states.ts';

/** Where a baseline is looked for. */
export type BaselineCandidate =
  | { chosenBy: Extract<BaselineChoice, 'config'>; scanId: string }
  /** Among the comparable scans of a branch; null for those that named none. */
  | { chosenBy: Extract<BaselineChoice, 'target-branch' | 'branch'>; branch: string | null }
  /** Among all comparable scans of the site, whatever their branch. */
  | { chosenBy: Extract<BaselineChoice, 'site'> };

/**
 * Where the baseline of a scan is looked for, in order: the first that is there is it. A scan that `config.baseline`
 * names is the only candidate, for whoever names one does not want another.
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

/** Why a scan has no baseline, for people. */
export const noBaselineReasons = {
  'first-scan': 'This is the first scan of this site, so that there is nothing to compare with.',
  'none-comparable':
    'No earlier scan of this site can be compared with: none that was completed has the same rule sets, viewport, colour scheme, motion, locale, selectors and use of credentials.',
  'same-commit':
    'The earlier scans that could be the baseline are of the same commit. A scan is compared with a scan of its own commit only if that scan was accepted. The next commit is compared with them.',
  'none-passed': `No earlier comparable scan can be the baseline: each failed because of something new, or its gate asked for less of what is new. Fix what is new, or accept a scan by POST ${API_PATH}/scans/<id>/accept.`,
  'named-is-gone': 'The scan that config.baseline names has no report any more.',
  'state-is-gone': `What the baseline found is not kept any more. Another scan can be made the baseline by POST ${API_PATH}/scans/<id>/accept.`,
} as const;
export type NoBaselineReason = keyof typeof noBaselineReasons;
