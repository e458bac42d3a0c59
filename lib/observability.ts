import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { metricNames } from '../core/metrics/metrics.ts';
import { getTotalResendPauseSeconds, SENDS_MAX } from '../core/scans/pacing.ts';
import type { DashboardClient } from './dashboard/user-pool-client.ts';
import type { ScanFunctionName } from './function-table/scan-functions.ts';
import { createMetricsDashboard, type MeasuredParts } from './metrics-dashboard.ts';
import type { NodeFunction } from './node-function.ts';
import { buildOwnMetric, metricPeriod, type OwnMetric } from './own-metric.ts';
import type { WorkQueue } from './work-queue.ts';

export interface ObservabilityProps extends MeasuredParts {
  readonly recordQueue: WorkQueue;
  /** The queues of events and deliveries, by their names. They are also among `queues`. */
  readonly alertQueues: Readonly<Record<string, WorkQueue>>;
  /** The client of the user pool; undefined if people sign in at another provider. */
  readonly client: DashboardClient | undefined;
  /** Receives the alarms. */
  readonly topic: ITopic;
}

const oneMinute = Duration.minutes(1);

/** The section of docs/runbook.md with the instructions. A test checks that each alarm is listed in its section. */
type RunbookSection = 'Queues' | 'Functions' | 'API and limits' | 'Mail';

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

/**
 * Failures of a function in five minutes that raise an alarm, if what failed is tried again. One killed function raises
 * none.
 */
const RETRIED_FAILURES = 5;

/** Failed runs in five minutes of a function that runs every minute. A period may have only four runs. */
const FAILED_RUNS = 3;

/**
 * Failures of dispatch-chunk that raise an alarm, and in which period. A single chunk that fails permanently is
 * dispatched `SENDS_MAX` times, within the pauses and about the same time for the tries. The periods of CloudWatch are
 * aligned to the clock, so that they may divide these failures into two parts. One part has at least half of them.
 */
const dispatchFailures = Math.ceil(SENDS_MAX / 2);
const dispatchPeriod = Duration.minutes(5 * Math.ceil((2 * getTotalResendPauseSeconds()) / 300));

const DISPATCHER: ScanFunctionName = 'dispatch-chunk';

/** Chunks whose browser failed, in a `dispatchPeriod`. A single one may be a fault that passes. */
const BROWSER_FAULTS = 2;

/** Percentage of the pages of an hour that may end as `service-fault`, and the number of pages that it needs. */
const LOST_PERCENT = 5;
const LOST_OF_PAGES = 20;

/**
 * Calls in five minutes whose keys were not checked because of wrong keys from the same address. Fewer are a single
 * attempt, which the limit has ended.
 */
const FLOOD_OF_KEYS = 100;

/** Sign-ins that fail in five minutes. Fewer are people who mistype codes and passwords. */
const FAILED_SIGN_INS = 10;

/** Mails in five minutes that Amazon SES did not accept. A single one may be throttled, or may have a wrong address. */
const MAILS_NOT_ACCEPTED = 5;

/**
 * Percentage of the mails of a day that may bounce or be reported as spam, and the number of mails that it needs. SES
 * reviews accounts with 5 % of bounces or 0.1 % of complaints (https://docs.aws.amazon.com/ses/latest/dg/faqs-enforcement.html).
 */
const STOPPED_PERCENT = 2;
const STOPPED_OF_MAILS = 50;

/**
 * The alarms and the dashboard. The description of each alarm says what to do. Functions answer faults instead of
 * failing, so that most alarms are on metrics of the service itself (core/metrics/metrics.ts). Each alarm has a cost
 * for each of its metrics, therefore metrics over all functions are used wherever one alarm is enough.
 */
