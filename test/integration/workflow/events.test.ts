import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAlertState } from '../../../adapters/dynamodb/alert-states.ts';
import { insertAlert } from '../../../adapters/dynamodb/alerts.ts';
import { indexKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { insertWebhook, removeWebhook, replaceWebhook } from '../../../adapters/dynamodb/webhooks.ts';
import { type Alert, buildAlert, createAlertId } from '../../../core/alerts/alert.ts';
import { type CreateAlert, createAlertSchema } from '../../../core/alerts/alert-bodies.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import { type EventType, eventTypes } from '../../../core/alerts/event.ts';
import type { AlertMessage } from '../../../core/alerts/message.ts';
import type { Webhook } from '../../../core/alerts/webhook.ts';
import { createId } from '../../../core/ids.ts';
import type { TestKey, TestPerson } from '../api/harness.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage, type ShownPage } from './shown-pages.ts';

/** The state of a site at the time of a scan. */
interface Shown {
  /** Ids of images without alternative text on the start page, or of empty links if they begin with `link`. */
  faults?: string[];
  /** Ids of such images on the page `/sale`, to which the start page links. */
  onSale?: string[];
  /** Paths that answer 503. */
  down?: string[];
  axe?: string;
}

let workflow: Workflow;
let accountId: string;
let key: TestKey;
let person: TestPerson;
const shown = new Map<string, Shown>();
const now = new Date();

function pageAt({ origin, pathname }: URL): ShownPage | undefined {
  const [, site = '', page = ''] = pathname.split('/');
  const { faults = [], onSale, down = [], axe } = shown.get(site) ?? {};
  if (down.includes(`/${page}`)) return undefined;
  const ids = page === 'sale' ? (onSale ?? []) : faults;
  return {
    faults: ids.map((id) => ({ ruleId: id.startsWith('link') ? 'link-name' : 'image-alt', id })),
    links: onSale === undefined ? [] : [`${origin}/${site}/sale`],
    ...(axe === undefined ? {} : { axe }),
  };
}

beforeAll(async () => {
  workflow = await startWorkflow(buildScanPage(pageAt));
});
afterAll(() => workflow?.stop());

beforeEach(async () => {
  accountId = await workflow.api.account();
  key = await workflow.api.key(accountId);
  person = await workflow.api.member(accountId, 'viewer');
});

const by = () => ({ accountId, actor: person.personId, requestId: 'r' });

/** Adds an alert by mail to the person. */
async function addAlert(given: Partial<CreateAlert> = {}): Promise<Alert> {
  const { channel: _channel, ...body } = createAlertSchema.parse({
    name: 'Test',
    events: [
      'issues.new',
      'issues.regressed',
      'issues.fixed',
      'gate.failed',
      'gate.recovered',
      'site.unreachable',
    ],
    channel: { kind: 'mail', people: [person.personId] },
    ...given,
  });
  const of = { accountId, alertId: createAlertId(now), setBy: { personId: person.personId } };
  const alert = buildAlert(of, body, { kind: 'mail', people: [person.personId] }, now);
  expect(await insertAlert(workflow.api.tables.store, alert, { by: by(), now })).toBe('created');
  return alert;
}

/** Adds an endpoint that gets all events. */
async function addWebhook(given: Partial<Webhook> = {}): Promise<Webhook> {
  const webhook: Webhook = {
    webhookId: createId('webhook', now),
    accountId,
    url: 'https://hooks.example/',
    events: Object.keys(eventTypes) as EventType[],
    siteIds: null,
    description: '',
    secret: { sealed: { key: '', nonce: '', text: '', tag: '' } },
    createdBy: { personId: person.personId, name: 'Test' },
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    ...given,
  };
  expect(await insertWebhook(workflow.api.tables.store, webhook, { by: by(), now })).toBe('created');
  return webhook;
}

interface Tried extends Shown {
  branch?: string;
  rules?: string[];
  config?: object;
  metadata?: object;
}

let sites = 0;

/** Creates a site with a function that scans it and returns what is reported of the scan. */
async function createSite(change: object = {}) {
  sites += 1;
  const name = `shop${sites}`;
  const url = `${workflow.origin}/${name}/`;
  const { json } = await key.call('POST', '/sites', { body: { name, url, ...change } });
  const siteId = json.id as string;
  const known = new Set<string>();
  const take = async () => {
    const all = await listDeliveries(siteId);
    const fresh = all.filter(({ deliveryId }) => !known.has(deliveryId));
    for (const { deliveryId } of all) known.add(deliveryId);
    return new Reported(fresh);
  };
  return {
    siteId,
    name,
    take,
    async scan({ branch, rules = ['wcag-aa'], config, metadata, ...state }: Tried): Promise<Reported> {
      shown.set(name, state);
      await workflow.scan(key, siteId, {
        rules,
        screenshots: 'none',
        metadata: { ...(branch === undefined ? {} : { branch }), ...metadata },
        ...config,
      });
      return take();
    },
  };
}

/** What is reported of a scan. */
class Reported {
  readonly deliveries: Delivery[];

  constructor(deliveries: Delivery[]) {
    this.deliveries = deliveries;
  }

  /** The types of the events that webhooks get. */
  get events(): string[] {
    return this.#typesOf('event');
  }

  get messages(): AlertMessage[] {
    return this.deliveries.flatMap(({ content }) => (content.kind === 'message' ? [content.message] : []));
  }

  get titles(): string[] {
    return this.messages.map(({ title }) => title);
  }

  #typesOf(kind: string): string[] {
    return this.deliveries
      .filter(({ content }) => content.kind === kind)
      .map(({ content }) => content.type)
      .sort();
  }
}

