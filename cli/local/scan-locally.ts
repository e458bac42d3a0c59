import type { BaselineReport } from '../../core/comparison/baseline-report.ts';
import { computeDiscoveryKey, listJudgedPages } from '../../core/comparison/judged-pages.ts';
import { buildStateFromReport } from '../../core/comparison/state-from-report.ts';
import { createId } from '../../core/ids.ts';
import { redactQueries } from '../../core/redaction/redact-queries.ts';
import { buildReportFrom } from '../../core/reports/build-report.ts';
import { buildCrawlRecord } from '../../core/reports/crawl.ts';
import type { Report } from '../../core/reports/report.ts';
import { type ReportSource, toReportSource } from '../../core/reports/report-source.ts';
import { resolveRuleSets } from '../../core/rule-sets/rule-sets.ts';
import { getRuleDefinition } from '../../core/rule-sets/rules.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { listSuppressionSelectors } from '../../core/suppressions/active-suppressions.ts';
import type { Suppression } from '../../core/suppressions/suppression.ts';
import { renderers } from '../../formats/renderers.ts';
import type { ChromiumLocation } from '../../scanner/chromium-pack/locate.ts';
import type { Resolve } from '../../scanner/egress/connect.ts';
import { type EgressPolicy, publicWebOnly } from '../../scanner/egress/policy.ts';
import { scanChunkPages } from '../../scanner/scan-chunk-pages.ts';
import { buildCrawlRules, discoverSite } from '../../scanner/site/discover-site.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome/outcome.ts';
import {
  buildComparison,
  createPageDescriber,
  describeAcceptedChanges,
  describeEngineChange,
} from './compare-with-baseline.ts';
import { crawl } from './crawl.ts';
import { explainNoPageScanned } from './explain-no-page-scanned.ts';
import { Frontier } from './frontier.ts';
import { resolveNamedHosts } from './named-hosts.ts';
import { pauseUntil } from './pause.ts';
import { RefusedDestinations } from './refused-destinations.ts';
import { ResultStore } from './result-store.ts';
import { scanOpenPages } from './scan-open-pages.ts';
import { describeSuppressions } from './suppression-notes.ts';

/** Parameters of a local scan. */
export interface LocalScan {
  start: ScanStart;
  /** As shown in the report. */
  config: ScanConfig;
  /** The baseline report; null for none. */
  baseline: BaselineReport | null;
  /** Findings to exclude from the count. */
  suppressions: readonly Suppression[];
  /** Origins that may be opened besides those of the start URLs, even if they are private. */
  allowedOrigins: readonly URL[];
  /** Location of the browser. */
  chromium: ChromiumLocation;
  /** Number of parallel browsers. */
  concurrency: number;
  /** Memory of a browser above which its page is ended, in megabytes; undefined for the default. */
  memoryMb?: number | undefined;
  /** Whether browsers run in a sandbox. */
  sandbox: boolean;
  /** An empty folder. It must exist while reports are rendered. The caller removes it. */
  folder: string;
  /** Ends the scan at once: kills its browsers and throws the signal's reason. */
  signal: AbortSignal;
  /** Time when the signal will abort, in milliseconds since 1970. */
  deadline: number;
}

/** Callbacks during a scan. */
export interface LocalEvents {
  /** Reports the number of finished pages, and of known pages. */
  progress(pagesDone: number, pagesKnown: number): void;
  /** Reports a pause that the server requested, in seconds. */
  waiting(seconds: number): void;
}

/** The external dependencies of a scan, replaced in tests. */
export interface LocalTools {
  scanChunk: typeof scanChunkPages;
  resolve?: Resolve;
}

/**
 * Scans a site in this process with the code of the service: chooses and scans the same pages, compares them with the
 * baseline and builds the same report.
 * @throws the reason of the signal; PauseTooLongError; Error for faults of this program, such as a browser that does
 *   not start
 */
