import { readLine } from '../../adapters/dynamodb/baseline-lines.ts';
import { hasLatest, readLatest } from '../../adapters/dynamodb/latest-scans.ts';
import { putReference, type Reference, readReference } from '../../adapters/dynamodb/references.ts';
import { getScan } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { listSuppressions } from '../../adapters/dynamodb/suppressions.ts';
import {
  type BaselineCandidate,
  baselineCandidates,
  type WhyNoBaseline,
  whyNoBaseline,
} from '../../core/comparison/baseline-candidates.ts';
import { emptyLine } from '../../core/comparison/baseline-line.ts';
import { type CandidateLine, chooseBaseline } from '../../core/comparison/choose-baseline.ts';
import { comparableKeyOf } from '../../core/comparison/comparable-key.ts';
import type { Baseline } from '../../core/comparison/states.ts';
import { type NewFindingThresholds, newFindingThresholdsOf } from '../../core/gate/new-finding-thresholds.ts';
import { canBeBaseline, type Scan } from '../../core/scans/scan.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { selectorsOf } from '../../core/suppressions/applies.ts';

/**
 * Chooses what a scan is held against: its baseline and the selectors of its site's suppressions. The first choice is
 * kept, so that a plan that is made again gives the same; pages are handed out only after it.
 */
export async function chooseReference(store: Store, scan: Scan, start: ScanStart, now: Date): Promise<void> {
  if (await readReference(store, scan.scanId)) return;
  const comparableKey = comparableKeyOf(scan.config.rules, start.settings);
  const [chosen, suppressions] = await Promise.all([
    findBaseline(store, scan, comparableKey),
    listSuppressions(store, scan.accountId, scan.siteId),
  ]);
  const { baseline, whyNone, ...rest } = chosen;
  await putReference(store, scan.scanId, {
    baseline,
    whyNone: whyNone === null ? null : whyNoBaseline[whyNone],
    comparableKey,
    ...rest,
    marks: selectorsOf(suppressions, now.toISOString()),
  });
}

type Chosen = Pick<Reference, 'baseline' | 'carriesOn'> & { whyNone: WhyNoBaseline | null };

async function findBaseline(store: Store, scan: Scan, comparableKey: string): Promise<Chosen> {
  const thresholds = newFindingThresholdsOf(scan.config.failOn);
  if (thresholds !== null && scan.config.baseline === undefined) {
    return findForGate(store, scan, comparableKey, thresholds);
  }
  for (const candidate of baselineCandidates(scan.config)) {
    const found = await look(store, scan, comparableKey, candidate);
    if (found) return { baseline: { ...found, chosenBy: candidate.chosenBy }, whyNone: null };
  }
  const whyNone = scan.config.baseline === undefined ? await whyNoneOf(store, scan.siteId) : 'named-is-gone';
  return { baseline: null, whyNone };
}

/** A gate on new findings is not compared with whatever scan is the latest, or a second try would pass it. */
async function findForGate(
  store: Store,
  { siteId, config }: Scan,
  comparableKey: string,
  thresholds: NewFindingThresholds,
): Promise<Chosen> {
  const { branch = null, commit = null } = config.metadata ?? {};
  const lines = await Promise.all(
    baselineCandidates(config).flatMap((candidate) =>
      candidate.chosenBy === 'config' ? [] : [lineOf(store, siteId, comparableKey, candidate)],
    ),
  );
  const ofSite = lines.find(({ candidate }) => candidate.chosenBy === 'site')?.line ?? emptyLine;
  const chosen = chooseBaseline(lines, branch, ofSite, { thresholds, commit });
  if (chosen.baseline !== null) return { ...chosen, whyNone: null };
  if (chosen.carriesOn !== null) return { ...chosen, whyNone: 'same-commit' };
  const isFirst = (await readLatest(store, { siteId, comparableKey })) === undefined;
  return { ...chosen, whyNone: isFirst ? await whyNoneOf(store, siteId) : 'none-passed' };
}

/** Why a scan has no comparable scan before it. */
async function whyNoneOf(store: Store, siteId: string): Promise<WhyNoBaseline> {
  return (await hasLatest(store, siteId)) ? 'none-comparable' : 'first-scan';
}

async function lineOf(
  store: Store,
  siteId: string,
  comparableKey: string,
  candidate: CandidateLine['candidate'],
): Promise<CandidateLine> {
  const branch = candidate.chosenBy === 'site' ? undefined : candidate.branch;
  const { line } = await readLine(store, { siteId, comparableKey, branch });
  return { candidate, line };
}

async function look(
  store: Store,
  { siteId }: Scan,
  comparableKey: string,
  candidate: BaselineCandidate,
): Promise<Omit<Baseline, 'chosenBy'> | undefined> {
  if (candidate.chosenBy === 'config') {
    const named = await getScan(store, candidate.scanId);
    if (!named || !canBeBaseline(named)) return undefined;
    const { scanId, createdAt, config } = named;
    return { scanId, branch: config.metadata?.branch ?? null, createdAt };
  }
  const latest = await readLatest(store, {
    siteId,
    comparableKey,
    ...(candidate.chosenBy === 'site' ? {} : { branch: candidate.branch }),
  });
  return latest && { scanId: latest.scanId, branch: latest.branch, createdAt: latest.createdAt };
}
