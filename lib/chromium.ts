import { Size } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env } from '../functions/scan-pages/env.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import { timeouts } from './timeouts.ts';
import { workOff } from './work-queue.ts';

export interface ChromiumProps {
  readonly defaults: FunctionDefaults;
  readonly queues: ScanQueues;
  readonly bucket: ReportBucket;
}

/**
 * The function that opens other people's pages. A page that breaks out of the renderer has this function's role, so
 * the role is the boundary: take chunks, write page results, report outcomes. No table, which holds keys and roles,
 * and no reading of what other scans wrote.
 */
export class Chromium extends Construct {
  readonly scanPages: NodeFunction<Env>;

  constructor(scope: Construct, id: string, { defaults, queues, bucket }: ChromiumProps) {
    super(scope, id);
    const { settings } = defaults;
    this.scanPages = new NodeFunction<Env>(this, 'ScanPages', {
      defaults,
      name: 'scan-pages',
      description: 'Scans the pages of one chunk in one browser',
      environment: {
        BUCKET_NAME: bucket.bucket.bucketName,
        RECORD_QUEUE_URL: queues.record.queue.queueUrl,
        SCAN_LOOPBACK_PORTS: settings.scanLoopbackPorts,
        SCAN_BLOCKED_PORTS: '',
      },
      timeout: timeouts.scanPages,
      memory: settings.memory.browser,
      // The unpacked browser takes 250 MB, a profile and its cache as much again.
      ephemeralStorage: Size.mebibytes(1024),
    });
    bucket.allow(this.scanPages, 'PutObject', 'results/');
    queues.record.allowSending(this.scanPages);
    const { high, normal, low } = settings.concurrency.scan;
    workOff(queues.scan.high.queue, this.scanPages, { batchSize: 1, maxConcurrency: high });
    workOff(queues.scan.normal.queue, this.scanPages, { batchSize: 1, maxConcurrency: normal });
    workOff(queues.scan.low.queue, this.scanPages, { batchSize: 1, maxConcurrency: low });
  }
}
