import { expect, it } from 'vitest';
import { chooseSite } from '../../../local/gateway/sites.ts';

const sites = { port: 3000, stage: 'api', hasDistribution: true, hasIdentityProvider: true };

it.each([
  ['a11y-scan.localhost:3000', '/', 'distribution'],
  ['a11y-scan.localhost:3000', '/api/v1/health', 'distribution'],
  ['localhost:3000', '/', 'dashboard-redirect'],
  ['localhost:3000', '/apis', 'dashboard-redirect'],
  ['localhost:3000', '/api/v1/health', 'distribution'],
  ['LOCALHOST:3000', '/api', 'distribution'],
  ['other.localhost:3000', '/', undefined],
  ['127.0.0.1:3000', '/', 'identity-provider'],
  ['127.0.0.1:3000', '/apis', 'identity-provider'],
  ['127.0.0.1:3000', '/api/v1/health', 'api'],
  ['[::1]:3000', '/api/v1/health', 'api'],
  ['[::1]:3000', '/', 'api'],
  ['localhost:3001', '/', undefined],
  ['localhost', '/', undefined],
  ['attacker.example:3000', '/', undefined],
  ['localhost.attacker.example:3000', '/', undefined],
  ['127.0.0.1.attacker.example:3000', '/', undefined],
  ['user@localhost:3000', '/', undefined],
  ['', '/', undefined],
  [undefined, '/', undefined],
])('a request to %s%s is for %s', (host, path, expected) => {
  expect(chooseSite(host, path, sites)).toBe(expected);
});

it('without a distribution and a user pool, every request is for the API', () => {
  const alone = { ...sites, hasDistribution: false, hasIdentityProvider: false };
  expect(chooseSite('localhost:3000', '/', alone)).toBe('api');
  expect(chooseSite('127.0.0.1:3000', '/', alone)).toBe('api');
});
