import type { BaselineCandidate } from './baseline-candidates.ts';
import {
  type BaselineLine,
  type BaselineRequest,
  chooseFromLine,
  type EarlierScan,
} from './baseline-line.ts';
import type { Baseline } from './states.ts';

/** A line of scans that may contain a baseline. */
export interface CandidateLine {
  candidate: Exclude<BaselineCandidate, { chosenBy: 'config' }>;
  line: BaselineLine;
}

/** The baseline of a scan with a gate on new findings. */
interface ChosenBaseline {
  baseline: Baseline | null;
  /**
   * The scan whose state this scan continues for pages that it does not reach: the scan that would be the baseline if
   * scans of the same commit were allowed. It must not be a later scan that failed: otherwise findings that were new in
   * that scan would no longer be new once their pages are reached again. `docs/findings.md` has an example.
   */
  carriesOn: string | null;
}

/**
 * Chooses the baseline of a scan whose gate has a threshold for new findings.
 * @param lines those of `listBaselineCandidates`, in that order
 * @param branch of the scan
 * @param siteLine the line of the whole site
 */
export function chooseBaseline(
  lines: readonly CandidateLine[],
  branch: string | null,
  siteLine: BaselineLine,
  request: BaselineRequest,
): ChosenBaseline {
  // A scan that was accepted on the branch takes precedence over the baseline of the target branch.
  const isAccepted = ({ candidate, line }: CandidateLine) =>
    'branch' in candidate && candidate.branch === branch && line.accepted !== null;
  const ordered = [...lines.filter(isAccepted), ...lines.filter((each) => !isAccepted(each))];
  const choose = (requested: BaselineRequest) => {
    for (const { candidate, line } of ordered) {
      const scan = chooseFromLine(line, requested, siteLine.firstFailed);
      if (scan !== null) return { ...toBaseline(scan), chosenBy: candidate.chosenBy };
    }
    return null;
  };
  return { baseline: choose(request), carriesOn: choose({ ...request, commit: null })?.scanId ?? null };
}

function toBaseline({ scanId, branch, createdAt }: EarlierScan): Omit<Baseline, 'chosenBy'> {
  return { scanId, branch, createdAt };
}
