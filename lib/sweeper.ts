import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Env } from '../functions/sweep-scans/env.ts';
import { dealerEnvironment, dealing } from './dealing.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { Store } from './store.ts';

export interface SweeperProps {
  readonly defaults: FunctionDefaults;
  readonly store: Store;
  readonly queues: ScanQueues;
  readonly bucket: ReportBucket;
}

/** Runs every minute and takes up what a crash, a lost message or an expired lease left lying. */
export class Sweeper extends Construct {
  readonly sweepScans: NodeFunction<Env>;

  constructor(scope: Construct, id: string, { defaults, store, queues, bucket }: SweeperProps) {
    super(scope, id);
    const { settings } = defaults;
    this.sweepScans = new NodeFunction<Env>(this, 'SweepScans', {
      defaults,
      name: 'sweep-scans',
      description: 'Re-queues expired leases and re-sends plans and finishes that were not sent',
      environment: {
        ...dealerEnvironment(settings, store, queues, bucket),
        AUDIT_TABLE_NAME: store.auditTable.tableName,
        PLAN_QUEUE_URL: queues.plan.queue.queueUrl,
      },
      // Done before the next run begins.
      timeout: Duration.seconds(50),
      memory: settings.memory.pipeline,
    });
    store.allow(this.sweepScans, dealing);
    bucket.allowReading(this.sweepScans, 'reports/*/known.json');
    // It cancels the scans of a deleted site.
    store.allowAuditing(this.sweepScans);
    const { plan, scan, finish } = queues;
    for (const queue of [plan, scan.high, scan.normal, scan.low, finish]) queue.allowSending(this.sweepScans);
    // A run that failed is made up for by the next one, a minute later.
    this.sweepScans.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'EveryMinute', {
      description: 'Runs sweep-scans',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.sweepScans.function, { retryAttempts: 0 })],
    });
  }
}
