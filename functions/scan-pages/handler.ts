import { bindTo } from '../../adapters/bind-to.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countPage } from '../../adapters/observability/metrics.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { sendRecord } from '../../adapters/queues/send.ts';
import { openReportBucket, putObject } from '../../adapters/report-bucket/report-bucket.ts';
import { openSealing, unseal } from '../../adapters/sealing/sealing.ts';
import { chunkMessageSchema } from '../../core/scans/messages.ts';
import { RETURN_RESERVE_MS } from '../../core/scans/pacing.ts';
import { findOwnEnvironment } from '../../scanner/environment/own-environment.ts';
import { scanChunkPages as scanPages } from '../../scanner/scan-chunk-pages.ts';
import { type ChunkScanner, scanChunk } from '../../use-cases/scan-chunk.ts';
import { buildEgressPolicy } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['scan-pages'], environment);
  const dependencies = {
    ...bindTo(openReportBucket(env.BUCKET_NAME), { putObject }),
    ...bindTo(env.RECORD_QUEUE_URL, { sendRecord }),
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { openCredentials: unseal }),
    countPage,
    log: logger(),
  };
  const options = {
    egress: buildEgressPolicy(env),
    workDir: environment.TMPDIR ?? '/tmp',
    environment: findOwnEnvironment(environment),
    chromium: { unpackDir: env.CHROMIUM_DIR },
  };
  return createQueueHandler(chunkMessageSchema, ({ message, receiveCount }, context) => {
    const deadline = () => context.getRemainingTimeInMillis() - RETURN_RESERVE_MS;
    const scanner: ChunkScanner = {
      ...dependencies,
      scanPages: (job, events) => scanPages(job, events, { ...options, deadline }),
    };
    return scanChunk(scanner, message, { receiveCount, run: context.awsRequestId });
  });
}
