import type { Scan } from '../../../../client/index.ts';
import { exampleQueuedScan } from '../../../../core/api/examples.ts';

/** Returns a scan as the service returns it. */
export function scanOf(change: Partial<Scan>): Scan {
  return { ...exampleQueuedScan, ...change };
}
