import { z } from 'zod';
import {
  auditVariables,
  bucketVariables,
  chunkVariables,
  type EnvironmentOf,
  finishQueueVariables,
  planQueueVariables,
  scanQueueVariables,
  tableVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({
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
