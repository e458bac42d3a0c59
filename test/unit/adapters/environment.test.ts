import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  apiVariables,
  egressVariables,
  hosts,
  loopbackPorts,
  ports,
  readEnvironment,
} from '../../../adapters/environment.ts';

describe('the environment of a function', () => {
  const given = { TABLE_NAME: 'table', AUDIT_TABLE_NAME: 'audit', REQUESTS_PER_MINUTE: '600' };

  it('is parsed with numbers as numbers, and without variables that the function does not declare', () => {
    const env = readEnvironment(z.object(apiVariables), { ...given, PATH: '/bin' });
    expect(env).toEqual({ TABLE_NAME: 'table', AUDIT_TABLE_NAME: 'audit', REQUESTS_PER_MINUTE: 600 });
  });

  it('is rejected with one line that names every invalid variable', () => {
    const read = () =>
      readEnvironment(z.object(apiVariables), { TABLE_NAME: 'table', REQUESTS_PER_MINUTE: 'many' });
    expect(read).toThrow(/AUDIT_TABLE_NAME is not set; REQUESTS_PER_MINUTE: /);
    expect(read).not.toThrow(/\n/);
  });

  it.each([
    ['', 'none'],
    ['*', 'all'],
    ['8080', [8080]],
    ['8080, 3000', [8080, 3000]],
  ])('accepts %j as loopback ports', (text, parsed) => {
    expect(loopbackPorts.parse(text)).toEqual(parsed);
  });

  it.each(['0', '65536', 'all', '80-90', '1.5'])('rejects %j as ports', (text) => {
    expect(ports.safeParse(text).error?.issues[0]?.message).toContain('comma-separated ports');
  });

  it('accepts an empty list of ports', () => {
    expect(ports.parse('')).toEqual([]);
  });

  it('parses hosts from a comma-separated list', () => {
    expect(hosts.parse('')).toEqual([]);
    expect(hosts.parse('abc.*, api.example.com,')).toEqual(['abc.*', 'api.example.com']);
  });

  it('sets the addresses that pages may have, and requires a port with them', () => {
    const egress = z.object(egressVariables);
    const variables = { SCAN_PORTS: '80,443', SCAN_BLOCKED_HOSTS: 'abc.*' };
    expect(readEnvironment(egress, variables)).toEqual({
      SCAN_PORTS: [80, 443],
      SCAN_LOOPBACK_PORTS: 'none',
      SCAN_BLOCKED_PORTS: [],
      SCAN_BLOCKED_HOSTS: ['abc.*'],
    });
    expect(() => readEnvironment(egress, { ...variables, SCAN_PORTS: '' })).toThrow(
      'SCAN_PORTS: must name at least one port',
    );
    expect(() => readEnvironment(egress, { SCAN_PORTS: '80' })).toThrow('SCAN_BLOCKED_HOSTS is not set');
  });
});
