import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Env as PurgeEnv } from '../functions/purge-objects/env.ts';
import type { Env as RenewEnv } from '../functions/renew-objects/env.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import { bucketPrefixes, type ReportBucket } from './report-bucket.ts';
import type { Store } from './store.ts';

export interface KeepingProps {
  readonly defaults: FunctionDefaults;
  readonly store: Store;
  readonly bucket: ReportBucket;
}

/**
 * What the lifecycle of the bucket cannot do by itself: deleting the objects of deleted sites, and keeping those of the
 * scans that later ones can be compared with. Two functions, so that what deletes cannot write, and what writes cannot
 * delete.
 */
export class Keeping extends Construct {
  readonly purgeObjects: NodeFunction<PurgeEnv>;
  readonly renewObjects: NodeFunction<RenewEnv>;

  constructor(scope: Construct, id: string, { defaults, store, bucket }: KeepingProps) {
    super(scope, id);
    const { settings } = defaults;
    const environment = { TABLE_NAME: store.table.tableName, BUCKET_NAME: bucket.bucket.bucketName };

    this.purgeObjects = new NodeFunction<PurgeEnv>(this, 'PurgeObjects', {
      defaults,
      name: 'purge-objects',
      description: 'Deletes the objects of deleted sites',
      environment,
      // Less than a purge is held by the run that took it: adapters/dynamodb/purges.ts.
      timeout: Duration.minutes(4),
      memory: settings.memory.pipeline,
    });
    store.allow(this.purgeObjects, ['Query', 'BatchGetItem', 'UpdateItem', 'DeleteItem']);
    bucket.allowListing(this.purgeObjects);
    for (const prefix of bucketPrefixes) bucket.allow(this.purgeObjects, 'DeleteObject', prefix);
    this.runEvery(Duration.minutes(1), 'EveryMinute', this.purgeObjects);

    this.renewObjects = new NodeFunction<RenewEnv>(this, 'RenewObjects', {
      defaults,
      name: 'renew-objects',
      description: 'Keeps the objects of possible baselines from the lifecycle',
      environment: { ...environment, RETENTION_DAYS: String(settings.retention.objectsDays) },
      timeout: Duration.minutes(15),
      memory: settings.memory.pipeline,
    });
    store.allow(this.renewObjects, ['Query', 'BatchGetItem', 'UpdateItem']);
    bucket.allowListing(this.renewObjects);
    for (const prefix of bucketPrefixes) {
      bucket.allow(this.renewObjects, 'GetObject', prefix);
      bucket.allow(this.renewObjects, 'PutObject', prefix);
    }
    this.runEvery(Duration.days(1), 'EveryDay', this.renewObjects);
  }

  /** A run that fails is made up for by the next one. */
  private runEvery(period: Duration, id: string, toRun: NodeFunction<object>): void {
    toRun.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, id, {
      description: `Runs ${toRun.functionName}`,
      schedule: Schedule.rate(period),
      targets: [new LambdaFunction(toRun.function, { retryAttempts: 0 })],
    });
  }
}
