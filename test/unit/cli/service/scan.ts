import type { Scan } from '../../../../client/index.ts';
import { exampleQueuedScan } from '../../../../core/api/examples.ts';

/** A scan as the service answers with it. */
export function scanOf(change: Partial<Scan>): Scan {
  return { ...exampleQueuedScan, ...change };
}
