import { Problem } from '../core/problems/problem.ts';

/** Number of attempts before the caller must try again. */
const ATTEMPTS = 4;

/**
 * Repeats a read-change-write attempt until no other writer changed the data in between.
 * @param what name of the data for the problem, e.g. `site`
 * @param attempt returns what was written; undefined if another writer was first
 * @throws Problem service-unavailable if other writers keep changing it
 */
export async function retryWrite<Written>(
  what: string,
  attempt: () => Promise<Written | undefined>,
): Promise<Written> {
  for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
    const written = await attempt();
    if (written !== undefined) return written;
  }
  throw new Problem('service-unavailable', `Other callers are changing the ${what}. Try again.`, {
    headers: { 'Retry-After': '1' },
  });
}
