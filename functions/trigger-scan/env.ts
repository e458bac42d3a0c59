import { z } from 'zod';
import {
  apiVariables,
  type EnvironmentOf,
  egressVariables,
  planQueueVariables,
  scanLimitVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({
  ...apiVariables,
  ...planQueueVariables,
  ...scanLimitVariables,
  ...egressVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
