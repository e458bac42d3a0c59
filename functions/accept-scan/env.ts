import { z } from 'zod';
import {
  apiVariables,
  bucketVariables,
  type EnvironmentOf,
  readEnvironment,
} from '../../adapters/environment.ts';

const schema = z.object({ ...apiVariables, ...bucketVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
