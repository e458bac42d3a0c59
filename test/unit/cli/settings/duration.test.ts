import { expect, it } from 'vitest';
import { parseDuration, suggestLongerTimeout } from '../../../../cli/settings/duration.ts';

const minute = 60_000;

it.each([
  [1_000, '--timeout 30m'],
  [15 * minute, '--timeout 30m'],
  [20 * minute, '--timeout 40m'],
  [45 * minute, '--timeout 90m'],
  [60 * minute, '--timeout 2h'],
  [23 * 60 * minute, '--timeout 24h'],
])('advises a longer wait than %i ms, which the flag takes', (ms, advice) => {
  expect(suggestLongerTimeout(ms)).toBe(advice);
  expect(parseDuration(advice.replace('--timeout ', ''))).toBeGreaterThan(ms);
});
