import { expect, it } from 'vitest';
import { parseDuration, suggestLongerTimeout } from '../../../../cli/settings/duration.ts';

const MINUTE = 60_000;

it.each([
  [1_000, '--timeout 30m'],
  [15 * MINUTE, '--timeout 30m'],
  [20 * MINUTE, '--timeout 40m'],
  [45 * MINUTE, '--timeout 90m'],
  [60 * MINUTE, '--timeout 2h'],
  [23 * 60 * MINUTE, '--timeout 24h'],
])('suggests a longer wait than %i ms, which the flag accepts', (ms, advice) => {
  expect(suggestLongerTimeout(ms)).toBe(advice);
  expect(parseDuration(advice.replace('--timeout ', ''))).toBeGreaterThan(ms);
});
