import { bindTo } from '../../adapters/bind-to.ts';
import { stopAddress } from '../../adapters/dynamodb/stopped-addresses.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countStop } from '../../adapters/observability/metrics.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { mailEventMessageSchema } from '../../core/mail/mail-event.ts';
import { recordMailEvent } from '../../use-cases/record-mail-event.ts';
import { schemas } from '../env.ts';

/** Stops the addresses of bounces and complaints. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['record-mail-events'], environment);
  const store = openStore({ table: env.TABLE_NAME });
  const dependencies = { ...bindTo(store, { stopAddress }), countStop, log: logger() };
  return createQueueHandler(mailEventMessageSchema, ({ message: { event } }) =>
    recordMailEvent(dependencies, event),
  );
}
