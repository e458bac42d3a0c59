import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { ScanFunctionName } from './function-table.ts';
import type { NodeFunction } from './node-function.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { StageSettings } from './stage-settings.ts';

export interface ObservabilityProps {
  readonly settings: StageSettings;
  /** Receives the alarms. */
  readonly topic: ITopic;
  readonly api: Api;
  readonly apiFunctions: Readonly<Record<string, NodeFunction>>;
  readonly queues: ScanQueues;
  readonly scanFunctions: Readonly<Record<ScanFunctionName, NodeFunction>>;
}

const period = Duration.minutes(5);
const oneMinute = Duration.minutes(1);

/** The section of docs/runbook.md with the instructions. A test checks that each alarm is listed in its section. */
type RunbookSection = 'Queues' | 'Functions' | 'API and limits';

interface AlarmShape {
  /** Name of the alarm; the stage is prepended. */
  readonly name: string;
  readonly threshold: number;
  /** What happened, in whole sentences. */
  readonly description: string;
  readonly section: RunbookSection;
  readonly evaluationPeriods?: number;
  /** The alarm is raised below the threshold instead of above it. */
  readonly below?: true;
}

/** The alarms and the dashboard. The description of each alarm says what to do. */
export class Observability extends Construct {
  private readonly action: SnsAction;
  private readonly stage: string;
  private readonly functions: readonly NodeFunction[];

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.stage = props.settings.stage;
    this.action = new SnsAction(props.topic);
    this.functions = [...Object.values(props.apiFunctions), ...Object.values(props.scanFunctions)];
    this.alarmOnQueues(props);
    this.alarmOnFunctions(props);
    this.alarm('Api5xx', props.api.restApi.metricServerError({ period, statistic: 'Sum' }), {
      name: 'API answers 5xx',
      threshold: 5,
      description:
        'The API responded with 5xx at least five times within 5 minutes. Find the routes and request ids in the access log.',
      section: 'API and limits',
    });
    this.dashboard(props);
  }

  private alarmOnQueues({ queues, scanFunctions }: ObservabilityProps): void {
    this.alarm(
      'RecordDeadLetters',
      queues.record.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: oneMinute,
        statistic: 'Maximum',
      }),
      {
        name: 'dead letters: record',
        threshold: 1,
        description:
          'record-outcomes could not record the outcomes of scanned pages. Find the cause in its logs, then redrive the messages.',
        section: 'Queues',
      },
    );
    const settleDeadLetters = scanFunctions['settle-dead-letters'].function;
    this.alarm('DeadLetters', settleDeadLetters.metricInvocations({ period, statistic: 'Sum' }), {
      name: 'dead letters settled',
      threshold: 1,
      description: 'settle-dead-letters settled messages that failed repeatedly. Find the scans in its logs.',
      section: 'Queues',
    });
    for (const [name, { queue, oldestMessage }] of Object.entries(queues.all())) {
      this.alarm(
        `OldestMessage-${name}`,
        queue.metricApproximateAgeOfOldestMessage({ period: oneMinute, statistic: 'Maximum' }),
        {
          name: `oldest message: ${name}`,
          threshold: oldestMessage.toSeconds(),
          evaluationPeriods: 3,
          description: `The oldest message of the ${name} queue has waited for more than ${oldestMessage.toHumanString()}.`,
          section: 'Queues',
        },
      );
    }
  }

  private alarmOnFunctions({ scanFunctions }: ObservabilityProps): void {
    for (const { function: each, functionName, failure } of this.functions) {
      this.alarm(`Errors-${functionName}`, each.metricErrors({ period, statistic: 'Sum' }), {
        name: `errors: ${functionName}`,
        threshold: 1,
        description: `${functionName} failed: ${failure}. This is a fault of the service: errors of pages and clients are normal results.`,
        section: 'Functions',
      });
    }
    const { function: sweepScans } = scanFunctions['sweep-scans'];
    this.alarm('SweepNotRunning', sweepScans.metricInvocations({ period, statistic: 'Sum' }), {
      name: 'sweeper does not run',
      threshold: 1,
      below: true,
      description: 'sweep-scans did not run for 5 minutes. Stuck scans do not continue until it runs.',
      section: 'Functions',
    });
    const { function: scanPages } = scanFunctions['scan-pages'];
    this.alarm('ChromiumThrottles', scanPages.metricThrottles({ period, statistic: 'Sum' }), {
      name: 'browsers throttled',
      threshold: 1,
      evaluationPeriods: 3,
      description:
        "scan-pages is throttled: the account's concurrency limit is lower than the sum of the event sources' limits.",
      section: 'API and limits',
    });
  }

  private alarm(id: string, metric: IMetric, shape: AlarmShape): void {
    const { LESS_THAN_THRESHOLD, GREATER_THAN_OR_EQUAL_TO_THRESHOLD } = ComparisonOperator;
    new Alarm(this, id, {
      metric,
      alarmName: `A11yScan-${this.stage} ${shape.name}`,
      alarmDescription: `${shape.description} Runbook: docs/runbook.md, "${shape.section}".`,
      threshold: shape.threshold,
      evaluationPeriods: shape.evaluationPeriods ?? 1,
      comparisonOperator: shape.below ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: shape.below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(this.action);
  }

  private dashboard({ api, queues, scanFunctions }: ObservabilityProps): void {
    const { restApi } = api;
    const { function: scanPages } = scanFunctions['scan-pages'];
    const all = Object.values(queues.all());
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12, period });
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          graph('Requests', [
            restApi.metricCount(),
            restApi.metricClientError(),
            restApi.metricServerError(),
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
            'Age of the oldest message',
            all.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage()),
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
            this.functions.map((each) => each.function.metricErrors({ label: each.functionName })),
          ),
          graph(
            'Duration by function (p95)',
            this.functions.map((each) =>
              each.function.metricDuration({ label: each.functionName, statistic: 'p95' }),
            ),
          ),
        ],
      ],
    });
  }
}
