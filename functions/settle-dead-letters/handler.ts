import type { SQSEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { failScan, settleScan } from '../../adapters/dynamodb/end-scan.ts';
import { readTrackedScan } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { createQueueHandler, type QueueHandler } from '../../adapters/queues/queue-handler.ts';
import { sendFinish, sendRecord } from '../../adapters/queues/send.ts';
import { chunkMessageSchema, finishMessageSchema, planMessageSchema } from '../../core/scans/messages.ts';
import {
  type DeadLetterSettler,
  settleDeadChunk,
  settleDeadFinish,
  settleDeadPlan,
} from '../../use-cases/settle-dead-letter.ts';
import { schemas } from '../env.ts';

/** Handles the messages in the dead-letter queues, so that every accepted scan ends. */
export function createHandler(environment: NodeJS.ProcessEnv): QueueHandler {
  const env = readEnvironment(schemas['settle-dead-letters'], environment);
  const settler: DeadLetterSettler = {
    ...bindTo(openStore({ table: env.TABLE_NAME }), { readTrackedScan, failScan, settleScan }),
    sendFinish: (message) => sendFinish(env.FINISH_QUEUE_URL, message),
    sendRecord: (message) => sendRecord(env.RECORD_QUEUE_URL, message),
    log: logger(),
  };
  const settlePlan = createQueueHandler(planMessageSchema, ({ message }) =>
    settleDeadPlan(settler, message, new Date()),
  );
  const settleFinish = createQueueHandler(finishMessageSchema, ({ message }) =>
    settleDeadFinish(settler, message),
  );
  const settleChunk = createQueueHandler(chunkMessageSchema, ({ message }) =>
    settleDeadChunk(settler, message),
  );

  /**
   * Returns the handler of a batch. All messages of a batch come from one queue, because each queue has its own event
   * source.
   */
  const getHandler = ({ Records: [record] }: SQSEvent): QueueHandler => {
    if (record?.eventSourceARN === env.PLAN_DLQ_ARN) return settlePlan;
    return record?.eventSourceARN === env.FINISH_DLQ_ARN ? settleFinish : settleChunk;
  };
  return (event, context) => getHandler(event)(event, context);
}