export class Observability extends Construct {
  private readonly action: SnsAction;
  private readonly stage: string;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.stage = props.settings.stage;
    this.action = new SnsAction(props.topic);
    this.alarmOnQueues(props);
    this.alarmOnScanFunctions(Object.values(props.scanFunctions));
    this.alarmOnApi(props);
    this.alarmOnSignIns(props);
    this.alarmOnBrowsers();
    this.alarmOnLostPages();
    this.alarmOnMails();
    this.alarmOnInvitations();
    createMetricsDashboard(this, props);
  }

  private alarmOnQueues({ queues, recordQueue, alertQueues, scanFunctions }: ObservabilityProps): void {
    this.alarm(
      'RecordDeadLetters',
      recordQueue.deadLetters.metricApproximateNumberOfMessagesVisible({
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
    const deadLetters = Object.values(alertQueues).map((queue) => queue.deadLetters);
    this.alarm(
      'AlertDeadLetters',
      new MathExpression({
        expression: deadLetters.map((_, at) => `FILL(queue${at}, 0)`).join(' + '),
        usingMetrics: Object.fromEntries(
          deadLetters.map((queue, at) => [
            `queue${at}`,
            queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
          ]),
        ),
        period: oneMinute,
      }),
      {
        name: 'dead letters: alerts',
        threshold: 1,
        description:
          'A message about an event or a delivery failed repeatedly. Find the cause in the logs of its function; the sweeper sends it again.',
        section: 'Queues',
      },
    );
    const settleDeadLetters = scanFunctions['settle-dead-letters'].function;
    this.alarm(
      'DeadLetters',
      settleDeadLetters.metricInvocations({ period: metricPeriod, statistic: 'Sum' }),
      {
        name: 'dead letters settled',
        threshold: 1,
        description:
          'settle-dead-letters settled messages that failed repeatedly. Find the scans in its logs.',
        section: 'Queues',
      },
    );
    for (const [name, { queue, longestWait }] of Object.entries(queues)) {
      const limit = longestWait.toSeconds();
      this.alarm(
        `Wait-${name}`,
        new MathExpression({
          // ApproximateAgeOfOldestMessage also counts messages in flight, such as those of a killed function, which are
          // not late: they wait for their visibility timeout
          // (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html).
          expression: `IF(FILL(visible, 0) > 0 AND FILL(received, 0) < 1, ${limit}, FILL(wait, 0))`,
          usingMetrics: {
            visible: queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Minimum' }),
            received: queue.metricNumberOfMessagesReceived({ statistic: 'Sum' }),
            wait: this.own(metricNames.messageWait, { queue: queue.queueName }, 'Maximum'),
          },
          period: metricPeriod,
        }),
        {
          name: `waiting messages: ${name}`,
          threshold: limit,
          evaluationPeriods: 3,
          description: `Messages of the ${name} queue were not received, or only after ${longestWait.toHumanString()}.`,
          section: 'Queues',
        },
      );
    }
  }

  private alarmOnScanFunctions(functions: readonly NodeFunction[]): void {
    for (const one of functions) {
      const { functionName, failure, every } = one;
      const isDaily = every !== undefined && every.toSeconds() > Duration.hours(1).toSeconds();
      this.alarm(`Errors-${functionName}`, this.failuresOf(one), {
        name: `errors: ${functionName}`,
        threshold: getFailureThreshold(one, isDaily),
        description: `${functionName} failed${isDaily ? '' : ' repeatedly'}: ${failure}. This is a fault of the service: errors of pages and clients are normal results.`,
        section: 'Functions',
      });
      if (every !== undefined) this.alarmOnMissingRuns(functionName, every, isDaily);
    }
    this.alarm(
      'Throttles',
      // Without a dimension the metric covers all functions of the account, which share its concurrency
      // (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html).
      new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: metricPeriod,
      }),
      {
        name: 'functions throttled',
        threshold: 1,
        evaluationPeriods: 3,
        description:
          "Functions are throttled: the account's concurrency quota is lower than the functions of all stages need together, or too many sites have environments of scan-pages.",
        section: 'API and limits',
      },
    );
  }

  /** Returns the failures of a function: those that Lambda counts, and those that only the function knows of. */
  private failuresOf({ function: lambda, functionName, hasQueues, every }: NodeFunction): IMetric {
    const errors = lambda.metricErrors({ period: metricPeriod, statistic: 'Sum' });
    if (hasQueues) {
      // A function that handles a batch reports failed messages instead of failing.
      const faults = this.own(metricNames.messageFaults, { service: functionName }, 'Sum');
      return new MathExpression({
        expression: 'FILL(errors, 0) + FILL(faults, 0)',
        usingMetrics: { errors, faults },
        period: functionName === DISPATCHER ? dispatchPeriod : metricPeriod,
      });
    }
    if (every !== undefined) {
      // An event that no function received in time is dropped, and no function fails. The event of a run that failed
      // is dropped too, because it is not tried again. So the larger number is that of the runs that failed.
      const dropped = lambda.metric('AsyncEventsDropped', { statistic: 'Sum' });
      return new MathExpression({
        expression: 'MAX([FILL(errors, 0), FILL(dropped, 0)])',
        usingMetrics: { errors, dropped },
        period: metricPeriod,
      });
    }
    return errors;
  }

  private alarmOnMissingRuns(functionName: string, every: Duration, isDaily: boolean): void {
    this.alarm(
      `Runs-${functionName}`,
      new MathExpression({
        // A period without data is a period without a run. Without FILL, CloudWatch looks for older periods with data
        // first, and raises the alarm later
        // (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html).
        expression: 'FILL(runs, 0)',
        usingMetrics: { runs: this.own(metricNames.runsCompleted, { service: functionName }, 'Sum') },
        period: isDaily ? Duration.hours(6) : metricPeriod,
      }),
      {
        name: `no completed run: ${functionName}`,
        threshold: 1,
        below: true,
        // Of 15 minutes, or of 30 hours.
        evaluationPeriods: isDaily ? 5 : 3,
        description: `${functionName} runs every ${every.toHumanString()}, but completed no run for ${isDaily ? '30 hours' : '15 minutes'}.`,
        section: 'Functions',
      },
    );
  }

  private alarmOnApi({ api }: ObservabilityProps): void {
    this.alarm('Api5xx', api.restApi.metricServerError({ period: metricPeriod, statistic: 'Sum' }), {
      name: 'API answers 5xx',
      threshold: 5,
      description:
        'The API responded with 5xx at least five times within 5 minutes. Find the routes and request ids in the access log.',
      section: 'API and limits',
    });
    this.alarm('ApiInternalErrors', this.own(metricNames.internalErrors, {}, 'Sum'), {
      name: 'API internal errors',
      threshold: 1,
      description:
        'A function of the API answered 500 because of an unexpected error. Find "call failed" in the logs of the functions of the API.',
      section: 'API and limits',
    });
    this.alarm('WrongKeys', this.own(metricNames.uncheckedKeys, {}, 'Sum'), {
      name: 'flood of wrong keys',
      threshold: FLOOD_OF_KEYS,
      evaluationPeriods: 3,
      description:
        'For 15 minutes, calls were refused without a check of their keys, because too many wrong keys came from their addresses. Find the addresses in the access log.',
      section: 'API and limits',
    });
  }

  private alarmOnSignIns({ client }: ObservabilityProps): void {
    const failed = this.own(metricNames.signInFailures, {}, 'Sum');
    this.alarm(
      'FailedSignIns',
      client === undefined
        ? failed
        : new MathExpression({
            // Wrong codes and passwords do not reach the service.
            expression: 'FILL(attempted, 0) - FILL(succeeded, 0) + FILL(failed, 0)',
            usingMetrics: {
              attempted: client.metricSignIns('attempted'),
              succeeded: client.metricSignIns('succeeded'),
              failed,
            },
            period: metricPeriod,
          }),
      {
        name: 'failed sign-ins',
        threshold: FAILED_SIGN_INS,
        evaluationPeriods: 3,
        description: `For 15 minutes, at least ${FAILED_SIGN_INS} sign-ins failed in each five minutes: either someone guesses codes or passwords, or all sign-ins fail. Find "sign-in failed" in the log of sign-in.`,
        section: 'API and limits',
      },
    );
  }

  private alarmOnBrowsers(): void {
    this.alarm(
      'BrowserFaults',
      this.own(metricNames.browserFaults, {}, 'Sum').with({ period: dispatchPeriod }),
      {
        name: 'browser faults',
        threshold: BROWSER_FAULTS,
        description: `Browsers failed before they opened a page, or for another reason that is no page's, at least ${BROWSER_FAULTS} times within ${dispatchPeriod.toHumanString()}. Find "the scanner failed" in the logs of dispatch-chunk.`,
        section: 'Functions',
      },
    );
    // Correct browsers never report what is refused, so that a single event matters.
    this.alarm('RefusedEvents', this.own(metricNames.refusedEvents, {}, 'Sum'), {
      name: 'refused events',
      threshold: 1,
      description:
        'A browser reported something that is not allowed, so that a page may have taken it over. Nothing of it is stored. Find "ChunkEventError" in the logs of dispatch-chunk.',
      section: 'Functions',
    });
  }

  private alarmOnLostPages(): void {
    const hour = Duration.hours(1);
    this.alarm(
      'LostPages',
      new MathExpression({
        // With few pages, one lost page is more than the percentage: they raise the alarm if all of them are lost.
        expression: `IF(FILL(ended, 0) >= ${LOST_OF_PAGES} OR FILL(lost, 0) >= FILL(ended, 1), 100 * FILL(lost, 0) / FILL(ended, 1), 0)`,
        usingMetrics: {
          ended: this.own(metricNames.pagesEnded, {}, 'Sum'),
          lost: this.own(metricNames.pagesLost, {}, 'Sum'),
        },
        period: hour,
      }),
      {
        name: 'pages lost to faults',
        threshold: LOST_PERCENT,
        description: `At least ${LOST_PERCENT} % of the pages of an hour ended as service-fault, or all of fewer than ${LOST_OF_PAGES} pages.`,
        section: 'Functions',
      },
    );
  }

  private alarmOnMails(): void {
    this.alarm('MailsNotAccepted', this.own(metricNames.mailsNotAccepted, {}, 'Sum'), {
      name: 'mails not accepted',
      threshold: MAILS_NOT_ACCEPTED,
      description: `Amazon SES did not accept at least ${MAILS_NOT_ACCEPTED} mails within 5 minutes. Find "the mail service did not accept a mail" in the logs of send-mail.`,
      section: 'Mail',
    });
    this.alarm(
      'AddressesStopped',
      new MathExpression({
        expression: `IF(FILL(attempted, 0) >= ${STOPPED_OF_MAILS}, 100 * FILL(stopped, 0) / FILL(attempted, 1), 0)`,
        usingMetrics: {
          attempted: this.own(metricNames.mailsAttempted, {}, 'Sum'),
          stopped: this.own(metricNames.addressesStopped, {}, 'Sum'),
        },
        period: Duration.days(1),
      }),
      {
        name: 'bounces and complaints',
        threshold: STOPPED_PERCENT,
        description: `Bounces and complaints were at least ${STOPPED_PERCENT} % of the mails of a day. Amazon SES stops accounts with too many of them.`,
        section: 'Mail',
      },
    );
  }

  private alarmOnInvitations(): void {
    // Few accounts invite so many people on one day, and those that do reach strangers.
    this.alarm('RefusedInvitations', this.own(metricNames.refusedInvitations, {}, 'Sum'), {
      name: 'invitations refused',
      threshold: 1,
      description:
        'An account or a person has sent as many invitations as a day allows, and tried to send more. Find the sender in the log of manage-members.',
      section: 'Mail',
    });
  }

  private own(...metric: OwnMetric): Metric {
    return buildOwnMetric(this.stage, ...metric);
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
}

function getFailureThreshold({ functionName, every }: NodeFunction, isDaily: boolean): number {
  if (isDaily) return 1;
  if (functionName === DISPATCHER) return dispatchFailures;
  return every === undefined ? RETRIED_FAILURES : FAILED_RUNS;
}
