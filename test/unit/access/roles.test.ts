import { describe, expect, it } from 'vitest';
import {
  getAcceptedHashes,
  getKeyRefusal,
  getValueExpiry,
  type KeyRecord,
  keyRequestSchema,
} from '../../../core/access/key-record.ts';
import { findRolesWithPermission, hasPermission, permissions, roles } from '../../../core/access/roles.ts';

describe('roles', () => {
  it.each([
    ['viewer', 'scanner'],
    ['scanner', 'manager'],
    ['manager', 'admin'],
  ] as const)('%s may do nothing that %s may not', (smaller, larger) => {
    expect(roles[larger].may).toEqual(expect.arrayContaining([...roles[smaller].may]));
  });

  it('include every permission in at least one role', () => {
    for (const permission of Object.keys(permissions))
      expect(findRolesWithPermission(permission as never)).toContain('admin');
  });

  it('let CI trigger and cancel scans but not change sites or keys', () => {
    expect(hasPermission('scanner', 'scans:trigger')).toBe(true);
    expect(hasPermission('scanner', 'scans:cancel')).toBe(true);
    expect(hasPermission('scanner', 'scans:accept')).toBe(false);
    expect(hasPermission('manager', 'scans:accept')).toBe(true);
    expect(hasPermission('scanner', 'sites:write')).toBe(false);
    expect(hasPermission('scanner', 'keys:manage')).toBe(false);
  });

  it('let a viewer change nothing but leave the account', () => {
    const changes = roles.viewer.may.filter((permission) => !permission.endsWith(':read'));
    expect(changes).toEqual(['account:leave']);
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

  it('is accepted until the millisecond of its expiry', () => {
    expect(getKeyRefusal(key, now)).toBeNull();
    expect(getKeyRefusal(key, new Date(now.getTime() + 1))).toBe('key-expired');
  });

  it('is rejected as revoked even if it is also expired', () => {
    expect(getKeyRefusal({ ...key, expiresAt: key.createdAt, revokedAt: key.createdAt }, now)).toBe(
      'key-revoked',
    );
  });

  it('accepts the previous hash in the grace period only', () => {
    const rotated = { ...key, previousHash: 'old', previousHashUntil: '2026-11-21T10:00:00.001Z' };
    expect(getAcceptedHashes(rotated, now)).toEqual(['new', 'old']);
    expect(getAcceptedHashes(rotated, new Date(now.getTime() + 1))).toEqual(['new']);
    expect(getAcceptedHashes(key, now)).toEqual(['new']);
  });

  it('has one expiry for its current value, and the end of the grace period for the previous value', () => {
    const rotated = { ...key, previousHash: 'old', previousHashUntil: '2026-11-21T10:00:00.000Z' };
    expect(getValueExpiry(rotated, 'new')).toBe(key.expiresAt);
    expect(getValueExpiry(rotated, 'old')).toBe(rotated.previousHashUntil);
    expect(getValueExpiry(key, 'new')).toBe(key.expiresAt);
  });

  it('is valid for 90 days by default, and for 1 to 365 days if set', () => {
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
