import { z } from 'zod';
import { listKeys } from '../../adapters/dynamodb/access.ts';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import { formatTable } from '../../cli/terminal/table.ts';
import { getKeyRefusal, type KeyRecord } from '../../core/access/key-record.ts';
import { getPreviousValueExpiry } from '../../core/access/rotation.ts';
import { accountId, defineCommand, formatTime } from '../command.ts';
import { recordAdminRead } from './record-read.ts';
import { requireAccount } from './require.ts';

const schema = z.strictObject({ account: accountId });

/** `key list`: all members of the keys except their values and hashes. */
export const run = defineCommand(schema, async (context, { account }) => {
  const { store, now } = context;
  await requireAccount(store, account);
  const keys = await listKeys(store, account);
  const today = now.toISOString().slice(0, 10);
  const views = await Promise.all(
    keys.map(async (key) => {
      const [latest] = await readKeyDays(store, key.keyId, { limit: 1 });
      return viewKey(key, now, {
        lastUsedAt: latest?.lastUsedAt ?? null,
        requestsToday: latest?.day === today ? latest.requests : 0,
      });
    }),
  );
  await recordAdminRead(context, { accountId: account, action: 'key.listed', target: account });
  return { json: { items: views }, text: views.length === 0 ? formatNone(account) : formatKeys(views) };
});

type KeyView = ReturnType<typeof viewKey>;

function viewKey(key: KeyRecord, now: Date, use: { lastUsedAt: string | null; requestsToday: number }) {
  const { keyId, name, description, role, createdAt, expiresAt } = key;
  return {
    keyId,
    name,
    description,
    role,
    siteIds: key.siteIds ?? null,
    state: getState(key, now),
    createdAt,
    expiresAt,
    revokedAt: key.revokedAt ?? null,
    oldValueWorksUntil: getPreviousValueExpiry(key, now),
    ...use,
  };
}

function getState(key: KeyRecord, now: Date): 'active' | 'expired' | 'revoked' {
  const refusal = getKeyRefusal(key, now);
  if (refusal === null) return 'active';
  return refusal === 'key-expired' ? 'expired' : 'revoked';
}

function formatNone(account: string): string {
  return `The account has no keys yet. Create one: npm run admin -- key create --account ${account} --name NAME --role scanner`;
}

function formatKeys(keys: KeyView[]): string {
  return formatTable(keys, [
    ['KEY', (key) => key.keyId],
    ['NAME', (key) => key.name],
    ['ROLE', (key) => key.role],
    ['SITES', (key) => (key.siteIds === null ? 'all' : key.siteIds.join(', '))],
    [
      'STATE',
      (key) =>
        key.oldValueWorksUntil === null
          ? key.state
          : `${key.state}, old value until ${formatTime(key.oldValueWorksUntil)}`,
    ],
    ['CREATED', (key) => formatTime(key.createdAt)],
    ['EXPIRES', (key) => formatTime(key.expiresAt)],
    ['LAST USED', (key) => (key.lastUsedAt === null ? 'never' : formatTime(key.lastUsedAt))],
    ['REQUESTS TODAY', (key) => key.requestsToday],
  ]);
}
