import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindTo } from '../../../adapters/bind-to.ts';
import { buildBaselineLineWrites, readBaselineLine } from '../../../adapters/dynamodb/baseline-lines.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { addPages } from '../../../adapters/dynamodb/frontier.ts';
import { buildLatestScanItems, hasLatest, readLatest } from '../../../adapters/dynamodb/latest-scans.ts';
import { readReference, saveReference } from '../../../adapters/dynamodb/references.ts';
import { saveAcceptance } from '../../../adapters/dynamodb/save-acceptance.ts';
import { recordScanPlanned } from '../../../adapters/dynamodb/scan-steps.ts';
import { insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { insertSuppression, listSuppressions } from '../../../adapters/dynamodb/suppressions.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import { writeWithNewer } from '../../../adapters/dynamodb/write-newer.ts';
import { openReportBucket, putObject } from '../../../adapters/report-bucket/report-bucket.ts';
import { noBaselineReasons } from '../../../core/comparison/baseline-candidates.ts';
import { addSettledScan, type NewFindingsVerdict } from '../../../core/comparison/baseline-line.ts';
import { computeComparableKey } from '../../../core/comparison/comparable-key.ts';
import { toEarlierScan } from '../../../core/comparison/settled-scan.ts';
import { chooseFirstPages } from '../../../core/crawl/choose-pages.ts';
import { hashMasking } from '../../../core/findings/masking.ts';
import type { ChunkMessage } from '../../../core/scans/messages.ts';
import { buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import { type ScanConfig, scanConfigSchema } from '../../../core/scans/scan-config.ts';
import type { Site } from '../../../core/sites/site.ts';
import { buildSuppression, type Suppression } from '../../../core/suppressions/suppression.ts';
import { openWorkflow } from '../../../functions/workflow/open-workflow.ts';
import { advanceScan } from '../../../use-cases/advance-scan.ts';
import { chooseReference, type ReferenceStore } from '../../../use-cases/choose-reference.ts';
import type { ScanWorkflow } from '../../../use-cases/scan-workflow.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

const BUCKET = 'reports';
let tables: TestTables;
let fauxqs: Awaited<ReturnType<typeof startFauxqs>>;
let workflow: ScanWorkflow;
let referenceStore: ReferenceStore;

beforeAll(async () => {
  [tables, fauxqs] = await Promise.all([
    startTables(),
    startFauxqs({ port: 0, host: '127.0.0.1', logger: false }),
  ]);
  const aws = `http://127.0.0.1:${fauxqs.port}`;
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    AWS_ENDPOINT_URL_SQS: aws,
    AWS_ENDPOINT_URL_S3: aws,
  });
  fauxqs.createBucket(BUCKET);
  for (const queue of ['scan', 'finish']) fauxqs.createQueue(queue, { region: 'eu-central-1' });
  const queueUrl = (name: string) => `${aws}/000000000000/${name}`;
  const scan = queueUrl('scan');
  ({ workflow } = openWorkflow({
    TABLE_NAME: tables.store.table,
    BUCKET_NAME: BUCKET,
    SCAN_QUEUE_URL_HIGH: scan,
    SCAN_QUEUE_URL_NORMAL: scan,
    SCAN_QUEUE_URL_LOW: scan,
    FINISH_QUEUE_URL: queueUrl('finish'),
    PAGES_PER_CHUNK: 3,
    CHUNKS_IN_FLIGHT: 1,
    HOST_CONCURRENCY: 1_000,
    PAGES_PER_MONTH_LIMIT: 1_000,
  }));
  const reads = { readReference, readTrackedScan, listSuppressions, readBaselineLine, readLatest, hasLatest };
  referenceStore = bindTo(tables.store, { ...reads, saveReference });
});
afterAll(async () => {
  await Promise.all([tables?.stop(), fauxqs?.stop()]);
});

type Metadata = NonNullable<ScanConfig['metadata']>;
const now = new Date();
/** A gate on new findings, and its thresholds. */
const failOn = { new: 'serious' };
const ofNew = { criteria: 'serious', bestPractice: null, review: false } as const;

