import { z } from 'zod';
import {
  bucketVariables,
  type EnvironmentOf,
  retentionVariables,
  tableVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({ ...tableVariables, ...bucketVariables, ...retentionVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
