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
import { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import type { Api } from './api.ts';
import type { FunctionName } from './function-names.ts';
import type { NodeFunction } from './node-function.ts';
import { type ApiFunctionName, routes } from './routes.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { StageSettings } from './stage-settings.ts';

export interface ObservabilityProps {
  readonly settings: StageSettings;
  readonly api: Api;
  readonly queues: ScanQueues;
  readonly scanPages: NodeFunction<object>;
  readonly sweepScans: NodeFunction<object>;
  readonly settleDeadLetters: NodeFunction<object>;
  /** Every function, these included. */
  readonly functions: ReadonlyArray<NodeFunction<object>>;
}

/** How old the oldest message may be: a low backlog is normal for a while, an unrecorded outcome is not. */
const oldestMessage: Readonly<Record<string, Duration>> = {
  plan: Duration.minutes(10),
  'scan-high': Duration.minutes(15),
  'scan-normal': Duration.hours(1),
  'scan-low': Duration.hours(6),
  record: Duration.minutes(5),
  finish: Duration.minutes(15),
};

const period = Duration.minutes(5);
const oneMinute = Duration.minutes(1);

/** What an error of a function behind the scenes means, as the end of `<name> failed: `. */
const consequences: Readonly<Record<Exclude<FunctionName, ApiFunctionName>, string>> = {
  authorize: 'calls with a key were refused or not answered, whatever the key',
  'refuse-method': 'a call with a wrong method got no proper refusal',
  'plan-scan': 'a scan that was triggered was not planned, and is tried again',
  'scan-pages': 'a browser or the function around it gave up on a chunk of pages, which is tried again',
  'record-outcomes': 'the outcomes of scanned pages were not recorded, and are tried again',
  'finish-scan': 'the report of a scan was not made, and is tried again',
  'sweep-scans': 'stuck scans were not looked after for this minute',
  'settle-dead-letters': 'a message that had failed for good was given no end',
  'purge-objects': 'objects of deleted sites were not deleted, which is tried again',
  'renew-objects': 'reports that are to be kept were not renewed, which is tried again on the next day',
};

/** The part of docs/runbook.md that says what to do. A test holds that each alarm is listed in its part. */
type RunbookSection = 'Queues' | 'Functions' | 'API and limits';

interface AlarmShape {
  /** What people call it; the stage is put before it. */
  readonly name: string;
  readonly threshold: number;
  /** What happened, in plain words and whole sentences. */
  readonly description: string;
  readonly section: RunbookSection;
  readonly evaluationPeriods?: number;
  /** When too little is the fault rather than too much. */
  readonly below?: true;
}

/** The alarms and the dashboard. What each alarm asks of a person is its description. */
export class Observability extends Construct {
  private readonly action: SnsAction;
  private readonly stage: string;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.stage = props.settings.stage;
    const topic = new AlarmTopic(this, 'AlarmTopic', props.settings.alarmEmail);
    this.action = new SnsAction(topic.topic);
    this.alarmOnQueues(props);
    this.alarmOnFunctions(props);
    this.alarm('Api5xx', props.api.restApi.metricServerError({ period, statistic: 'Sum' }), {
      name: 'API answers 5xx',
      threshold: 5,
      description:
        'The API answered five times with 5xx within 5 minutes: see the access log for routes and request ids.',
      section: 'API and limits',
    });
    this.dashboard(props);
  }

  private alarmOnQueues({ queues, settleDeadLetters }: ObservabilityProps): void {
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
          'record-outcomes could not record the outcomes of scanned pages. Find the cause in its logs, then redrive.',
        section: 'Queues',
      },
    );
    this.alarm('DeadLetters', settleDeadLetters.function.metricInvocations({ period, statistic: 'Sum' }), {
      name: 'dead letters settled',
      threshold: 1,
      description:
        'settle-dead-letters gave an end to messages that had failed for good: its logs name the scans.',
      section: 'Queues',
    });
    for (const [name, { queue }] of Object.entries(queues.all())) {
      const limit = oldestMessage[name];
      if (limit === undefined)
        throw new Error(`lib/observability.ts sets no age of the oldest message for queue ${name}`);
      this.alarm(
        `OldestMessage-${name}`,
        queue.metricApproximateAgeOfOldestMessage({ period: oneMinute, statistic: 'Maximum' }),
        {
          name: `oldest message: ${name}`,
          threshold: limit.toSeconds(),
          evaluationPeriods: 3,
          description: `The oldest message of the ${name} queue waits for more than ${limit.toHumanString()}.`,
          section: 'Queues',
        },
      );
    }
  }

  private alarmOnFunctions({ functions, scanPages, sweepScans }: ObservabilityProps): void {
    for (const { function: each, functionName } of functions) {
      this.alarm(`Errors-${functionName}`, each.metricErrors({ period, statistic: 'Sum' }), {
        name: `errors: ${functionName}`,
        threshold: 1,
        description: `${functionName} failed: ${consequenceOf(functionName)}. The fault is ours, since what a page or a client does wrong is a result.`,
        section: 'Functions',
      });
    }
    this.alarm('SweepNotRunning', sweepScans.function.metricInvocations({ period, statistic: 'Sum' }), {
      name: 'sweeper does not run',
      threshold: 1,
      below: true,
      description: 'sweep-scans did not run for 5 minutes: scans that got stuck stay so.',
      section: 'Functions',
    });
    this.alarm('ChromiumThrottles', scanPages.function.metricThrottles({ period, statistic: 'Sum' }), {
      name: 'browsers throttled',
      threshold: 1,
      evaluationPeriods: 3,
      description:
        "scan-pages is throttled: the account's concurrency is below what the event sources may take.",
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

  private dashboard({ api, queues, scanPages, functions }: ObservabilityProps): void {
    const { restApi } = api;
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
            scanPages.function.metric('ConcurrentExecutions', { statistic: 'Maximum' }),
            scanPages.function.metricThrottles(),
          ]),
        ],
        [
          graph(
            'Errors by function',
            functions.map((each) => each.function.metricErrors({ label: each.functionName })),
          ),
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
}

function consequenceOf(name: FunctionName): string {
  const route = routes.find((each) => each.function === name);
  if (route !== undefined) return `${route.method} ${route.path} was answered with 500 or not at all`;
  return consequences[name as Exclude<FunctionName, ApiFunctionName>];
}
