import { z } from 'zod';
import {
  deadLetterVariables,
  type EnvironmentOf,
  finishQueueVariables,
  recordQueueVariables,
  tableVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({
  ...tableVariables,
  ...recordQueueVariables,
  ...finishQueueVariables,
  ...deadLetterVariables,
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
