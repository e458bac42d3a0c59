import { exampleAlert, exampleAlertPreview } from '../../../core/api/alert-examples.ts';
import { exampleNotifications } from '../../../core/api/people-examples.ts';
import { exampleDeliveryDetail, exampleWebhook } from '../../../core/api/webhook-examples.ts';
import type {
  Alert,
  AlertPreview,
  Delivery,
  DeliveryDetail,
  Notifications,
  PageOf,
  Webhook,
  WebhookWithSecret,
} from '../../../dashboard/api/types.ts';
import { type FakeAnswer, ok, problem } from './fake-answer.ts';
import { accounts, at, HOSTILE, id, otherPersonId, personId, unsubscribeToken } from './fake-data.ts';

/** What the fake service answers about alerts, webhooks and the mails of a person. */

export const alertId = id('alert', '1');
export const webhookId = id('webhook', '1');
export const deliveryId = id('delivery', '1');
/** The secret of every endpoint that is created, or whose secret is rotated. */
export const webhookSecret = `whsec_${'Z'.repeat(43)}=`;

export interface FakeAlerts {
  alerts: Alert[];
  preview: AlertPreview;
  webhooks: Webhook[];
  deliveries: DeliveryDetail[];
  notifications: Notifications;
}

export function createFakeAlerts(): FakeAlerts {
  return {
    alerts: createAlerts(),
    preview: createPreview(),
    webhooks: createWebhooks(),
    deliveries: createDeliveries(),
    notifications: createNotifications(),
  };
}

const ada = { personId, name: 'Ada Lovelace' };

function createAlerts(): Alert[] {
  const weekly = { every: 'week', on: ['monday', 'friday'], at: '08:00', timeZone: 'Europe/Berlin' } as const;
  const alert = { ...exampleAlert, setBy: ada, createdAt: at(-20), updatedAt: at(-2) };
  return [
    {
      ...alert,
      id: alertId,
      sites: { ids: [id('site', '1'), id('site', 'deleted')] },
      channel: { kind: 'mail', people: [ada, { personId: otherPersonId, name: HOSTILE }] },
    },
    {
      ...alert,
      id: id('alert', '2'),
      name: HOSTILE,
      sites: { labels: ['blog', HOSTILE.slice(0, 24)] },
      branches: ['main', HOSTILE],
      channel: { kind: 'slack' },
      delivery: { ...weekly, on: [...weekly.on] },
      nextDigestAt: at(3),
      state: 'disabled',
      setBy: { personId: otherPersonId, name: null },
    },
    {
      ...alert,
      id: id('alert', '3'),
      name: 'Everything about every site of the company, for the whole department that cares for it',
      sites: 'all',
      impact: 'minor',
      channel: { kind: 'slack' },
      delivery: { every: 'day', at: '07:30', timeZone: 'America/Argentina/Buenos_Aires' },
      nextDigestAt: at(0.4),
      state: 'author-gone',
    },
  ];
}

function createPreview(): AlertPreview {
  const [message] = exampleAlertPreview.messages;
  const [section] = message?.sections ?? [];
  const [entry] = section?.entries ?? [];
  if (message === undefined || section === undefined || entry === undefined) {
    throw new Error('The example of a preview has no entry.');
  }
  const facts = [...entry.facts, { name: 'Element', value: HOSTILE.repeat(3), isCode: true as const }];
  const hostile = { ...entry, title: HOSTILE, link: null, facts };
  return {
    ...exampleAlertPreview,
    messages: [{ ...message, sections: [{ ...section, entries: [entry, hostile], omitted: 12 }] }],
  };
}

function createWebhooks(): Webhook[] {
  const webhook = { ...exampleWebhook, createdBy: ada, createdAt: at(-40), updatedAt: at(-3) };
  return [
    { ...webhook, id: webhookId, failingSince: at(-1.5), previousSecretUntil: at(0.7) },
    {
      ...webhook,
      id: id('webhook', '2'),
      url: `https://hooks.example.com/${'long/'.repeat(30)}`,
      description: HOSTILE,
      sites: [id('site', '1')],
      state: 'disabled',
      disabled: { at: at(-4), reason: 'failing' },
    },
    { ...webhook, id: id('webhook', '3'), url: 'https://tickets.example.com/', description: '' },
  ];
}

