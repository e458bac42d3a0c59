import { z } from 'zod';
import {
  apiVariables,
  type EnvironmentOf,
  finishQueueVariables,
  readEnvironment,
} from '../../adapters/environment.ts';

const schema = z.object({ ...apiVariables, ...finishQueueVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
