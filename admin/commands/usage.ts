import { z } from 'zod';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import { table } from '../../cli/terminal/table.ts';
import { escapeLine } from '../../core/text/line.ts';
import type { KeyDay } from '../../core/usage/key-day.ts';
import { command, keyId, timeText } from '../command.ts';
import { requireKey } from './require.ts';

const schema = z.strictObject({ key: keyId });

/** `usage` */
export const run = command(schema, async ({ store }, input) => {
  const key = await requireKey(store, input.key);
  const days = await readKeyDays(store, key.keyId);
  const name = `${escapeLine(key.name)}: ${key.keyId}`;
  return {
    json: { keyId: key.keyId, days },
    text: days.length === 0 ? `The key was never used. ${name}` : `${name}\n\n${listing(days)}`,
  };
});

function listing(days: KeyDay[]): string {
  const sum = (count: (day: KeyDay) => number): number => days.reduce((total, day) => total + count(day), 0);
  const total: KeyDay = {
    day: 'total',
    requests: sum((day) => day.requests),
    scans: sum((day) => day.scans),
    pages: sum((day) => day.pages),
    lastUsedAt: null,
  };
  return table(
    [...days, total],
    [
      ['DAY (UTC)', (day) => day.day],
      ['REQUESTS', (day) => day.requests],
      ['SCANS', (day) => day.scans],
      ['PAGES', (day) => day.pages],
      ['LAST USED', (day) => (day.lastUsedAt === null ? '' : timeText(day.lastUsedAt))],
    ],
  );
}
