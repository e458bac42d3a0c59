import { randomUUID } from 'node:crypto';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveFinishLease } from '../../../adapters/dynamodb/finish-lease.ts';
import { addPages } from '../../../adapters/dynamodb/frontier.ts';
import { readLatest } from '../../../adapters/dynamodb/latest-scans.ts';
import { saveReference } from '../../../adapters/dynamodb/references.ts';
import { saveCancellation } from '../../../adapters/dynamodb/save-cancellation.ts';
import { recordPagesEnded, recordScanPlanned } from '../../../adapters/dynamodb/scan-steps.ts';
import { findScan, insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import { listTrend } from '../../../adapters/dynamodb/trend.ts';
import type { ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import type { Actor } from '../../../core/audit/audit-entry.ts';
import { computeComparableKey } from '../../../core/comparison/comparable-key.ts';
import type { Baseline } from '../../../core/comparison/states.ts';
import { parseState } from '../../../core/comparison/stored-state.ts';
import { chooseFirstPages } from '../../../core/crawl/choose-pages.ts';
import { parseHistory } from '../../../core/history/stored-history.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { reportFormatNames } from '../../../core/reports/report-formats.ts';
import { FINISHERS_LOST_MAX } from '../../../core/scans/finish-lease.ts';
import {
  buildReportKey,
  buildResultKey,
  buildRevisionKey,
  revisionParts,
} from '../../../core/scans/object-keys.ts';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';
import type { PageFinding } from '../../../core/scans/page-result.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import { type Scan, toScanView } from '../../../core/scans/scan.ts';
import type { ScanConfig } from '../../../core/scans/scan-config.ts';
import type { Site } from '../../../core/sites/site.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { finding, identity, node, result } from '../../unit/reports/fixtures.ts';
import { endStoredPage } from '../dynamodb/start.ts';

let tables: TestTables;
let s3: Awaited<ReturnType<typeof startFauxqs>>;
let bucket: ReportBucket;
let finish: (scan: Scan, messageId?: string) => Promise<number>;
let bucketModule: typeof import('../../../adapters/report-bucket/report-bucket.ts');
let listObjects: typeof import('../../../adapters/report-bucket/bucket-objects.ts').listObjects;
let deleteObjects: typeof import('../../../adapters/report-bucket/bucket-objects.ts').deleteObjects;

beforeAll(async () => {
  [tables, s3] = await Promise.all([
    startTables(),
    startFauxqs({ port: 0, host: '127.0.0.1', logger: false }),
  ]);
  s3.createBucket('reports');
  s3.createQueue('events', { region: 'eu-central-1' });
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${s3.port}`,
    AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${s3.port}`,
    TABLE_NAME: tables.store.table,
    BUCKET_NAME: 'reports',
    RETENTION_DAYS: '365',
    EVENTS_QUEUE_URL: `http://127.0.0.1:${s3.port}/000000000000/events`,
  });
  bucketModule = await import('../../../adapters/report-bucket/report-bucket.ts');
  ({ deleteObjects, listObjects } = await import('../../../adapters/report-bucket/bucket-objects.ts'));
  bucket = bucketModule.openReportBucket('reports');
  const { createHandler } = await import('../../../functions/finish-scan/handler.ts');
  const handler = createHandler(process.env);
  finish = async ({ accountId, scanId, correlationId }, messageId = randomUUID()) => {
    const record = {
      messageId,
      body: JSON.stringify({ accountId, scanId, correlationId }),
      attributes: { ApproximateReceiveCount: '1' },
      eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:finish',
    };
    const remaining = { getRemainingTimeInMillis: () => 600_000 };
    const context = { functionName: 'finish-scan', awsRequestId: '1', ...remaining } as Context;
    const { batchItemFailures } = await handler({ Records: [record as never] }, context);
    return batchItemFailures.length;
  };
});
afterAll(async () => {
  await s3?.stop();
  await tables?.stop();
});

type Ends = Record<string, PageFinding[] | PageOutcome>;
interface Made {
  site: Site;
  by: Actor;
  keyId: string;
}

/** Creates a site with the pages `/a` and `/b` and its start page. */
const createSite = (): Promise<Made> => makeSite(tables.store, ['/a', '/b']);

