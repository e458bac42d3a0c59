import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import { metrics } from './metrics.ts';

/** Counts a page by its outcome, and how long it took in milliseconds. */
export function countPage(outcome: PageOutcome, durationMs: number): void {
  const single = metrics().singleMetric();
  single.addDimension('outcome', outcome);
  single.addMetric('Pages', MetricUnit.Count, 1);
  metrics().addMetric('PageDuration', MetricUnit.Milliseconds, durationMs);
}
