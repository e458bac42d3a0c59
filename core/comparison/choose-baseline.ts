import type { BaselineCandidate } from './baseline-candidates.ts';
import {
  type BaselineLine,
  type BaselineRequest,
  chooseFromLine,
  type EarlierScan,
} from './baseline-line.ts';
import type { Baseline } from './states.ts';

/** A line of scans in which a baseline may be found. */
export interface CandidateLine {
  candidate: Exclude<BaselineCandidate, { chosenBy: 'config' }>;
  line: BaselineLine;
}

/** What a gate on new findings is compared with. */
interface ChosenBaseline {
  baseline: Baseline | null;
  /**
   * The scan whose knowledge of pages that are not reached is carried on: the baseline that a scan of another commit
   * would have. A later scan that failed must not be it: what was new there would no longer be new when it is reached.
   */
  carriesOn: string | null;
}

/**
 * Chooses the baseline of a scan whose gate asks for new findings.
 * @param lines those of `listBaselineCandidates`, in that order
 * @param branch of the scan
 * @param buildSitePartitionKey the line of the whole site
 */
export function chooseBaseline(
  lines: readonly CandidateLine[],
  branch: string | null,
  siteLine: BaselineLine,
  request: BaselineRequest,
): ChosenBaseline {
  // What was accepted on a branch is accepted there, whatever the branch that it is to be merged into says.
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
