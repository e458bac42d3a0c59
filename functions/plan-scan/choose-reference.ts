import { hasLatest, readLatest } from '../../adapters/dynamodb/latest-scans.ts';
import { putReference, readReference } from '../../adapters/dynamodb/references.ts';
import { getScan } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { listSuppressions } from '../../adapters/dynamodb/suppressions.ts';
import {
  type BaselineCandidate,
  baselineCandidates,
  whyNoBaseline,
} from '../../core/comparison/baseline-candidates.ts';
import { comparableKeyOf } from '../../core/comparison/comparable-key.ts';
import type { Baseline } from '../../core/comparison/states.ts';
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
  const [baseline, suppressions] = await Promise.all([
    findBaseline(store, scan, comparableKey),
    listSuppressions(store, scan.accountId, scan.siteId),
  ]);
  await putReference(store, scan.scanId, {
    baseline: baseline ?? null,
    whyNone: baseline ? null : await whyNone(store, scan),
    comparableKey,
    marks: selectorsOf(suppressions, now.toISOString()),
  });
}

async function whyNone(store: Store, { siteId, config }: Scan): Promise<string> {
  if (config.baseline !== undefined) return whyNoBaseline['named-is-gone'];
  return whyNoBaseline[(await hasLatest(store, siteId)) ? 'none-comparable' : 'first-scan'];
}

async function findBaseline(store: Store, scan: Scan, comparableKey: string): Promise<Baseline | undefined> {
  for (const candidate of baselineCandidates(scan.config)) {
    const found = await look(store, scan, comparableKey, candidate);
    if (found) return { ...found, chosenBy: candidate.chosenBy };
  }
  return undefined;
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