async function listDeliveries(ownerId: string): Promise<Delivery[]> {
  const { db, table } = workflow.api.tables.store;
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'gsi4',
      KeyConditionExpression: 'gsi4pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.messagesOf(ownerId) },
    }),
  );
  const { findDelivery } = await import('../../../adapters/dynamodb/deliveries.ts');
  const found = await Promise.all(
    Items.filter(({ pk }) => pk.startsWith('delivery#')).map(({ pk }) =>
      findDelivery(workflow.api.tables.store, pk.slice('delivery#'.length)),
    ),
  );
  return found.flatMap((delivery) => delivery ?? []);
}

describe('the first scan of a site', () => {
  it('gives a summary, and nothing counts as new', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    const reported = await site.scan({ faults: ['a', 'b'], config: { failOn: { any: 'minor' } } });
    expect(reported.titles).toEqual([`First scan, 2 problems: ${site.name}`]);
    expect(reported.events).toEqual(['scan.completed']);
  });
});

describe('a new problem', () => {
  it('is reported once, with its fix, until it is fixed; then it is reported that it is fixed', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const reported = await site.scan({ faults: ['a'] });
    expect(reported.titles).toEqual([`1 new problem: ${site.name}`]);
    expect(reported.events).toEqual(['issues.new', 'scan.completed']);
    const [entry] = reported.messages[0]?.sections[0]?.entries ?? [];
    expect(entry).toMatchObject({
      title: 'Images must have alternative text',
      remedy: expect.stringMatching(/./),
      facts: expect.arrayContaining([{ name: 'Element', value: '<span id="a">', isCode: true }]),
    });
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([]);
    const fixed = await site.scan({});
    expect(fixed.titles).toEqual([`1 problem fixed: ${site.name}`]);
    expect(fixed.events).toEqual(['issues.fixed', 'scan.completed']);
    expect((await site.scan({})).titles).toEqual([]);
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([`1 problem came back: ${site.name}`]);
  });

  it('is reported once although a gate compares each scan with the same accepted one', async () => {
    await addAlert();
    const site = await createSite();
    const config = { failOn: { new: 'serious', minCoverage: 40 } };
    await site.scan({ config });
    const reported = await site.scan({ faults: ['a'], config });
    expect(reported.titles).toEqual([`1 new problem, Gate failed: ${site.name}`]);
    expect((await site.scan({ faults: ['a'], config })).titles).toEqual([]);
    expect((await site.scan({ config })).titles).toEqual([
      `Gate passed again, 1 problem fixed: ${site.name}`,
    ]);
  });

  it('is not reported by an alert of a higher impact', async () => {
    await addAlert({ impact: 'critical' });
    const site = await createSite();
    await site.scan({});
    expect((await site.scan({ faults: ['link'] })).titles).toEqual([]);
    expect((await site.scan({ faults: ['link', 'a'] })).titles).toEqual([`1 new problem: ${site.name}`]);
  });

  it('is not reported if it is suppressed', async () => {
    await addAlert();
    const site = await createSite();
    await site.scan({});
    const body = { match: { rule: 'image-alt' }, reason: 'Known' };
    expect((await key.call('POST', `/sites/${site.siteId}/suppressions`, { body })).status).toBe(201);
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([]);
  });

  it('is not reported of a page that was never judged before, nor is one of a page that is not judged reported as fixed', async () => {
    await addAlert();
    const site = await createSite();
    await site.scan({ onSale: ['x'], down: ['/sale'] });
    expect((await site.scan({ onSale: ['x'] })).titles).toEqual([]);
    expect((await site.scan({ onSale: ['x'], down: ['/sale'] })).titles).toEqual([]);
    expect((await site.scan({ onSale: ['x'] })).titles).toEqual([]);
    expect((await site.scan({ onSale: ['x', 'y'] })).titles).toEqual([`1 new problem: ${site.name}`]);
  });
});

