import { describe, expect, it } from 'vitest';
import { readAdvisories, readSignatures } from '../../../scripts/packages/read-audit.ts';

const advisory = (severity: string) => ({
  name: 'left',
  severity,
  via: [{ url: 'https://github.com/advisories/GHSA-1' }, 'right'],
});

describe('the advisories of packages', () => {
  it.each([
    ['critical', 'failed'],
    ['high', 'failed'],
    ['moderate', 'passed'],
    ['low', 'passed'],
  ])('of severity %s let the check be %s, and are listed', (severity, outcome) => {
    const found = readAdvisories(JSON.stringify({ vulnerabilities: { left: advisory(severity) } }));
    expect(found).toEqual({
      outcome,
      lines: [
        'Advisories: 1. Those of severity high or critical fail this check.',
        `${severity}: left (https://github.com/advisories/GHSA-1, by right)`,
      ],
    });
  });

  it('that do not exist pass', () => {
    expect(readAdvisories('{"vulnerabilities": {}}').outcome).toBe('passed');
  });

  it.each([404, 405, 501])(
    'are not checked if the registry responds with %i, and that is said',
    (statusCode) => {
      const message = `${statusCode} - POST https://registry.example/-/npm/v1/security/advisories/bulk`;
      const { outcome, lines } = readAdvisories(JSON.stringify({ message, statusCode, body: '' }));
      expect(outcome).toBe('not-offered');
      expect(lines).toEqual([`Not checked: the registry offers no advisories (${message}).`]);
    },
  );

  it.each([
    ['a fault of the registry', '{"message": "500 Internal Server Error", "statusCode": 500}'],
    ['no network', '{"error": {"code": "ENOTFOUND", "summary": "getaddrinfo ENOTFOUND registry.example"}}'],
    ['no output', ''],
  ])('are not passed because of %s', (_, output) => {
    expect(() => readAdvisories(output)).toThrow('The advisories could not be read');
  });
});

describe('the signatures of packages', () => {
  const one = { name: 'left', version: '1.0.0', registry: 'https://registry.example/' };

  it.each([
    ['invalid', { invalid: [one], missing: [] }, 'invalid signature: left@1.0.0'],
    ['missing', { invalid: [], missing: [one] }, 'no signature: left@1.0.0'],
  ])('that are %s fail, with the package', (_, found, line) => {
    const { outcome, lines } = readSignatures(JSON.stringify(found));
    expect([outcome, lines.at(-1)]).toEqual(['failed', line]);
  });

  it('that are valid pass', () => {
    expect(readSignatures('{"invalid": [], "missing": []}').outcome).toBe('passed');
  });

  it('are not checked if the registry has no keys', () => {
    const summary = 'found no dependencies to audit that were installed from a supported registry';
    expect(readSignatures(JSON.stringify({ error: { summary } })).outcome).toBe('not-offered');
  });

  it('are not passed without network', () => {
    const error = { code: 'ENOTFOUND', summary: 'request to https://tuf.example/15.root.json failed' };
    expect(() => readSignatures(JSON.stringify({ error }))).toThrow('The signatures could not be read');
  });
});
