import { describe, expect, it } from 'vitest';
import {
  parseDashboardDomain,
  parseDashboardSwitch,
  parseSignInProvider,
} from '../../../lib/dashboard/context.ts';

const reader = (values: Record<string, unknown>) => (name: string) => values[name];

describe('the provider for sign-in', () => {
  const parse = (oidcIssuer: unknown, oidcClientId: unknown = 'client') =>
    parseSignInProvider(reader({ oidcIssuer, oidcClientId }));

  it('is the user pool of the stack unless the context names another one', () => {
    expect(parseSignInProvider(reader({}))).toBeUndefined();
    expect(parse('https://id.example.com/realm')).toEqual({
      issuer: 'https://id.example.com/realm',
      clientId: 'client',
    });
  });

  it.each([
    'http://id.example.com',
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://localhost',
    'https://LOCALHOST.',
    'https://id.localhost',
    'https://[::1]',
    'https://0.0.0.0',
    'https://user@id.example.com',
    'https://id.example.com?tenant=1',
    'https://id.example.com#a',
    'id.example.com',
    '',
    7,
    true,
  ])('is never %s, which is not https, not another machine, or no issuer', (issuer) => {
    expect(() => parse(issuer)).toThrow('oidcIssuer must be an https URL');
  });

  it('needs issuer and client', () => {
    expect(() => parse(undefined)).toThrow('needs both');
    expect(() => parse('https://id.example.com', '')).toThrow('needs both');
    expect(() => parse('https://id.example.com', 7)).toThrow('needs both');
  });
});

describe('the domain of the dashboard', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1234-abcd';
  const parse = (dashboardDomain: unknown, dashboardCertificateArn: unknown = certificateArn) =>
    parseDashboardDomain(reader({ dashboardDomain, dashboardCertificateArn }));

  it('is optional', () => {
    expect(parseDashboardDomain(reader({}))).toBeUndefined();
    expect(parse('scans.example.com')).toEqual({ name: 'scans.example.com', certificateArn });
  });

  it.each([
    'https://scans.example.com',
    'Scans.example.com',
    'scans',
    '*.example.com',
    'a..b',
    '',
    undefined,
  ])('is not %s', (name) => {
    expect(() => parse(name)).toThrow('dashboardDomain must be a host name');
  });

  it.each([
    'arn:aws:acm:eu-central-1:123456789012:certificate/1234',
    'arn:aws:iam::123456789012:server-certificate/x',
    '',
    undefined,
  ])('has no certificate %s, because CloudFront needs one in us-east-1', (arn) => {
    const read = reader({ dashboardDomain: 'scans.example.com', dashboardCertificateArn: arn });
    expect(() => parseDashboardDomain(read)).toThrow('must be the ARN of a certificate in us-east-1');
  });
});

describe('the switch of the dashboard', () => {
  const parse = (values: Record<string, unknown>) => parseDashboardSwitch(reader(values));

  it('is what the stage says unless the context says on or off', () => {
    expect([parse({}), parse({ dashboard: 'on' }), parse({ dashboard: 'off' })]).toEqual([
      undefined,
      'on',
      'off',
    ]);
    for (const dashboard of ['', 'OFF', 'false', false, null, 0])
      expect(() => parse({ dashboard }), String(dashboard)).toThrow(
        `dashboard must be on or off, not '${dashboard}'`,
      );
  });

  it('is not off for a dashboard with a domain', () => {
    expect(() => parse({ dashboard: 'off', dashboardDomain: 'scans.example.com' })).toThrow(
      'dashboardDomain',
    );
  });
});
