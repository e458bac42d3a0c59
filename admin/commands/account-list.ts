import { z } from 'zod';
import { listAccounts } from '../../adapters/dynamodb/access.ts';
import { formatTable } from '../../cli/terminal/table.ts';
import { defineCommand, formatTime } from '../command.ts';

const NONE = 'No accounts exist yet. Create one: npm run admin -- account create --name NAME';

/** `account list` */
export const run = defineCommand(z.strictObject({}), async ({ store }) => {
  const items = await listAccounts(store);
  const listing = () =>
    formatTable(items, [
      ['ACCOUNT', (account) => account.accountId],
      ['NAME', (account) => account.name],
      ['CREATED', (account) => formatTime(account.createdAt)],
    ]);
  return { json: { items }, text: items.length === 0 ? NONE : listing() };
});
