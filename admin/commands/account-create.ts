import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createAccount } from '../../adapters/dynamodb/access.ts';
import { createId } from '../../core/ids.ts';
import { escapeLine } from '../../core/text/line.ts';
import { defineCommand } from '../command.ts';

const CURSOR_SECRET_BYTES = 32;

const schema = z.strictObject({ name: z.string().trim().min(1).max(100) });

/** `account create` */
export const run = defineCommand(schema, async ({ store, by, now }, { name }) => {
  const accountId = createId('acct', now);
  const cursorSecret = randomBytes(CURSOR_SECRET_BYTES).toString('base64url');
  const account = {
    accountId,
    name,
    cursorSecret,
    createdAt: now.toISOString(),
    unfinishedScans: 0,
    unfinishedHigh: 0,
  };
  await createAccount(store, account, await by(accountId), now);
  return {
    json: { accountId },
    text: [
      `Created the account ${escapeLine(name)}: ${accountId}`,
      '',
      'Next, give it a site and a key:',
      `  npm run admin -- site create --account ${accountId} --name NAME --url URL`,
      `  npm run admin -- key create --account ${accountId} --name NAME --role scanner`,
    ].join('\n'),
  };
});
