import { z } from 'zod';
import { auditVariables, type EnvironmentOf, tableVariables } from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({ ...tableVariables, ...auditVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
