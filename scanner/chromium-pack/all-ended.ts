/**
 * Waits until all have ended, also when one fails: what the others still write is then not written into what is
 * being cleaned up.
 * @throws what the first of them to be listed threw
 */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) {
    if (ended.status === 'rejected') throw ended.reason;
  }
}
