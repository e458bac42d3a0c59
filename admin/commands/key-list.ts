import { z } from 'zod';
import { listKeys } from '../../adapters/dynamodb/access.ts';
import { readKeyDays, readKeyUse } from '../../adapters/dynamodb/read-usage.ts';
import { formatTable } from '../../cli/terminal/table.ts';
import { type KeyView, toKeyView } from '../../core/access/key-view.ts';
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
      const [use, [usedToday]] = await Promise.all([
        readKeyUse(store, key),
        readKeyDays(store, key.keyId, { from: today, limit: 1 }),
      ]);
      return viewKey(toKeyView(key, use, now), usedToday?.requests ?? 0);
    }),
  );
  await recordAdminRead(context, { accountId: account, action: 'key.listed', target: account });
  return { json: { items: views }, text: views.length === 0 ? formatNone(account) : formatKeys(views) };
});

type ListedKey = ReturnType<typeof viewKey>;

function viewKey(key: KeyView, requestsToday: number) {
  const { keyId, name, description, role, siteIds, status, createdAt, createdBy, expiresAt, revokedAt } = key;
  return {
    keyId,
    name,
    description,
    role,
    siteIds,
    state: status,
    createdAt,
    createdBy,
    expiresAt,
    revokedAt,
    oldValueWorksUntil: key.previousValue?.worksUntil ?? null,
    oldValueLastUsedAt: key.previousValue?.lastUsedAt ?? null,
    lastUsedAt: key.lastUsedAt,
    requestsToday,
  };
}

function formatNone(account: string): string {
  return `The account has no keys yet. Create one: npm run admin -- key create --account ${account} --name NAME --role scanner`;
}

function formatKeys(keys: ListedKey[]): string {
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
