import { createHash } from 'node:crypto';
import { buildDerivedId } from '../ids.ts';
import type { Channel, Delivery } from './delivery.ts';

/** What a new delivery is built from. */
export interface NewDelivery
  extends Pick<Delivery, 'accountId' | 'siteId' | 'channel' | 'content' | 'correlationId'> {
  /** Time of the event, RFC 3339 UTC. */
  at: string;
}

/** Returns a delivery that is due at once. The same event and channel always give the same id. */
export function buildDelivery({ at, ...given }: NewDelivery, now: Date): Delivery {
  const { content, channel } = given;
  const digest = createHash('sha256').update(JSON.stringify([content.eventId, listChannelIds(channel)]));
  return {
    deliveryId: buildDerivedId('delivery', new Date(at), digest.digest()),
    ...given,
    state: 'pending',
    attempts: [],
    attemptCount: 0,
    attemptsSinceRequest: 0,
    nextAttemptAt: now.toISOString(),
    createdAt: now.toISOString(),
    requestedAt: now.toISOString(),
  };
}

/** Returns what identifies a channel, independent of the order of its members. */
function listChannelIds(channel: Channel): (string | null)[] {
  switch (channel.kind) {
    case 'webhook':
      return [channel.kind, channel.webhookId];
    case 'slack':
      return [channel.kind, channel.alertId];
    case 'mail':
      return [channel.kind, channel.alertId, ...Object.entries(channel.to).flat()];
  }
}
