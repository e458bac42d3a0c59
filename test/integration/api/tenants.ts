import { hash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { buildDeliveryItem } from '../../../adapters/dynamodb/deliveries.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readItem } from '../../../adapters/dynamodb/read-items.ts';
import { saveReference } from '../../../adapters/dynamodb/references.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { settleCompletedScan } from '../../../adapters/dynamodb/settle-completed-scan.ts';
import { buildWebhookItem } from '../../../adapters/dynamodb/webhooks.ts';
import { write } from '../../../adapters/dynamodb/write.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import type { Webhook } from '../../../core/alerts/webhook.ts';
import { exampleNode, exampleReport } from '../../../core/api/example-report.ts';
import { exampleConditions, exampleSchedule, exampleTrendPoint } from '../../../core/api/examples.ts';
import { toEarlierScan } from '../../../core/comparison/settled-scan.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { serializeState } from '../../../core/comparison/stored-state.ts';
import { buildHistory } from '../../../core/history/next-history.ts';
import { type SiteHistory, toHistoryScan } from '../../../core/history/site-history.ts';
import { serializeHistory } from '../../../core/history/stored-history.ts';
import { createId } from '../../../core/ids.ts';
import { formatUnsubscribeToken } from '../../../core/mail/unsubscribe-token.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import type { IssueGroup, ReportPage } from '../../../core/reports/report.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { serializeGroups } from '../../../core/reports/scan-groups.ts';
import { serializePages } from '../../../core/reports/scan-pages.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import {
  buildPictureKey,
  buildReportKey,
  buildRevisionKey,
  revisionParts,
} from '../../../core/scans/object-keys.ts';
import { digest, pageOf, print, stateOf } from '../../unit/comparison/fixtures.ts';
import type { Api, TestPerson } from './harness.ts';

const REVISION = 'first';

/** The ids and tokens of everything that a call can name, of one site and its account. */
export interface Ids {
  accountId: string;
  siteId: string;
  scanId: string;
  /** A scan of the same site that has completed too. */
  otherScanId: string;
  /** A scan of the same site that has not ended. */
  runningScanId: string;
  suppressionId: string;
  fingerprint: string;
  /** Fingerprint of a finding that needs review. */
  reviewFingerprint: string;
  groupId: string;
  pictureId: string;
  shareId: string;
  shareToken: string;
  webhookId: string;
  deliveryId: string;
  alertId: string;
  keyId: string;
  invitationId: string;
  /** The token of the invitation. */
  invitationToken: string;
  /** A member of the account who makes no call. */
  personId: string;
  /** The session of the member who made all this. */
  sessionId: string;
  /** With it, the member who made all this gets no alerts by mail. */
  unsubscribeToken: string;
}

/** Who makes the things of a site. */
interface Makers {
  /** Makes what only an administrator may make. */
  admin: TestPerson;
  /** Makes the rest. */
  maker: TestPerson;
}

