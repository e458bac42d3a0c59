import { describe, expect, it } from 'vitest';
import { createId } from '../../../core/ids.ts';
import type { ChunkMessage, FinishMessage, RecordMessage } from '../../../core/scans/messages.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import type { Scan, ScanFailure } from '../../../core/scans/scan.ts';
import type { TrackedScan } from '../../../core/scans/tracked-scan.ts';
import {
  type DeadLetterSettler,
  settleDeadChunk,
  settleDeadFinish,
  settleDeadPlan,
} from '../../../use-cases/settle-dead-letter.ts';
import { makeSite, now, scanOf } from './fakes.ts';

const { accountId, scanId, correlationId } = scanOf(makeSite());
const message = { accountId, scanId, correlationId };

/**
 * Returns a settler of one scan, and what it did.
 * @param given members of the scan; null if it was deleted
 * @param meanwhile changes of the scan between its reads and the first attempts to settle it
 */
function createSettler(given: Partial<TrackedScan> | null, meanwhile: Partial<TrackedScan>[] = []) {
  const start = { outstanding: 0, depth: 0, opening: false, inFlight: 0 };
  let scan = given && { ...scanOf(makeSite()), ...start, scanId, ...given };
  const log: string[] = [];
  const failed: [string, ScanFailure][] = [];
  const settled: [Scan, { report: 'none'; failure: ScanFailure }][] = [];
  const finishes: FinishMessage[] = [];
  const records: RecordMessage[] = [];
  const settler: DeadLetterSettler = {
    readTrackedScan: async (id) => (id === scanId ? (scan ?? undefined) : undefined),
    failScan: async (id, failure) => {
      failed.push([id, failure]);
    },
    settleScan: async (asRead, end) => {
      const change = meanwhile.shift();
      if (scan !== null && change !== undefined) scan = { ...scan, ...change };
      if (asRead !== scan) return false;
      settled.push([asRead, end]);
      return true;
    },
    sendFinish: async (sent) => {
      finishes.push(sent);
    },
    sendRecord: async (sent) => {
      records.push(sent);
    },
    log: {
      info: (text) => log.push(text),
      warn: (text) => log.push(text),
      error: (text) => log.push(text),
    } as DeadLetterSettler['log'],
  };
  return { settler, log, failed, settled, finishes, records };
}

describe('the dead letter of a plan', () => {
  it('ends the scan as failed, and requests its report', async () => {
    const { settler, failed, finishes, log } = createSettler({ planned: false });
    await settleDeadPlan(settler, message, now);
    expect(failed).toEqual([[scanId, 'planning-failed']]);
    expect(finishes).toEqual([message]);
    expect(log).toEqual(['planning a scan failed repeatedly']);
  });

  it.each([
    ['is a duplicate, because the scan was planned before', { planned: true }],
    ['is of a deleted scan', null],
  ])('does nothing if it %s', async (_what, scan) => {
    const { settler, failed, finishes } = createSettler(scan);
    await settleDeadPlan(settler, message, now);
    expect([failed, finishes]).toEqual([[], []]);
  });
});

describe('the dead letter of a report', () => {
  it.each([
    ['whose pages have all ended', { status: 'running', outstanding: 0 }],
    ['that was cancelled while pages were open', { status: 'cancelled', outstanding: 2 }],
  ] as const)('settles a scan without a report %s', async (_what, given) => {
    const { settler, settled, log } = createSettler(given);
    await settleDeadFinish(settler, message);
    expect(settled).toEqual([
      [expect.objectContaining({ scanId, ...given }), { report: 'none', failure: 'finishing-failed' }],
    ]);
    expect(log).toEqual(['building a report failed repeatedly']);
  });

  it('settles a scan that was cancelled meanwhile', async () => {
    const { settler, settled } = createSettler({ status: 'running' }, [{ status: 'cancelled' }]);
    await settleDeadFinish(settler, message);
    expect(settled).toEqual([
      [expect.objectContaining({ status: 'cancelled' }), { report: 'none', failure: 'finishing-failed' }],
    ]);
  });

  it('does nothing more if the scan was settled meanwhile', async () => {
    const { settler, settled } = createSettler({ status: 'running' }, [
      { status: 'completed', report: 'ready' },
    ]);
    await settleDeadFinish(settler, message);
    expect(settled).toEqual([]);
  });

  it.each([
    ['has a report', { status: 'completed', report: 'ready' }],
    ['has pages that have not ended', { status: 'running', outstanding: 1 }],
    ['was deleted', null],
  ] as const)('does nothing if the scan %s', async (_what, given) => {
    const { settler, settled } = createSettler(given);
    await settleDeadFinish(settler, message);
    expect(settled).toEqual([]);
  });
});

describe('the dead letter of a chunk', () => {
  it('is reported to the recorder with its pages', async () => {
    const pageIds = [`page_${'1'.repeat(32)}`, `page_${'2'.repeat(32)}`];
    const chunk: ChunkMessage = {
      ...message,
      siteId: createId('site', now),
      chunkId: createId('chunk', now),
      host: 'shop.example',
      priority: 'normal',
      ruleIds: ['label'],
      settings: pageSettingsDefault,
      hashRoutes: false,
      marks: [],
      pages: pageIds.map((pageId) => ({ pageId, url: 'https://shop.example/', attempt: 1, identity: '/' })),
    };
    const { settler, records, failed, settled } = createSettler({});
    await settleDeadChunk(settler, chunk);
    const { chunkId, host } = chunk;
    expect(records).toEqual([{ ...message, chunkId, host, type: 'chunk-dead', pageIds }]);
    expect([failed, settled]).toEqual([[], []]);
  });
});
