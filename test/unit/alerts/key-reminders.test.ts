import { expect, it } from 'vitest';
import { getDueKeyReminder, getNextKeyReminder } from '../../../core/alerts/outbox-entry.ts';

const EXPIRES_AT = '2026-03-31T00:00:00.000Z';
const at = (day: string) => new Date(`2026-03-${day}T00:00:00.000Z`);

it.each([
  ['01', undefined, '2026-03-17T00:00:00.000Z'],
  ['17', 14, '2026-03-28T00:00:00.000Z'],
  ['27', 14, '2026-03-28T00:00:00.000Z'],
  ['28', 3, EXPIRES_AT],
  ['31', 0, EXPIRES_AT],
])('on March %s the reminder %s is due, and the next one at %s', (day, due, next) => {
  expect(getDueKeyReminder(EXPIRES_AT, at(day))).toBe(due);
  expect(getNextKeyReminder(EXPIRES_AT, at(day))).toBe(next);
});
