import { bindTo } from '../../adapters/bind-to.ts';
import { findFrontierPage } from '../../adapters/dynamodb/frontier.ts';
import { recordHostPause } from '../../adapters/dynamodb/host-slots.ts';
import { countDeferral, recordScanRunning } from '../../adapters/dynamodb/scan-steps.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { recordMessageSchema } from '../../core/scans/messages.ts';
import { advanceScan } from '../../use-cases/advance-scan.ts';
import { type OutcomeRecorder, recordOutcome } from '../../use-cases/record-outcome.ts';
import { schemas } from '../env.ts';
import { openWorkflow } from '../workflow/open-workflow.ts';

/** Records the outcomes of pages and advances the scans of the batch. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['record-outcomes'], environment);
  const { tables, workflow } = openWorkflow(env);
  const recorder: OutcomeRecorder = {
    ...workflow,
    store: { ...workflow.store, ...bindTo(tables, { findFrontierPage, recordScanRunning, countDeferral }) },
    slots: { ...workflow.slots, ...bindTo(tables, { recordHostPause }) },
  };
  return createQueueHandler(
    recordMessageSchema,
    async ({ message }) => {
      await recordOutcome(recorder, message, new Date());
      logger().info('recorded', {
        what: message.type,
        ...('pageId' in message ? { pageId: message.pageId } : {}),
      });
    },
    async (messages) => {
      const scanIds = new Set(
        messages.filter(({ type }) => type !== 'page-started').map(({ scanId }) => scanId),
      );
      for (const scanId of scanIds) await advanceScan(recorder, scanId, new Date());
    },
  );
}
