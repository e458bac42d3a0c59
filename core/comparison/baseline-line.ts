import { isAtLeastAsStrict, type NewFindingThresholds } from '../gate/new-finding-thresholds.ts';
import { isSameCommit } from '../scans/scan-metadata.ts';

/**
 * What is stored about earlier scans for a line of comparable scans - those of one branch, or of a whole site - so that
 * the baseline of a gate on new findings can be chosen. It is folded from the scans in whatever order they settle, and
 * is bounded: what no gate can choose any more is dropped.
 */

/** A completed scan as a possible baseline. */
export interface EarlierScan {
  scanId: string;
  /** When it was triggered, RFC 3339 UTC. */
  createdAt: string;
  /** Null for a scan that named none. */
  branch: string | null;
  commit: string | null;
}

/** What the gate of a completed scan said of new findings. */
export type NewFindingsVerdict =
  /** The gate asked for new findings and passed. */
  | 'passed'
  /** The gate asked for new findings and found none that fails it, and did not pass for another reason. */
  | 'undecided'
  /** A new finding failed the gate. */
  | 'failed'
  /** The gate did not ask for new findings. */
  | 'ungated';

/** A completed scan with what its gate said. */
export interface SettledScan extends EarlierScan {
  verdict: NewFindingsVerdict;
  /** Null when the gate did not ask for new findings. */
  thresholds: NewFindingThresholds | null;
  /** Whether nothing was there to compare it with when it was planned. */
  isRoot: boolean;
}

interface GatedScan extends EarlierScan {
  thresholds: NewFindingThresholds;
  /** Whether it is in doubt because it was compared with nothing. */
  isRoot: boolean;
}

export interface BaselineLine {
  /** The scan that was accepted last. */
  accepted: (EarlierScan & { acceptedAt: string }) | null;
  /** Scans whose gate passed, latest first. */
  passed: GatedScan[];
  /** Scans with verdict `undecided` before the first that failed, latest first. */
  open: GatedScan[];
  /** The earliest scan that had nothing to be compared with and did not fail. */
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
 * Scans in each list of a line at most; there are more only if gates with as many different thresholds take turns. The
 * oldest go first: then a gate has no baseline, or an earlier one.
 */
export const LISTED_MAX = 20;

/** Returns the line with a scan that was settled. The same scan twice changes nothing. */
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

/** Returns the line with a scan that was accepted, after any other that was. @param now RFC 3339 UTC */
export function addAcceptedScan(line: BaselineLine, scan: EarlierScan, now: string): BaselineLine {
  const last = line.accepted?.acceptedAt ?? now;
  return dropUnchoosable({ ...line, accepted: { ...scan, acceptedAt: last > now ? last : now } });
}

/** Whether a scan is the baseline of a line because it was accepted, and no later scan has replaced it. */
export function isAcceptedBaseline({ accepted, passed }: BaselineLine, scanId: string): boolean {
  return accepted?.scanId === scanId && passed.length === 0;
}

/** Ids of all scans that can still be chosen from a line. */
export function listLineScanIds({ accepted, passed, open, first }: BaselineLine): string[] {
  const scans = [...(accepted ? [accepted] : []), ...passed, ...open, ...(first ? [first] : [])];
  return [...new Set(scans.map(({ scanId }) => scanId))];
}

export interface BaselineRequest {
  thresholds: NewFindingThresholds;
  /** Scans of this commit are not chosen, unless accepted; null to choose among all. */
  commit: string | null;
}

/**
 * Returns the baseline that a line has for a gate on new findings; null when it has none.
 * @param firstFailed of the line of the whole site: a scan that was compared with nothing counts only before it
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
  // A scan that passed replaces one that had been accepted when it was triggered.
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

/** Drops what no gate can choose. */
function dropUnchoosable({ accepted, passed, open, first, firstFailed }: BaselineLine): BaselineLine {
  if (accepted !== null) {
    // The accepted scan replaces all that were triggered before the acceptance, and is never ruled out itself.
    const later = passed.filter(({ createdAt }) => createdAt > accepted.acceptedAt);
    return { ...emptyLine, accepted, passed: filterChoosable(later), firstFailed };
  }
  const inTime = open.filter((scan) => isBefore(scan, firstFailed));
  return { accepted, passed: filterChoosable(passed), open: filterChoosable(inTime), first, firstFailed };
}

/**
 * Returns the scans that a gate can choose. A scan is dropped if a later one with at least the same thresholds replaces
 * it, unless all later ones are of one other commit.
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

/** Returns whether a scan was triggered before another; true if there is no other. */
function isBefore(scan: TriggeredScan, other: TriggeredScan | null): boolean {
  if (other === null) return true;
  if (scan.createdAt !== other.createdAt) return scan.createdAt < other.createdAt;
  return scan.scanId < other.scanId;
}
