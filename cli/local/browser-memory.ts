import { totalmem } from 'node:os';
import { BROWSER_MEMORY_MB } from '../../core/scans/pacing.ts';

/** Share of the memory that browsers may need together. */
const SHARE = 0.75;
/** The least for each browser, in megabytes. Large pages need more, but nearly all need less. */
const LEAST_MB = 1_000;

/**
 * Returns the memory of each browser above which its page is ended, in megabytes: `BROWSER_MEMORY_MB`, or less if
 * browsers that run at the same time could otherwise exhaust the machine.
 * @param bytes memory of the machine, or what its container may use
 */
export function computeBrowserMemory(concurrency: number, bytes: number = readMemory()): number {
  const share = Math.floor((SHARE * bytes) / 1024 ** 2 / concurrency);
  return Math.min(BROWSER_MEMORY_MB, Math.max(LEAST_MB, share));
}

function readMemory(): number {
  // 0 or larger than the memory of the machine if nothing limits this process.
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
