import { noBaselineReasons } from '../core/comparison/baseline-candidates.ts';
import { computeComparableKey } from '../core/comparison/comparable-key.ts';
import type { LatestScan, Reference } from '../core/comparison/reference.ts';
import { parseState } from '../core/comparison/stored-state.ts';
import type { FoundLinks, LinksOfPage } from '../core/crawl/found-links.ts';
import type { CrawlState } from '../core/crawl/next-depth.ts';
import { emptySiteDiscovery, type SiteDiscovery } from '../core/crawl/site-discovery.ts';
import type { Decision } from '../core/decisions/decision.ts';
import { type SiteHistory, toHistoryScan } from '../core/history/site-history.ts';
import { parseHistory } from '../core/history/stored-history.ts';
import { buildCrawlRecord } from '../core/reports/crawl.ts';
import type { EarlierPictures } from '../core/reports/finding-pictures.ts';
import {
  createEmptyComparison,
  type ReportComparisonInput,
  type ReportSubject,
} from '../core/reports/report-subject.ts';
import { buildRevisionKey, hasRevision, revisionParts } from '../core/scans/object-keys.ts';
import { computePageId } from '../core/scans/page-id.ts';
import { pageResultSchema } from '../core/scans/page-result.ts';
import type { FrontierPage, Scan } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import type { Suppression } from '../core/suppressions/suppression.ts';

/** The sources of a report's subject. */
export interface SubjectSources {
  store: {
    readTrackedScan(scanId: string): Promise<Scan | undefined>;
    readScanStart(scanId: string): Promise<ScanStart>;
    readReference(scanId: string): Promise<Reference | undefined>;
    readSiteDiscovery(scanId: string): Promise<SiteDiscovery | undefined>;
    readLinks(scanId: string): AsyncIterable<LinksOfPage & FoundLinks>;
    readLatest(of: {
      siteId: string;
      comparableKey: string;
      branch: string | null;
    }): Promise<LatestScan | undefined>;
    /** Returns the newest completed scan of a branch that was triggered before a scan; undefined if it is not found. */
    findCompletedBefore(
      scan: Pick<Scan, 'siteId' | 'scanId'>,
      of: { comparableKey: string; branch: string | null },
    ): Promise<string | undefined>;
    listSuppressions(accountId: string, siteId: string): Promise<Suppression[]>;
    listDecisions(accountId: string, siteId: string): Promise<Decision[]>;
  };
  /** Returns an object of the bucket; undefined if it does not exist. */
  readObject(key: string): Promise<Uint8Array | undefined>;
  crawlRules: CrawlState['rules'];
}

/**
 * Returns all data for the report of a scan, except the results of its pages.
 * @param scan the scan as it will be once its report is ready
 * @param pages the whole frontier, in any order
 * @param earlierPictures omitted for a report without pictures of earlier scans
 */
export async function readReportSubject(
  sources: SubjectSources,
  scan: Scan,
  pages: readonly FrontierPage[],
  earlierPictures?: EarlierPictures,
): Promise<ReportSubject> {
  const { store, crawlRules } = sources;
  const { accountId, siteId, scanId, siteName, siteUrl } = scan;
  const start = await store.readScanStart(scanId);
  const given = await Promise.all(start.startUrls.map((url) => computePageId(url, start.settings.crawl)));
  const reference = (await store.readReference(scanId)) ?? {
    baseline: null,
    // The scan was not planned.
    whyNone: noBaselineReasons['none-comparable'],
    comparableKey: computeComparableKey(scan.config.rules, start.settings),
  };
  const discovery = (await store.readSiteDiscovery(scanId)) ?? emptySiteDiscovery;
  const rules = crawlRules(start, discovery, pages);
  return {
    scan,
    site: { siteId, name: siteName, url: siteUrl },
    ...start,
    givenPages: new Set(given).size,
    crawl: await buildCrawlRecord(
      pages,
      discovery,
      store.readLinks(scanId),
      rules,
      scan.status !== 'completed',
    ),
    comparison: {
      ...(await readComparison(sources, scan, reference)),
      ...(earlierPictures === undefined ? {} : { earlierPictures }),
    },
    suppressions: await store.listSuppressions(accountId, siteId),
    decisions: await store.listDecisions(accountId, siteId),
  };
}

/**
 * Reads the states for the comparison, and prepares reading the history. The reference was chosen when the scan was
 * planned; the states that it names are read now.
 */
async function readComparison(
  { store, readObject }: SubjectSources,
  scan: Scan,
  { baseline, whyNone, comparableKey, carriesOn }: Omit<Reference, 'marks'>,
): Promise<ReportComparisonInput> {
  const readPart = async (scanId: string, part: 'state' | 'history') => {
    const earlier = await store.readTrackedScan(scanId);
    if (!earlier || !hasRevision(earlier)) return undefined;
    const stored = await readObject(buildRevisionKey(earlier, revisionParts[part]));
    return stored && { earlier, stored };
  };
  const readState = async (scanId: string) => {
    const part = await readPart(scanId, 'state');
    return part ? { state: parseState(part.stored), scan: toHistoryScan(part.earlier) } : null;
  };
  const readMarkups = async (key: string): Promise<string | null> => {
    const stored = await readObject(key);
    return stored ? pageResultSchema.parse(JSON.parse(new TextDecoder().decode(stored))).markups : null;
  };
  const known = baseline ? await readState(baseline.scanId) : null;
  const lastOfBranch = await findLastOfBranch(store, scan, comparableKey);
  const lastId = carriesOn === undefined ? lastOfBranch : carriesOn;
  const last = lastId === baseline?.scanId ? known : lastId == null ? null : await readState(lastId);
  const carried = last ?? known;
  const readPrevious = async (): Promise<SiteHistory | null> => {
    const branch = scan.config.metadata?.branch ?? null;
    const newest = await store.findCompletedBefore(scan, { comparableKey, branch });
    // Each completed scan is part of the history, although later scans may not be compared with it.
    for (const scanId of new Set([newest, lastOfBranch, carried?.scan.scanId])) {
      const part = scanId === undefined ? undefined : await readPart(scanId, 'history');
      if (part) return parseHistory(part.stored);
    }
    return null;
  };
  const compared =
    known === null
      ? createEmptyComparison(comparableKey, whyNone ?? noBaselineReasons['state-is-gone'])
      : { baseline, whyNone, comparableKey, state: known.state, readMarkups };
  return {
    ...compared,
    carried: carried?.state ?? null,
    history: { readPrevious, carriedScan: carried?.scan ?? null },
  };
}

/**
 * Returns the latest earlier scan of the branch, whose state this scan continues. A scan that was triggered later is
 * newer and is not used.
 */
async function findLastOfBranch(
  store: SubjectSources['store'],
  { siteId, scanId, createdAt, config }: Scan,
  comparableKey: string,
): Promise<string | undefined> {
  const branch = config.metadata?.branch ?? null;
  const latest = await store.readLatest({ siteId, comparableKey, branch });
  return latest && latest.scanId !== scanId && latest.createdAt <= createdAt ? latest.scanId : undefined;
}
