import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../functions/env.ts';
import type { FunctionRow } from '../function-row.ts';
import type { StaticBucket } from './static-bucket.ts';

/** Returns the function that publishes the files of the dashboard, which are in its package. */
export function definePublishFunction(files: StaticBucket): FunctionRow<Env<'publish-dashboard'>> {
  return {
    description: 'Publishes the files of the dashboard when a version is deployed',
    failure: 'the files of the dashboard were not published, and the deployment failed',
    environment: { DASHBOARD_BUCKET_NAME: files.bucket.bucketName },
    grants: files.publishGrants,
    timeout: Duration.minutes(5),
    memory: 512,
  };
}
