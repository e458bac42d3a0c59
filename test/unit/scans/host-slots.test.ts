import { describe, expect, it } from 'vitest';
import {
  getAccountSlotLimit,
  getScanHost,
  getSlotLimit,
  orderFairly,
  pickSlot,
} from '../../../core/scans/host-slots.ts';

describe('the host of a scan', () => {
  const of = (siteUrl: string, url?: string) =>
    getScanHost({
      siteUrl,
      config: { rules: ['wcag-aa'], priority: 'normal', ...(url === undefined ? {} : { url }) },
    });

  it.each([
    ['https://www.shop.example/a', undefined, 'shop.example'],
    ['http://SHOP.example/', undefined, 'shop.example'],
    ['https://shop.example:8443/', undefined, 'shop.example:8443'],
    ['https://shop.example/', 'https://pr-1.preview.example/', 'pr-1.preview.example'],
    ['http://[2001:db8::1]/', undefined, '[2001:db8::1]'],
  ])('of %s, scanned at %s, is %s', (siteUrl, url, host) => {
    expect(of(siteUrl, url)).toBe(host);
  });
});

describe('the slots that a priority may hold', () => {
  it.each([
    [12, [12, 8, 4]],
    [6, [6, 4, 2]],
    [2, [2, 2, 1]],
    [1, [1, 1, 1]],
  ])('of %i are %j for high, normal and low', (slots, held) => {
    expect((['high', 'normal', 'low'] as const).map((priority) => getSlotLimit(priority, slots))).toEqual(
      held,
    );
  });
});

describe('the share of one account', () => {
  const levels = ['high', 'normal', 'low'] as const;

  it.each([
    [12, [8, 6, 3]],
    [6, [4, 3, 1]],
    [3, [2, 1, 1]],
    [2, [1, 1, 1]],
    [1, [1, 1, 1]],
  ])('of %i slots is %j for high, normal and low', (slots, shares) => {
    expect(levels.map((priority) => getAccountSlotLimit(priority, slots))).toEqual(shares);
  });

  /** Takes slots until the account must wait. */
  const takeAll = (
    held: { accountId: string; number: number }[],
    accountId: string,
    priority: 'high' | 'normal' | 'low',
    slots: number,
  ) => {
    for (let slot = pickSlot(held, { accountId, priority, slots }); slot !== undefined; ) {
      held.push({ accountId, number: slot });
      slot = pickSlot(held, { accountId, priority, slots });
    }
    return held;
  };

  it('leaves a slot for another account at every priority, whatever the account itself requests', () => {
    for (let slots = 2; slots <= 20; slots++) {
      for (const greedy of levels) {
        for (const priority of levels) {
          if (getSlotLimit(priority, slots) < 2) continue;
          const held = takeAll([], 'acct_a', greedy, slots);
          const request = { accountId: 'acct_b', priority, slots };
          expect(pickSlot(held, request), `${slots} slots, ${greedy} holds, ${priority} asks`).toBeDefined();
        }
      }
    }
  });

  it('is never exceeded by scans of several priorities together', () => {
    const held: { accountId: string; number: number }[] = [];
    for (const priority of ['low', 'high', 'normal', 'high'] as const) takeAll(held, 'acct_a', priority, 6);
    expect(held).toHaveLength(4);
    expect(held.filter(({ number }) => number < 4)).toHaveLength(3);
    expect(held.filter(({ number }) => number < 2)).toHaveLength(1);
  });

  it('lets an account scan if the host has a single slot, and then the other', () => {
    const held = takeAll([], 'acct_a', 'low', 1);
    expect(held).toEqual([{ accountId: 'acct_a', number: 0 }]);
    expect(pickSlot(held, { accountId: 'acct_b', priority: 'low', slots: 1 })).toBeUndefined();
    expect(pickSlot([], { accountId: 'acct_b', priority: 'low', slots: 1 })).toBe(0);
  });
});

describe('scans that wait for a slot', () => {
  const scan = (name: string, priority: 'high' | 'normal' | 'low' = 'normal') => ({
    scanId: name,
    accountId: name.charAt(0),
    priority,
  });
  const order = (waiting: ReturnType<typeof scan>[], held: string[] = []) =>
    orderFairly(
      waiting,
      held.map((accountId) => ({ accountId })),
    ).map(({ scanId }) => scanId);

  it('alternate between accounts, and within an account the oldest comes first', () => {
    expect(order([scan('a1'), scan('a2'), scan('a3'), scan('b1')])).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('come later if their account holds more slots', () => {
    expect(order([scan('a1'), scan('b1'), scan('b2')], ['a', 'a'])).toEqual(['b1', 'b2', 'a1']);
  });

  it('are ordered by priority first', () => {
    expect(order([scan('a1', 'low'), scan('b1'), scan('a2', 'high')], ['a'])).toEqual(['a2', 'b1', 'a1']);
  });
});
