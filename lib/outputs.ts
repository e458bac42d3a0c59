import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type Api, STAGE_NAME } from './api.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { Store } from './store.ts';

export interface OutputsProps {
  readonly api: Api;
  readonly store: Store;
  readonly queues: ScanQueues;
  readonly bucket: ReportBucket;
}

/** What the administration tool and the embedded runtime read of the stack, under names that stay. */
export class Outputs extends Construct {
  constructor(scope: Construct, id: string, { api, store, queues, bucket }: OutputsProps) {
    super(scope, id);
    const values = {
      ApiUrl: api.url,
      StageName: STAGE_NAME,
      TableName: store.table.tableName,
      AuditTableName: store.auditTable.tableName,
      BucketName: bucket.bucket.bucketName,
      PlanQueueUrl: queues.plan.queue.queueUrl,
      RecordQueueUrl: queues.record.queue.queueUrl,
      FinishQueueUrl: queues.finish.queue.queueUrl,
    };
    for (const [name, value] of Object.entries(values)) {
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
    }
  }
}
