import { z } from 'zod';
import {
  bucketVariables,
  chunkVariables,
  type EnvironmentOf,
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
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
