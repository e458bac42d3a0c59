import {
  hashEmail,
  RESTART_DAYS,
  type StoppedAddress,
  type StopReport,
} from '../../core/mail/stopped-address.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { updateIf } from './write.ts';

const DAY_SECONDS = 86_400;

/** Returns what is known about an address that got no mail any more; undefined if mail to it was never stopped. */
export async function findStoppedAddress(store: Store, email: string): Promise<StoppedAddress | undefined> {
  return (await readItem(store, itemKeys.stoppedAddress(hashEmail(email)))) as StoppedAddress | undefined;
}

/**
 * Stops mail to an address. Repeated calls are safe.
 * @returns false if the report is about a mail that was sent before the person started mail to the address again
 */
export async function stopAddress(store: Store, { email, reason, at, sentAt }: StopReport): Promise<boolean> {
  const stopped = await updateIf(store, {
    Key: itemKeys.stoppedAddress(hashEmail(email)),
    UpdateExpression: 'SET reason = :reason, #at = :at REMOVE startedAgainAt, #ttl',
    ConditionExpression: 'attribute_not_exists(startedAgainAt) OR startedAgainAt < :sentAt',
    ExpressionAttributeNames: { '#at': 'at', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':reason': reason, ':at': at, ':sentAt': sentAt },
  });
  return stopped !== undefined;
}

/**
 * Starts mail to an address again.
 * @param confirmedAt when a sign-in confirmed the address, RFC 3339 UTC
 * @returns false if mail to the address was stopped later than that
 */
export async function startAddress(
  store: Store,
  email: string,
  confirmedAt: string,
  now: Date,
): Promise<boolean> {
  const started = await updateIf(store, {
    Key: itemKeys.stoppedAddress(hashEmail(email)),
    UpdateExpression: 'SET startedAgainAt = :now, #ttl = :ttl',
    ConditionExpression: 'attribute_exists(pk) AND #at < :confirmed',
    ExpressionAttributeNames: { '#at': 'at', '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':ttl': Math.ceil(now.getTime() / 1000) + RESTART_DAYS * DAY_SECONDS,
      ':confirmed': confirmedAt,
    },
  });
  return started !== undefined;
}
