import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDeliveryItem } from '../../../adapters/dynamodb/deliveries.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { buildSharedReportItem } from '../../../adapters/dynamodb/shared-reports.ts';
import { buildWebhookItem } from '../../../adapters/dynamodb/webhooks.ts';
import { write } from '../../../adapters/dynamodb/write.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import type { Webhook } from '../../../core/alerts/webhook.ts';
import { endpoints, type OperationId } from '../../../core/api/endpoints.ts';
import { exampleDecision, exampleSchedule } from '../../../core/api/examples.ts';
import { exampleSharedReport } from '../../../core/api/people-examples.ts';
import { createId } from '../../../core/ids.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { type Api, startApi, type TestPerson } from './harness.ts';

let api: Api;
let parameters: TestParameters;
beforeAll(async () => {
  parameters = await startParameters();
  api = await startApi({ AWS_ENDPOINT_URL_SSM: parameters.endpoint, SIGN_IN_PARAMETER: '/sign-in' });
  const settings = {
    origin: 'https://dashboard.example',
    issuer: 'https://id.example',
    clientId: 'dashboard',
  };
  parameters.values.set('/sign-in', JSON.stringify({ ...settings, signOut: { kind: 'oidc' } }));
});
afterAll(() => Promise.all([api?.stop(), parameters?.stop()]));

/** Valid bodies of the calls that need one, so that nothing but the caller can make them fail. */
const bodies: Partial<Record<OperationId, unknown>> = {
  'update-site': { name: 'Taken' },
  'trigger-scan': { config: { rules: ['wcag-aa'] } },
  'accept-scan': { reason: 'Accepted' },
  'create-suppression': { match: { rule: 'label' }, reason: 'Hidden' },
  'update-suppression': { reason: 'Hidden' },
  decide: {
    scanId: 'scan_01arz3ndektsv4rrffq69g5fa0',
    fingerprint: exampleDecision.fingerprint,
    decision: 'fine',
    reason: 'Hidden',
  },
  'set-schedule': exampleSchedule.schedule,
  'change-member': { role: 'viewer' },
  'update-api-key': { name: 'Taken' },
  'rotate-api-key': {},
  'update-alert': { name: 'Taken' },
  'update-webhook': { description: 'Taken' },
};

/** The queries of the calls that need one. */
const queries: Partial<Record<OperationId, string>> = {
  'compare-scans': '?with=scan_01arz3ndektsv4rrffq69g5fa0',
};

/** Returns an endpoint of webhooks, and a delivery to it. */
function buildWebhook(accountId: string): { webhook: Webhook; delivery: Delivery } {
  const now = new Date();
  const time = now.toISOString();
  const webhookId = createId('webhook', now);
  const secret = { sealed: { key: '', nonce: '', text: '', tag: '' } };
  const delivery = buildDelivery(
    {
      accountId,
      siteId: null,
      channel: { kind: 'webhook', webhookId },
      content: { kind: 'event', eventId: createId('event', now), type: 'webhook.test', body: '{}' },
      correlationId: 'test',
      at: time,
    },
    now,
  );
  const webhook: Webhook = {
    webhookId,
    accountId,
    url: 'https://hooks.example.com/',
    events: ['scan.completed'],
    siteIds: null,
    description: '',
    secret,
    createdBy: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fa0', name: 'CI' },
    createdAt: time,
    updatedAt: time,
  };
  return { webhook, delivery };
}

describe('every call that names an object', () => {
  const named = endpoints.filter(({ path, principals }) => path.includes('{') && principals.length > 0);

  async function create() {
    const accountId = await api.account();
    const admin = await api.member(accountId);
    const createSite = async () =>
      (await admin.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example.com/' } })).json;
    const [site, own] = [await createSite(), await createSite()];
    const { json: scan } = await admin.call('POST', `/sites/${site.id}/scans`, {
      body: { config: { rules: ['wcag-aa'] } },
    });
    const suppression = { match: { rule: 'label' }, reason: 'Known' };
    const { json: suppressed } = await admin.call('POST', `/sites/${site.id}/suppressions`, {
      body: suppression,
    });
    const { json: key } = await admin.call('POST', '/api-keys', { body: { name: 'CI' } });
    const invited = { email: 'grace@example.com', role: 'viewer' };
    const { json: invitation } = await admin.call('POST', '/invitations', { body: invited });
    const shareId = createId('share', new Date());
    const { lastOpenedOn: _, ...example } = exampleSharedReport;
    const shared = { ...example, shareId, accountId, siteId: site.id, scanId: scan.id };
    const Item = buildSharedReportItem({ ...shared, revision: 'first', tokenHash: '' });
    const { id: decisionId, fingerprint, ...decision } = exampleDecision;
    const place = itemKeys.decision(site.id, fingerprint);
    const decided = { ...place, ...decision, decisionId, fingerprint, accountId, siteId: site.id };
    const channel = { kind: 'mail', people: [admin.personId] };
    const { json: alert } = await admin.call('POST', '/alerts', { body: { name: 'Mail', channel } });
    const webhook = buildWebhook(accountId);
    const { deliveryId } = webhook.delivery;
    const items = [buildWebhookItem(webhook.webhook), buildDeliveryItem(webhook.delivery)];
    for (const each of [Item, decided, ...items])
      await write(api.tables.store, new PutCommand({ TableName: api.tables.store.table, Item: each }));
    const ids = {
      shareId,
      siteId: site.id,
      scanId: scan.id,
      suppressionId: suppressed.id,
      fingerprint: exampleDecision.fingerprint,
      keyId: key.key.keyId,
      invitationId: invitation.invitation.invitationId,
      personId: admin.personId,
      sessionId: admin.sessionId,
      pictureId: 'a'.repeat(64),
      groupId: 'grp_0',
      alertId: alert.id,
      webhookId: webhook.webhook.webhookId,
      deliveryId,
    };
    // The caller who may finds them.
    for (const path of [`/sites/${ids.siteId}`, `/scans/${ids.scanId}`, `/api-keys/${ids.keyId}`])
      expect((await admin.call('GET', path)).status).toBe(200);
    return { accountId, admin, own, ids };
  }

  async function statusesOf(caller: TestPerson, ids: Record<string, string>, calls: typeof named) {
    const found: unknown[] = [];
    for (const { operationId, method, path } of calls) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '') + (queries[operationId] ?? '');
      const body = bodies[operationId];
      const { status, json } = await caller.call(method, url, body === undefined ? {} : { body });
      found.push([operationId, status, json?.code.endsWith('-not-found')]);
    }
    return found;
  }
  const allNotFound = (calls: typeof named) => calls.map(({ operationId }) => [operationId, 404, true]);

  it('finds nothing of another account, with every right in the own one', async () => {
    const [own, other] = [await create(), await create()];
    expect(await statusesOf(own.admin, other.ids, named)).toEqual(allNotFound(named));
  });

  it('finds nothing of a site that a manager is not limited to', async () => {
    const { accountId, own, ids } = await create();
    const limited = await api.member(accountId, 'manager', { siteIds: [own.id] });
    const ofSites = named.filter(({ path }) => /\{(site|scan|share)Id\}/.test(path));
    expect(ofSites.length).toBeGreaterThan(10);
    expect(await statusesOf(limited, ids, ofSites)).toEqual(allNotFound(ofSites));
  });
});
