import { describe, expect, it } from 'vitest';
import { callMaxMs } from '../../../adapters/aws-client-options.ts';
import type { DueExtension } from '../../../core/retention/extension.ts';
import { listDueMaxMs, reserveMs, rewriteMaxMs } from '../../../functions/extend-retention/reserve.ts';
import { extendRetention } from '../../../use-cases/extend-retention.ts';
import type { Log } from '../../../use-cases/log.ts';

const now = new Date('2026-07-01T00:00:00Z');
const long = new Date('2025-01-01T00:00:00Z');
const RETENTION_DAYS = 100;
const nothing = () => undefined;
const log: Log = { info: nothing, warn: nothing, error: nothing };

function due(name: string, scans: number): DueExtension {
  const scanIds = Array.from({ length: scans }, (_, index) => `scan_${name}${index}`);
  return {
    key: { pk: name, sk: 's' },
    accountId: 'acct_1',
    siteId: 'site_1',
    scanIds,
    asRead: { version: 1 },
  };
}

/**
 * Runs an extension whose calls each take as long as their clients permit.
 * @param objects keys of the objects under one prefix, by page of the listing
 * @param remaining milliseconds until the timeout of the function
 */
async function runSlowly(
  items: DueExtension[],
  objects: { key: string; writtenAt: Date }[][],
  remaining: number,
): Promise<{ leftMs: number; rewritten: string[]; recorded: string[] }> {
  const left = { ms: remaining };
  const rewritten: string[] = [];
  const recorded: string[] = [];
  let runningRewrites = 0;
  const spend = (ms: number) => {
    left.ms -= ms;
  };
  const isDue = ({ key }: DueExtension) => !recorded.includes(key.pk);
  const work = extendRetention(
    {
      async listDueExtensions() {
        spend(listDueMaxMs);
        return items.filter(isDue);
      },
      async recordExtension({ key }) {
        spend(callMaxMs);
        recorded.push(key.pk);
      },
      async *listObjects(prefix) {
        for (const page of objects) {
          spend(callMaxMs);
          yield page.map(({ key, writtenAt }) => ({ key: prefix + key, writtenAt }));
        }
      },
      async rewriteObject(key) {
        // The copies of a batch run at the same time.
        if (runningRewrites++ === 0) spend(rewriteMaxMs);
        await Promise.resolve();
        runningRewrites--;
        rewritten.push(key);
      },
      log,
    },
    { now, retentionDays: RETENTION_DAYS },
    () => left.ms < reserveMs,
  );
  await work.catch((error) => expect(String(error)).toContain('enough time'));
  return { leftMs: left.ms, rewritten, recorded };
}

const old = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, writtenAt: long }));
const young = [{ key: 'young', writtenAt: now }];

describe('a run whose calls each take as long as their clients permit', () => {
  const startsMs = Array.from({ length: 100 }, (_, index) => reserveMs + index * 9_000);

  it.each([
    ['copies many objects', [due('a', 1)], [old(200)]],
    ['copies many pages of objects', [due('a', 2)], [old(20), old(20), old(20)]],
    ['lists many scans whose objects an earlier run has copied', [due('a', 42)], [young]],
    ['lists many pages of such objects', [due('a', 1)], Array<typeof young>(100).fill(young)],
    ['extends many items', Array.from({ length: 50 }, (_, index) => due(`a${index}`, 1)), [old(1)]],
  ])('ends before the timeout: %s', async (_, items, objects) => {
    for (const remaining of startsMs)
      expect((await runSlowly(items, objects, remaining)).leftMs, `${remaining}`).toBeGreaterThan(0);
  });

  it('begins nothing new with less than the reserve', async () => {
    const { rewritten, recorded } = await runSlowly([due('a', 1)], [old(1)], reserveMs - 1);
    expect([rewritten, recorded]).toEqual([[], []]);
  });

  it('records no extension before all objects are copied', async () => {
    for (const remaining of startsMs) {
      const { rewritten, recorded } = await runSlowly([due('a', 1)], [old(40)], remaining);
      if (recorded.length > 0) expect(rewritten).toHaveLength(3 * 40);
    }
  });
});
