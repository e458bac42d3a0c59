import {
  ATTEMPTS_KEPT,
  type Delivery,
  type DeliveryContent,
  type DeliveryState,
} from '../core/alerts/delivery.ts';
import type { AlertMessage } from '../core/alerts/message.ts';
import type { SealedText } from '../core/alerts/sealed-text.ts';
import type { Mail, MailHeader, SendOutcome } from '../core/mail/mail.ts';
import type { MailKind } from '../core/mail/mail-settings.ts';
import { buildUnsubscribeLinks, formatUnsubscribeToken } from '../core/mail/unsubscribe-token.ts';
import {
  type FindRecipientDependencies,
  findMailRecipient,
  type MailRecipient,
} from './find-mail-recipient.ts';
import type { Log } from './log.ts';

export interface SendMailDependencies extends FindRecipientDependencies {
  findDelivery(deliveryId: string): Promise<Delivery | undefined>;
  /** Replaces a delivery. Returns false if another attempt was counted since it was read, or its state has changed. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<boolean>;
  /** Counts an invitation that is mailed to an address. Returns how many there have been on this day. */
  countInvitationMail(email: string, now: Date): Promise<number>;
  /** Decrypts the link of an invitation. */
  unsealLink(link: SealedText, owner: { accountId: string; itemId: string }): Promise<string>;
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
  render(
    message: AlertMessage,
    unsubscribe: { kind: MailKind; url: string } | null,
  ): Pick<Mail, 'subject' | 'text' | 'html'>;
  /** Sends a mail; null if mail is off. */
  send: ((mail: Mail) => Promise<SendOutcome>) | null;
  /** Counts an attempt to send a mail. */
  countMail(outcome: SendOutcome['kind']): void;
  log: Log;
}

const MINUTE_MS = 60_000;

/** Minutes after which a claimed attempt is due again, if the function crashed. Longer than its timeout. */
const CLAIM_MINUTES = 5;

/** Pauses before further attempts, in minutes. After the last one, the delivery fails. */
const pausesMinutes = [1, 5, 30, 120, 300, 600];

/** Invitations that one address gets on one day, from all accounts together, so that they cannot flood it. */
const INVITATION_MAILS_MAX = 5;

const MAIL_IS_OFF = 'The service sends no mail: its operator has not configured a sender.';

/**
 * Attempts the delivery of a mail. It may be called several times for one delivery: one call claims the attempt. A mail
 * is sent twice only if the function is killed between the acceptance of the mail and the write of this fact.
 */
export async function sendMail(
  dependencies: SendMailDependencies,
  deliveryId: string,
  now: Date,
): Promise<void> {
  const { log } = dependencies;
  const delivery = await dependencies.findDelivery(deliveryId);
  if (delivery === undefined || delivery.state !== 'pending') return;
  const { nextAttemptAt } = delivery;
  if (nextAttemptAt === undefined || Date.parse(nextAttemptAt) > now.getTime()) return;
  const claimed = claimAttempt(delivery, now);
  if (!(await dependencies.replaceDelivery(delivery, claimed))) return;
  const begun = performance.now();
  const result = await attempt(dependencies, claimed, now);
  const after = applyResult(claimed, result, { at: now, durationMs: Math.round(performance.now() - begun) });
  log.info('mail attempted', { state: after.state, failure: result.failure });
  if (!(await dependencies.replaceDelivery(claimed, after))) {
    log.warn('the delivery has changed during the attempt', { deliveryId });
  }
}

/**
 * Returns the delivery with one more attempt, which only one call can write. If the function crashes, the next attempt
 * is due when the claim has ended.
 */
function claimAttempt(delivery: Delivery, now: Date): Delivery {
  return {
    ...delivery,
    attemptCount: delivery.attemptCount + 1,
    attemptsSinceRequest: delivery.attemptsSinceRequest + 1,
    nextAttemptAt: addMinutes(now, CLAIM_MINUTES),
  };
}

/** The end of an attempt. */
interface Result {
  state: DeliveryState;
  failure: string | null;
  /** What the mail service answered. */
  response: string;
}

