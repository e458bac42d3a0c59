import { isAtLeastAsStrict, type NewFindingThresholds } from '../gate/new-finding-thresholds.ts';
import { isSameCommit } from '../scans/scan-metadata.ts';

/**
 * A baseline line is a stored summary of the comparable scans of one branch, or of a whole site. The baseline of a gate
 * on new findings is chosen from it. Scans are added in any order, as they settle. The line is bounded: scans that no
 * gate can choose any more are dropped. `docs/findings.md` has an example.
 */

/** A completed scan as a possible baseline. */
export interface EarlierScan {
  scanId: string;
  /** When it was triggered, RFC 3339 UTC. */
  createdAt: string;
  /** Null for a scan without a branch. */
  branch: string | null;
  commit: string | null;
}

/** The verdict of the gate of a completed scan about new findings. */
export type NewFindingsVerdict =
  /** The gate has a threshold for new findings, and passed. */
  | 'passed'
  /**
   * The gate has a threshold for new findings, and did not pass. The reason is not a new finding: the gate was
   * inconclusive, or another threshold failed it.
   */
  | 'undecided'
  /** A new finding failed the gate. */
  | 'failed'
  /**
   * No new finding failed the gate, and the gate says nothing about new findings. Either it has no threshold for them,
   * or the caller named the baseline. Or the stored state of the baseline was deleted, or pages or the site changed too
   * much to be compared, and the gate did not pass.
   */
  | 'ungated';

/** A completed scan with the verdict of its gate. */
export interface SettledScan extends EarlierScan {
  verdict: NewFindingsVerdict;
  /** Null if the gate has no threshold for new findings, or if the caller named the baseline. */
  thresholds: NewFindingThresholds | null;
  /** Whether no baseline existed when the scan was planned. */
  isRoot: boolean;
}

interface GatedScan extends EarlierScan {
  thresholds: NewFindingThresholds;
  /** Whether it had no baseline, so that any of its findings may be new. Always false in `passed`. */
  isRoot: boolean;
}

export interface BaselineLine {
  /** The most recently accepted scan. */
  accepted: (EarlierScan & { acceptedAt: string }) | null;
  /** Scans with verdict `passed`, latest first. */
  passed: GatedScan[];
  /** Scans with verdict `undecided` before the first failed scan, latest first. */
  open: GatedScan[];
  /** The earliest scan that had no baseline and did not fail on a new finding. */
  first: EarlierScan | null;
  /** The earliest scan that failed on a new finding. */
  firstFailed: Pick<EarlierScan, 'scanId' | 'createdAt'> | null;
}

export const emptyLine: BaselineLine = {
  accepted: null,
  passed: [],
  open: [],
  first: null,
  firstFailed: null,
};

/**
 * Maximum number of scans in each list of a line. It is exceeded only if gates with that many different thresholds
 * alternate. The oldest scans are dropped first. A gate that would have chosen a dropped scan chooses from the next
 * list or line, or has no baseline.
 */
export const LISTED_MAX = 20;

/** Returns the line with a settled scan added. Adding the same scan again changes nothing. */
export function addSettledScan(line: BaselineLine, scan: SettledScan): BaselineLine {
  const { verdict, thresholds, isRoot, ...earlier } = scan;
  const { scanId, createdAt } = scan;
  return dropUnchoosable({
    ...line,
    passed:
      verdict === 'passed' && thresholds !== null
        ? insertScan(line.passed, { ...earlier, thresholds, isRoot: false })
        : line.passed,
    open:
      verdict === 'undecided' && thresholds !== null
        ? insertScan(line.open, { ...earlier, thresholds, isRoot })
        : line.open,
    first: isRoot && verdict !== 'failed' ? pickEarliest(line.first, earlier) : line.first,
    firstFailed:
      verdict === 'failed' ? pickEarliest(line.firstFailed, { scanId, createdAt }) : line.firstFailed,
  });
}

/**
 * Returns the line with an accepted scan. Its time of acceptance is never before that of the scan accepted previously.
 * @param now RFC 3339 UTC
 */
export function addAcceptedScan(line: BaselineLine, scan: EarlierScan, now: string): BaselineLine {
  const last = line.accepted?.acceptedAt ?? now;
  return dropUnchoosable({ ...line, accepted: { ...scan, acceptedAt: last > now ? last : now } });
}

/** True if a scan is the baseline of a line because it was accepted, and no later scan has replaced it. */
export function isAcceptedBaseline({ accepted, passed }: BaselineLine, scanId: string): boolean {
  return accepted?.scanId === scanId && passed.length === 0;
}

