import { hash } from 'bcryptjs';

/** bcrypt's lowest cost. A hash contains its cost, so comparing a secret with it is as fast. */
const COST = 4;

/** Returns the hash of a key's secret as the service would store it, but a tenth of a second faster. */
export function quickHash(secret: string): Promise<string> {
  return hash(secret, COST);
}