function createDeliveries(): DeliveryDetail[] {
  const { attempts, ...delivery } = exampleDeliveryDetail;
  const [sent] = attempts;
  if (sent === undefined) throw new Error('The example of a delivery has no attempt.');
  const refused = {
    ...sent,
    at: at(-0.2),
    status: 500,
    durationMs: 1_204,
    failure: 'The receiver answered with status 500.',
    response: `<!doctype html><title>${HOSTILE}</title>${'x'.repeat(300)}`,
  };
  const silent = {
    ...sent,
    at: at(-0.3),
    status: null,
    durationMs: 10_000,
    failure: 'No answer within 10 s.',
    response: '',
  };
  return [
    {
      ...delivery,
      id: deliveryId,
      state: 'pending',
      nextAttemptAt: at(0.2),
      attemptCount: 2,
      lastAttempt: refused,
      createdAt: at(-0.3),
      body: JSON.stringify({ type: 'issues.new', data: { groups: [{ title: HOSTILE }] } }),
      attempts: [refused, silent],
    },
    {
      ...delivery,
      id: id('delivery', '2'),
      type: 'gate.failed',
      createdAt: at(-1),
      lastAttempt: { ...sent, at: at(-1) },
      attempts: [{ ...sent, at: at(-1) }],
    },
    {
      ...delivery,
      id: id('delivery', '3'),
      type: 'webhook.test',
      state: 'dropped',
      attemptCount: 0,
      lastAttempt: null,
      createdAt: at(-2),
      attempts: [],
    },
  ];
}

function createNotifications(): Notifications {
  return {
    ...exampleNotifications,
    email: 'ada@example.com',
    stopped: { reason: 'bounce', at: at(-2) },
    accounts: [
      { accountId: accounts.full, name: 'Acme Shops', alerts: true, digests: false },
      { accountId: accounts.empty, name: HOSTILE, alerts: true, digests: true },
    ],
  };
}

/** Answers the call with the token of a mail, which needs no session; undefined for others. */
export function answerMailLink(call: string, query: URLSearchParams): FakeAnswer | undefined {
  if (call !== 'POST /unsubscribe') return undefined;
  return query.get('token') === unsubscribeToken
    ? { status: 204 }
    : problem(404, 'unsubscribe-link-invalid', 'The link is not valid.');
}

/** Answers the calls about the mails of the person; undefined for others. */
export function answerNotifications(
  state: FakeAlerts,
  call: string,
  body: Record<string, unknown>,
): FakeAnswer | undefined {
  const { notifications } = state;
  switch (call) {
    case 'PUT /me/notifications':
      for (const account of notifications.accounts) {
        if (account.accountId === body.accountId) Object.assign(account, body);
      }
      return ok<Notifications>(notifications);
    case 'POST /me/notifications/start':
      notifications.stopped = null;
      return ok<Notifications>(notifications);
    case 'GET /me/notifications':
      return ok<Notifications>(notifications);
  }
  return undefined;
}

