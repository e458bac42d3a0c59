import { readLatest } from '../../adapters/dynamodb/latest-scans.ts';
import { type Reference, readReference } from '../../adapters/dynamodb/references.ts';
import { readScanItem, readStart } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { listSuppressions } from '../../adapters/dynamodb/suppressions.ts';
import { whyNoBaseline } from '../../core/comparison/baseline-candidates.ts';
import { comparableKeyOf } from '../../core/comparison/comparable-key.ts';
import type { SiteState } from '../../core/comparison/site-state.ts';
import type { EarlierPictures } from '../../core/reports/pictures-of-findings.ts';
import {
  nothingToCompare,
  type ReportComparisonInput,
  type ReportSubject,
} from '../../core/reports/report-subject.ts';
import { pageIdOf } from '../../core/scans/page-id.ts';
import { pageResultSchema } from '../../core/scans/page-result.ts';
import { editionKey, editionParts, hasEdition } from '../../core/scans/result-key.ts';
import type { FrontierPage, Scan } from '../../core/scans/scan.ts';
import { readCrawl } from './read-crawl.ts';
import type { ReadObject } from './read-results.ts';
import { parseState } from './stored-state.ts';

/**
 * Everything that a scan's report is made from but its results.
 * @param scan as it will be once its report is there
 * @param pages the whole frontier, in any order
 * @param earlierPictures absent for a report that shows none
 */
export async function readSubject(
  store: Store,
  read: ReadObject,
  scan: Scan,
  pages: readonly FrontierPage[],
  earlierPictures?: EarlierPictures,
): Promise<ReportSubject> {
  const { accountId, siteId, siteName, siteUrl } = scan;
  const start = await readStart(store, scan.scanId);
  const given = await Promise.all(start.startUrls.map((url) => pageIdOf(url, start.settings.crawl)));
  const reference = (await readReference(store, scan.scanId)) ?? {
    baseline: null,
    // Its planning came to no end.
    whyNone: whyNoBaseline['none-comparable'],
    comparableKey: comparableKeyOf(scan.config.rules, start.settings),
  };
  return {
    scan,
    site: { siteId, name: siteName, url: siteUrl },
    ...start,
    givenPages: new Set(given).size,
    crawl: await readCrawl(store, scan, start, [...pages]),
    comparison: {
      ...(await readComparison(store, read, scan, reference)),
      ...(earlierPictures === undefined ? {} : { earlierPictures }),
    },
    suppressions: await listSuppressions(store, accountId, siteId),
  };
}

/** What a scan is held against: chosen when it was planned; what was found then is read now. */
async function readComparison(
  store: Store,
  read: ReadObject,
  scan: Scan,
  { baseline, whyNone, comparableKey, carriesOn }: Omit<Reference, 'marks'>,
): Promise<ReportComparisonInput> {
  const stateOf = async (scanId: string) => readState(read, await readScanItem(store, scanId));
  const state = baseline ? await stateOf(baseline.scanId) : null;
  const lastId = carriesOn === undefined ? await lastOfBranch(store, scan, comparableKey) : carriesOn;
  const carried = lastId === baseline?.scanId ? state : lastId == null ? null : await stateOf(lastId);
  const compared =
    state === null
      ? nothingToCompare(comparableKey, whyNone ?? whyNoBaseline['state-is-gone'])
      : { baseline, whyNone, comparableKey, state, readMarkups: (key: string) => readMarkups(read, key) };
  return { ...compared, carried: carried ?? state };
}

/** The scan whose state this one carries on; one that was triggered later knows more than this one and is left alone. */
async function lastOfBranch(
  store: Store,
  { siteId, scanId, createdAt, config }: Scan,
  comparableKey: string,
): Promise<string | undefined> {
  const latest = await readLatest(store, { siteId, comparableKey, branch: config.metadata?.branch ?? null });
  return latest && latest.scanId !== scanId && latest.createdAt <= createdAt ? latest.scanId : undefined;
}

async function readState(read: ReadObject, scan: Scan | undefined): Promise<SiteState | null> {
  if (!scan || !hasEdition(scan)) return null;
  const stored = await read(editionKey(scan, editionParts.state));
  return stored ? parseState(stored) : null;
}

async function readMarkups(read: ReadObject, resultKey: string): Promise<string | null> {
  const stored = await read(resultKey);
  return stored ? pageResultSchema.parse(JSON.parse(new TextDecoder().decode(stored))).markups : null;
}
