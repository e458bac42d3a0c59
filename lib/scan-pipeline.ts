import { Size } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env as FinishScanEnv } from '../functions/finish-scan/env.ts';
import type { Env as PlanScanEnv } from '../functions/plan-scan/env.ts';
import type { Env as RecordOutcomesEnv } from '../functions/record-outcomes/env.ts';
import type { Env as SettleDeadLettersEnv } from '../functions/settle-dead-letters/env.ts';
import type { Api } from './api.ts';
import { dealerEnvironment, dealing, settling } from './dealing.ts';
import { egressEnvironment } from './egress.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { Store } from './store.ts';
import { timeouts } from './timeouts.ts';
import { workOff } from './work-queue.ts';

export interface ScanPipelineProps {
  readonly defaults: FunctionDefaults;
  /** The service's own, which the planner may not reach: it reads what sites say of themselves. */
  readonly api: Api;
  readonly store: Store;
  readonly queues: ScanQueues;
  readonly bucket: ReportBucket;
}

/** The functions that move a scan along: plan → (pages, see Chromium) → record → finish, and the dead letters. */
export class ScanPipeline extends Construct {
  readonly planScan: NodeFunction<PlanScanEnv>;
  readonly recordOutcomes: NodeFunction<RecordOutcomesEnv>;
  readonly finishScan: NodeFunction<FinishScanEnv>;
  readonly settleDeadLetters: NodeFunction<SettleDeadLettersEnv>;

  constructor(scope: Construct, id: string, props: ScanPipelineProps) {
    super(scope, id);
    const { defaults, api, store, queues, bucket } = props;
    const { settings } = defaults;
    const table = { TABLE_NAME: store.table.tableName };
    const toFinish = { FINISH_QUEUE_URL: queues.finish.queue.queueUrl };
    const dealer = dealerEnvironment(settings, store, queues, bucket);

    this.planScan = new NodeFunction<PlanScanEnv>(this, 'PlanScan', {
      defaults,
      name: 'plan-scan',
      description: 'Turns a scan into its first pages',
      environment: {
        ...dealer,
        ...egressEnvironment(settings, [api.restApi.restApiId, bucket.bucket.bucketName]),
      },
      timeout: timeouts.planScan,
      memory: settings.memory.pipeline,
    });
    workOff(queues.plan.queue, this.planScan, { batchSize: 1, maxConcurrency: settings.concurrency.plan });

    this.recordOutcomes = new NodeFunction<RecordOutcomesEnv>(this, 'RecordOutcomes', {
      defaults,
      name: 'record-outcomes',
      description: 'Records what became of pages and hands out the next ones',
      environment: dealer,
      timeout: timeouts.recordOutcomes,
      memory: settings.memory.pipeline,
    });
    workOff(queues.record.queue, this.recordOutcomes, {
      batchSize: 10,
      maxConcurrency: settings.concurrency.record,
    });

    this.finishScan = new NodeFunction<FinishScanEnv>(this, 'FinishScan', {
      defaults,
      name: 'finish-scan',
      description: 'Merges page results into the report and ends the scan',
      environment: {
        ...table,
        BUCKET_NAME: bucket.bucket.bucketName,
        RETENTION_DAYS: String(settings.retention.objectsDays),
      },
      timeout: timeouts.finishScan,
      memory: settings.memory.finish,
      // The findings and one form of them, each bounded by `NODES_LENGTH_MAX` and what escaping makes of it.
      ephemeralStorage: Size.gibibytes(3),
    });
    workOff(queues.finish.queue, this.finishScan, {
      batchSize: 1,
      maxConcurrency: settings.concurrency.finish,
    });
    // What the baseline left and pictures may be past their retention.
    for (const prefix of ['results/', 'pictures/'] as const)
      bucket.allow(this.finishScan, 'GetObject', prefix);
    bucket.allowReading(this.finishScan, 'reports/*/state.json');
    bucket.allowMissing(this.finishScan);
    bucket.allow(this.finishScan, 'PutObject', 'reports/');
    // It copies pictures of earlier scans that the report shows.
    bucket.allow(this.finishScan, 'PutObject', 'pictures/');
    // It takes back an edition that does not count.
    bucket.allow(this.finishScan, 'DeleteObject', 'reports/');

    this.settleDeadLetters = new NodeFunction<SettleDeadLettersEnv>(this, 'SettleDeadLetters', {
      defaults,
      name: 'settle-dead-letters',
      description: 'Gives scans and pages whose messages were dead-lettered an end',
      environment: {
        ...table,
        ...toFinish,
        RECORD_QUEUE_URL: queues.record.queue.queueUrl,
        PLAN_DLQ_ARN: queues.plan.deadLetters.queueArn,
        FINISH_DLQ_ARN: queues.finish.deadLetters.queueArn,
      },
      timeout: timeouts.settleDeadLetters,
      memory: settings.memory.pipeline,
    });
    const { high, normal, low } = queues.scan;
    for (const { deadLetters } of [queues.plan, high, normal, low, queues.finish]) {
      workOff(deadLetters, this.settleDeadLetters, {
        batchSize: 1,
        maxConcurrency: settings.concurrency.deadLetters,
      });
    }
    queues.record.allowSending(this.settleDeadLetters);
    queues.finish.allowSending(this.settleDeadLetters);

    for (const step of [this.planScan, this.recordOutcomes]) {
      for (const queue of [high, normal, low, queues.finish]) queue.allowSending(step);
      store.allow(step, dealing);
      bucket.allowReading(step, 'reports/*/known.json');
    }
    // It also forgets what only lasted while the scan did, and leaves what is for later ones to its site.
    store.allow(this.finishScan, [...settling, 'PutItem', 'DeleteItem', 'ConditionCheckItem']);
    store.allow(this.settleDeadLetters, ['GetItem', 'UpdateItem']);
  }
}
