import { randomBytes } from 'node:crypto';
import type { MailKind, MailSettings } from '../../core/mail/mail-settings.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { updateIf } from './write.ts';

const SECRET_BYTES = 32;

type Member = Pick<MailSettings, 'personId' | 'accountId'>;

/** Returns which mails a member wants from an account; undefined if that was never set and no mail was sent. */
export async function findMailSettings(
  store: Store,
  { personId, accountId }: Member,
): Promise<MailSettings | undefined> {
  const item = await readItem(store, itemKeys.mailSettings(personId, accountId));
  return item === undefined
    ? undefined
    : {
        personId,
        accountId,
        alerts: item.alerts !== false,
        digests: item.digests !== false,
        secret: String(item.secret),
      };
}

/**
 * Returns which mails a member wants from an account. If that was never set, the item is written, because mails have
 * its secret.
 * @returns undefined if the person is not a member
 */
export async function ensureMailSettings(store: Store, member: Member): Promise<MailSettings | undefined> {
  const found = await findMailSettings(store, member);
  if (found !== undefined) return found;
  await setMailKinds(store, member, {});
  return findMailSettings(store, member);
}

/**
 * Sets which mails a member wants from an account.
 * @param wanted kinds that are not named do not change
 * @returns false if the person is not a member
 */
export async function setMailKinds(
  store: Store,
  { personId, accountId }: Member,
  wanted: Partial<Record<MailKind, boolean>>,
): Promise<boolean> {
  const entries = Object.entries(wanted);
  const failed = await transact(store, [
    {
      ConditionCheck: {
        TableName: store.table,
        Key: itemKeys.membership(personId, accountId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.mailSettings(personId, accountId),
        UpdateExpression: `SET ${[
          '#secret = if_not_exists(#secret, :secret)',
          ...entries.map(([kind]) => `${kind} = :${kind}`),
        ].join(', ')}`,
        ExpressionAttributeNames: { '#secret': 'secret' },
        ExpressionAttributeValues: {
          ':secret': randomBytes(SECRET_BYTES).toString('base64url'),
          ...Object.fromEntries(entries.map(([kind, isWanted]) => [`:${kind}`, isWanted])),
        },
      },
    },
  ]);
  return failed.length === 0;
}

/** Switches off one kind of mail from an account. @param settings as they were read; without effect if they are gone */
export async function switchMailOff(
  store: Store,
  { personId, accountId, secret }: MailSettings,
  kind: MailKind,
): Promise<void> {
  await updateIf(store, {
    Key: itemKeys.mailSettings(personId, accountId),
    UpdateExpression: `SET ${kind} = :off`,
    ConditionExpression: '#secret = :secret',
    ExpressionAttributeNames: { '#secret': 'secret' },
    ExpressionAttributeValues: { ':off': false, ':secret': secret },
  });
}

/** Builds the item that deletes the settings of a member, for the transaction that ends the membership. */
export function buildMailSettingsRemoval(store: Store, { personId, accountId }: Member): TransactItem {
  return { Delete: { TableName: store.table, Key: itemKeys.mailSettings(personId, accountId) } };
}
