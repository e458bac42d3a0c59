import { z } from 'zod';
import { apiVariables, type EnvironmentOf } from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({ ...apiVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
