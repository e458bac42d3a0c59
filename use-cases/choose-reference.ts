import {
  type BaselineCandidate,
  listBaselineCandidates,
  type NoBaselineReason,
  noBaselineReasons,
} from '../core/comparison/baseline-candidates.ts';
import { type BaselineLine, emptyLine } from '../core/comparison/baseline-line.ts';
import { type CandidateLine, chooseBaseline } from '../core/comparison/choose-baseline.ts';
import { computeComparableKey } from '../core/comparison/comparable-key.ts';
import type { LatestScan, Reference } from '../core/comparison/reference.ts';
import type { Baseline } from '../core/comparison/states.ts';
import { getNewFindingThresholds, type NewFindingThresholds } from '../core/gate/new-finding-thresholds.ts';
import { canBeBaseline, type Scan } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { listSuppressionSelectors } from '../core/suppressions/active-suppressions.ts';
import type { Suppression } from '../core/suppressions/suppression.ts';

/** Reads and writes the data from which a reference is chosen. */
export interface ReferenceStore {
  readReference(scanId: string): Promise<Reference | undefined>;
  /** Stores the reference of a scan unless one is stored already. */
  saveReference(scanId: string, reference: Reference): Promise<void>;
  readTrackedScan(scanId: string): Promise<Scan | undefined>;
  listSuppressions(accountId: string, siteId: string): Promise<Suppression[]>;
  /** Returns the baseline line of a branch (null: scans without a branch) or, without `branch`, of the site. */
  readBaselineLine(of: {
    siteId: string;
    comparableKey: string;
    branch?: string | null | undefined;
  }): Promise<{ line: BaselineLine }>;
  /** Returns the latest completed scan of a branch (null: scans without a branch) or, without `branch`, of the site. */
  readLatest(of: {
    siteId: string;
    comparableKey: string;
    branch?: string | null;
  }): Promise<LatestScan | undefined>;
  /** True if any scan of a site was completed, comparable or not. */
  hasLatest(siteId: string): Promise<boolean>;
}

/**
 * Chooses the reference of a scan: its baseline and the selectors of its site's suppressions. The first choice is
 * stored, so that a plan that is made again has the same reference. Pages are dispatched only after it is stored.
 */
export async function chooseReference(
  store: ReferenceStore,
  scan: Scan,
  start: ScanStart,
  now: Date,
): Promise<void> {
  if (await store.readReference(scan.scanId)) return;
  const comparableKey = computeComparableKey(scan.config.rules, start.settings);
  const [chosen, suppressions] = await Promise.all([
    findBaseline(store, scan, comparableKey),
    store.listSuppressions(scan.accountId, scan.siteId),
  ]);
  const { baseline, whyNone, ...rest } = chosen;
  await store.saveReference(scan.scanId, {
    baseline,
    whyNone: whyNone === null ? null : noBaselineReasons[whyNone],
    comparableKey,
    ...rest,
    marks: listSuppressionSelectors(suppressions, now.toISOString()),
  });
}

type Chosen = Pick<Reference, 'baseline' | 'carriesOn'> & { whyNone: NoBaselineReason | null };

async function findBaseline(store: ReferenceStore, scan: Scan, comparableKey: string): Promise<Chosen> {
  const thresholds = getNewFindingThresholds(scan.config.failOn);
  if (thresholds !== null && scan.config.baseline === undefined) {
    return findForGate(store, scan, comparableKey, thresholds);
  }
  for (const candidate of await listCandidates(store, scan, comparableKey)) {
    const found = await readCandidate(store, scan, comparableKey, candidate);
    if (found) return { baseline: { ...found, chosenBy: candidate.chosenBy }, whyNone: null };
  }
  const whyNone =
    scan.config.baseline === undefined ? await findNoBaselineReason(store, scan.siteId) : 'named-is-gone';
  return { baseline: null, whyNone };
}

/** Returns the candidates of a scan. A scan that was accepted on its branch takes precedence over the target branch. */
async function listCandidates(
  store: ReferenceStore,
  { siteId, config }: Scan,
  comparableKey: string,
): Promise<BaselineCandidate[]> {
  const candidates = listBaselineCandidates(config);
  const own = candidates.find(({ chosenBy }) => chosenBy === 'branch');
  if (own === undefined || own === candidates[0] || !('branch' in own)) return candidates;
  const { line } = await store.readBaselineLine({ siteId, comparableKey, branch: own.branch });
  return line.accepted === null ? candidates : [own, ...candidates.filter((each) => each !== own)];
}

/**
 * Returns the baseline for a gate on new findings. It is not simply the latest scan, because then a second scan of the
 * same change would pass.
 */
async function findForGate(
  store: ReferenceStore,
  { siteId, config }: Scan,
  comparableKey: string,
  thresholds: NewFindingThresholds,
): Promise<Chosen> {
  const { branch = null, commit = null } = config.metadata ?? {};
  const lines = await Promise.all(
    listBaselineCandidates(config).flatMap((candidate) =>
      candidate.chosenBy === 'config' ? [] : [readCandidateLine(store, siteId, comparableKey, candidate)],
    ),
  );
  const ofSite = lines.find(({ candidate }) => candidate.chosenBy === 'site')?.line ?? emptyLine;
  const chosen = chooseBaseline(lines, branch, ofSite, { thresholds, commit });
  if (chosen.baseline !== null) return { ...chosen, whyNone: null };
  if (chosen.carriesOn !== null) return { ...chosen, whyNone: 'same-commit' };
  const isFirst = (await store.readLatest({ siteId, comparableKey })) === undefined;
  return { ...chosen, whyNone: isFirst ? await findNoBaselineReason(store, siteId) : 'none-passed' };
}

/** Returns the reason why no comparable scan exists before a scan. */
async function findNoBaselineReason(store: ReferenceStore, siteId: string): Promise<NoBaselineReason> {
  return (await store.hasLatest(siteId)) ? 'none-comparable' : 'first-scan';
}

async function readCandidateLine(
  store: ReferenceStore,
  siteId: string,
  comparableKey: string,
  candidate: CandidateLine['candidate'],
): Promise<CandidateLine> {
  const branch = candidate.chosenBy === 'site' ? undefined : candidate.branch;
  const { line } = await store.readBaselineLine({ siteId, comparableKey, branch });
  return { candidate, line };
}

async function readCandidate(
  store: ReferenceStore,
  { siteId }: Scan,
  comparableKey: string,
  candidate: BaselineCandidate,
): Promise<Omit<Baseline, 'chosenBy'> | undefined> {
  if (candidate.chosenBy === 'config') {
    const named = await store.readTrackedScan(candidate.scanId);
    if (!named || !canBeBaseline(named)) return undefined;
    const { scanId, createdAt, config } = named;
    return { scanId, branch: config.metadata?.branch ?? null, createdAt };
  }
  const latest = await store.readLatest({
    siteId,
    comparableKey,
    ...(candidate.chosenBy === 'site' ? {} : { branch: candidate.branch }),
  });
  return latest && { scanId: latest.scanId, branch: latest.branch, createdAt: latest.createdAt };
}
