import { z } from 'zod';
import { readKeyDays } from '../../adapters/dynamodb/read-usage.ts';
import { type Column, formatTable } from '../../cli/terminal/table.ts';
import { escapeLine } from '../../core/text/line.ts';
import { counterNames, type UsageDay } from '../../core/usage/usage-day.ts';
import { defineCommand, formatTime, keyId } from '../command.ts';
import { recordAdminRead } from './record-read.ts';
import { requireKey } from './require.ts';

const schema = z.strictObject({ key: keyId });

/** `usage` */
export const run = defineCommand(schema, async (context, input) => {
  const { store } = context;
  const key = await requireKey(store, input.key);
  const { accountId, keyId: target } = key;
  const days = await readKeyDays(store, target);
  await recordAdminRead(context, { accountId, action: 'usage.read', target });
  const name = `${escapeLine(key.name)}: ${key.keyId}`;
  return {
    json: { keyId: key.keyId, days },
    text: days.length === 0 ? `The key was never used. ${name}` : `${name}\n\n${formatDays(days)}`,
  };
});

function formatDays(days: UsageDay[]): string {
  const sums = counterNames.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]);
  const total: UsageDay = { day: 'total', ...Object.fromEntries(sums), lastUsedAt: null };
  return formatTable(
    [...days, total],
    [
      ['DAY (UTC)', (day) => day.day],
      ...counterNames.map((name): Column<UsageDay> => [name.toUpperCase(), (day) => day[name]]),
      ['LAST USED', (day) => (day.lastUsedAt === null ? '' : formatTime(day.lastUsedAt))],
    ],
  );
}
