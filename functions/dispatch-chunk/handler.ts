import { bindTo } from '../../adapters/bind-to.ts';
import { runBrowser } from '../../adapters/browser-function/run-browser.ts';
import { findScan } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countBrowserFault, countRefusedEvent } from '../../adapters/observability/metrics.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { sendRecord } from '../../adapters/queues/send.ts';
import { openReportBucket, putObject } from '../../adapters/report-bucket/report-bucket.ts';
import { openSealing, unseal } from '../../adapters/sealing/sealing.ts';
import { chunkMessageSchema } from '../../core/scans/messages.ts';
import { browserTimeoutMs, REPORT_RESERVE_MS } from '../../core/scans/pacing.ts';
import { dispatchChunk } from '../../use-cases/dispatch-chunk.ts';
import { schemas } from '../env.ts';

/** Lets a browser scan the pages of a chunk, and writes and reports what it finds. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['dispatch-chunk'], environment);
  const browser = { functionArn: env.BROWSER_FUNCTION_ARN, responses: env.BROWSER_RESPONSES };
  const dependencies = {
    ...bindTo(openStore({ table: env.TABLE_NAME }), { findScan }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { putObject }),
    ...bindTo(env.RECORD_QUEUE_URL, { sendRecord }),
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { openCredentials: unseal }),
    countBrowserFault,
    countRefusedEvent,
    log: logger(),
  };
  return createQueueHandler(chunkMessageSchema, ({ message, receiveCount }, context) => {
    const startUntil = Date.now() + context.getRemainingTimeInMillis() - browserTimeoutMs - REPORT_RESERVE_MS;
    return dispatchChunk(
      { ...dependencies, runBrowser: (job, call) => runBrowser({ ...browser, startUntil }, job, call) },
      message,
      { receiveCount, run: context.awsRequestId },
    );
  });
}
