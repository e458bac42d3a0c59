import { Socket } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectChecked } from '../../../scanner/egress/connect.ts';
import { type EgressPolicy, publicWebOnly } from '../../../scanner/egress/policy.ts';

/** The addresses that a connection would try, as passed to the operating system. */
const tried: string[][] = [];

/** Opens no connection, and reports success. */
const connect: NonNullable<Parameters<typeof connectChecked>[3]> = ({ port, lookup }) => {
  const socket = new Socket();
  lookup?.('', { all: true }, (_error, addresses) => {
    tried.push([addresses].flat().map((one) => `${typeof one === 'string' ? one : one.address}:${port}`));
  });
  setImmediate(() => socket.emit('connect'));
  return socket;
};

beforeEach(() => {
  tried.length = 0;
});

const policy: EgressPolicy = { ...publicWebOnly, blockedHosts: ['own.*'] };
const answer = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Destinations, and the addresses that their names resolve to. */
const blocked: [string, number, string[]?][] = [
  ['169.254.169.254', 80],
  ['169.254.170.2', 80],
  ['fd00:ec2::254', 80],
  ['127.0.0.1', 9001],
  ['127.0.0.1', 80],
  ['::ffff:169.254.169.254', 80],
  ['64:ff9b::a9fe:a9fe', 80],
  ['8.8.8.8', 22],
  ['fe80::1%eth0', 80],
  ['inner.test', 80, ['10.0.0.1']],
  ['mixed.test', 443, ['8.8.8.8', '127.0.0.1']],
  ['mixed-other-way.test', 443, ['127.0.0.1', '8.8.8.8']],
  ['mixed-families.test', 443, ['8.8.8.8', 'fd00:ec2::254']],
  ['alias-of-inner.test', 443, ['169.254.169.254']],
  ['none.test', 443, []],
  ['zoned.test', 443, ['2606:4700::1111%eth0']],
  ['2852039166', 80, ['169.254.169.254']],
  ['0x7f.1', 80, ['127.0.0.1']],
  ['own.execute-api.eu-central-1.amazonaws.com', 443, ['8.8.8.8']],
  ['OWN.execute-api.eu-central-1.amazonaws.com.', 443, ['8.8.8.8']],
  ['host name.test', 80, ['8.8.8.8']],
  ['a/b', 80, ['8.8.8.8']],
  ['a@8.8.8.8', 80, ['8.8.8.8']],
  ['good.test\r\nX: y', 80, ['8.8.8.8']],
  ['', 80, ['8.8.8.8']],
];

describe('a connection to a checked address', () => {
  it.each(blocked)('is not opened to %j port %i that is %j', async (host, port, addresses = []) => {
    await expect(
      connectChecked({ host, port }, policy, async () => answer(...addresses), connect),
    ).rejects.toMatchObject({
      kind: 'blocked',
    });
    expect(tried).toEqual([]);
  });

  it('is refused with the addresses that the name resolved to', async () => {
    await expect(
      connectChecked(
        { host: 'inner.test', port: 80 },
        policy,
        async () => answer('10.0.0.1', 'fd00::1'),
        connect,
      ),
    ).rejects.toMatchObject({ kind: 'blocked', addresses: ['10.0.0.1', 'fd00::1'] });
  });

  it('is opened to the resolved address, and the name is resolved once', async () => {
    const answers = [answer('8.8.8.8', '2606:4700::1111'), answer('127.0.0.1')];
    const resolve = vi.fn(async () => answers.shift() ?? []);
    await connectChecked({ host: 'rebinding.test', port: 443 }, policy, resolve, connect);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(tried).toEqual([['8.8.8.8:443', '2606:4700::1111:443']]);
    await expect(
      connectChecked({ host: 'rebinding.test', port: 443 }, policy, resolve, connect),
    ).rejects.toMatchObject({
      kind: 'blocked',
    });
    expect(tried).toHaveLength(1);
  });

  it('does not resolve an IP address, and resolves a name without its final dot', async () => {
    const resolve = vi.fn(async (_host: string) => answer('8.8.8.8'));
    await connectChecked({ host: '8.8.4.4', port: 80 }, policy, resolve, connect);
    expect(resolve).not.toHaveBeenCalled();
    await connectChecked({ host: 'example.test.', port: 80 }, policy, resolve, connect);
    expect(resolve).toHaveBeenCalledExactlyOnceWith('example.test');
  });
});
