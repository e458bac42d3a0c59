import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metricNames } from '../core/metrics/metrics.ts';
import type { Api } from './api.ts';
import type { ScanFunctionName } from './function-table/scan-functions.ts';
import type { NodeFunction } from './node-function.ts';
import { buildOwnMetric, metricPeriod, type OwnMetric } from './own-metric.ts';
import type { StageSettings } from './stage-settings.ts';
import type { WorkQueue } from './work-queue.ts';

/** What alarms and graphs measure. */
export interface MeasuredParts {
  readonly settings: StageSettings;
  readonly api: Api;
  readonly apiFunctions: Readonly<Record<string, NodeFunction>>;
  /** All queues, by their names in alarms and documents. */
  readonly queues: Readonly<Record<string, WorkQueue>>;
  readonly scanFunctions: Readonly<Record<ScanFunctionName, NodeFunction>>;
}

/** Creates the CloudWatch dashboard of a stage. */
export function createMetricsDashboard(
  scope: Construct,
  { settings, api, apiFunctions, queues, scanFunctions }: MeasuredParts,
): void {
  const own = (...metric: OwnMetric) => buildOwnMetric(settings.stage, ...metric);
  const functions = [...Object.values(apiFunctions), ...Object.values(scanFunctions)];
  const { restApi } = api;
  const { function: scanPages } = scanFunctions['scan-pages'];
  const all = Object.values(queues);
  const graph = (title: string, left: IMetric[]) =>
    new GraphWidget({ title, left, width: 12, period: metricPeriod });
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        graph('Requests', [
          restApi.metricCount(),
          restApi.metricClientError(),
          restApi.metricServerError(),
          own(metricNames.uncheckedKeys, {}, 'Sum'),
          own(metricNames.signInFailures, {}, 'Sum'),
        ]),
        graph('Latency', [
          restApi.metricLatency({ statistic: 'p50' }),
          restApi.metricLatency({ statistic: 'p99' }),
        ]),
      ],
      [
        graph(
          'Waiting messages',
          all.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
        ),
        graph(
          'Wait before the first delivery',
          all.map(({ queue }) => own(metricNames.messageWait, { queue: queue.queueName }, 'Maximum')),
        ),
      ],
      [
        graph(
          'Dead letters',
          all.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
        ),
        graph('Browsers', [
          scanPages.metric('ConcurrentExecutions', { statistic: 'Maximum' }),
          scanPages.metricThrottles(),
        ]),
      ],
      [
        graph(
          'Errors by function',
          functions.map((each) => each.function.metricErrors({ label: each.functionName })),
        ),
        graph('Faults that functions report', [
          own(metricNames.internalErrors, {}, 'Sum'),
          own(metricNames.pagesLost, {}, 'Sum'),
          own(metricNames.browserFaults, {}, 'Sum'),
          own(metricNames.refusedEvents, {}, 'Sum'),
          ...functions
            .filter(({ hasQueues }) => hasQueues)
            .map(({ functionName }) => own(metricNames.messageFaults, { service: functionName }, 'Sum')),
        ]),
        graph('Mails', [
          own(metricNames.mailsAttempted, {}, 'Sum'),
          own(metricNames.mailsNotAccepted, {}, 'Sum'),
          own(metricNames.addressesStopped, {}, 'Sum'),
          own(metricNames.refusedInvitations, {}, 'Sum'),
        ]),
        graph(
          'Duration by function (p95)',
          functions.map((each) =>
            each.function.metricDuration({ label: each.functionName, statistic: 'p95' }),
          ),
        ),
      ],
    ],
  });
}