describe('a change of the rules', () => {
  it('gives one note instead of an alert if the scan has other rules', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({ faults: ['link'], rules: ['wcag-a'] });
    const reported = await site.scan({ faults: ['link', 'a'], rules: ['wcag-aa', 'best-practice'] });
    expect(reported.titles).toEqual([`The rules changed: ${site.name}`]);
    expect(reported.events).toEqual(['rules.changed', 'scan.completed']);
    // Both go on, and each problem is reported once.
    expect((await site.scan({ faults: ['link', 'a'], rules: ['wcag-a'] })).titles).toEqual([]);
    const more = ['link', 'a', 'b'];
    const next = await site.scan({ faults: more, rules: ['wcag-aa', 'best-practice'] });
    expect(next.titles).toEqual([`1 new problem: ${site.name}`]);
    expect((await site.scan({ faults: more, rules: ['wcag-a'] })).titles).toEqual([]);
  });

  it('gives one note instead of an alert if axe-core has another version', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const reported = await site.scan({ faults: ['a'], axe: '9.0.0' });
    expect(reported.titles).toEqual([`The rules changed: ${site.name}`]);
    expect(reported.events).toEqual(['rules.changed', 'scan.completed']);
    const next = await site.scan({ faults: ['a', 'b'], axe: '9.0.0' });
    expect(next.titles).toEqual([`1 new problem: ${site.name}`]);
  });
});

