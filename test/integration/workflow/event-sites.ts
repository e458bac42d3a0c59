import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { insertAlert } from '../../../adapters/dynamodb/alerts.ts';
import { insertWebhook } from '../../../adapters/dynamodb/webhooks.ts';
import { type Alert, buildAlert, createAlertId } from '../../../core/alerts/alert.ts';
import { type CreateAlert, createAlertSchema } from '../../../core/alerts/alert-bodies.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import { type EventType, eventTypes } from '../../../core/alerts/event.ts';
import type { AlertMessage } from '../../../core/alerts/message.ts';
import type { Webhook } from '../../../core/alerts/webhook.ts';
import { makeWebhook } from '../../support/fixtures.ts';
import { listDeliveries } from '../../support/reported-messages.ts';
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

interface Tried extends Shown {
  branch?: string;
  rules?: string[];
  config?: object;
  metadata?: object;
}

/** What is reported of a scan. */
export class Reported {
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

/** The entry of a message about a new image without alternative text. */
export const imageEntry = {
  title: 'Images must have alternative text',
  remedy: expect.stringMatching(/./),
  facts: expect.arrayContaining([{ name: 'Element', value: '<span id="a">', isCode: true }]),
};

/** Starts the workflow before the tests of a file, and has a new account for each test. */
export function useEvents() {
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
    const webhook = makeWebhook(accountId, {
      events: Object.keys(eventTypes) as EventType[],
      createdBy: { personId: person.personId, name: 'Test' },
      ...given,
    });
    expect(await insertWebhook(workflow.api.tables.store, webhook, { by: by(), now })).toBe('created');
    return webhook;
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
      const all = await listDeliveries(workflow.api.tables.store, siteId);
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

  return {
    addAlert,
    addWebhook,
    createSite,
    by,
    account: () => ({ accountId, key, person }),
    workflow: () => workflow,
  };
}
