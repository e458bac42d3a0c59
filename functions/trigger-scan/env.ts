import { z } from 'zod';
import {
  apiVariables,
  type EnvironmentOf,
  egressVariables,
  planQueueVariables,
  readEnvironment,
  scanLimitVariables,
} from '../../adapters/environment.ts';

const schema = z.object({
  ...apiVariables,
  ...planQueueVariables,
  ...scanLimitVariables,
  ...egressVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
