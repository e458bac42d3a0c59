import { describe, expect, it } from 'vitest';
import type { KeyPrincipal, Principal } from '../../../core/access/principal.ts';
import type { UsageDay, UsageDayRange } from '../../../core/usage/usage-day.ts';
import { type GetUsageDependencies, getUsage, type UsageQuery } from '../../../use-cases/get-usage.ts';
import { memberPrincipal } from '../../support/fixtures.ts';

const day = (date: string, requests = 1): UsageDay => ({
  day: date,
  requests,
  scans: 0,
  pages: 0,
  lastUsedAt: `${date}T08:00:00.000Z`,
});

/** An account whose keys were used on these days, newest first. */
function account(usage: Record<string, UsageDay[]>) {
  const reads: string[] = [];
  const keys = Object.keys(usage).map((keyId) => ({
    keyId,
    accountId: keyId === 'apikey_z' ? 'acct_z' : 'acct_a',
    name: `Key ${keyId}`,
  }));
  const dependencies: GetUsageDependencies = {
    findAccount: async () => ({ cursorSecret: Buffer.alloc(32, 1).toString('base64url') }),
    findKey: async (keyId) => keys.find((key) => key.keyId === keyId),
    listKeysFrom: async (accountId, first = '', limit) =>
      keys.filter((key) => key.accountId === accountId && key.keyId >= first).slice(0, limit),
    readKeyDays: async (keyId, { from = '', to = '~', before = '~', limit }: UsageDayRange) => {
      reads.push(keyId);
      const days = usage[keyId] ?? [];
      return days.filter((each) => each.day >= from && each.day <= to && each.day < before).slice(0, limit);
    },
  };
  return { dependencies, reads };
}

const principal: KeyPrincipal = {
  kind: 'key',
  accountId: 'acct_a',
  keyId: 'apikey_b',
  role: 'manager',
  expiresAt: '2027-01-01T00:00:00.000Z',
  isPreviousValue: false,
  sourceIp: '192.0.2.1',
};

async function entries(
  { dependencies }: ReturnType<typeof account>,
  query: Partial<UsageQuery> = {},
  as: Principal = principal,
) {
  const { items, nextCursor } = await getUsage(dependencies, {
    principal: as,
    query: { limit: 25, ...query },
  });
  return { shown: items.map((item) => `${item.keyId} ${item.day}`), nextCursor };
}

const used = () =>
  account({
    apikey_a: [day('2026-03-03'), day('2026-03-02'), day('2026-02-28')],
    apikey_b: [day('2026-03-02')],
    apikey_c: [],
    apikey_d: [day('2026-03-04'), day('2026-01-01')],
    apikey_z: [day('2026-03-05')],
  });

describe('getUsage', () => {
  it('lists keys oldest first and the days of each key newest first, with the name of the key', async () => {
    expect((await entries(used())).shown).toEqual([
      'apikey_a 2026-03-03',
      'apikey_a 2026-03-02',
      'apikey_a 2026-02-28',
      'apikey_b 2026-03-02',
      'apikey_d 2026-03-04',
      'apikey_d 2026-01-01',
    ]);
    const { items } = await getUsage(used().dependencies, { principal, query: { limit: 1 } });
    expect(items).toEqual([{ keyId: 'apikey_a', keyName: 'Key apikey_a', ...day('2026-03-03') }]);
  });

  it.each([1, 2, 3, 4, 5])('returns each entry exactly once in pages of %i', async (limit) => {
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const { shown, nextCursor } = await entries(used(), { limit, ...(cursor ? { cursor } : {}) });
      expect(shown.length).toBeLessThanOrEqual(limit);
      all.push(...shown);
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(all).toEqual((await entries(used())).shown);
  });

  it('includes both ends of a period, and filters by key', async () => {
    expect((await entries(used(), { from: '2026-03-02', to: '2026-03-03' })).shown).toEqual([
      'apikey_a 2026-03-03',
      'apikey_a 2026-03-02',
      'apikey_b 2026-03-02',
    ]);
    expect((await entries(used(), { keyId: 'apikey_d' })).shown).toHaveLength(2);
  });

  it('lists nothing for a key of another account', async () => {
    const other = used();
    expect(await entries(other, { keyId: 'apikey_x' })).toEqual({ shown: [], nextCursor: null });
    expect(await entries(other, { keyId: 'apikey_z' })).toEqual({ shown: [], nextCursor: null });
    expect(other.reads).toEqual([]);
  });

  it('shows a key that is limited to sites only its own usage', async () => {
    const limited = { ...principal, siteIds: ['site_1'] };
    expect((await entries(used(), {}, limited)).shown).toEqual(['apikey_b 2026-03-02']);
    expect((await entries(used(), { keyId: 'apikey_a' }, limited)).shown).toEqual([]);
    const { accountId, role, siteIds } = limited;
    const member: Principal = memberPrincipal({ accountId, role, siteIds });
    expect((await entries(used(), {}, member)).shown).toEqual([]);
    expect((await entries(used(), { keyId: 'apikey_b' }, member)).shown).toEqual([]);
  });

  it('reads a limited number of keys for one page and continues after them', async () => {
    const keys = Array.from({ length: 120 }, (_, index) => `apikey_${String(index).padStart(3, '0')}`);
    const many = account(
      Object.fromEntries(keys.map((key, index) => [key, index === 110 ? [day('2026-03-01')] : []])),
    );
    const first = await entries(many);
    expect(first.shown).toEqual([]);
    expect(many.reads).toHaveLength(50);
    const second = await entries(many, { cursor: first.nextCursor ?? '' });
    const third = await entries(many, { cursor: second.nextCursor ?? '' });
    expect(third).toEqual({ shown: ['apikey_110 2026-03-01'], nextCursor: null });
    expect(many.reads).toHaveLength(120);
  });

  it('rejects a cursor of another period', async () => {
    const { nextCursor } = await entries(used(), { limit: 1 });
    const cursor = nextCursor ?? '';
    await expect(entries(used(), { limit: 1, cursor, from: '2026-03-01' })).rejects.toMatchObject({
      code: 'cursor-invalid',
    });
  });
});
