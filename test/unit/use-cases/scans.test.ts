import { describe, expect, it, vi } from 'vitest';
import type { KeyRecord } from '../../../core/access/key-record.ts';
import type { Actor } from '../../../core/audit/audit-entry.ts';
import { createId } from '../../../core/ids.ts';
import type { Acceptance } from '../../../core/scans/acceptance.ts';
import type { CancelOutcome, Scan, ScanFilter } from '../../../core/scans/scan.ts';
import { acceptScan } from '../../../use-cases/accept-scan.ts';
import { cancelScan } from '../../../use-cases/cancel-scan.ts';
import { getScan } from '../../../use-cases/get-scan.ts';
import { listScans } from '../../../use-cases/list-scans.ts';
import {
  key,
  makeSite,
  memory,
  now,
  part,
  problemOf,
  readAll,
  request,
  scanOf,
  strangersTo,
} from './fakes.ts';

const site = makeSite();

describe('a scan', () => {
  const scan = scanOf(site);

  it('is found by a principal that may access its site, also if the site was deleted', async () => {
    expect(await getScan(memory({ scans: [scan] }), { principal: key, scanId: scan.scanId })).toBe(scan);
  });

  it.each(strangersTo())('is not found by a principal %s, as if it did not exist', async (_, principal) => {
    const found = getScan(memory({ scans: [scan] }), { principal, scanId: scan.scanId });
    const unknown = getScan(memory(), { principal: key, scanId: createId('scan', now) });
    expect(await problemOf(found, 'scan-not-found')).toEqual(await problemOf(unknown, 'scan-not-found'));
  });
});

describe('the list of scans', () => {
  const scans = ['c', 'b', 'a'].map((name) => scanOf(site, { scanId: `scan_${name}` }));
  const service = () => ({
    ...memory({ sites: [site] }),
    listScans: vi.fn(async (_: string, query: ScanFilter & { limit: number; after?: string }) =>
      part(scans, ({ scanId }) => scanId, query),
    ),
  });
  const input = { principal: key, siteId: site.siteId };

  it('is read page by page, with its filters', async () => {
    const dependencies = service();
    const query = { limit: 2, status: 'queued', branch: 'main', commit: undefined } as const;
    const pages = await readAll((cursor) => listScans(dependencies, { ...input, ...query, cursor }));
    expect(pages).toEqual([scans.slice(0, 2), scans.slice(2)]);
    expect(dependencies.listScans.mock.calls).toEqual([
      [site.siteId, query],
      [site.siteId, { ...query, after: 'scan_b' }],
    ]);
  });

  it('rejects a cursor of other filters', async () => {
    const { nextCursor } = await listScans(service(), { ...input, limit: 1, branch: 'main' });
    const other = listScans(service(), { ...input, limit: 1, branch: 'x', cursor: nextCursor ?? '' });
    await problemOf(other, 'cursor-invalid');
  });

  it('is not found by a principal that may not access the site, with any cursor', async () => {
    for (const [, principal] of strangersTo()) {
      const list = listScans(service(), { ...input, principal, limit: 1, cursor: 'x' });
      await problemOf(list, 'site-not-found');
    }
  });
});

describe('cancelling a scan', () => {
  const scan = scanOf(site);
  const service = (cancelled: CancelOutcome | undefined) => ({
    ...memory({ scans: [scan] }),
    saveCancellation: vi.fn(async () => cancelled),
    requestFinish: vi.fn(async (_: Scan) => {}),
  });
  const input = { ...request, scanId: scan.scanId };
  const after = { ...scan, status: 'cancelled' } as const;

  it.each(['cancelled', 'already-cancelled'] as const)(
    'returns it and requests its report if it is %s',
    async (kind) => {
      const dependencies = service({ kind, scan: after });
      expect(await cancelScan(dependencies, input)).toBe(after);
      const by = {
        accountId: key.accountId,
        actor: key.keyId,
        sourceIp: key.sourceIp,
        requestId: 'request-1',
      };
      expect(dependencies.saveCancellation).toHaveBeenCalledWith(scan.scanId, 'requested', by, now);
      expect(dependencies.requestFinish.mock.calls).toEqual([[after]]);
    },
  );

  it('does not request a report that exists', async () => {
    const dependencies = service({ kind: 'already-cancelled', scan: { ...after, report: 'ready' } });
    await cancelScan(dependencies, input);
    expect(dependencies.requestFinish).not.toHaveBeenCalled();
  });

  it('is refused if the scan has ended or no longer exists', async () => {
    const ended = service({ kind: 'ended', scan: { ...scan, status: 'failed' } });
    const { detail } = await problemOf(cancelScan(ended, input), 'scan-already-ended');
    expect(detail).toBe('The scan is failed and can no longer be cancelled.');
    await problemOf(cancelScan(service(undefined), input), 'scan-not-found');
  });
});

describe('accepting a scan', () => {
  const completed = scanOf(site, { status: 'completed', report: 'ready', edition: 'first' });
  const service = (scan: Scan, given: object = {}) => ({
    ...memory({ scans: [scan] }),
    readReference: async (): Promise<{ comparableKey: string } | undefined> => ({ comparableKey: 'k' }),
    getObjectSize: async (): Promise<number | undefined> => 1,
    saveAcceptance: vi.fn(
      async (of: Scan, _key: string, accepted: Acceptance, _by: Actor): Promise<Scan | undefined> => ({
        ...of,
        accepted,
      }),
    ),
    ...given,
  });
  const input = (scan: Scan) => ({ ...request, scanId: scan.scanId, reason: 'Known' });

  it('records who accepted it, when and why', async () => {
    const findKey = async () => ({ name: 'Web team' }) as KeyRecord;
    const { accepted } = await acceptScan(service(completed, { findKey }), input(completed));
    expect(accepted).toEqual({
      at: now.toISOString(),
      by: { keyId: key.keyId, name: 'Web team' },
      reason: 'Known',
    });
    expect((await acceptScan(service(completed), input(completed))).accepted?.by.name).toBe(key.keyId);
  });

  it.each<[string, Partial<Scan>, string]>([
    ['runs', { status: 'running', report: 'pending' }, 'The scan is running.'],
    ['failed', { status: 'failed', report: 'ready' }, 'The scan is failed.'],
    ['has no report yet', { report: 'pending' }, 'The scan has no report yet.'],
    ['has no report', { report: 'none' }, 'The scan has no report.'],
  ])('is refused if it %s', async (_, given, detail) => {
    const scan = { ...completed, ...given };
    const problem = await problemOf(acceptScan(service(scan), input(scan)), 'scan-not-completed');
    expect(problem.detail).toContain(detail);
  });

  it('is refused if its comparison state no longer exists', async () => {
    for (const given of [
      { readReference: async () => undefined },
      { getObjectSize: async () => undefined },
      { saveAcceptance: async () => undefined },
    ]) {
      await problemOf(acceptScan(service(completed, given), input(completed)), 'nothing-to-report');
    }
  });
});
