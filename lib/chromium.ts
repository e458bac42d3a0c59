import { Size } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env } from '../functions/scan-pages/env.ts';
import type { Api } from './api.ts';
import type { CredentialsKey } from './credentials-key.ts';
import { egressEnvironment } from './egress.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import { timeouts } from './timeouts.ts';
import { workOff } from './work-queue.ts';

export interface ChromiumProps {
  readonly defaults: FunctionDefaults;
  /** The service's own, which no page may reach. */
  readonly api: Api;
  readonly queues: ScanQueues;
  readonly bucket: ReportBucket;
  readonly credentialsKey: CredentialsKey;
}

/**
 * The function that opens other people's pages. A page that breaks out of the renderer has this function's role, so
 * the role is the boundary: take chunks, open the credentials that a chunk brings, write page results and pictures, report
 * outcomes. No table, which holds keys and roles, and no reading of what other scans wrote.
 */
export class Chromium extends Construct {
  readonly scanPages: NodeFunction<Env>;

  constructor(scope: Construct, id: string, props: ChromiumProps) {
    super(scope, id);
    const { defaults, api, queues, bucket, credentialsKey } = props;
    const { settings } = defaults;
    this.scanPages = new NodeFunction<Env>(this, 'ScanPages', {
      defaults,
      name: 'scan-pages',
      description: 'Scans the pages of one chunk in one browser',
      environment: {
        BUCKET_NAME: bucket.bucket.bucketName,
        RECORD_QUEUE_URL: queues.record.queue.queueUrl,
        CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn,
        ...egressEnvironment(settings, [api.restApi.restApiId, bucket.bucket.bucketName]),
      },
      timeout: timeouts.scanPages,
      memory: settings.memory.browser,
      // The unpacked browser takes 250 MB, a profile and its cache as much again.
      ephemeralStorage: Size.mebibytes(1024),
    });
    bucket.allow(this.scanPages, 'PutObject', 'results/');
    bucket.allow(this.scanPages, 'PutObject', 'pictures/');
    queues.record.allowSending(this.scanPages);
    credentialsKey.allowOpening(this.scanPages);
    const { high, normal, low } = settings.concurrency.scan;
    workOff(queues.scan.high.queue, this.scanPages, { batchSize: 1, maxConcurrency: high });
    workOff(queues.scan.normal.queue, this.scanPages, { batchSize: 1, maxConcurrency: normal });
    workOff(queues.scan.low.queue, this.scanPages, { batchSize: 1, maxConcurrency: low });
  }
}
