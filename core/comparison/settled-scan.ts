import type { Gate } from '../gate/gate.ts';
import { getNewFindingThresholds } from '../gate/new-finding-thresholds.ts';
import type { Scan } from '../scans/scan.ts';
import type { EarlierScan, NewFindingsVerdict, SettledScan } from './baseline-line.ts';
import type { Baseline } from './states.ts';

export function toEarlierScan({ scanId, createdAt, config }: Scan): EarlierScan {
  const { branch = null, commit = null } = config.metadata ?? {};
  return { scanId, createdAt, branch, commit };
}

/**
 * Returns the members of a completed scan that matter for the choice of later baselines.
 * @param planned the baseline that was chosen when the scan was planned; undefined if none was chosen then
 * @param compared the baseline that the scan was actually compared with; null if its stored state was gone
 * @param mustBeAccepted as in the comparison of a report
 */
export function toSettledScan(
  scan: Scan,
  gate: Gate,
  {
    planned,
    compared,
    mustBeAccepted = false,
  }: {
    planned: Baseline | null | undefined;
    compared: Baseline | null;
    mustBeAccepted?: boolean | undefined;
  },
): SettledScan {
  // config.baseline can name any scan, also a failed one. Passing against it is no evidence for later scans.
  const isNamed = scan.config.baseline !== undefined;
  const thresholds = isNamed ? null : getNewFindingThresholds(scan.config.failOn);
  const isRoot = !isNamed && planned === null;
  const verdict = (): NewFindingsVerdict => {
    if (gate.reasons.some(({ code }) => code === 'new' || code === 'best-practice-new')) return 'failed';
    if (thresholds === null) return 'ungated';
    if (gate.result === 'passed') return 'passed';
    if (mustBeAccepted) return 'ungated';
    return compared !== null || isRoot ? 'undecided' : 'ungated';
  };
  return { ...toEarlierScan(scan), verdict: verdict(), thresholds, isRoot };
}
