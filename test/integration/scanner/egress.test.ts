import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Site, scan, serve } from './harness.ts';

let site: Site;

beforeAll(async () => {
  site = await serve({ '/plain': page('<p>x</p>') });
});
afterAll(() => site.close());

describe('a host name of a page', () => {
  it('is connected at exactly the address that was checked', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const { results } = await scan(
      [`http://named.test:${site.port}/plain`, `http://named.test:${site.port}/plain`],
      {
        egress: { loopbackPorts: [site.port], blockedPorts: [], ports: [80] },
        resolve: async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }],
      },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'blocked-address']);
    expect(site.requests.filter((path) => path === '/plain')).toHaveLength(1);
  });

  it('is refused when any of its addresses is internal, in any order', async () => {
    const inner = { address: '10.0.0.1', family: 4 };
    const reachable = { address: '127.0.0.1', family: 4 };
    const addresses: Record<string, (typeof inner)[]> = {
      'inner.test': [inner],
      'mixed.test': [reachable, inner],
      'mixed-other-way.test': [inner, reachable],
      'none.test': [],
    };
    const names = Object.keys(addresses);
    const asked: string[] = [];
    const before = site.requests.length;
    const { results } = await scan(
      names.map((name) => `http://${name}:${site.port}/plain`),
      {
        egress: { loopbackPorts: [site.port], blockedPorts: [], ports: [site.port] },
        resolve: async (host) => {
          asked.push(host);
          return addresses[host] ?? [];
        },
      },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(names.map(() => 'blocked-address'));
    expect([...new Set(asked)]).toEqual(names);
    expect(site.requests).toHaveLength(before);
  });
});
