import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Far more than the sign-ins on one machine need. */
const MAXIMUM_ENTRIES = 10_000;

/**
 * Returns the store of the local provider: in memory, so that everyone is signed out at the provider when the runtime
 * stops. The oldest entries are removed first.
 */
export function createMemoryAdapter(): (kind: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; endsAt: number }>();
  const find = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.endsAt > Date.now() ? entry.payload : undefined;
  };
  const findBy = (kind: string, member: 'uid' | 'userCode', value: string) =>
    [...entries.keys()]
      .filter((key) => key.startsWith(`${kind}:`))
      .map(find)
      .find((payload) => payload?.[member] === value);
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      entries.delete(`${kind}:${id}`);
      const endsAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1_000;
      entries.set(`${kind}:${id}`, { payload, endsAt });
      for (const key of [...entries.keys()].slice(0, entries.size - MAXIMUM_ENTRIES)) entries.delete(key);
    },
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => findBy(kind, 'uid', uid),
    findByUserCode: async (userCode) => findBy(kind, 'userCode', userCode),
    async consume(id) {
      const payload = find(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    async destroy(id) {
      entries.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      // The attempt of a person who replaces another one has the grant of the other one, and must go on.
      const ofKind = [...entries].filter(([key]) => key.startsWith(`${kind}:`));
      for (const [key, { payload }] of ofKind) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