/** Creates a scan whose pages have all ended, with the given results; other pages have no findings. */
async function createEndedScan(
  { site, by, keyId }: Made,
  ends: Ends,
  config: Partial<ScanConfig> = {},
  baseline: Baseline | null = null,
  carriesOn?: string | null,
): Promise<Scan> {
  const { store } = tables;
  const now = new Date();
  const bare = makeScan(site, keyId);
  const scan = { ...bare, config: { ...bare.config, ...config } };
  const start = resolveScanStart(site, scan.config);
  await insertScan(store, { scan, start, limits: wideLimits, by, now });
  await saveReference(store, scan.scanId, {
    baseline,
    whyNone: baseline ? null : 'There is no earlier scan.',
    comparableKey: computeComparableKey(scan.config.rules, start.settings),
    marks: [],
    ...(carriesOn === undefined ? {} : { carriesOn }),
  });
  const rules = {
    settings: start.settings.crawl,
    origin: 'https://shop.example',
    signedIn: false,
    allowed: () => true,
  };
  const pages = await chooseFirstPages(scan.scanId, start.startUrls, [], rules);
  await addPages(store, scan.scanId, pages);
  await recordScanPlanned(store, scan.scanId);
  for (const { pageId, url } of pages) {
    const end = ends[new URL(url).pathname] ?? [];
    const outcome = typeof end === 'string' ? end : 'scanned';
    const key = buildResultKey({
      accountId: scan.accountId,
      scanId: scan.scanId,
      pageId,
      attempt: 1,
      run: 'r',
    });
    const findings = typeof end === 'string' ? [] : end;
    const of = {
      ...result(pageId, findings),
      scanId: scan.scanId,
      requestedUrl: url,
      finalUrl: url,
      outcome,
    };
    await bucketModule.putObject(bucket, key, JSON.stringify(of), 'application/json');
    await endStoredPage(store, scan.scanId, pageId, { outcome, detail: 'So it ended.', resultKey: key });
  }
  await recordPagesEnded(store, scan.scanId, now);
  return scan;
}

async function readScan(scan: Scan): Promise<Scan> {
  const found = await findScan(tables.store, scan.scanId);
  if (!found) throw new Error('the scan is gone');
  return found;
}

async function listKeys({ accountId, scanId }: Scan): Promise<string[]> {
  const keys: string[] = [];
  for await (const part of listObjects(bucket, `reports/${accountId}/${scanId}/`))
    keys.push(...part.map(({ key }) => key));
  return keys;
}

async function readReport({ accountId, scanId, edition = '' }: Scan): Promise<Report> {
  const stored = await bucketModule.getObject(bucket, buildReportKey({ accountId, scanId, edition }, 'json'));
  return reportSchema.parse(JSON.parse(new TextDecoder().decode(stored)));
}

const readLease = async ({ scanId }: Scan) => (await readTrackedScan(tables.store, scanId))?.finishing;

/**
 * Watches the writes of reports to the bucket. The first one waits until the test lets it proceed, or fails.
 * @param error what every write fails with
 */
function watchWrites(error?: Error) {
  const prototype = bucket.client.constructor.prototype;
  const { send } = prototype;
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const keys: string[] = [];
  prototype.send = async function (
    command: { constructor: { name: string }; input: { Key?: string } },
    option: unknown,
  ) {
    if (command.constructor.name === 'PutObjectCommand') {
      keys.push(command.input.Key ?? '');
      begun.resolve();
      if (error) throw error;
      await held.promise;
    }
    return send.call(this, command, option);
  };
  return {
    firstWrite: begun.promise,
    proceed: held.resolve,
    revisions: () => new Set(keys.map((key) => key.split('/')[3])),
    stop() {
      prototype.send = send;
    },
  };
}

const fault = (words: string) => finding('label', [node(`#${words}`, { identity: identity(words) })]);
const failOn = { new: 'serious' as const, review: false, minCoverage: 90, onNoBaseline: 'report' as const };

