import { describe, expect, it } from 'vitest';
import { cancelInterruptedScan, runInGracePeriod } from '../../../../cli/service/cancel-scan.ts';
import { ApiError, type Client, ConnectionError } from '../../../../client/index.ts';
import { scanOf } from './scan.ts';

const scan = scanOf({});

function cancel(cancelScan: Client['cancelScan'], graceMs = 60_000) {
  return runInGracePeriod((signal) => cancelInterruptedScan({ cancelScan }, scan, signal), graceMs);
}

describe('an interruption of a scan', () => {
  it('reports that the scan was cancelled', async () => {
    const end = await cancel(async () => scan);
    expect(end).toMatchObject({
      exitStatus: 'interrupted',
      message: `Interrupted. Scan ${scan.id} was cancelled.`,
    });
  });

  it('reports that the scan had already ended', async () => {
    const problem = { status: 409, code: 'scan-already-ended', title: '', detail: '' } as const;
    const context = { requestId: null, retryAfterMs: null, message: 'ended' };
    const end = await cancel(() => Promise.reject(new ApiError(problem, context)));
    expect(end).toMatchObject({
      exitStatus: 'interrupted',
      message: `Interrupted. Scan ${scan.id} had already ended.`,
    });
  });

  it('reports why the scan could not be cancelled, and that it continues', async () => {
    const end = await cancel(() => Promise.reject(new ConnectionError('refused', 'Nothing listens there.')));
    expect(end.exitStatus).toBe('interrupted');
    expect(end.message).toBe(`Interrupted. Scan ${scan.id} could not be cancelled: Nothing listens there.`);
    expect(end.hint).toMatch(new RegExp(`continues.*a11y-scan report ${scan.id}`));
  });

  it('does not wait forever for a service that hangs', async () => {
    const hanging: Client['cancelScan'] = (_id, call) =>
      new Promise((_resolve, reject) =>
        call?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    const end = await cancel(hanging, 5);
    expect([end.exitStatus, end.message]).toEqual([
      'interrupted',
      expect.stringContaining('did not respond in time'),
    ]);
  });
});
