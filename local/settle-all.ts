/**
 * Waits for all work, even if some of it fails, because what started must be stopped.
 *
 * @throws the error of the first that failed
 */
export async function settleAll<const T extends readonly Promise<unknown>[]>(work: T) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
