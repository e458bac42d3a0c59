import { z } from 'zod';
import {
  bucketVariables,
  type EnvironmentOf,
  readEnvironment,
  retentionVariables,
  tableVariables,
} from '../../adapters/environment.ts';

const schema = z.object({ ...tableVariables, ...bucketVariables, ...retentionVariables });

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
