import type { AlertMessage } from './message.ts';
import type { SealedText } from './sealed-text.ts';

/** Days for which deliveries are kept and can be repeated. */
export const DELIVERY_DAYS = 30;

/** Number of attempts that a delivery remembers: all of them, unless it was requested again. */
export const ATTEMPTS_KEPT = 10;

/** Maximum number of bytes of a response that an attempt remembers. */
export const RESPONSE_BYTES_KEPT = 4_096;

/** Where a delivery goes. */
export type Channel =
  | { kind: 'webhook'; webhookId: string }
  /** The incoming webhook of an alert. */
  | { kind: 'slack'; alertId: string }
  | {
      kind: 'mail';
      /** A member of the account, or an address that was invited. */
      to: { personId: string } | { email: string };
      /** The alert that sends it; null for mail that no alert sends, such as an invitation. */
      alertId: string | null;
    };

/** What is delivered: the body of a webhook, or a message to people. */
export type DeliveryContent =
  | { kind: 'event'; eventId: string; type: string; body: string }
  | {
      kind: 'message';
      eventId: string;
      type: string;
      message: AlertMessage;
      /**
       * The link of an invitation, which replaces the URL of `message.action` when the mail is sent: the link is a
       * secret, so no item has it in plain text. It is bound to the invitation.
       */
      sealedLink?: { invitationId: string; link: SealedText };
    };

/** One attempt at a delivery. */
export interface Attempt {
  /** RFC 3339 UTC. */
  at: string;
  durationMs: number;
  /** Headers of the request, without the signature's secret; empty for mail. */
  requestHeaders: Record<string, string>;
  /** Status of the response; null if no response came. */
  status: number | null;
  /** The first 4 KB of the response, as text. */
  response: string;
  /** Why it failed, for people; null if it succeeded. */
  failure: string | null;
}

/** `pending` until it is delivered, refused for good, or given up. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The delivery of one event or message to one recipient. Times are RFC 3339 UTC. */
export interface Delivery {
  /** Derived from the event and the channel, so that an event is delivered once to each. */
  deliveryId: string;
  accountId: string;
  siteId: string | null;
  channel: Channel;
  content: DeliveryContent;
  state: DeliveryState;
  /** Newest last, at most `ATTEMPTS_KEPT`. */
  attempts: Attempt[];
  /** Number of all attempts. */
  attemptCount: number;
  /** Number of attempts since the delivery was requested, for the first time or again. */
  attemptsSinceRequest: number;
  /** When the next attempt is due; absent if the delivery is not attempted again. */
  nextAttemptAt?: string;
  createdAt: string;
  /** When it was requested, for the first time or again: the beginning of the time for which it is kept. */
  requestedAt: string;
  correlationId: string;
}

/**
 * Returns the id under which the deliveries of a channel are listed: of the endpoint, of the alert, or of the person.
 * Mail to an address that was invited is not listed.
 */
export function getTargetId(channel: Channel): string | undefined {
  switch (channel.kind) {
    case 'webhook':
      return channel.webhookId;
    case 'slack':
      return channel.alertId;
    case 'mail':
      return channel.alertId ?? ('personId' in channel.to ? channel.to.personId : undefined);
  }
}
