import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Scanned, type Site, scan, serve } from './harness.ts';

/** A little more than the browser needs for an ordinary page. */
const LIMIT_MB = 600;
const fill = (bytes: string) => `<script>const kept = []; ${bytes}</script>`;

let site: Site;

beforeAll(async () => {
  site = await serve({
    '/grows': page(
      `<img src="a.png">${fill('setInterval(() => kept.push(new Uint8Array(2e6).fill(1)), 10)')}`,
    ),
    '/grows-at-once': page(`<img src="a.png">${fill('for (;;) kept.push(new Uint8Array(2e6).fill(1))')}`),
    '/grows-when-narrow': page(
      `<img src="a.png">${fill("addEventListener('resize', () => { for (;;) kept.push(new Uint8Array(2e6).fill(1)) })")}`,
    ),
    '/grows-at-a-key': page(
      `<img src="a.png"><button>Go</button>${fill("addEventListener('keydown', () => { for (;;) kept.push(new Uint8Array(2e6).fill(1)) })")}`,
    ),
    '/good': page('<img src="a.png">'),
  });
});
afterAll(() => site.close());

describe('a page that needs more memory than the limit', () => {
  let scanned: Scanned;
  beforeAll(async () => {
    const paths = ['/grows', '/good', '/grows-at-once', '/good'];
    scanned = await scan(paths.map(site.url), { memoryMb: LIMIT_MB });
  });

  it('is ended, and the next pages are scanned', () => {
    const outcomes = scanned.results.map(({ outcome }) => outcome);
    expect([outcomes[1], outcomes[3]]).toEqual(['scanned', 'scanned']);
    expect(['partially-scanned', 'too-large']).toContain(outcomes[0]);
    expect(outcomes[2]).toBe('too-large');
    for (const index of [0, 2])
      expect(scanned.results[index]).toMatchObject({
        detail: expect.stringContaining(`The page needed more than ${LIMIT_MB} MB of memory`),
        incomplete: true,
      });
  });

  it('never counts as a crash', () => {
    expect(scanned.started.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
  });
});

it('a page is too large if none of its rules was complete', async () => {
  const { results } = await scan([site.url('/grows-when-narrow')], {
    memoryMb: LIMIT_MB,
    ruleIds: ['a11y-enlarged-text-clipped'],
  });
  expect(results[0]?.outcome).toBe('too-large');
});

describe('a page that fills the memory while', () => {
  it.each([
    ['its window is made narrow', '/grows-when-narrow', 'a11y-enlarged-text-clipped', 'a11y-focus-visible'],
    ['keys are pressed', '/grows-at-a-key', 'a11y-focus-visible', 'a11y-focus-visible'],
  ])('%s keeps the results of the rules before', async (_when, path, first, last) => {
    const { results } = await scan([site.url(path), site.url('/good')], {
      memoryMb: LIMIT_MB,
      ruleIds: [...new Set(['image-alt', first, last])],
    });
    const [{ outcome, rules, findings } = {}, next] = results;
    expect(outcome).toBe('partially-scanned');
    expect(findings?.map(({ ruleId }) => ruleId)).toEqual(['image-alt']);
    expect(rules).toContainEqual({ ruleId: 'image-alt', result: 'failed' });
    for (const ruleId of [first, last])
      expect(rules).toContainEqual({
        ruleId,
        result: 'not-run',
        reason: 'The page was ended before the rule had a result, because it needed too much memory.',
      });
    expect(next?.outcome).toBe('scanned');
  });
});