describe('scans that do not show the site', () => {
  it('of pull requests alert nobody, but webhooks hear that they ended', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const reported = await site.scan({ faults: ['a'], metadata: { pullRequest: '7' } });
    expect(reported.titles).toEqual([]);
    expect(reported.events).toEqual(['scan.completed']);
  });

  it('of other branches alert only those who name the branch', async () => {
    await addAlert();
    const site = await createSite({ mainBranch: 'main' });
    await site.scan({ branch: 'main' });
    expect((await site.scan({ branch: 'next', faults: ['a'] })).titles).toEqual([]);
    expect(await readAlertState(workflow.api.tables.store, site.siteId, 'next')).toBeUndefined();
    await addAlert({ branches: ['next', 'beta'] });
    expect((await site.scan({ branch: 'next', faults: ['a'] })).titles).toEqual([]);
    expect((await site.scan({ branch: 'beta', faults: ['a'] })).titles).toEqual([
      `First scan, 1 problem: ${site.name}`,
    ]);
    expect((await site.scan({ branch: 'next', faults: ['a', 'b'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
    expect((await site.scan({ branch: 'main', faults: ['a'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
  });

  it('report each problem once if some scans of the site name the branch and others do not', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({ branch: 'main' });
    expect((await site.scan({})).events).toEqual(['scan.completed']);
    expect((await site.scan({ branch: 'main', faults: ['a'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([]);
  });
});

describe('a gate', () => {
  it('is reported when it fails after it did not, and when it recovers', async () => {
    await addAlert({ events: ['gate.failed', 'gate.recovered'] });
    const site = await createSite();
    const config = { failOn: { any: 'serious' } };
    const scan = (faults: string[], down: string[] = []) => site.scan({ faults, down, onSale: [], config });
    await scan([]);
    expect((await scan(['a'])).titles).toEqual([`Gate failed: ${site.name}`]);
    expect((await scan(['a', 'b'])).titles).toEqual([]);
    expect((await scan([])).titles).toEqual([`Gate passed again: ${site.name}`]);
    expect((await scan([])).titles).toEqual([]);
  });

  it('is not reported if it was failing at the first scan, nor its recovery', async () => {
    await addAlert({ events: ['gate.failed', 'gate.recovered'] });
    const site = await createSite();
    const config = { failOn: { any: 'serious' } };
    for (const faults of [['a'], ['a'], []]) expect((await site.scan({ faults, config })).titles).toEqual([]);
  });
});

describe('a site that cannot be reached', () => {
  it('is reported once, until a page is judged again', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const down = { down: ['/'] };
    const reported = await site.scan(down);
    expect(reported.titles).toEqual([`No page could be scanned: ${site.name}`]);
    expect(reported.events).toEqual(['scan.failed', 'site.unreachable']);
    expect((await site.scan(down)).titles).toEqual([]);
    expect((await site.scan({})).titles).toEqual([]);
    expect((await site.scan(down)).titles).toEqual([`No page could be scanned: ${site.name}`]);
  });
});

describe('who hears', () => {
  it('is nobody who may not access the site, or is no member any more', async () => {
    const site = await createSite();
    const other = await createSite();
    const limited = await workflow.api.member(accountId, 'viewer', { siteIds: [other.siteId] });
    const gone = createId('person', now);
    const { store } = workflow.api.tables;
    const alert = await addAlert();
    const people = [person.personId, limited.personId, gone];
    const wider = { ...alert, alertId: createAlertId(now), channel: { kind: 'mail' as const, people } };
    await insertAlert(store, wider, { by: by(), now });
    const reported = await site.scan({});
    const recipients = reported.deliveries.flatMap(({ channel }) =>
      channel.kind === 'mail' && channel.alertId === wider.alertId ? [channel.to] : [],
    );
    expect(recipients).toEqual([{ personId: person.personId }]);
  });

  it('is decided by the labels of the site when the scan ends', async () => {
    await addAlert({ sites: { labels: ['Web Team'] } });
    const site = await createSite({ labels: ['web team'] });
    const other = await createSite({ labels: ['shop'] });
    expect((await site.scan({})).titles).toHaveLength(1);
    expect((await other.scan({})).titles).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('that is disabled misses nothing: what happens is listed, and is sent when somebody requests it', async () => {
    await addWebhook({ disabled: { at: now.toISOString(), reason: 'failing' } });
    const site = await createSite();
    const { deliveries } = await site.scan({});
    expect(
      deliveries.map(({ content, state, nextAttemptAt }) => [content.type, state, nextAttemptAt]),
    ).toEqual([['scan.completed', 'dropped', undefined]]);
  });

  it('is reported to the administrators as it was at each change, also if it was changed back or deleted', async () => {
    person = await workflow.api.member(accountId, 'admin');
    const { store } = workflow.api.tables;
    const first = await addWebhook();
    const author = { keyId: key.record.keyId, name: 'Terraform' };
    const change = { by: by(), now, author };
    const second = {
      ...first,
      url: 'https://attacker.example/',
      updatedAt: new Date(now.getTime() + 1).toISOString(),
    };
    await replaceWebhook(store, first, second, { ...change, change: 'changed', changed: ['url'] });
    const third = { ...first, updatedAt: new Date(now.getTime() + 2).toISOString() };
    await replaceWebhook(store, second, third, { ...change, change: 'changed', changed: ['url'] });
    await removeWebhook(store, third, { ...change, change: 'deleted' });
    await workflow.sweep(new Date(Date.now() + 60_000));
    await workflow.drainQueues();
    const { messages } = new Reported(await listDeliveries(accountId));
    expect(messages.map(({ title }) => title).sort()).toEqual([
      'Webhook changed: https://attacker.example/',
      'Webhook changed: https://hooks.example/',
      'Webhook created: https://hooks.example/',
      'Webhook deleted: https://hooks.example/',
    ]);
    const [changed] = messages.filter(({ title }) => title.endsWith('attacker.example/'));
    expect(changed?.intro).toEqual([
      'The API key “Terraform” changed an endpoint of webhooks. Events of the account are sent to it as it is now.',
      'What changed: URL.',
      'If this was not intended, delete the endpoint, and revoke the key.',
    ]);
  });
});
