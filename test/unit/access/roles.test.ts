import { describe, expect, it } from 'vitest';
import {
  acceptedHashes,
  type KeyRecord,
  keyRefusal,
  keyRequestSchema,
  valueExpiry,
} from '../../../core/access/key-record.ts';
import { mayRole, permissions, roles, rolesThatMay } from '../../../core/access/roles.ts';

describe('roles', () => {
  it.each([
    ['viewer', 'scanner'],
    ['scanner', 'manager'],
    ['manager', 'admin'],
  ] as const)('%s may do nothing that %s may not', (smaller, larger) => {
    expect(roles[larger].may).toEqual(expect.arrayContaining([...roles[smaller].may]));
  });

  it('leave no permission without a role', () => {
    for (const permission of Object.keys(permissions))
      expect(rolesThatMay(permission as never)).toContain('admin');
  });

  it('let CI trigger and cancel scans but not touch sites or keys', () => {
    expect(mayRole('scanner', 'scans:trigger')).toBe(true);
    expect(mayRole('scanner', 'scans:cancel')).toBe(true);
    expect(mayRole('scanner', 'scans:accept')).toBe(false);
    expect(mayRole('manager', 'scans:accept')).toBe(true);
    expect(mayRole('scanner', 'sites:write')).toBe(false);
    expect(mayRole('scanner', 'keys:manage')).toBe(false);
  });

  it('let a viewer change nothing', () => {
    expect(roles.viewer.may.every((permission) => permission.endsWith(':read'))).toBe(true);
  });
});

describe('a key record', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  const key: KeyRecord = {
    keyId: 'apikey_1',
    accountId: 'acct_1',
    name: 'CI',
    description: '',
    role: 'scanner',
    hash: 'new',
    createdAt: '2026-11-01T00:00:00.000Z',
    lifetimeDays: 20,
    expiresAt: '2026-11-21T10:00:00.001Z',
  };

  it('opens until the millisecond of its expiry', () => {
    expect(keyRefusal(key, now)).toBeNull();
    expect(keyRefusal(key, new Date(now.getTime() + 1))).toBe('key-expired');
  });

  it('is refused as revoked even when it is expired too', () => {
    expect(keyRefusal({ ...key, expiresAt: key.createdAt, revokedAt: key.createdAt }, now)).toBe(
      'key-revoked',
    );
  });

  it('accepts the previous hash in the grace time only', () => {
    const rotated = { ...key, previousHash: 'old', previousHashUntil: '2026-11-21T10:00:00.001Z' };
    expect(acceptedHashes(rotated, now)).toEqual(['new', 'old']);
    expect(acceptedHashes(rotated, new Date(now.getTime() + 1))).toEqual(['new']);
    expect(acceptedHashes(key, now)).toEqual(['new']);
  });

  it('has its expiry for its value, and the end of the grace for the value before', () => {
    const rotated = { ...key, previousHash: 'old', previousHashUntil: '2026-11-21T10:00:00.000Z' };
    expect(valueExpiry(rotated, 'new')).toBe(key.expiresAt);
    expect(valueExpiry(rotated, 'old')).toBe(rotated.previousHashUntil);
    expect(valueExpiry(key, 'new')).toBe(key.expiresAt);
  });

  it('lives 90 days unless asked otherwise, and between 1 and 365', () => {
    const request = { name: 'CI', role: 'scanner' };
    expect(keyRequestSchema.parse(request).expiresInDays).toBe(90);
    for (const expiresInDays of [0, 366, 1.5]) {
      expect(keyRequestSchema.safeParse({ ...request, expiresInDays }).success).toBe(false);
    }
    for (const expiresInDays of [1, 365]) {
      expect(keyRequestSchema.parse({ ...request, expiresInDays }).expiresInDays).toBe(expiresInDays);
    }
  });
});
