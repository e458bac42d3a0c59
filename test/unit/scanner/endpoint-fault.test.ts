import { describe, expect, it } from 'vitest';
import { asyncResolve } from '../../../scanner/egress/async-resolve.ts';
import {
  blockOwnHosts,
  findEndpointFault,
  findEndpointUrlFault,
} from '../../../scanner/egress/endpoint-fault.ts';
import { publicWebOnly } from '../../../scanner/egress/policy.ts';

const onLoopback = { ...publicWebOnly, loopbackPorts: [8080] };

describe('the endpoint of webhooks', () => {
  it.each<[string, boolean]>([
    ['https://hooks.example/a?b=c', true],
    ['http://hooks.example/', false],
    ['http://127.0.0.1:8080/', true],
    ['http://hooks.localhost:8080/', true],
    ['http://127.0.0.1:8081/', false],
    ['https://user@hooks.example/', false],
    ['https://[::ffff:169.254.169.254]/', false],
    ['ftp://hooks.example/', false],
  ])('can be %s: %s', (url, isAllowed) => {
    expect(findEndpointUrlFault(url, onLoopback) === null).toBe(isAllowed);
  });

  it('cannot be on loopback in the cloud', () => {
    expect(findEndpointUrlFault('http://127.0.0.1:8080/', publicWebOnly)).not.toBeNull();
  });

  it('is refused if one of its addresses is not public, or it has none', async () => {
    const at = (...addresses: string[]) =>
      findEndpointFault('https://hooks.example/', publicWebOnly, async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    expect(await at('93.184.215.14')).toBeNull();
    expect(await at('93.184.215.14', '10.0.0.1')).toContain('public internet');
    expect(await at('fd00:ec2::254')).toContain('public internet');
    expect(await at()).not.toBeNull();
    const unknown = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await findEndpointFault('https://hooks.example/', publicWebOnly, unknown)).toContain('resolved');
  });

  it('cannot be a host of the service, except on loopback, where the port decides', () => {
    const policy = blockOwnHosts(onLoopback, ['api.example', '127.0.0.1']);
    expect(findEndpointUrlFault('https://API.example./hook', policy)).not.toBeNull();
    expect(findEndpointUrlFault('http://127.0.0.1:8080/', policy)).toBeNull();
  });
});

describe('names of the loopback', () => {
  it('are resolved without a query', async () => {
    for (const host of ['localhost', 'hooks.localhost'])
      expect(await asyncResolve(host)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});
