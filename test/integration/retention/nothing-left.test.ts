import { inflateRawSync } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindTo } from '../../../adapters/bind-to.ts';
import { findAccount, findKey } from '../../../adapters/dynamodb/access.ts';
import { buildAlertStateItem } from '../../../adapters/dynamodb/alert-states.ts';
import { insertAlert } from '../../../adapters/dynamodb/alerts.ts';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { changeAccount } from '../../../adapters/dynamodb/change-account.ts';
import { readOpenPages } from '../../../adapters/dynamodb/chunks.ts';
import { countRequest } from '../../../adapters/dynamodb/count-usage.ts';
import { putDecision } from '../../../adapters/dynamodb/decisions.ts';
import { deleteAccount } from '../../../adapters/dynamodb/delete-account.ts';
import { insertDelivery } from '../../../adapters/dynamodb/deliveries.ts';
import { insertDigestEntry } from '../../../adapters/dynamodb/digests.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { addPages } from '../../../adapters/dynamodb/frontier.ts';
import { recordHostPause, recordWaitingScan } from '../../../adapters/dynamodb/host-slots.ts';
import {
  findInvitation,
  readInvitationList,
  saveInvitation,
} from '../../../adapters/dynamodb/invitations.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { createKey } from '../../../adapters/dynamodb/key-changes.ts';
import { buildLatestScanItems } from '../../../adapters/dynamodb/latest-scans.ts';
import { findMembership } from '../../../adapters/dynamodb/memberships.ts';
import { buildOutboxItem } from '../../../adapters/dynamodb/outbox.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import { saveReference } from '../../../adapters/dynamodb/references.ts';
import { recordRefusal } from '../../../adapters/dynamodb/refusals.ts';
import { removeScan } from '../../../adapters/dynamodb/remove-scan.ts';
import { saveAcceptance } from '../../../adapters/dynamodb/save-acceptance.ts';
import { insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { saveSiteDiscovery } from '../../../adapters/dynamodb/site-discoveries.ts';
import { findSites, insertSite, removeSite, replaceSite } from '../../../adapters/dynamodb/sites.ts';
import { insertSuppression } from '../../../adapters/dynamodb/suppressions.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import { buildTrendItems } from '../../../adapters/dynamodb/trend.ts';
import { writeWithNewer } from '../../../adapters/dynamodb/write-newer.ts';
import { putObject } from '../../../adapters/report-bucket/report-bucket.ts';
import type { KeyRecord } from '../../../core/access/key-record.ts';
import { buildAlert, createAlertId } from '../../../core/alerts/alert.ts';
import { createAlertSchema } from '../../../core/alerts/alert-bodies.ts';
import { emptyAlertState } from '../../../core/alerts/alert-state.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import type { AlertEvent } from '../../../core/alerts/event.ts';
import { exampleReport } from '../../../core/api/example-report.ts';
import { chooseFirstPages } from '../../../core/crawl/choose-pages.ts';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { buildDecision } from '../../../core/decisions/decision.ts';
import { createId } from '../../../core/ids.ts';
import { getScanHost } from '../../../core/scans/host-slots.ts';
import { buildPictureKey, buildReportKey, buildResultKey } from '../../../core/scans/object-keys.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import type { Site } from '../../../core/sites/site.ts';
import { buildSuppression, createSuppressionSchema } from '../../../core/suppressions/suppression.ts';
import { buildComparableConditions } from '../../../core/trend/comparable-conditions.ts';
import { buildTrendPoint } from '../../../core/trend/trend-point.ts';
import { inviteMember } from '../../../use-cases/invite-member.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { addMember, signIn } from '../../support/sign-in.ts';
import { anyPage, claimPages, endStoredPage, freeSlot } from '../dynamodb/start.ts';
import { plenty, startRetention } from './start.ts';

let service: Awaited<ReturnType<typeof startRetention>>;
let runAt: (hours: number) => Promise<void>;
const now = new Date();
const DAYS_8 = 8 * 24;

beforeAll(async () => {
  service = await startRetention();
  const { createHandler } = await import('../../../functions/delete-site-objects/handler.ts');
  const deleteSiteObjects = createHandler(process.env);
  runAt = (hours) =>
    deleteSiteObjects({ time: new Date(now.getTime() + hours * 3_600_000).toISOString() }, plenty);
});
afterAll(() => service?.stop());

/** Creates a site with the token in every address and name, and changes it. */
async function createSite(token: string) {
  const { site: other, by, keyId } = await makeSite(service.store);
  const site: Site = {
    ...other,
    siteId: createId('site', now),
    name: `Shop ${token}`,
    url: `https://${token}.example/${token}`,
    pages: [`/${token}/listed`],
    origins: [`https://login.${token}.example`],
    includeUrls: [`/${token}/**`],
    excludeUrls: [`/${token}/no`],
    sourcePaths: [{ url: `/${token}/**`, path: `src/${token}` }],
  };
  await insertSite(service.store, site, by, now);
  const changed = { ...site, name: `Renamed ${token}`, updatedAt: new Date(now.getTime() + 1).toISOString() };
  expect(await replaceSite(service.store, site, changed, by, now)).toBe('updated');
  const suppression = buildSuppression(
    {
      accountId: changed.accountId,
      siteId: changed.siteId,
      author: { keyId, name: 'Test' },
    },
    createSuppressionSchema.parse({
      match: { rule: 'label', selector: `.${token}`, page: `/${token}/**` },
      reason: `As ${token} said`,
    }),
    now,
  );
  expect(await insertSuppression(service.store, suppression, by, now)).toBe('created');
  const decision = buildDecision(
    { accountId: changed.accountId, siteId: changed.siteId, author: { keyId, name: 'Test' } },
    {
      scanId: createId('scan', now),
      fingerprint: `f1_${'a'.repeat(24)}`,
      decision: 'fine',
      reason: `As ${token} said`,
    },
    {
      ruleId: 'color-contrast',
      ruleDefinition: '',
      bases: [],
      elements: 1,
      pageUrl: `https://shop.example/${token}`,
    },
    undefined,
    now,
  );
  expect(await putDecision(service.store, undefined, decision, by, now)).toBe('saved');
  return { site: changed, by, keyId };
}

type Created = Awaited<ReturnType<typeof createSite>>;

/**
 * Adds an alert with an event that waits for its digest, and a delivery, with the token in their texts.
 * @param siteId null for a delivery about the account
 */
async function report({ site, by }: Created, token: string, siteId: string | null): Promise<void> {
  const { store } = service;
  const { accountId } = site;
  const person = { personId: createId('person', now) };
  const channel = { kind: 'mail' as const, people: [person.personId] };
  const { channel: _channel, ...body } = createAlertSchema.parse({
    // The alert of a deleted site stays.
    name: siteId === null ? `Alert ${token}` : 'Alert',
    channel,
    delivery: { every: 'day', at: '08:00', timeZone: 'UTC' },
  });
  const alert = buildAlert({ accountId, alertId: createAlertId(now), setBy: person }, body, channel, now);
  expect(await insertAlert(store, alert, { by, now })).toBe('created');
  const event: AlertEvent = {
    eventId: createId('event', now),
    type: 'issues.new',
    timestamp: now.toISOString(),
    siteId,
    data: { site: { name: token } },
  };
  await insertDigestEntry(store, alert.alertId, event, now);
  const delivery = buildDelivery(
    {
      accountId,
      siteId,
      channel: { kind: 'webhook', webhookId: createId('webhook', now) },
      content: { kind: 'event', eventId: event.eventId, type: event.type, body: token },
      correlationId: 'r',
      at: now.toISOString(),
    },
    now,
  );
  expect(await insertDelivery(store, delivery)).toBe(true);
  const state = { ...emptyAlertState, version: 1 };
  const entry = buildOutboxItem(store, {
    entryId: createId('outbox', now),
    accountId,
    cause: { kind: 'schedule-paused', scheduleId: createId('schedule', now), siteId: site.siteId },
    at: now.toISOString(),
    correlationId: token,
  });
  expect(await transact(store, [buildAlertStateItem(store, site.siteId, null, state), entry])).toEqual([]);
}

/** Scans a site as far as the table and the bucket see it, with the token in everything that pages contain. */
async function scanSite({ site, by, keyId }: Created, token: string): Promise<Scan> {
  const { store, bucket } = service;
  const made = makeScan(site, keyId);
  const config = { ...made.config, url: `https://${token}.example/${token}/preview` };
  const scan: Scan = { ...made, config };
  const { accountId, siteId, scanId, createdAt } = scan;
  const start = resolveScanStart(site, config);
  await insertScan(store, { scan, start, limits: wideLimits, by, now });
  const comparableKey = '0123456789abcdef';
  await saveReference(store, scanId, { baseline: null, whyNone: null, comparableKey, marks: [`.${token}`] });
  const sitemapUrls = [`https://${token}.example/${token}/map`];
  await saveSiteDiscovery(store, scanId, { robots: `# ${token}`, sitemapUrls, notes: [] });
  const rules = { ...anyPage, origin: `https://${token}.example` };
  await addPages(store, scanId, await chooseFirstPages(scanId, [config.url, ...sitemapUrls], [], rules));
  const pages = await readOpenPages(store, scanId, 10);
  const first = pages[0] ?? expect.unreachable();
  // Its message is never recorded as sent.
  await claimPages(store, { scan, pages, slotNumber: freeSlot() });
  const links = { ...noLinks, urls: [`https://${token}.example/${token}/linked`] };
  const end = { outcome: 'scanned', detail: `Seen: ${token}`, attempt: 1, links } as const;
  await endStoredPage(store, scanId, first.pageId, end);
  const host = getScanHost(scan);
  await recordWaitingScan(store, host, { scanId, accountId, priority: 'normal' }, now);
  await recordHostPause(store, host, { accountId, until: new Date(now.getTime() + 60_000) }, now);

  const tracked = (await readTrackedScan(store, scanId)) ?? expect.unreachable();
  const { summary } = exampleReport;
  const settlement = {
    report: 'ready' as const,
    edition: 'e',
    finishedAt: createdAt,
    summary: {
      gate: null,
      violations: summary.violations.elements,
      needsReview: 0,
      suppressed: 0,
      new: 0,
      fixed: 0,
      issueGroups: 0,
      issueGroupsByImpact: { critical: 0, serious: 0, moderate: 0, minor: 0 },
      pages: { attempted: 1, scanned: 1, notJudged: 0 },
      hasBaseline: false,
      rulesNotRun: [{ ruleIds: ['label'], pages: 1, urls: [`https://${token}.example/${token}`] }],
    },
  };
  expect(await settleScan(store, tracked, settlement)).toBe(true);
  const branch = null;
  const latest = { accountId, siteId, scanId, createdAt, branch, comparableKey };
  await writeWithNewer(store, [], buildLatestScanItems(store, latest, now));
  const point = { ...buildTrendPoint(exampleReport), scanId };
  const conditions = buildComparableConditions(comparableKey, config.rules, start.settings);
  await transact(store, buildTrendItems(store, tracked, point, conditions));
  const settled = (await readTrackedScan(store, scanId)) ?? expect.unreachable();
  const accepted = { at: createdAt, by: { keyId, name: 'Test' }, reason: `${token} knows` };
  expect(await saveAcceptance(store, settled, comparableKey, accepted, by)).toBeDefined();
  await writeObjects(scan, token);

  async function writeObjects(of: Scan, text: string) {
    const result = buildResultKey({ ...of, pageId: first.pageId, attempt: 1, run: 'r' });
    await putObject(bucket, result, JSON.stringify({ url: text }), 'application/json');
    await putObject(bucket, buildReportKey({ ...of, edition: 'e' }, 'json'), text, 'application/json');
    await putObject(bucket, buildPictureKey({ ...of, id: 'a'.repeat(64) }), text, 'image/webp');
  }
  return settled;
}

/**
 * Returns the keys of all items of both tables, and of all objects, that contain a text. Items that DynamoDB deletes by
 * itself before `until` are not listed.
 */
async function findText(text: string, until: Date): Promise<string[]> {
  const { db, table, auditTable } = service.store;
  const found: string[] = [];
  for (const TableName of [table, auditTable]) {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await db.send(new ScanCommand({ TableName, ExclusiveStartKey: from }));
      for (const item of page.Items ?? []) {
        const expired = typeof item.ttl === 'number' && item.ttl * 1000 <= until.getTime();
        if (!expired && toText(item).includes(text)) found.push(`${TableName}: ${item.pk} ${item.sk}`);
      }
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
  }
  for (const key of await service.keys()) {
    const { Body } = await service.bucket.client.send(
      new GetObjectCommand({ Bucket: process.env.BUCKET_NAME, Key: key }),
    );
    if (key.includes(text) || (await Body?.transformToString())?.includes(text)) found.push(`object: ${key}`);
  }
  return found;
}

/** Returns all values of an item as text, with compressed ones inflated. */
function toText(item: Record<string, unknown>): string {
  return JSON.stringify(item, (_, value) => {
    if (value instanceof Set) return [...value];
    if (value instanceof Uint8Array) return inflateRawSync(value).toString();
    if (value?.type === 'Buffer') return inflateRawSync(Buffer.from(value.data)).toString();
    return value;
  });
}

/** When the last item of a host expires: after a day, and a moment, because tests take time. */
const oneDayLater = new Date(now.getTime() + 86_400_000 + 60_000);

const isOfAudit = (key: string) => key.startsWith(service.store.auditTable);

// The lifecycle of the bucket deletes the earlier versions of the objects, after 14 days
// (test/infrastructure/data.test.ts). The stand-in has no versions.
describe('after the deletion', () => {
  it('of a site, no item and no current object contains its addresses or names, and usage stays', async () => {
    const token = 'tokenofsite';
    const created = await createSite(token);
    await scanSite(created, token);
    await report(created, token, created.site.siteId);
    const before = (await findText(token, now)).map((key) =>
      key.replace(/(scan|site|acct|supp|chunk)_\w+/g, '$1'),
    );
    for (const kind of [
      'site#',
      'scan',
      'start',
      'reference',
      'page#',
      'links#',
      'unsent#',
      'suppression#',
      'decision#',
      'server#',
      'event#',
      'delivery#',
    ])
      expect(
        before.filter((key) => key.includes(kind)),
        kind,
      ).not.toEqual([]);
    expect(before.filter((key) => key.startsWith('object: '))).toHaveLength(3);
    const usage = await readKeyDays(service.store, created.keyId);
    expect(usage).toMatchObject([{ scans: 1 }]);

    const { accountId, siteId } = created.site;
    await removeSite(service.store, accountId, siteId, created.by, now);
    await runAt(0);
    // Those of its host are shared with other accounts, and expire within a day.
    expect(await findText(token, oneDayLater)).toEqual([]);
    for (const hours of [1, DAYS_8]) await runAt(hours);
    expect(await findText(token, oneDayLater)).toEqual([]);
    expect(await findText(siteId, oneDayLater), 'only the audit log still has its id').toEqual(
      (await findText(siteId, oneDayLater)).filter((key) => key.startsWith(service.store.auditTable)),
    );
    expect(await readKeyDays(service.store, created.keyId)).toEqual(usage);
  });

  it('of an account, no item and no current object contains its names, and nothing but the audit log has its id', async () => {
    const token = 'tokenofaccount';
    const { store } = service;
    const created = await createSite(token);
    const { accountId } = created.site;
    const scan = await scanSite(created, token);
    const by = { accountId, actor: 'person:test', requestId: 'r' };
    const change = { name: `Name ${token}` };
    expect(await changeAccount(store, accountId, 'Test', change, { by, now })).toBe('updated');
    const member = await signIn(store, { name: 'Ada' });
    await addMember(store, member.personId, accountId, 'viewer');
    const usage = { owner: { personId: member.personId, accountId }, requestId: 'r', now, limitPerMinute: 5 };
    await countRequest(store, usage);
    const removed = { personId: createId('person', now), accountId };
    await countRequest(store, { ...usage, owner: removed });
    const refusal = { accountId, reason: 'role-too-small', requestId: 'r', sourceIp: '192.0.2.1', now };
    for (const { personId } of [member, removed]) await recordRefusal(store, { ...refusal, personId });
    const keyId = createId('apikey', now);
    const key: KeyRecord = {
      keyId,
      accountId,
      name: `Key ${token}`,
      description: `For ${token}`,
      role: 'viewer',
      hash: 'hash',
      createdAt: now.toISOString(),
      lifetimeDays: 1,
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
    };
    await createKey(store, key, by, now);
    await recordRefusal(store, { ...refusal, keyId });
    await inviteMember(
      {
        ...bindTo(store, { findAccount, findSites, findInvitation, readInvitationList, saveInvitation }),
        readOrigin: async () => 'https://dashboard.example.com',
        sealLink: async () => ({ sealed: { key: '', nonce: '', text: token, tag: '' } }),
      },
      { by, now, request: { email: `${token}@example.com`, role: 'viewer' } },
    );
    await report(created, token, null);
    const kinds = ['account#', 'accounts ', 'key#', 'invite#', 'scan#', 'outbox#', 'alert#', 'delivery#'];
    const before = await findText(token, now);
    for (const kind of kinds)
      expect(
        before.filter((each) => each.includes(kind)),
        kind,
      ).not.toEqual([]);

    expect(await deleteAccount(store, accountId, { by, now })).toBe('deleted');
    expect(await deleteAccount(store, accountId, { by, now })).toBe('already');
    // The first run deletes the sites; the next one deletes their scans and objects.
    await runAt(0);
    await runAt(0.1);
    expect(await findText(token, oneDayLater)).toEqual([]);
    expect(await findMembership(store, member.personId, accountId)).toBeUndefined();
    expect((await findKey(store, keyId))?.revokedAt).toBeDefined();
    const entries = await Array.fromAsync(readAuditLog(store, accountId));
    const actions = entries.map(({ action, actor }) => `${action} ${actor}`);
    for (const action of ['key.revoked', 'site.deleted', 'member.removed'])
      expect(actions).toContain(`${action} person:test`);

    for (const hours of [1.5, DAYS_8 + 1, DAYS_8 + 2]) await runAt(hours);
    expect((await findText(accountId, oneDayLater)).filter((each) => !isOfAudit(each))).toEqual([]);
    expect((await findText(scan.scanId, oneDayLater)).filter((each) => !isOfAudit(each))).toEqual([]);
    await runAt(DAYS_8 + 3);
    const log = await Array.fromAsync(readAuditLog(store, accountId));
    expect(log).toHaveLength(entries.length);
  });

  it('of a scan, no item and no current object contains its addresses, and another scan of the site keeps its own', async () => {
    const created = await createSite('otheraddress');
    const [gone, kept] = [await scanSite(created, 'tokengone'), await scanSite(created, 'tokenkept')];
    const keptBefore = await findText('tokenkept', now);
    expect((await findText('tokengone', now)).length).toBeGreaterThan(8);

    expect(await removeScan(service.store, gone, created.by, now)).toBe('deleted');
    expect(await removeScan(service.store, gone, created.by, now), 'a second time').toBe('changed');
    await runAt(0);
    expect(await findText('tokengone', oneDayLater)).toEqual([]);
    expect(await findText('tokenkept', now)).toEqual(keptBefore);

    await putObject(
      service.bucket,
      buildReportKey({ ...gone, edition: 'late' }, 'json'),
      'tokengone',
      'text/plain',
    );
    for (const hours of [1, DAYS_8]) await runAt(hours);
    expect(await findText('tokengone', oneDayLater), 'an object that was written late').toEqual([]);
    expect(await readTrackedScan(service.store, kept.scanId)).toBeDefined();
    expect(await findText(itemKeys.deletion(gone.scanId).pk, now)).toEqual([]);
  });

  it('of a scan, its acceptance does not bring it back', async () => {
    const created = await createSite('accepted');
    const scan = await scanSite(created, 'acceptedscan');
    await removeScan(service.store, scan, created.by, now);
    const again = { at: now.toISOString(), by: { keyId: created.keyId, name: 'Test' }, reason: 'late' };
    const { accepted: _, ...asRead } = scan;
    expect(
      await saveAcceptance(
        service.store,
        { ...asRead, accepted: undefined } as never,
        'fedcba9876543210',
        again,
        created.by,
      ),
    ).toBeUndefined();
    expect(await readTrackedScan(service.store, scan.scanId)).toBeUndefined();
  });
});

it('does not delete a scan whose report is pending', async () => {
  const created = await createSite('pendingscan');
  const { site, by, keyId } = created;
  const scan = makeScan(site, keyId);
  const start = resolveScanStart(site, scan.config);
  await insertScan(service.store, { scan, start, limits: wideLimits, by, now });
  expect(await removeScan(service.store, scan, by, now)).toBe('changed');
  expect(await readTrackedScan(service.store, scan.scanId)).toMatchObject({ status: 'queued' });
});
