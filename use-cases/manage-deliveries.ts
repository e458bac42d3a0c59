import { canAccessSite } from '../core/access/principal.ts';
import type { DeliveryMessage } from '../core/alerts/alert-messages.ts';
import { requestAgain } from '../core/alerts/attempt-outcome.ts';
import { buildDelivery } from '../core/alerts/build-delivery.ts';
import type { Delivery, DeliveryState } from '../core/alerts/delivery.ts';
import { TEST_EVENT_TYPE } from '../core/alerts/event.ts';
import { buildWebhookLinks } from '../core/alerts/event-links.ts';
import type { EventData } from '../core/alerts/event-schemas.ts';
import type { Webhook } from '../core/alerts/webhook.ts';
import { buildFirstIdAt, createId } from '../core/ids.ts';
import { FILTERED_READ, type Listing, listMatching } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import { Problem } from '../core/problems/problem.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';
import { type FindWebhook, requireWebhook } from './require-webhook.ts';
import { retryWrite } from './retry-write.ts';

type WebhookCall = RequestContext<'key' | 'member'> & { webhookId: string };
type DeliveryCall = WebhookCall & { deliveryId: string };

interface FindDelivery extends FindWebhook {
  findDelivery(deliveryId: string): Promise<Delivery | undefined>;
}

interface SendMessage {
  /** Requests an attempt. If the message cannot be sent, the sweeper sends it later. */
  requestDelivery(message: DeliveryMessage): Promise<void>;
}

/** Filters for deliveries. Times are RFC 3339. */
export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  type?: string | undefined;
  /** Only events of this time or later. */
  from?: string | undefined;
  /** Only events before this time. */
  to?: string | undefined;
}

export interface ListDeliveriesDependencies extends FindWebhook, FindAccount {
  listDeliveries(targetId: string, range: ListRange): Promise<Listing<Delivery>>;
}

/** Returns one result page of the deliveries to an endpoint, newest first. @throws Problem webhook-not-found */
export async function listWebhookDeliveries(
  dependencies: ListDeliveriesDependencies,
  {
    principal,
    webhookId,
    query,
  }: Omit<WebhookCall, 'requestId' | 'now'> & { query: DeliveryFilter & PageRequest },
): Promise<Page<Delivery>> {
  await requireWebhook(dependencies, principal, webhookId);
  const { limit, cursor, state, type, from, to } = query;
  const list = {
    accountId: principal.accountId,
    call: 'list-webhook-deliveries' as const,
    filters: { webhookId, state, type, from, to },
    limit,
    cursor,
  };
  // Ids sort by the time of their event.
  const first = from === undefined ? '' : buildFirstIdAt('delivery', new Date(from));
  const end = to === undefined ? undefined : buildFirstIdAt('delivery', new Date(to));
  return readResultPage(dependencies, list, ({ after = end }) =>
    listMatching(
      async (later) => {
        const range = { limit: FILTERED_READ, ...(later === undefined ? {} : { after: later }) };
        const { items, next } = await dependencies.listDeliveries(webhookId, range);
        const isOver = next === undefined || next < first;
        return isOver ? { items } : { items, next };
      },
      (delivery) =>
        delivery.deliveryId >= first &&
        mayRead(principal, delivery) &&
        (state === undefined || delivery.state === state) &&
        (type === undefined || delivery.content.type === type),
      { limit, idOf: ({ deliveryId }) => deliveryId, ...(after === undefined ? {} : { after }) },
    ),
  );
}

/** Returns a delivery to an endpoint. @throws Problem webhook-not-found or delivery-not-found */
export async function getWebhookDelivery(
  dependencies: FindDelivery,
  { principal, webhookId, deliveryId }: Omit<DeliveryCall, 'requestId' | 'now'>,
): Promise<Delivery> {
  return requireDelivery(
    dependencies,
    principal,
    await requireWebhook(dependencies, principal, webhookId),
    deliveryId,
  );
}

export interface RedeliverDependencies extends FindDelivery, SendMessage {
  replaceDelivery(before: Delivery, after: Delivery): Promise<boolean>;
}

/**
 * Requests a delivery again. The id of the event stays the same.
 * @throws Problem webhook-not-found, delivery-not-found or webhook-disabled
 */
export async function redeliver(
  dependencies: RedeliverDependencies,
  { principal, now, webhookId, deliveryId }: Omit<DeliveryCall, 'requestId'>,
): Promise<Delivery> {
  const webhook = await requireEnabled(dependencies, principal, webhookId);
  const delivery = await retryWrite('delivery', async () => {
    const before = await requireDelivery(dependencies, principal, webhook, deliveryId);
    const after = requestAgain(before, now);
    return (await dependencies.replaceDelivery(before, after)) ? after : undefined;
  });
  await requestAttempt(dependencies, delivery);
  return delivery;
}

export interface TestWebhookDependencies extends FindWebhook, SendMessage {
  insertDelivery(delivery: Delivery): Promise<boolean>;
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
}

/**
 * Sends an event to an endpoint that says that it is a test.
 * @throws Problem webhook-not-found or webhook-disabled
 */
export async function testWebhook(
  dependencies: TestWebhookDependencies,
  { principal, requestId, now, webhookId }: WebhookCall,
): Promise<Delivery> {
  const { accountId, url, events } = await requireEnabled(dependencies, principal, webhookId);
  const at = now.toISOString();
  const data: EventData<typeof TEST_EVENT_TYPE> = {
    accountId,
    webhook: { id: webhookId, url, events },
    links: buildWebhookLinks({ origin: await dependencies.readOrigin(), accountId }, webhookId),
  };
  const body = JSON.stringify({ type: TEST_EVENT_TYPE, timestamp: at, data });
  const delivery = buildDelivery(
    {
      accountId,
      siteId: null,
      channel: { kind: 'webhook', webhookId },
      content: { kind: 'event', eventId: createId('event', now), type: TEST_EVENT_TYPE, body },
      correlationId: requestId,
      at,
    },
    now,
  );
  await dependencies.insertDelivery(delivery);
  await requestAttempt(dependencies, delivery);
  return delivery;
}

async function requireEnabled(
  dependencies: FindWebhook,
  principal: WebhookCall['principal'],
  webhookId: string,
): Promise<Webhook> {
  const webhook = await requireWebhook(dependencies, principal, webhookId);
  if (webhook.disabled !== undefined) throw new Problem('webhook-disabled');
  return webhook;
}

async function requireDelivery(
  { findDelivery }: FindDelivery,
  principal: WebhookCall['principal'],
  { webhookId }: Webhook,
  deliveryId: string,
): Promise<Delivery> {
  const delivery = await findDelivery(deliveryId);
  const isOfWebhook = delivery?.channel.kind === 'webhook' && delivery.channel.webhookId === webhookId;
  if (!isOfWebhook || !mayRead(principal, delivery)) throw new Problem('delivery-not-found');
  return delivery;
}

/**
 * True if a caller may read a delivery. An endpoint may have been for more sites when it was written than the caller
 * may access.
 */
function mayRead(principal: WebhookCall['principal'], { siteId, content }: Delivery): boolean {
  if (content.type === TEST_EVENT_TYPE) return true;
  return siteId === null ? principal.siteIds === undefined : canAccessSite(principal, siteId);
}

async function requestAttempt(
  { requestDelivery }: SendMessage,
  { accountId, deliveryId, correlationId }: Delivery,
): Promise<void> {
  await requestDelivery({ accountId, deliveryId, correlationId });
}
