import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ALL_FUNCTIONS, getMetricsNamespace, type metricNames } from '../core/metrics/metrics.ts';

/** The period of alarms and graphs, unless they need another one. */
export const metricPeriod = Duration.minutes(5);

/** Name, dimensions and statistic of a metric that functions write. Without `service`, it is over all functions. */
export type OwnMetric = readonly [
  metricName: (typeof metricNames)[keyof typeof metricNames],
  dimensions: Readonly<Record<string, string>>,
  statistic: 'Sum' | 'Maximum',
];

/** Returns a metric of the service itself. */
export function buildOwnMetric(stage: string, ...[metricName, dimensions, statistic]: OwnMetric): Metric {
  return new Metric({
    namespace: getMetricsNamespace(stage),
    metricName,
    dimensionsMap: { service: ALL_FUNCTIONS, ...dimensions },
    statistic,
    period: metricPeriod,
  });
}
