import { z } from 'zod';
import {
  bucketVariables,
  chunkVariables,
  type EnvironmentOf,
  finishQueueVariables,
  readEnvironment,
  scanQueueVariables,
  tableVariables,
} from '../../adapters/environment.ts';

const schema = z.object({
  ...tableVariables,
  ...bucketVariables,
  ...scanQueueVariables,
  ...finishQueueVariables,
  ...chunkVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
