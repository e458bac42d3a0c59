import { z } from 'zod';
import {
  bucketVariables,
  chunkVariables,
  type EnvironmentOf,
  egressVariables,
  finishQueueVariables,
  scanQueueVariables,
  tableVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({
  ...tableVariables,
  ...bucketVariables,
  ...scanQueueVariables,
  ...finishQueueVariables,
  ...chunkVariables,
  ...egressVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
