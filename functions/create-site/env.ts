import { z } from 'zod';
import {
  apiVariables,
  type EnvironmentOf,
  egressVariables,
  sealingVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({ ...apiVariables, ...sealingVariables, ...egressVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