/** Creates a site. */
async function withSite() {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store, ['/a?x=1&y=2', '/b']);
  let triggers = 0;

  /** Stores a scan, triggered a second after the previous one. */
  async function trigger(config: object = {}) {
    triggers += 1;
    const scan = {
      ...makeScan(site, keyId),
      config: scanConfigSchema.parse({ rules: ['wcag-aa'], ...config }),
      createdAt: new Date(now.getTime() + 1000 * triggers).toISOString(),
    };
    const start = resolveScanStart(site, scan.config);
    await insertScan(store, { scan, start, limits: wideLimits, by, now });
    return { scan, start };
  }

  /** Stores a completed scan with a report. */
  async function complete(metadata?: Metadata, config: object = {}) {
    const { scan, start } = await trigger({ ...config, ...(metadata ? { metadata } : {}) });
    const { accountId, siteId, scanId, createdAt } = scan;
    const item = await readTrackedScan(store, scanId);
    if (!item) throw new Error('no scan');
    const comparableKey = computeComparableKey(scan.config.rules, start.settings);
    const branch = metadata?.branch ?? null;
    const latest = { accountId, siteId, scanId, createdAt, branch, comparableKey };
    await settleScan(store, item, { report: 'ready', edition: 'first' });
    await writeWithNewer(store, [], buildLatestScanItems(store, latest, now));
    return scanId;
  }

  /** Adds a scan without a baseline to the lines of its branch and its site. */
  async function addRoot(metadata: Metadata, verdict: NewFindingsVerdict) {
    const { scan, start } = await trigger({ metadata, failOn });
    const { accountId, siteId, createdAt } = scan;
    const comparableKey = computeComparableKey(scan.config.rules, start.settings);
    const of = { accountId, siteId, comparableKey, branch: metadata.branch ?? null };
    const settled = { ...toEarlierScan(scan), verdict, thresholds: ofNew, isRoot: true };
    const writes = await buildBaselineLineWrites(
      store,
      of,
      (line) => addSettledScan(line, settled),
      createdAt,
    );
    expect(await transact(store, writes)).toEqual([]);
    return scan.scanId;
  }

  async function chooseReferenceOf(config: object = {}) {
    const { scan, start } = await trigger(config);
    await chooseReference(referenceStore, scan, start, now);
    return readReference(store, scan.scanId);
  }
  const suppress = (match: Suppression['match'], expiresAt: string | null = null) =>
    insertSuppression(
      store,
      buildSuppression(
        { accountId: site.accountId, siteId: site.siteId, author: { keyId, name: 'Test' } },
        { match, reason: 'x', expiresAt },
        new Date(),
      ),
      by,
      now,
    );
  async function accept(scanId: string) {
    const scan = (await readTrackedScan(store, scanId)) ?? expect.unreachable();
    const comparableKey = computeComparableKey(
      scan.config.rules,
      resolveScanStart(site, scan.config).settings,
    );
    const acceptance = { at: now.toISOString(), by: { keyId, name: 'Test' }, reason: 'known' };
    await saveAcceptance(store, scan, comparableKey, acceptance, by);
  }
  return { site, trigger, complete, accept, addRoot, referenceOf: chooseReferenceOf, suppress };
}