/** Makes a call that must succeed, and returns the body. */
async function make(by: TestPerson, method: string, path: string, body?: unknown) {
  const { status, json, text } = await by.call(method, path, body === undefined ? {} : { body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return json;
}

/** Creates a site. Its address contains its name, so that a test finds both in responses. */
export async function createSite(admin: TestPerson, name: string): Promise<string> {
  return (await make(admin, 'POST', '/sites', { name, url: `https://${name}.example.com/` })).id;
}

/**
 * Gives a site and its account at least two of everything that a call can list, and returns the ids of one.
 * @param invited address of the person that is invited
 */
export async function fillSite(
  api: Api,
  accountId: string,
  siteId: string,
  { admin, maker, invited }: Makers & { invited: string },
): Promise<Ids> {
  const complete = createScanCompleter(api, accountId, siteId, maker);
  const [otherScanId, scanId] = [
    await complete(['map', 'logo', 'goes']),
    await complete(['map', 'logo', 'comes']),
  ];
  const running = await make(maker, 'POST', `/sites/${siteId}/scans`, { config: { rules: ['wcag-aa'] } });
  const suppressions = [];
  for (const rule of ['label', 'list'])
    suppressions.push(
      await make(maker, 'POST', `/sites/${siteId}/suppressions`, { match: { rule }, reason: 'Known' }),
    );
  await make(maker, 'PUT', `/sites/${siteId}/schedule`, exampleSchedule.schedule);
  const [fingerprint, reviewFingerprint] = [print(`map ${siteId}`), print(`logo ${siteId}`)];
  for (const each of [fingerprint, reviewFingerprint]) {
    const decision = { scanId, fingerprint: each, decision: 'fine', reason: 'Readable' };
    await make(maker, 'POST', `/sites/${siteId}/decisions`, decision);
  }
  const shared = await make(maker, 'POST', '/shared-reports', { scanId });
  await make(maker, 'POST', '/shared-reports', { scanId: otherScanId });
  const channel = { kind: 'mail', people: [admin.personId] };
  const alert = await make(maker, 'POST', '/alerts', { name: 'Mail', sites: { ids: [siteId] }, channel });
  const { key } = await make(admin, 'POST', '/api-keys', { name: 'CI', siteIds: [siteId] });
  const { invitation, link } = await make(admin, 'POST', '/invitations', { email: invited, role: 'viewer' });
  const member = await api.member(accountId, 'viewer');
  const settings = { accountId, alerts: true, digests: true };
  await make(maker, 'PUT', '/me/notifications', settings);
  const stored = await readItem(api.tables.store, itemKeys.mailSettings(maker.personId, accountId));
  const { personId } = maker;
  const secret = stored?.secret as string;
  return {
    accountId,
    siteId,
    scanId,
    otherScanId,
    runningScanId: running.id,
    suppressionId: suppressions[0].id,
    fingerprint,
    reviewFingerprint,
    groupId: groupOf(siteId, 'map'),
    pictureId: pictureOf(siteId),
    shareId: shared.id,
    shareToken: shared.token,
    ...(await createWebhook(api, accountId, siteId)),
    alertId: alert.id,
    keyId: key.keyId,
    invitationId: invitation.invitationId,
    invitationToken: link.split('#')[1],
    personId: member.personId,
    sessionId: maker.sessionId,
    unsubscribeToken: formatUnsubscribeToken({ kind: 'alerts', personId, accountId, secret }),
  };
}

const groupOf = (siteId: string, element: string) => `grp_${digest(`${element} ${siteId}`)}`;
const pictureOf = (siteId: string) => `pic_${hash('sha256', siteId, 'hex')}`;

/** Returns a function that completes a scan with findings of these elements; `goes` and `comes` are violations. */
function createScanCompleter(api: Api, accountId: string, siteId: string, by: TestPerson) {
  let carried: SiteState | null = null;
  let previous: SiteHistory | null = null;
  return async (names: string[]): Promise<string> => {
    const config = { rules: ['wcag-aa'], metadata: { branch: 'main' } };
    const { id: scanId } = await make(by, 'POST', `/sites/${siteId}/scans`, { config });
    const scan = await readTrackedScan(api.tables.store, scanId);
    if (!scan) throw new Error('no scan');
    const elements = names.map((name) => ({
      is: `${name} ${siteId}`,
      kind: name === 'map' || name === 'logo' ? ('review' as const) : ('violation' as const),
    }));
    const state = stateOf({ '/a': [pageOf(elements)] }, { scanId, carried });
    const groups = new Map(names.map((name) => [print(`${name} ${siteId}`), groupOf(siteId, name)]));
    previous = buildHistory({ scan: toHistoryScan(scan), state, groups, previous, carried: null });
    carried = state;
    const index = new FindingIndexBuilder();
    const lines = elements.map(({ is, kind }): string => {
      const node = { ...exampleNode, fingerprint: print(is), decisionBasis: '0'.repeat(24) };
      const finding: ReportFinding = { kind, ruleId: 'image-alt', node };
      const line = `${JSON.stringify(finding)}\n`;
      index.add(finding, Buffer.byteLength(line));
      return line;
    });
    const [group] = exampleReport.issueGroups as [IssueGroup];
    const [page] = exampleReport.pages as [ReportPage];
    const parts: Record<string, string> = {
      state: [...serializeState(state)].join(''),
      history: [...serializeHistory(previous)].join(''),
      findings: lines.join(''),
      findingsIndex: index.toJson(),
      results: JSON.stringify(buildScanResults(exampleReport)),
      groups: serializeGroups(names.map((name) => ({ ...group, id: groupOf(siteId, name) }))),
      pages: serializePages([page, { ...page, id: 'p1' }], new Map()),
    };
    const of = { accountId, scanId, edition: REVISION };
    for (const [part, text] of Object.entries(parts))
      await api.putReport(buildRevisionKey(of, revisionParts[part as keyof typeof revisionParts]), text);
    await api.putReport(buildReportKey(of, 'json'), JSON.stringify(exampleReport));
    await api.putReport(buildPictureKey({ accountId, scanId, id: pictureOf(siteId) }), 'a picture');
    const comparableKey = exampleTrendPoint.comparableKey;
    const reference = { baseline: null, whyNone: 'The first one.', comparableKey, marks: [] };
    await saveReference(api.tables.store, scanId, reference);
    const leaves = {
      point: { ...exampleTrendPoint, scanId, createdAt: scan.createdAt },
      conditions: exampleConditions,
      settled: { ...toEarlierScan(scan), verdict: 'passed', thresholds: null, isRoot: false } as const,
      becomesLatest: true,
    };
    const settled = { report: 'ready', edition: REVISION } as const;
    await settleCompletedScan(api.tables.store, scan, settled, leaves, new Date());
    return scanId;
  };
}

/** Creates two endpoints of webhooks, and two deliveries to the second. */
async function createWebhook(
  api: Api,
  accountId: string,
  siteId: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const now = new Date();
  const time = now.toISOString();
  const build = (): Webhook => ({
    webhookId: createId('webhook', now),
    accountId,
    url: 'https://hooks.example.com/',
    events: ['scan.completed'],
    siteIds: [siteId],
    description: '',
    secret: { sealed: { key: '', nonce: '', text: '', tag: '' } },
    createdBy: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fa0', name: 'CI' },
    createdAt: time,
    updatedAt: time,
  });
  const [first, second] = [build(), build()];
  const buildTest = () =>
    buildDelivery(
      {
        accountId,
        siteId: null,
        channel: { kind: 'webhook', webhookId: second.webhookId },
        content: { kind: 'event', eventId: createId('event', now), type: 'webhook.test', body: '{}' },
        correlationId: 'test',
        at: time,
      },
      now,
    );
  const deliveries = [buildTest(), buildTest()] as const;
  const items = [...[first, second].map(buildWebhookItem), ...deliveries.map(buildDeliveryItem)];
  for (const Item of items)
    await write(api.tables.store, new PutCommand({ TableName: api.tables.store.table, Item }));
  return { webhookId: second.webhookId, deliveryId: deliveries[0].deliveryId };
}