/** Answers the calls about alerts; undefined for others. @param isEmpty whether the account has none */
export function answerAlerts(
  state: FakeAlerts,
  method: string,
  path: string,
  body: Record<string, unknown>,
  isEmpty: boolean,
): FakeAnswer | undefined {
  const [, itemId, action] = /^\/alerts(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (!/^\/alerts(\/|$)/.test(path)) return undefined;
  if (`${method} ${path}` === 'GET /alerts') {
    return ok<{ items: Alert[] }>({ items: isEmpty ? [] : state.alerts });
  }
  if (`${method} ${path}` === 'POST /alerts/preview') {
    return ok<AlertPreview>(isEmpty ? { scanId: null, messages: [] } : state.preview);
  }
  const { channel, ...members } = body as Partial<Alert> & { channel?: { kind: string; url?: string } };
  if (body.name === '') return refuse('name', 'must not be empty');
  if (channel?.kind === 'slack' && !channel.url?.startsWith('https://hooks.slack.com/')) {
    return refuse('channel.url', 'must begin with https://hooks.slack.com/');
  }
  /** The URL of a channel is never shown. */
  const shown =
    channel === undefined
      ? {}
      : channel.kind === 'slack'
        ? { channel: { kind: 'slack' as const } }
        : { channel: { kind: 'mail' as const, people: [ada] } };
  if (`${method} ${path}` === 'POST /alerts') {
    const created: Alert = {
      ...(createAlerts()[0] as Alert),
      ...members,
      ...shown,
      id: id('alert', 'n'),
    };
    state.alerts = [created, ...state.alerts];
    return ok<Alert>(created, 201);
  }
  const alert = state.alerts.find((each) => each.id === itemId);
  if (alert === undefined || isEmpty) return problem(404, 'alert-not-found', 'The alert does not exist.');
  switch (`${method} ${action ?? ''}`) {
    case 'GET ':
      return ok<Alert>(alert);
    case 'PATCH ':
      Object.assign(alert, members, shown, { state: 'active' });
      return ok<Alert>(alert);
    case 'DELETE ':
      state.alerts = state.alerts.filter((each) => each !== alert);
      return { status: 204 };
    case 'POST test':
      return ok<{ recipients: number }>({ recipients: alert.channel.kind === 'mail' ? 2 : 0 }, 202);
  }
  return undefined;
}

/** Answers the calls about webhooks; undefined for others. @param isEmpty whether the account has none */
export function answerWebhooks(
  state: FakeAlerts,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  isEmpty: boolean,
): FakeAnswer | undefined {
  const [, itemId, action, ofDelivery, redelivery] =
    /^\/webhooks(?:\/(\w+))?(?:\/([\w-]+))?(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (!/^\/webhooks(\/|$)/.test(path)) return undefined;
  if (`${method} ${path}` === 'GET /webhooks') {
    return ok<PageOf<Webhook>>({ items: isEmpty ? [] : state.webhooks, nextCursor: null });
  }
  if (typeof body.url === 'string' && !body.url.startsWith('https://')) {
    return refuse('url', 'must begin with https://');
  }
  if (Array.isArray(body.events) && body.events.length === 0)
    return refuse('events', 'must name at least one');
  if (`${method} ${path}` === 'POST /webhooks') {
    const created = { ...exampleWebhook, ...(body as Partial<Webhook>), id: id('webhook', 'n') };
    state.webhooks = [created, ...state.webhooks];
    return ok<WebhookWithSecret>({ ...created, secret: webhookSecret }, 201);
  }
  const webhook = state.webhooks.find((each) => each.id === itemId);
  if (webhook === undefined) return problem(404, 'webhook-not-found', 'The endpoint does not exist.');
  if (action === 'deliveries') return answerDeliveries(state, query, ofDelivery, redelivery, isEmpty);
  switch (`${method} ${action ?? ''}`) {
    case 'GET ':
      return ok<Webhook>(webhook);
    case 'PATCH ':
      Object.assign(webhook, body);
      if (body.state === 'active') webhook.disabled = null;
      if (body.state === 'disabled') webhook.disabled = { at: at(0), reason: 'on-request' };
      return ok<Webhook>(webhook);
    case 'DELETE ':
      state.webhooks = state.webhooks.filter((each) => each !== webhook);
      return { status: 204 };
    case 'POST rotate-secret':
      webhook.previousSecretUntil = at(1);
      return ok<WebhookWithSecret>({ ...webhook, secret: webhookSecret });
    case 'POST test': {
      const sent = toPending({ ...exampleDeliveryDetail, id: id('delivery', 'n'), type: 'webhook.test' });
      state.deliveries = [sent, ...state.deliveries];
      return ok<Delivery>(withoutAttempts(sent), 202);
    }
  }
  return undefined;
}

function answerDeliveries(
  state: FakeAlerts,
  query: URLSearchParams,
  itemId: string | undefined,
  redelivery: string | undefined,
  isEmpty: boolean,
): FakeAnswer {
  if (itemId === undefined) {
    const isMatch = (name: string, value: string) => [null, value].includes(query.get(name));
    const found = state.deliveries.filter(
      (each) => isMatch('state', each.state) && isMatch('type', each.type),
    );
    return ok<PageOf<Delivery>>({ items: isEmpty ? [] : found.map(withoutAttempts), nextCursor: null });
  }
  const delivery = state.deliveries.find((each) => each.id === itemId);
  if (delivery === undefined) return problem(404, 'delivery-not-found', 'The delivery does not exist.');
  if (redelivery === undefined) return ok<DeliveryDetail>(delivery);
  Object.assign(delivery, toPending(delivery));
  return ok<Delivery>(withoutAttempts(delivery), 202);
}

/** Returns a delivery that is attempted at once. */
function toPending(delivery: DeliveryDetail): DeliveryDetail {
  return { ...delivery, state: 'pending', nextAttemptAt: at(0) };
}

/** Only the detail of a delivery has its body and its attempts. */
function withoutAttempts({ body: _body, attempts: _attempts, ...delivery }: DeliveryDetail): Delivery {
  return delivery;
}

function refuse(path: string, message: string): FakeAnswer {
  return problem(422, 'invalid-request', `${path} ${message}.`, [{ path, message }]);
}
