import { describe, expect, it, vi } from 'vitest';
import { createSecret, formatApiKey } from '../../../core/access/api-key.ts';
import type { KeyRecord, PresentedSecret, SecretCheck } from '../../../core/access/key-record.ts';
import type { KeyRefusal } from '../../../core/audit/refusal.ts';
import { createId } from '../../../core/ids.ts';
import { verifyKey } from '../../../use-cases/verify-key.ts';
import { accountId, now } from './fakes.ts';

const keyId = createId('apikey', now);
const secret = createSecret();
const earlierSecret = createSecret();
const value = formatApiKey({ keyId, secret });
const earlierValue = formatApiKey({ keyId, secret: earlierSecret });
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

const record: KeyRecord = {
  keyId,
  accountId,
  name: 'CI',
  description: '',
  role: 'scanner',
  hash: `hash of ${secret}`,
  createdAt: inHours(-24),
  lifetimeDays: 90,
  expiresAt: inHours(24),
};

function service(given: Partial<KeyRecord> | null = {}) {
  return {
    findKey: vi.fn(async (id: string) =>
      given !== null && id === keyId ? { ...record, ...given } : undefined,
    ),
    checkSecret: vi.fn(async (presented: PresentedSecret): Promise<SecretCheck> => {
      const hash = presented.hashes.find((accepted) => accepted === `hash of ${presented.secret}`);
      return hash === undefined ? 'wrong' : { hash };
    }),
    findAccount: vi.fn(async (_: string): Promise<{ deletedAt?: string }> => ({})),
    recordRefusal: vi.fn(async (_: KeyRefusal) => {}),
  };
}

const verify = (dependencies: ReturnType<typeof service>, ...values: string[]) =>
  verifyKey(dependencies, { values, sourceIp: '192.0.2.7', requestId: 'request-1', now });

describe('an API key', () => {
  it('is verified to a principal, with its sites and the expiry of its value', async () => {
    expect(await verify(service(), value)).toEqual({
      principal: {
        kind: 'key',
        accountId,
        keyId,
        role: 'scanner',
        expiresAt: record.expiresAt,
        isPreviousValue: false,
        sourceIp: '192.0.2.7',
      },
    });
    const limited = await verify(service({ siteIds: ['site_1'] }), value);
    expect(limited).toMatchObject({ principal: { siteIds: ['site_1'] } });
  });

  it('is refused as revoked as soon as its account is deleted', async () => {
    const dependencies = service();
    dependencies.findAccount.mockResolvedValue({ deletedAt: now.toISOString() });
    expect(await verify(dependencies, value)).toEqual({ refusal: 'key-revoked', keyId });
  });

  it('works with its earlier value until the end of the grace period', async () => {
    const rotated = (until: string) =>
      service({ previousHash: `hash of ${earlierSecret}`, previousHashUntil: until });
    const verdict = await verify(rotated(inHours(1)), earlierValue);
    expect(verdict).toMatchObject({ principal: { expiresAt: inHours(1), isPreviousValue: true } });
    expect(await verify(rotated(inHours(1)), value)).toMatchObject({
      principal: { expiresAt: inHours(24), isPreviousValue: false },
    });
    expect(await verify(rotated(inHours(-1)), earlierValue)).toEqual({ refusal: 'key-unknown', keyId });
  });

  it.each<[string, string[], string]>([
    ['missing', [], 'key-missing'],
    ['empty', [''], 'key-missing'],
    ['given twice', [value, value], 'key-malformed'],
    ['misspelt', [`${value.slice(0, -1)}!`], 'key-malformed'],
  ])('that is %s is refused without a read', async (_, values, refusal) => {
    const dependencies = service();
    expect(await verify(dependencies, ...values)).toEqual({ refusal });
    expect(dependencies.findKey).not.toHaveBeenCalled();
    expect(dependencies.recordRefusal).not.toHaveBeenCalled();
  });

  it('that does not exist is refused without bcrypt, and not recorded, because it belongs to no account', async () => {
    const dependencies = service(null);
    expect(await verify(dependencies, value)).toEqual({ refusal: 'key-unknown' });
    expect(dependencies.checkSecret).not.toHaveBeenCalled();
    expect(dependencies.recordRefusal).not.toHaveBeenCalled();
  });

  it('that is not checked, because its source sent too many wrong keys, is refused with that code', async () => {
    const dependencies = service();
    dependencies.checkSecret.mockResolvedValue('unchecked');
    expect(await verify(dependencies, value)).toEqual({ refusal: 'too-many-wrong-keys', keyId });
    expect(dependencies.checkSecret.mock.calls).toEqual([
      [{ keyId, secret, hashes: [record.hash], sourceIp: '192.0.2.7', now }],
    ]);
    expect(dependencies.recordRefusal.mock.calls).toMatchObject([[{ reason: 'too-many-wrong-keys' }]]);
  });

  it.each<[string, Partial<KeyRecord>, string]>([
    ['expired', { expiresAt: inHours(-1) }, 'key-expired'],
    ['revoked', { revokedAt: inHours(-1) }, 'key-revoked'],
    ['revoked and expired', { revokedAt: inHours(-2), expiresAt: inHours(-1) }, 'key-revoked'],
  ])(
    'that is %s is refused and recorded, and the error says so only to a caller with its secret',
    async (_, given, refusal) => {
      const dependencies = service(given);
      expect(await verify(dependencies, value)).toEqual({ refusal, keyId });
      expect(await verify(dependencies, earlierValue)).toEqual({ refusal: 'key-unknown', keyId });
      const common = { accountId, keyId, requestId: 'request-1', sourceIp: '192.0.2.7', now };
      expect(dependencies.recordRefusal.mock.calls).toEqual([
        [{ ...common, reason: refusal }],
        [{ ...common, reason: 'wrong-secret' }],
      ]);
    },
  );
});
