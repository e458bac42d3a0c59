import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import { memoize } from '../memoize.ts';

/**
 * Returns the metrics recorder of the function. It writes CloudWatch's embedded metric format to the log, so that
 * metrics need no network call. Namespace and service come from the POWERTOOLS_ variables, which are read at the first
 * call.
 */
export const metrics = memoize(() => new Metrics());

/** Counts a page by its outcome and records its duration in milliseconds. */
export function countPage(outcome: PageOutcome, durationMs: number): void {
  const single = metrics().singleMetric();
  single.addDimension('outcome', outcome);
  single.addMetric('Pages', MetricUnit.Count, 1);
  metrics().addMetric('PageDuration', MetricUnit.Milliseconds, durationMs);
}
