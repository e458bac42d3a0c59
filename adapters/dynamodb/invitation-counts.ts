import { getActorPersonId } from '../../core/audit/audit-entry.ts';
import { hashEmail } from '../../core/mail/stopped-address.ts';
import {
  DAILY_INVITATIONS_OF_ACCOUNT,
  DAILY_INVITATIONS_OF_SENDER,
  type Invitation,
} from '../../core/people/invitation.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { updateIf } from './write.ts';

/** Numbers of invitations, each of a day in UTC. They only grow, and expire after two days. */

const DAY_MS = 86_400_000;

/** Whose number of invitations of a day is used up. */
export type UsedUp = 'account-limit' | 'sender-limit';

/** Counts an invitation that is mailed to an address. Returns how many there have been on this day. */
export async function countInvitationMail(store: Store, email: string, now: Date): Promise<number> {
  const Key = itemKeys.invitedAddress(hashEmail(email), toDay(now));
  const counted = await updateIf(store, { Key, ...buildIncrement(now) });
  return Number(counted?.mails);
}

/** Builds the items that count an invitation which is sent, and fail if a number of the day is used up. */
export function buildInvitationCounts(
  store: Store,
  { accountId, invitedBy }: Pick<Invitation, 'accountId' | 'invitedBy'>,
  now: Date,
): [UsedUp, TransactItem][] {
  const sender = getActorPersonId(invitedBy);
  const count = (Key: Record<string, string>, max: number): TransactItem => {
    const { ExpressionAttributeValues, ...increment } = buildIncrement(now);
    return {
      Update: {
        TableName: store.table,
        Key,
        ...increment,
        ConditionExpression: 'attribute_not_exists(mails) OR mails < :max',
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':max': max },
      },
    };
  };
  const day = toDay(now);
  return [
    ['account-limit', count(itemKeys.accountInvited(accountId, day), DAILY_INVITATIONS_OF_ACCOUNT)],
    ...(sender === undefined
      ? []
      : ([
          ['sender-limit', count(itemKeys.senderInvited(sender, day), DAILY_INVITATIONS_OF_SENDER)],
        ] satisfies [UsedUp, TransactItem][])),
  ];
}

function buildIncrement(now: Date) {
  return {
    UpdateExpression: 'SET #ttl = :ttl ADD mails :one',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':ttl': Math.ceil((now.getTime() + 2 * DAY_MS) / 1000), ':one': 1 },
  };
}

function toDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