describe('finishing a completed scan', () => {
  it('writes every format once, settles the scan with its numbers, and leaves the data for later scans', async () => {
    const site = await createSite();
    const scan = await createEndedScan(site, { '/a': [fault('one')] });
    expect(await finish(scan)).toBe(0);
    const settled = await readScan(scan);
    const { accountId, scanId, edition = '' } = settled;
    expect(settled).toMatchObject({ status: 'completed', report: 'ready' });
    expect(toScanView(settled).summary).toEqual({
      gate: null,
      violations: 1,
      needsReview: 0,
      suppressed: 0,
      new: 0,
      fixed: 0,
      issueGroups: 1,
      issueGroupsByImpact: { critical: 1, serious: 0, moderate: 0, minor: 0 },
      pages: { attempted: 3, scanned: 3, notJudged: 0 },
      hasBaseline: false,
      rulesNotRun: [],
    });
    expect((await listKeys(scan)).sort()).toEqual(
      [
        ...reportFormatNames.map((format) => buildReportKey({ accountId, scanId, edition }, format)),
        ...Object.values(revisionParts).map((name) => buildRevisionKey({ accountId, scanId, edition }, name)),
      ].sort(),
    );
    const { comparableKey } = (await readReport(settled)).comparison;
    const latest = await readLatest(tables.store, { siteId: site.site.siteId, comparableKey, branch: null });
    expect(latest).toMatchObject({ scanId });
    const { items } = await listTrend(tables.store, site.site.siteId, {}, { limit: 10 });
    expect(items).toMatchObject([{ scanId, violations: { elements: 1 } }]);
  });

  it('stores objects with the checksum of their bytes', async () => {
    const scan = await createEndedScan(await createSite(), {});
    await finish(scan);
    const [Key] = await listKeys(scan);
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key, ChecksumMode: 'ENABLED' });
    const { ChecksumSHA256 } = await bucket.client.send(command);
    const body = await bucketModule.getObject(bucket, Key ?? '');
    const digest = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>);
    expect(ChecksumSHA256).toBe(Buffer.from(digest).toString('base64'));
  });

  it('does nothing when it is called again', async () => {
    const scan = await createEndedScan(await createSite(), {});
    await finish(scan);
    const [before, keys] = [await readScan(scan), await listKeys(scan)];
    expect(await finish(scan)).toBe(0);
    expect([await readScan(scan), await listKeys(scan)]).toEqual([before, keys]);
  });

  it('is built once if further messages request it meanwhile', async () => {
    const scan = await createEndedScan(await createSite(), { '/a': [fault('one')] });
    const written = watchWrites();
    // The first function is in the middle of its report when the sweeper's messages arrive.
    const first = finish(scan);
    await written.firstWrite;
    expect(await Promise.all([finish(scan), finish(scan)])).toEqual([0, 0]);
    expect((await readScan(scan)).report).toBe('pending');
    written.proceed();
    expect(await first).toBe(0);
    written.stop();
    expect((await readScan(scan)).report).toBe('ready');
    expect(written.revisions().size).toBe(1);
    expect(await readLease(scan)).toBeUndefined();
  });

  it('is built by another function after the first one died, until too many have died', async () => {
    const scan = await createEndedScan(await createSite(), {});
    const lease = { holder: 'dead', until: new Date(Date.now() + 60_000).toISOString(), lost: 0 };
    await saveFinishLease(tables.store, scan.scanId, lease, undefined);
    expect(await finish(scan)).toBe(0);
    expect((await readScan(scan)).report).toBe('pending');
    const over = { ...lease, until: new Date(Date.now() - 1).toISOString(), lost: FINISHERS_LOST_MAX - 1 };
    await saveFinishLease(tables.store, scan.scanId, over, lease);
    // The message fails, so that it becomes a dead letter, which ends the scan.
    expect(await finish(scan)).toBe(1);
    const again = { ...over, lost: FINISHERS_LOST_MAX - 2 };
    await saveFinishLease(tables.store, scan.scanId, again, over);
    expect(await finish(scan)).toBe(0);
    expect((await readScan(scan)).report).toBe('ready');
  });

  it('is built again at once if the queue delivers the message of a function that died', async () => {
    const scan = await createEndedScan(await createSite(), {});
    const lease = { holder: 'delivered-again', until: new Date(Date.now() + 60_000).toISOString(), lost: 0 };
    await saveFinishLease(tables.store, scan.scanId, lease, undefined);
    expect(await finish(scan, 'delivered-again')).toBe(0);
    expect((await readScan(scan)).report).toBe('ready');
  });

  it('can be built again at once after an error', async () => {
    const scan = await createEndedScan(await createSite(), { '/a': [fault('one')] });
    const written = watchWrites(new Error('the bucket failed'));
    expect(await finish(scan)).toBe(1);
    written.stop();
    expect(await readLease(scan)).toBeUndefined();
    expect(await finish(scan)).toBe(0);
    expect((await readScan(scan)).report).toBe('ready');
  });

  it('counts once and leaves one report revision when it runs several times concurrently', async () => {
    const site = await createSite();
    const scan = await createEndedScan(site, { '/a': [fault('one')] });
    expect(await Promise.all([finish(scan), finish(scan), finish(scan)])).toEqual([0, 0, 0]);
    const { edition } = await readScan(scan);
    const revisions = new Set((await listKeys(scan)).map((key) => key.split('/')[3]));
    expect([...revisions]).toEqual([edition]);
    expect((await listTrend(tables.store, site.site.siteId, {}, { limit: 10 })).items).toHaveLength(1);
  });

  it('compares it with its baseline, and reports no finding of a failed page as fixed', async () => {
    const site = await createSite();
    const first = await createEndedScan(site, {
      '/a': [fault('stays')],
      '/b': [fault('hidden')],
      '/': [fault('goes')],
    });
    await finish(first);
    const baseline: Baseline = {
      scanId: first.scanId,
      branch: null,
      createdAt: first.createdAt,
      chosenBy: 'site',
    };
    const again = { '/a': [fault('stays')], '/b': 'timeout' as const, '/': [fault('comes')] };
    const second = await createEndedScan(site, again, { failOn }, baseline);
    await finish(second);
    const report = await readReport(await readScan(second));
    expect(report.comparison).toMatchObject({
      baseline: { scanId: first.scanId },
      violations: { new: 1, unchanged: 1 },
      fixed: { count: 1, findings: [{ selector: '#goes' }] },
      notSeenAgain: { count: 1, pages: ['https://shop.example/b'] },
    });
    expect(report.gate).toMatchObject({ result: 'failed', reasons: [{ code: 'new', count: 1 }, {}, {}] });
    expect(toScanView(await readScan(second)).summary).toMatchObject({ gate: 'failed', new: 1, fixed: 1 });
  });

  it('continues the history of the branch, also after a gate that failed', async () => {
    const site = await createSite();
    const finishNext = async (ends: Ends, commit: string, baseline: Baseline | null) => {
      const scan = await createEndedScan(site, ends, { failOn, metadata: { commit } }, baseline);
      await finish(scan);
      const { accountId, scanId, edition = '' } = await readScan(scan);
      const key = buildRevisionKey({ accountId, scanId, edition }, revisionParts.history);
      const history = parseHistory((await bucketModule.getObject(bucket, key)) ?? new Uint8Array());
      const commitsOf = (events: number[] | undefined) =>
        events?.map((event) => history.scans[event]?.commit);
      const fingerprintOf = (words: string) => identity(words).fingerprint;
      return {
        scan,
        eventsOf: (words: string) => commitsOf(history.findings.get(fingerprintOf(words))?.events),
      };
    };
    const { scan: first } = await finishNext({ '/a': [fault('stays')], '/b': [fault('goes')] }, 'c1', null);
    const baseline = {
      scanId: first.scanId,
      branch: null,
      createdAt: first.createdAt,
      chosenBy: 'site',
    } as const;
    await finishNext({ '/a': [fault('stays'), fault('comes')] }, 'c2', baseline);
    const { eventsOf } = await finishNext(
      { '/a': [fault('stays'), fault('comes')], '/b': 'timeout' },
      'c3',
      baseline,
    );
    expect(eventsOf('stays')).toEqual(['c1']);
    expect(eventsOf('goes')).toEqual(['c1', 'c2']);
    expect(eventsOf('comes')).toEqual(['c2']);
  });

  it('continues the state that was planned, so that a page with a new finding that is not reached once does not pass', async () => {
    const site = await createSite();
    const finishNext = async (end: Ends[string], baseline: Baseline | null, carriesOn: string | null) => {
      const scan = await createEndedScan(site, { '/b': end }, { failOn }, baseline, carriesOn);
      await finish(scan);
      const { accountId, scanId, edition = '' } = await readScan(scan);
      const key = buildRevisionKey({ accountId, scanId, edition }, revisionParts.state);
      const state = parseState((await bucketModule.getObject(bucket, key)) ?? new Uint8Array());
      return { scan, known: state.pages['/b']?.rules.label?.findings.map(({ selector }) => selector) };
    };
    const { scan: first } = await finishNext([], null, null);
    const { scanId, createdAt } = first;
    const baseline: Baseline = { scanId, branch: null, createdAt, chosenBy: 'site' };
    const failed = await finishNext([fault('comes')], baseline, scanId);
    expect(failed.known).toEqual(['#comes']);
    expect((await finishNext('timeout', baseline, scanId)).known).toEqual([]);
    expect((await finishNext('timeout', null, null)).known).toBeUndefined();
  });

  it('reports that the baseline’s findings have expired', async () => {
    const site = await createSite();
    const gone: Baseline = {
      scanId: 'scan_01arz3ndektsv4rrffq69g5fa0',
      branch: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      chosenBy: 'site',
    };
    const scan = await createEndedScan(site, { '/a': [fault('one')] }, { failOn }, gone);
    await finish(scan);
    const report = await readReport(await readScan(scan));
    expect(report.comparison).toMatchObject({
      baseline: null,
      whyNone: expect.stringContaining('no longer exist'),
    });
    expect(report.gate.result).toBe('inconclusive');
  });

  it('leaves nothing for a site that was deleted meanwhile', async () => {
    const site = await createSite();
    const scan = await createEndedScan(site, {});
    const { accountId, siteId } = site.site;
    const prototype = bucket.client.constructor.prototype;
    const { send } = prototype;
    prototype.send = async function (command: object) {
      if (command instanceof PutObjectCommand) {
        prototype.send = send;
        await removeSite(tables.store, accountId, siteId, site.by, new Date());
      }
      return send.call(this, command);
    };
    expect(await finish(scan)).toBe(0);
    const settled = await readScan(scan);
    expect(settled).toMatchObject({ status: 'completed', report: 'ready' });
    expect((await listTrend(tables.store, siteId, {}, { limit: 10 })).items).toEqual([]);
    const { comparableKey } = (await readReport(settled)).comparison;
    expect(await readLatest(tables.store, { siteId, comparableKey })).toBeUndefined();
  });
});

