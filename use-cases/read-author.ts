import type { KeyRecord } from '../core/access/key-record.ts';
import type { KeyPrincipal, MemberPrincipal } from '../core/access/principal.ts';
import type { Author } from '../core/people/author.ts';

export interface FindKey {
  findKey(keyId: string): Promise<KeyRecord | undefined>;
}

export interface ReadAuthorDependencies extends FindKey {
  findPerson(personId: string): Promise<{ name: string } | undefined>;
}

/** Returns a key or a person as the author of a suppression or of an acceptance. */
export async function readAuthor(
  { findKey, findPerson }: ReadAuthorDependencies,
  principal: KeyPrincipal | MemberPrincipal,
): Promise<Author> {
  if (principal.kind === 'member') {
    const { personId } = principal;
    return { personId, name: (await findPerson(personId))?.name ?? personId };
  }
  const { keyId } = principal;
  return { keyId, name: (await findKey(keyId))?.name ?? keyId };
}
