import { describe, expect, it } from 'vitest';
import { formatProgress } from '../../../../cli/service/progress-text.ts';
import { waitForScan } from '../../../../cli/service/wait-for-scan.ts';
import type { PolledScan, Scan } from '../../../../client/index.ts';
import { scanOf } from './scan.ts';

const completed = { status: 'completed', report: 'ready' } as const;

/** Waits for a scan that has these states, one after the other. */
async function follow(states: [Partial<Scan>, number | null][]) {
  const polled = states.map(([change, retryAfterMs]): PolledScan => ({ scan: scanOf(change), retryAfterMs }));
  const waits: number[] = [];
  const shown: string[] = [];
  let asked = 0;
  const scan = await waitForScan(
    {
      getScan: async () => {
        asked += 1;
        return polled[asked] as PolledScan;
      },
    },
    polled[0] as PolledScan,
    {
      signal: new AbortController().signal,
      onProgress: (each) => shown.push(formatProgress(each)),
      pause: async (ms) => waits.push(ms),
    },
  );
  return { scan, waits, shown, asked };
}

describe('waiting for a scan', () => {
  it('polls as often as the service says, and reports progress', async () => {
    const { scan, waits, shown } = await follow([
      [{ status: 'queued' }, 3_000],
      [{ status: 'running', progress: { pagesDone: 0, pagesKnown: 0 } }, 2_000],
      [{ status: 'running', progress: { pagesDone: 0, pagesKnown: 1 } }, 2_000],
      [{ status: 'running', progress: { pagesDone: 3, pagesKnown: 6 } }, 4_000],
      [{ status: 'completed', report: 'pending', progress: { pagesDone: 6, pagesKnown: 6 } }, null],
      [completed, null],
    ]);
    expect(scan.status).toBe('completed');
    expect(waits).toEqual([3_000, 2_000, 2_000, 4_000, 2_000]);
    expect(shown).toEqual([
      'Queued',
      'Looking for pages',
      '0 of 1 page',
      '3 of 6 pages',
      'Building the report',
    ]);
  });

  it('sends no request for a scan that is settled', async () => {
    expect(await follow([[completed, null]])).toMatchObject({ asked: 0, waits: [] });
    expect(await follow([[{ status: 'failed', report: 'none' }, null]])).toMatchObject({ asked: 0 });
  });

  it('neither polls without a pause if the service says 0 nor pauses too long if it says too much', async () => {
    const { waits } = await follow([
      [{ status: 'queued' }, 0],
      [{ status: 'queued' }, 86_400_000],
      [completed, null],
    ]);
    expect(waits).toEqual([500, 60_000]);
  });

  it('ends during a pause if it is aborted', async () => {
    const controller = new AbortController();
    const waiting = waitForScan(
      { getScan: () => Promise.reject(new Error('not to be asked')) },
      { scan: scanOf({ status: 'queued' }), retryAfterMs: 60_000 },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
