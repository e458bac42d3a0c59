import { describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../../core/access/key-record.ts';
import { formatDue, parseDue } from '../../../core/due/due-kind.ts';
import { type SweepDueDependencies, sweepDue } from '../../../use-cases/sweep-due.ts';
import { accountId, now } from './fakes.ts';

const key = (keyId: string, given: Partial<KeyRecord> = {}): KeyRecord => ({
  keyId,
  accountId,
  name: 'CI',
  description: '',
  role: 'viewer',
  hash: 'x',
  createdAt: now.toISOString(),
  lifetimeDays: 1,
  expiresAt: now.toISOString(),
  ...given,
});

/** Runs the sweep over keys that are all listed as due. */
async function sweep(keys: KeyRecord[], given: Partial<SweepDueDependencies> = {}) {
  const recorded: unknown[] = [];
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const dependencies: SweepDueDependencies = {
    listDue: async () => [
      { kind: 'key-expiry', id: 'apikey_gone', due: 'x' },
      ...keys.map(({ keyId, expiresAt }) => ({
        kind: 'key-expiry' as const,
        id: keyId,
        due: formatDue(expiresAt, 'key-expiry'),
      })),
    ],
    findKey: async (keyId) => keys.find((each) => each.keyId === keyId),
    remindOfKeyExpiry: async ({ keyId }, days) => {
      recorded.push([keyId, days]);
      return true;
    },
    recordKeyExpiry: async ({ keyId }, due, by) => {
      recorded.push([keyId, due, by]);
      return true;
    },
    claimOutboxEntry: async () => undefined,
    claimDigest: async () => undefined,
    sendEvents: async (message) => void recorded.push(message),
    runSchedule: async () => {},
    log: { info: log, warn: log, error: log },
    ...given,
  };
  await sweepDue(dependencies, 'run-1', now);
  return recorded;
}

describe('sweepDue', () => {
  it('records expired keys as an action of the service', async () => {
    expect(await sweep([key('apikey_a')])).toEqual([
      ['apikey_a', `${now.toISOString()}#key-expiry`, { accountId, actor: 'service', requestId: 'run-1' }],
    ]);
  });

  it('skips keys that were revoked or rotated since the index was written', async () => {
    const later = new Date(now.getTime() + 1).toISOString();
    const rotated = new Date(now.getTime() + 20 * 86_400_000).toISOString();
    const keys = [key('apikey_a', { revokedAt: later }), key('apikey_b', { expiresAt: rotated })];
    expect(await sweep(keys)).toEqual([]);
  });

  it.each([
    [15, []],
    [14, [['apikey_a', 14]]],
    [3.5, [['apikey_a', 14]]],
    [3, [['apikey_a', 3]]],
    [0.1, [['apikey_a', 3]]],
  ])('reminds of a key %s days before its expiry: %j', async (days, expected) => {
    const expiresAt = new Date(now.getTime() + days * 86_400_000).toISOString();
    expect(await sweep([key('apikey_a', { expiresAt })])).toEqual(expected);
  });

  it('goes on after a failure, and reports it', async () => {
    const recorded: string[] = [];
    const recordKeyExpiry = async ({ keyId }: Pick<KeyRecord, 'keyId'>) => {
      if (keyId === 'apikey_a') throw new Error('the table is throttled');
      recorded.push(keyId);
      return true;
    };
    await expect(sweep([key('apikey_a'), key('apikey_b')], { recordKeyExpiry })).rejects.toThrow(
      'of what is due, 1 could not be done',
    );
    expect(recorded).toEqual(['apikey_b']);
  });
});

describe('a due schedule', () => {
  it('is run for its site', async () => {
    const ran: unknown[] = [];
    const listDue = async () => [{ kind: 'schedule' as const, id: 'site_a', due: 'x' }];
    await sweep([], { listDue, runSchedule: async (...given) => void ran.push(given) });
    expect(ran).toEqual([['site_a', 'run-1', now]]);
  });
});

describe('a due time', () => {
  it('keeps its kind, and sorts by time', () => {
    const early = formatDue('2026-03-01T00:00:00.000Z', 'key-expiry');
    expect(parseDue(early)).toEqual({ at: '2026-03-01T00:00:00.000Z', kind: 'key-expiry' });
    expect(early < formatDue('2026-03-01T00:00:00.001Z', 'key-expiry')).toBe(true);
    expect(parseDue('2026-03-01T00:00:00.000Z#later-kind')).toBeUndefined();
  });
});

describe('a due outbox entry or digest', () => {
  it.each(['outbox', 'digest'] as const)('is requested once by the run that claims it: %s', async (kind) => {
    const listDue = async () => [{ kind, id: 'id_a', due: 'x' }];
    const origin = { accountId, correlationId: 'run-0' };
    const message =
      kind === 'outbox'
        ? { ...origin, type: 'outbox-entry', entryId: 'id_a' }
        : { accountId, correlationId: 'run-1', type: 'digest', alertId: 'id_a' };
    const claimed = {
      listDue,
      claimOutboxEntry: async () => origin,
      claimDigest: async () => ({ accountId }),
    };
    expect(await sweep([], claimed)).toEqual([message]);
    expect(await sweep([], { listDue })).toEqual([]);
  });
});
