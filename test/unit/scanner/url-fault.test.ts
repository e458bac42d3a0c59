import { describe, expect, it } from 'vitest';
import { publicWebOnly } from '../../../scanner/egress/policy.ts';
import { findUrlFault } from '../../../scanner/egress/url-fault.ts';

const policy = { ...publicWebOnly, blockedHosts: ['own.*'] };
const ADDRESS = 'must name a host of the public internet, not a private, local or reserved address';
const HOST = 'names a host that this service may not open';
const PORT = 'must use a port that this service may open: 80, 443';
const SECRET = 'must not contain a user name or password';
const SCHEME = 'must be an http or https URL';

const faults: [string, string | null][] = [
  ['https://www.example.com/a?b#c', null],
  ['http://example.com:443/', null],
  ['http://8.8.8.8/', null],
  ['https://[2606:4700::1111]/', null],
  ['http://127.0.0.1/', ADDRESS],
  ['http://2130706433/', ADDRESS],
  ['http://0x7f.1/', ADDRESS],
  ['http://0177.0.0.1/', ADDRESS],
  ['http://0/', ADDRESS],
  ['http://①②⑦.0.0.1/', ADDRESS],
  ['http://127。0。0。1/', ADDRESS],
  ['http:\\\\127.0.0.1\\', ADDRESS],
  ['http://127.0.0.1./', ADDRESS],
  ['http://[::1]/', ADDRESS],
  ['http://[::ffff:8.8.8.8]/', ADDRESS],
  ['http://169.254.169.254/latest/', ADDRESS],
  ['http://[fd00:ec2::254]/', ADDRESS],
  ['http://8.8.8.8:22/', PORT],
  ['https://[2606:4700::1111]:8443/', PORT],
  ['https://10.0.0.1/', ADDRESS],
  ['http://10.0.0.1:22/', ADDRESS],
  ['http://localhost/', ADDRESS],
  ['http://LOCALHOST./', ADDRESS],
  ['http://a.localhost/', ADDRESS],
  ['http://example.com:8080/', PORT],
  ['https://example.com:22/', PORT],
  ['https://own.execute-api.eu-central-1.amazonaws.com/', HOST],
  ['https://OWN.s3.amazonaws.com./', HOST],
  ['http://good.example@127.0.0.1/', SECRET],
  ['http://:x@example.com/', SECRET],
  ['file:///etc/passwd', SCHEME],
  ['http://[fe80::1%25lo]/', SCHEME],
  ['/path', SCHEME],
];

describe('a URL to be stored', () => {
  it.each(faults)('%s: %s', (url, fault) => {
    expect(findUrlFault(url, policy)).toBe(fault);
  });

  it('may be on loopback if loopback may be scanned', () => {
    const local = { ...policy, loopbackPorts: [3000] };
    for (const url of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'http://my.test:3000/']) {
      expect(findUrlFault(url, local), url).toBeNull();
    }
    expect(findUrlFault('http://127.0.0.1:3001/', local)).toBe(
      'must use a port that this service may open: 3000',
    );
    expect(findUrlFault('http://192.168.0.1:3000/', local)).toBe(ADDRESS);
  });
});
