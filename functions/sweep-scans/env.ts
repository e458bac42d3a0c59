import { z } from 'zod';
import {
  auditVariables,
  bucketVariables,
  chunkVariables,
  type EnvironmentOf,
  finishQueueVariables,
  planQueueVariables,
  readEnvironment,
  scanQueueVariables,
  tableVariables,
} from '../../adapters/environment.ts';

const schema = z.object({
  ...tableVariables,
  ...bucketVariables,
  ...auditVariables,
  ...planQueueVariables,
  ...scanQueueVariables,
  ...finishQueueVariables,
  ...chunkVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