/** Returns the ids of all scans that can still be chosen from a line. */
export function listLineScanIds({ accepted, passed, open, first }: BaselineLine): string[] {
  const scans = [...(accepted ? [accepted] : []), ...passed, ...open, ...(first ? [first] : [])];
  return [...new Set(scans.map(({ scanId }) => scanId))];
}

export interface BaselineRequest {
  thresholds: NewFindingThresholds;
  /** Scans of this commit are not chosen unless they were accepted; null to choose among all scans. */
  commit: string | null;
}

/**
 * Returns the baseline that a line has for a gate on new findings; null if it has none.
 * @param firstFailed the first scan of the whole site that failed on a new finding. A scan that had no baseline can be
 * chosen only if it was triggered before that one
 */
export function chooseFromLine(
  line: BaselineLine,
  { thresholds, commit }: BaselineRequest,
  firstFailed: BaselineLine['firstFailed'],
): EarlierScan | null {
  const { accepted } = line;
  const isOther = (scan: EarlierScan) => !isSameCommit(scan.commit, commit);
  const isRootInTime = (scan: EarlierScan) => isBefore(scan, line.firstFailed) && isBefore(scan, firstFailed);
  const passed = line.passed.find((scan) => isAtLeastAsStrict(scan.thresholds, thresholds) && isOther(scan));
  // If a scan was accepted, `passed` has only scans that were triggered after the acceptance. They replace that scan.
  if (passed !== undefined) return passed;
  if (accepted !== null) return accepted;
  const undecided = line.open.find(
    (scan) =>
      isAtLeastAsStrict(scan.thresholds, thresholds) &&
      isOther(scan) &&
      (scan.isRoot ? isRootInTime(scan) : isBefore(scan, line.firstFailed)),
  );
  if (undecided !== undefined) return undecided;
  return line.first !== null && isOther(line.first) && isRootInTime(line.first) ? line.first : null;
}

/** Returns the line without the scans that no gate can choose. */
function dropUnchoosable({ accepted, passed, open, first, firstFailed }: BaselineLine): BaselineLine {
  if (accepted !== null) {
    // Every gate can choose the accepted scan, also that of a scan of the same commit. So it replaces all scans that
    // were triggered before it was accepted. Of the later scans only those that passed are kept, because
    // `chooseFromLine` prefers the accepted scan to `open` and `first`.
    const later = passed.filter(({ createdAt }) => createdAt > accepted.acceptedAt);
    return { ...emptyLine, accepted, passed: filterChoosable(later), firstFailed };
  }
  const inTime = open.filter((scan) => isBefore(scan, firstFailed));
  return { accepted, passed: filterChoosable(passed), open: filterChoosable(inTime), first, firstFailed };
}

/**
 * Returns the scans that some gate can choose. A later scan replaces an earlier one if its thresholds are at least as
 * strict. There are two exceptions:
 *
 * - If all scans that would replace a scan are of one commit, and the scan is of another commit, the scan is kept. The
 *   next scan of that one commit needs it, because a gate may not choose a scan of its own commit.
 * - A scan that had no baseline (`isRoot`) replaces only scans that had none either. `chooseFromLine` does not choose
 *   it if an earlier scan of the site, on any branch, failed on a new finding.
 * @param scans latest first
 */
function filterChoosable(scans: readonly GatedScan[]): GatedScan[] {
  const choosable: GatedScan[] = [];
  for (const scan of scans) {
    const replacements = choosable.filter(
      (later) => isAtLeastAsStrict(later.thresholds, scan.thresholds) && (scan.isRoot || !later.isRoot),
    );
    const [lastReplacement] = replacements;
    const isChoosable =
      lastReplacement === undefined ||
      (replacements.every(({ commit }) => isSameCommit(commit, lastReplacement.commit)) &&
        !isSameCommit(scan.commit, lastReplacement.commit));
    if (isChoosable) choosable.push(scan);
  }
  return choosable.slice(0, LISTED_MAX);
}

function insertScan(scans: readonly GatedScan[], scan: GatedScan): GatedScan[] {
  return [...scans.filter(({ scanId }) => scanId !== scan.scanId), scan].sort((a, b) =>
    isBefore(a, b) ? 1 : -1,
  );
}

type TriggeredScan = Pick<EarlierScan, 'scanId' | 'createdAt'>;

function pickEarliest<T extends TriggeredScan>(one: T | null, other: T): T {
  return one === null || isBefore(other, one) ? other : one;
}

/** True if a scan was triggered before another one, or if there is no other one. */
function isBefore(scan: TriggeredScan, other: TriggeredScan | null): boolean {
  if (other === null) return true;
  if (scan.createdAt !== other.createdAt) return scan.createdAt < other.createdAt;
  return scan.scanId < other.scanId;
}
