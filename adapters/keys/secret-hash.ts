import { compare, hash } from 'bcryptjs';

/** bcrypt's cost: about 60 ms on a current machine, several times that on a small function. */
const COST = 10;

/** The bcrypt hash of a key's secret, as the key's record holds it. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, COST);
}

/** Whether a secret is the one that a bcrypt hash was made of. */
export function verifySecret(secret: string, storedHash: string): Promise<boolean> {
  return compare(secret, storedHash);
}
