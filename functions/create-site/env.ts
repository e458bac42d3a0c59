import { z } from 'zod';
import {
  apiVariables,
  type EnvironmentOf,
  egressVariables,
  readEnvironment,
  sealingVariables,
} from '../../adapters/environment.ts';

const schema = z.object({ ...apiVariables, ...sealingVariables, ...egressVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
