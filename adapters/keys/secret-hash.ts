import { compare, hash } from 'bcryptjs';

/** Cost factor of bcrypt: about 60 ms on a current machine, several times that in a small function. */
const COST = 10;

/** Returns the bcrypt hash of a key's secret, which the record of the key contains. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, COST);
}

/** True if a secret matches a bcrypt hash. */
export function verifySecret(secret: string, storedHash: string): Promise<boolean> {
  return compare(secret, storedHash);
}
