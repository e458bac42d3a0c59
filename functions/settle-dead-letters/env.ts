import { z } from 'zod';
import {
  deadLetterVariables,
  type EnvironmentOf,
  finishQueueVariables,
  readEnvironment,
  recordQueueVariables,
  tableVariables,
} from '../../adapters/environment.ts';

const schema = z.object({
  ...tableVariables,
  ...recordQueueVariables,
  ...finishQueueVariables,
  ...deadLetterVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
