import { hashEmail } from '../../core/mail/stopped-address.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { updateIf } from './write.ts';

const DAY_MS = 86_400_000;

/** Counts an invitation that is mailed to an address. Returns how many there have been on this day, in UTC. */
export async function countInvitationMail(store: Store, email: string, now: Date): Promise<number> {
  const counted = await updateIf(store, {
    Key: itemKeys.invitedAddress(hashEmail(email), now.toISOString().slice(0, 10)),
    UpdateExpression: 'SET #ttl = :ttl ADD mails :one',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':ttl': Math.ceil((now.getTime() + 2 * DAY_MS) / 1000), ':one': 1 },
  });
  return Number(counted?.mails);
}
