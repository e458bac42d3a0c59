import type { KeyRecord } from '../core/access/key-record.ts';
import type { KeyPrincipal } from '../core/access/principal.ts';

export interface FindKey {
  findKey(keyId: string): Promise<KeyRecord | undefined>;
}

/** Returns a key as the author of a suppression or of an acceptance. */
export async function readAuthor(
  { findKey }: FindKey,
  { keyId }: KeyPrincipal,
): Promise<{ keyId: string; name: string }> {
  const key = await findKey(keyId);
  return { keyId, name: key?.name ?? keyId };
}