describe('the baseline of a scan', () => {
  it('does not exist for the first scan of a site, and the reason is recorded', async () => {
    const { referenceOf: chooseReferenceOf } = await withSite();
    expect(await chooseReferenceOf()).toEqual({
      baseline: null,
      whyNone: 'This is the first scan of this site, so there is no earlier scan to compare it with.',
      comparableKey: expect.stringMatching(/^[0-9a-f]{16}$/),
      marks: [],
    });
  });

  it('does not exist for the next scan if the first did not complete; the next one counts as the first', async () => {
    const { trigger, referenceOf: chooseReferenceOf } = await withSite();
    await trigger();
    expect((await chooseReferenceOf())?.whyNone).toBe(noBaselineReasons['first-scan']);
  });

  it('is the latest scan of the target branch, else of the same branch, else of the site', async () => {
    const { complete, referenceOf: chooseReferenceOf } = await withSite();
    const main = await complete({ branch: 'main' });
    const menu = await complete({ branch: 'menu' });
    const other = await complete({ branch: 'other' });
    const chosen = async (metadata?: Metadata) => {
      const { baseline } = (await chooseReferenceOf(metadata ? { metadata } : {})) ?? {};
      return [baseline?.chosenBy, baseline?.scanId, baseline?.branch];
    };
    expect(await chosen({ branch: 'menu', targetBranch: 'main' })).toEqual(['target-branch', main, 'main']);
    expect(await chosen({ branch: 'menu', targetBranch: 'gone' })).toEqual(['branch', menu, 'menu']);
    expect(await chosen({ branch: 'menu' })).toEqual(['branch', menu, 'menu']);
    expect(await chosen({ branch: 'new', targetBranch: 'gone' })).toEqual(['site', other, 'other']);
    expect(await chosen()).toEqual(['site', other, 'other']);
    const none = await complete();
    expect(await chosen()).toEqual(['branch', none, null]);
  });

  it('is the latest scan of the same branch if one was accepted there', async () => {
    const { complete, accept, referenceOf: chooseReferenceOf } = await withSite();
    await complete({ branch: 'main' });
    const menu = await complete({ branch: 'menu' });
    const main = await complete({ branch: 'main' });
    const chosen = async () =>
      (await chooseReferenceOf({ metadata: { branch: 'menu', targetBranch: 'main' } }))?.baseline?.scanId;
    expect(await chosen()).toBe(main);
    await accept(menu);
    expect(await chosen()).toBe(menu);
    const later = await complete({ branch: 'menu' });
    expect(await chosen()).toBe(later);
  });

  it('is only a comparable scan', async () => {
    const { complete, referenceOf: chooseReferenceOf } = await withSite();
    const desktop = await complete();
    const mobile = await complete(undefined, { viewport: 'mobile' });
    expect((await chooseReferenceOf())?.baseline?.scanId).toBe(desktop);
    expect((await chooseReferenceOf({ viewport: 'mobile' }))?.baseline?.scanId).toBe(mobile);
    expect(await chooseReferenceOf({ rules: ['wcag-a'] })).toMatchObject({
      baseline: null,
      whyNone: noBaselineReasons['none-comparable'],
    });
  });

  it('is the one that config names, or does not exist when that scan no longer has a report', async () => {
    const { complete, referenceOf: chooseReferenceOf, trigger } = await withSite();
    const named = await complete({ branch: 'main' });
    await complete({ branch: 'main' });
    expect((await chooseReferenceOf({ baseline: named }))?.baseline).toMatchObject({
      scanId: named,
      branch: 'main',
      chosenBy: 'config',
    });
    const unfinished = await trigger();
    expect(await chooseReferenceOf({ baseline: unfinished.scan.scanId })).toMatchObject({
      baseline: null,
      whyNone: noBaselineReasons['named-is-gone'],
    });
  });

  it.each([
    ['is the first scan of its branch, if it was triggered before a gate failed on another branch', true],
    ['does not exist if the first scan of its branch was triggered after that', false],
  ])('of a gate on new findings %s', async (_what, isBefore) => {
    const { addRoot, referenceOf: chooseReferenceOf } = await withSite();
    const addFailed = () => addRoot({ branch: 'main', commit: '1111111' }, 'failed');
    if (!isBefore) await addFailed();
    const first = await addRoot({ branch: 'menu', commit: '2222222' }, 'undecided');
    if (isBefore) await addFailed();
    const metadata = { branch: 'menu', commit: '3333333' };
    const { baseline } = (await chooseReferenceOf({ metadata, failOn })) ?? {};
    expect(baseline?.scanId).toBe(isBefore ? first : undefined);
  });

  it('stays the same when the scan is planned again', async () => {
    const { complete, trigger } = await withSite();
    const first = await complete();
    const { scan, start } = await trigger();
    const { store } = tables;
    await chooseReference(referenceStore, scan, start, now);
    await complete();
    await chooseReference(referenceStore, scan, start, now);
    expect((await readReference(store, scan.scanId))?.baseline?.scanId).toBe(first);
  });
});

it('the suppression selectors of a scan are those of suppressions that are active when it is planned', async () => {
  const { referenceOf: chooseReferenceOf, suppress } = await withSite();
  await suppress({ selector: '#chat' });
  await suppress({ rule: 'label', selector: '.ad' });
  await suppress({ selector: '#chat', page: '/a' });
  await suppress({ rule: 'label' });
  await suppress({ selector: '.old' }, new Date(now.getTime() - 1000).toISOString());
  expect(new Set((await chooseReferenceOf())?.marks)).toEqual(new Set(['#chat', '.ad']));
});