async function attempt(dependencies: SendMailDependencies, delivery: Delivery, now: Date): Promise<Result> {
  const { channel, content } = delivery;
  const { send } = dependencies;
  if (channel.kind !== 'mail' || content.kind !== 'message') {
    return end('failed', 'The delivery is not a mail.');
  }
  if (send === null) return end('dropped', MAIL_IS_OFF);
  if (delivery.attemptsSinceRequest > pausesMinutes.length + 1) {
    return end('failed', 'All attempts to send the mail crashed.');
  }
  const found = await findMailRecipient(dependencies, delivery, channel, now);
  if ('dropped' in found) return end('dropped', found.dropped);
  if ('email' in channel.to && delivery.attemptCount === 1) {
    const count = await dependencies.countInvitationMail(found.recipient.email, now);
    if (count > INVITATION_MAILS_MAX)
      return end('dropped', `The address was sent ${INVITATION_MAILS_MAX} invitations today already.`);
  }
  const message = await unsealAction(dependencies, delivery.accountId, content);
  const mail = await buildMail(dependencies, delivery, message, found.recipient);
  const outcome = await send(mail);
  dependencies.countMail(outcome.kind);
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'delivered', failure: null, response: outcome.messageId };
    case 'deferred':
      return end('pending', outcome.failure);
    case 'refused':
      return end('failed', outcome.failure);
  }
}

function end(state: DeliveryState, failure: string): Result {
  return { state, failure, response: '' };
}

/** Returns the message of a delivery. The link of an invitation is a secret, which no item has in plain text. */
async function unsealAction(
  { unsealLink }: SendMailDependencies,
  accountId: string,
  { message, sealedLink }: Extract<DeliveryContent, { kind: 'message' }>,
): Promise<AlertMessage> {
  if (sealedLink === undefined) return message;
  const { link, invitationId } = sealedLink;
  const url = await unsealLink(link, { accountId, itemId: invitationId });
  return { ...message, action: { ...message.action, url } };
}

async function buildMail(
  { readOrigin, render }: SendMailDependencies,
  { deliveryId }: Delivery,
  message: AlertMessage,
  { email, unsubscribe }: MailRecipient,
): Promise<Mail> {
  const headers: MailHeader[] = [
    // Amazon SES replaces Message-ID. This header is the same in a mail that was sent twice.
    { name: 'A11y-Delivery', value: deliveryId },
    // Nobody answers with an automatic reply (RFC 3834).
    { name: 'Auto-Submitted', value: 'auto-generated' },
  ];
  if (unsubscribe === null) return { to: email, ...render(message, null), headers };
  const { kind, settings } = unsubscribe;
  const token = formatUnsubscribeToken({ kind, ...settings });
  const { oneClick, screen } = buildUnsubscribeLinks(await readOrigin(), token);
  headers.push(
    { name: 'List-Unsubscribe', value: `<${oneClick}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  );
  return { to: email, ...render(message, { kind, url: screen }), headers };
}

/** Returns the delivery after an attempt. A deferred mail is due again after a pause, or fails after the last one. */
function applyResult(
  claimed: Delivery,
  { state: given, failure, response }: Result,
  { at, durationMs }: { at: Date; durationMs: number },
): Delivery {
  const { nextAttemptAt: _, ...rest } = claimed;
  const pause = given === 'pending' ? pausesMinutes[claimed.attemptsSinceRequest - 1] : undefined;
  const state = given === 'pending' && pause === undefined ? 'failed' : given;
  const made = { at: at.toISOString(), durationMs, requestHeaders: {}, status: null, response, failure };
  return {
    ...rest,
    state,
    attempts: [...claimed.attempts, made].slice(-ATTEMPTS_KEPT),
    ...(pause === undefined ? {} : { nextAttemptAt: addMinutes(at, pause) }),
  };
}

function addMinutes(time: Date, minutes: number): string {
  return new Date(time.getTime() + minutes * MINUTE_MS).toISOString();
}
