import { z } from 'zod';
import { createKey } from '../../adapters/dynamodb/access.ts';
import { findSites } from '../../adapters/dynamodb/sites.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { computeExpiry, type KeyRecord, keyRequestSchema } from '../../core/access/key-record.ts';
import { roles } from '../../core/access/roles.ts';
import { createId } from '../../core/ids.ts';
import { escapeLine } from '../../core/text/line.ts';
import { accountId, defineCommand, siteId } from '../command.ts';
import { UsageError } from '../errors.ts';
import { createKeyValue, formatKeyValue } from './key-value.ts';

const schema = keyRequestSchema.extend({
  account: accountId,
  siteIds: z.array(siteId).pipe(keyRequestSchema.shape.siteIds.unwrap()).optional(),
});

/** `key create` */
export const run = defineCommand(schema, async ({ store, by, now, apiUrl }, request) => {
  const { account, name, description, role, expiresInDays } = request;
  const siteIds = request.siteIds && [...new Set(request.siteIds)];
  if (siteIds) await requireSites(store, account, siteIds);
  const keyId = createId('apikey', now);
  const { apiKey, hash } = await createKeyValue(keyId);
  const expiresAt = computeExpiry(now, expiresInDays);
  const record: KeyRecord = {
    keyId,
    accountId: account,
    name,
    description,
    role,
    ...(siteIds ? { siteIds } : {}),
    hash,
    createdAt: now.toISOString(),
    lifetimeDays: expiresInDays,
    expiresAt,
  };
  if ((await createKey(store, record, await by(account), now)) === 'no-account') {
    throw new UsageError(`the account ${account} does not exist; account list shows all accounts`);
  }
  const reach = siteIds
    ? `${siteIds.length === 1 ? 'one site' : `${siteIds.length} sites`} only`
    : 'all sites';
  return {
    json: { keyId, apiKey, expiresAt },
    text: [
      `Created the key ${escapeLine(name)}: ${keyId}`,
      `Role ${role} (${roles[role].meaning}), ${reach}. Its value:`,
      ...formatKeyValue({ apiKey, expiresAt }, apiUrl),
    ].join('\n'),
  };
});

async function requireSites(store: Store, account: string, siteIds: string[]): Promise<void> {
  const found = new Set((await findSites(store, account, siteIds)).map((site) => site.siteId));
  const missing = siteIds.filter((id) => !found.has(id));
  if (missing.length > 0) {
    throw new UsageError(
      `the account ${account} has no site ${missing.join(', ')}; site list --account ${account} shows its sites`,
    );
  }
}