export async function scanLocally(
  scan: LocalScan,
  events: LocalEvents,
  { scanChunk: scanPages, resolve }: LocalTools = { scanChunk: scanChunkPages },
): Promise<Outcome> {
  const { start, config, signal, folder } = scan;
  const createdAt = new Date();
  let startedAt: string | undefined;
  const scanId = createId('scan', createdAt);
  const namedHosts = await resolveNamedHosts(
    [...start.startUrls.map((url) => new URL(url)), ...scan.allowedOrigins],
    resolve,
  );
  const egress: EgressPolicy = { ...publicWebOnly, namedHosts: namedHosts };
  const resolving = resolve === undefined ? {} : { resolve };
  const state = scan.baseline && buildStateFromReport(scan.baseline, getRuleDefinition);
  const frontier = new Frontier();
  const store = new ResultStore(folder);
  const refused = new RefusedDestinations();

  const discovery = await discoverSite(start, { egress, signal, ...resolving });
  signal.throwIfAborted();
  await crawl({
    scanId,
    start,
    discovery,
    frontier,
    store,
    judgedBefore:
      state !== null && state.discoveryKey === computeDiscoveryKey(start)
        ? listJudgedPages(state).map(({ path }) => path)
        : [],
    scanOpen: () =>
      scanOpenPages({
        job: {
          scanId,
          ruleIds: resolveRuleSets(config.rules, config.checks).ruleIds,
          settings: start.settings.page,
          hashRoutes: start.settings.crawl.hashRoutes,
          marks: listSuppressionSelectors(scan.suppressions, createdAt.toISOString()),
        },
        settings: start.settings,
        options: {
          egress,
          workDir: folder,
          chromium: scan.chromium,
          memoryMb: scan.memoryMb,
          sandbox: scan.sandbox,
          onRefused: refused.add,
          ...resolving,
        },
        concurrency: scan.concurrency,
        frontier,
        store,
        describe: createPageDescriber(start),
        scanChunk: scanPages,
        signal,
        pauseUntil: (time) => pauseUntil(time, scan, (seconds) => events.waiting(seconds)),
        onChange() {
          startedAt ??= new Date().toISOString();
          events.progress(frontier.done, frontier.known);
        },
      }),
  });

  const { pages } = frontier;
  const ended = { where: 'local', scanId, siteId: null, notes: refused.describe() } as const;
  if (!pages.some(({ outcome }) => outcome !== undefined && isScanned(outcome))) {
    return {
      ...ended,
      status: 'failed',
      reason: explainNoPageScanned(pages),
      report: null,
      renderReport: throwNoReport,
    };
  }
  const rules = buildCrawlRules(start, discovery, pages);
  const [startUrl = ''] = start.startUrls;
  const report = await buildReportFrom(
    {
      scan: {
        scanId,
        status: 'completed',
        config,
        correlationId: null,
        createdAt: createdAt.toISOString(),
        ...(startedAt === undefined ? {} : { startedAt }),
        finishedAt: new Date().toISOString(),
      },
      site: { siteId: null, name: new URL(startUrl).host, url: redactQueries(startUrl) },
      ...start,
      givenPages: start.startUrls.length,
      crawl: await buildCrawlRecord(pages, discovery, store.links(), rules, false),
      comparison: buildComparison(start, config, scan.baseline, state),
      suppressions: scan.suppressions,
      // The service stores decisions; a local scan has none.
      decisions: [],
    },
    pages,
    ({ pageId }) => store.result(pageId),
  );
  return {
    ...ended,
    notes: [
      ...describeSuppressions(report),
      ...ended.notes,
      ...describeEngineChange(scan.baseline?.engines ?? [], report.engines),
      ...describeAcceptedChanges(scan.baseline ?? { pages: [] }),
    ],
    status: 'completed',
    reason: null,
    report,
    renderReport: (format) => renderers[format](toSource(report, store)),
  };
}

function toSource(report: Report, store: ResultStore): ReportSource {
  return { ...toReportSource(report), picture: (id) => store.picture(id) };
}

/** Replaces the renderer of a scan without a report. */
function throwNoReport(): never {
  throw new CliError('service', 'no-report', 'There is no report, because no page was scanned.');
}
