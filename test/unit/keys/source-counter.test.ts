import { describe, expect, it } from 'vitest';
import { getNetwork, getSource, SourceCounter } from '../../../adapters/keys/source-counter.ts';

const start = new Date('2026-11-23T10:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

describe('a source', () => {
  it.each([
    ['an IPv4 address itself', '192.0.2.7', '192.0.2.7'],
    ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same network for another notation', '2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['a network that ends with zeros', '2001:db8::1', '2001:db8:0:0::/64'],
    ['a network without a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['a mapped address itself', '::ffff:192.0.2.7', '::ffff:c000:207'],
    ['the loopback address itself', '::1', '::1'],
    ['any other text', 'test-invoke-source-ip', 'test-invoke-source-ip'],
    ['an empty text', '', ''],
  ])('is %s', (_, address, source) => {
    expect(getSource(address)).toBe(source);
  });
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::ffff:192.0.2.7', null],
  ['192.0.2.7', null],
  ['', null],
])('the network of %j is %j', (address, network) => {
  expect(getNetwork(address)).toBe(network);
});

describe('a counter', () => {
  it('counts each source by itself', () => {
    const counter = new SourceCounter();
    expect([counter.add('a', start), counter.add('a', at(1)), counter.add('b', at(2))]).toEqual([1, 2, 1]);
    expect([counter.read('a', at(3)), counter.read('c', at(3))]).toEqual([2, 0]);
  });

  it('begins again a minute after the first event, not after the latest one', () => {
    const counter = new SourceCounter();
    for (const seconds of [0, 30, 59]) counter.add('a', at(seconds));
    expect(counter.read('a', at(59))).toBe(3);
    expect(counter.read('a', at(60))).toBe(0);
    expect(counter.add('a', at(60))).toBe(1);
    expect(counter.read('a', at(119))).toBe(1);
  });

  it('holds 10,000 sources, and forgets the one whose window is the oldest', () => {
    const counter = new SourceCounter();
    counter.add('renewed', start);
    counter.add('oldest', at(1));
    counter.add('renewed', at(60));
    for (let i = 0; i < 9_998; i++) counter.add(`other ${i}`, at(60));
    expect(counter.read('oldest', at(60))).toBe(1);
    counter.add('one more', at(60));
    expect(counter.read('oldest', at(60))).toBe(0);
    expect(counter.read('renewed', at(60))).toBe(1);
  });
});
