import { Problem } from '../core/problems/problem.ts';

/** Writers that may change the same thing first before the caller is asked to try again. */
const ATTEMPTS = 4;

/**
 * Reads, changes and writes something until no other writer changed it in between.
 * @param what names it in the problem, e.g. `site`
 * @param attempt returns what was written, or undefined if another writer was first
 * @throws Problem service-unavailable if others keep changing it
 */
export async function retryWrite<Written>(
  what: string,
  attempt: () => Promise<Written | undefined>,
): Promise<Written> {
  for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
    const written = await attempt();
    if (written !== undefined) return written;
  }
  throw new Problem('service-unavailable', `The ${what} is being changed by others; try again.`, {
    headers: { 'Retry-After': '1' },
  });
}
