import { describe, expect, it } from 'vitest';
import { getScanHost, getSlotLimit, orderFairly } from '../../../core/scans/host-slots.ts';

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