describe('finishing a scan whose site was deleted', () => {
  it('builds no report, because its results are being deleted', async () => {
    const site = await createSite();
    const scan = await createEndedScan(site, { '/a': [fault('one')] });
    const { accountId, scanId, siteId } = scan;
    await removeSite(tables.store, accountId, siteId, site.by, new Date());
    for await (const part of listObjects(bucket, `results/${accountId}/${scanId}/`)) {
      await deleteObjects(
        bucket,
        part.map(({ key }) => key),
      );
    }
    // The scan is not cancelled yet: the sweeper does that.
    expect(await finish(scan)).toBe(0);
    expect(await readScan(scan)).toMatchObject({ report: 'pending' });
    await saveCancellation(tables.store, scanId, 'site-deleted', site.by, new Date());
    expect(await finish(scan)).toBe(0);
    expect(await readScan(scan)).toMatchObject({ status: 'cancelled', report: 'none' });
    expect(await listKeys(scan)).toEqual([]);
  });
});

describe('finishing a scan that did not complete', () => {
  it('reports a cancelled one, which no later scan is compared with', async () => {
    const site = await createSite();
    const scan = await createEndedScan(site, { '/a': [fault('one')] }, { failOn });
    await saveCancellation(tables.store, scan.scanId, 'requested', site.by, new Date());
    expect(await finish(scan)).toBe(0);
    const settled = await readScan(scan);
    expect(settled).toMatchObject({
      status: 'cancelled',
      report: 'ready',
      summary: { gate: 'inconclusive' },
    });
    const report = await readReport(settled);
    expect(report.scan).toMatchObject({ incomplete: true });
    const names = (await listKeys(scan)).map((key) => key.split('/').at(-1));
    expect(names).not.toContain(revisionParts.state);
    const { comparableKey } = report.comparison;
    expect(await readLatest(tables.store, { siteId: site.site.siteId, comparableKey })).toBeUndefined();
    expect((await listTrend(tables.store, site.site.siteId, {}, { limit: 10 })).items).toEqual([]);
  });

  it('has nothing to report if no page was scanned, and the gate did not pass', async () => {
    const blocked = { '/': 'blocked-by-site', '/a': 'blocked-by-site', '/b': 'timeout' } as const;
    const scan = await createEndedScan(await createSite(), blocked, { failOn });
    expect(await finish(scan)).toBe(0);
    const settled = await readScan(scan);
    expect(settled).toMatchObject({ status: 'failed', report: 'none', failure: 'no-page-scanned' });
    expect(toScanView(settled).summary).toMatchObject({ gate: 'inconclusive', violations: 0 });
    expect(toScanView(settled).failure?.reason).not.toContain('fault of the service');
    expect(await listKeys(scan)).toEqual([]);
  });

  it('blames the service if it failed to scan every page, and says what to do', async () => {
    const scan = await createEndedScan(await createSite(), {
      '/': 'service-fault',
      '/a': 'service-fault',
      '/b': 'service-fault',
    });
    await finish(scan);
    const settled = await readScan(scan);
    expect(toScanView(settled).failure?.reason).toMatch(
      /fault of the service, not of the site\. Scan again, or ask the operator of the service with the request id /,
    );
    expect(toScanView(settled).failure?.reason).toContain(settled.correlationId);
  });
});
