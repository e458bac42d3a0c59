import { Construct } from 'constructs';
import type { Env as FinishScanEnv } from '../functions/finish-scan/env.ts';
import type { Env as PlanScanEnv } from '../functions/plan-scan/env.ts';
import type { Env as RecordOutcomesEnv } from '../functions/record-outcomes/env.ts';
import type { Env as SettleDeadLettersEnv } from '../functions/settle-dead-letters/env.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { Store, TableAction } from './store.ts';
import { timeouts } from './timeouts.ts';
import { workOff } from './work-queue.ts';

/** Reading a scan and its pages, and conditional updates of both. */
const settling: readonly TableAction[] = ['GetItem', 'Query', 'UpdateItem'];

/** Who hands out pages also writes them, and the note of a chunk that is still to be sent, which it then deletes. */
export const dealing: readonly TableAction[] = [...settling, 'PutItem', 'DeleteItem'];

export interface ScanPipelineProps {
  readonly defaults: FunctionDefaults;
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

  constructor(scope: Construct, id: string, { defaults, store, queues, bucket }: ScanPipelineProps) {
    super(scope, id);
    const { settings } = defaults;
    const table = { TABLE_NAME: store.table.tableName };
    const toFinish = { FINISH_QUEUE_URL: queues.finish.queue.queueUrl };
    const dealer = {
      ...table,
      ...toFinish,
      ...queues.scanQueueUrls(),
      PAGES_PER_CHUNK: String(settings.pagesPerChunk),
      CHUNKS_IN_FLIGHT: String(settings.chunksInFlight),
    };

    this.planScan = new NodeFunction<PlanScanEnv>(this, 'PlanScan', {
      defaults,
      name: 'plan-scan',
      description: 'Turns a scan into its first pages',
      environment: dealer,
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
      environment: { ...table, BUCKET_NAME: bucket.bucket.bucketName },
      timeout: timeouts.finishScan,
      memory: settings.memory.finish,
    });
    workOff(queues.finish.queue, this.finishScan, {
      batchSize: 1,
      maxConcurrency: settings.concurrency.finish,
    });
    bucket.allow(this.finishScan, 'GetObject', 'results/');
    bucket.allow(this.finishScan, 'PutObject', 'reports/');

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
    }
    store.allow(this.finishScan, settling);
    store.allow(this.settleDeadLetters, ['GetItem', 'UpdateItem']);
  }
}