describe('a chunk', () => {
  const edition = 'first';

  /** Returns the message of the only chunk of a scan whose pages are dispatched. */
  async function dispatch(site: Site, { scan, start }: Awaited<ReturnType<Trigger>>) {
    const { store } = tables;
    const { settings, startUrls } = start;
    const rules = { settings: settings.crawl, origin: site.url, signedIn: false, allowed: () => true };
    await addPages(store, scan.scanId, await chooseFirstPages(scan.scanId, startUrls, [], rules));
    await recordScanPlanned(store, scan.scanId);
    await advanceScan(workflow, scan.scanId, now);
    const messages = (fauxqs.inspectQueue('scan')?.messages.ready ?? []).map(
      ({ body }) => JSON.parse(body) as ChunkMessage,
    );
    const found = messages.filter(({ scanId }) => scanId === scan.scanId);
    expect(found).toHaveLength(1);
    return found[0] as ChunkMessage;
  }
  type Trigger = Awaited<ReturnType<typeof withSite>>['trigger'];

  /** The known findings of a baseline, in the format of `knownFindingsSchema`. */
  const stored = (pages: object, overrides: object = {}) => ({
    masking: hashMasking({ redactSelectors: [] }),
    until: new Date(now.getTime() + 1_000).toISOString(),
    pages,
    discoveryKey: null,
    judged: [],
    ...overrides,
  });

  async function withKnown(known: unknown, config: object = {}) {
    const { site, trigger, complete } = await withSite();
    const baseline = await complete();
    const of = { accountId: site.accountId, scanId: baseline, edition };
    if (known !== undefined) {
      const key = buildRevisionKey(of, revisionParts.known);
      await putObject(openReportBucket(BUCKET), key, JSON.stringify(known), 'application/json');
    }
    const triggered = await trigger(config);
    await chooseReference(referenceStore, triggered.scan, triggered.start, now);
    const { pages } = await dispatch(site, triggered);
    return pages.map((page) => page.known);
  }

  it('contains the identities of its pages for fingerprints, and the suppression selectors', async () => {
    const { site, trigger, suppress } = await withSite();
    await suppress({ selector: '#chat' });
    const triggered = await trigger();
    await chooseReference(referenceStore, triggered.scan, triggered.start, now);
    const { pages, marks } = await dispatch(site, triggered);
    expect(pages.map(({ identity }) => identity)).toEqual(['/', '/a?x=1&y=2', '/b']);
    expect(marks).toEqual(['#chat']);
    expect(pages.some((page) => 'known' in page)).toBe(false);
  });

  it('contains the known findings of the baseline for each of its pages', async () => {
    const known = { '/': 'AAAAAQ==', '/b': 'AAAAAg==', '/c': 'AAAAAw==' };
    expect(await withKnown(stored(known))).toEqual(['AAAAAQ==', undefined, 'AAAAAg==']);
  });

  it('omits known findings when pictures were masked differently or may be past their retention', async () => {
    const none = [undefined, undefined, undefined];
    const known = { '/': 'AAAAAQ==' };
    expect(await withKnown(stored(known), { redactSelectors: ['.name'] })).toEqual(none);
    expect(await withKnown(stored(known, { until: now.toISOString() }))).toEqual(none);
  });

  it('omits known findings when pictures do not depend on them', async () => {
    const known = stored({ '/': 'AAAAAQ==' });
    for (const screenshots of ['all', 'none']) {
      expect(await withKnown(known, { screenshots })).toEqual([undefined, undefined, undefined]);
    }
  });

  it('omits known findings when the baseline’s object is missing, is malformed, or would exceed the message', async () => {
    const none = [undefined, undefined, undefined];
    expect(await withKnown(undefined)).toEqual(none);
    expect(await withKnown([1, 2])).toEqual(none);
    expect(await withKnown(stored({ '/': 'A'.repeat(100_000), '/b': 'AAAA' }))).toEqual([
      undefined,
      undefined,
      'AAAA',
    ]);
    expect(await withKnown(stored({ __proto__: 'AAAA', constructor: 'AAAA' }))).toEqual(none);
  });
});
