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
 * True if what a scan saw may not be the site. Then later scans are not compared with it, and so are not decided
 * either, until somebody accepts it or declares the change.
 */
export function mustBeAccepted({ reasons }: Gate): boolean {
  return reasons.some(({ code }) => code === 'page-changed' || code === 'site-shrank');
}

/**
 * Returns the members of a completed scan that matter for the choice of later baselines.
 * @param planned the baseline that was chosen when the scan was planned; undefined if none was chosen then
 * @param compared the baseline that the scan was actually compared with; null if its stored state was gone
 */
export function toSettledScan(
  scan: Scan,
  gate: Gate,
  { planned, compared }: { planned: Baseline | null | undefined; compared: Baseline | null },
): SettledScan {
  // config.baseline can name any scan, also a failed one. Passing against it is no evidence for later scans.
  const isNamed = scan.config.baseline !== undefined;
  const thresholds = isNamed ? null : getNewFindingThresholds(scan.config.failOn);
  const isRoot = !isNamed && planned === null;
  const verdict = (): NewFindingsVerdict => {
    if (gate.reasons.some(({ code }) => code === 'new' || code === 'best-practice-new')) return 'failed';
    if (thresholds === null) return 'ungated';
    if (gate.result === 'passed') return 'passed';
    if (mustBeAccepted(gate)) return 'ungated';
    return compared !== null || isRoot ? 'undecided' : 'ungated';
  };
  return { ...toEarlierScan(scan), verdict: verdict(), thresholds, isRoot };
}
