import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  bucketVariables,
  type EnvironmentOf,
  egressVariables,
  recordQueueVariables,
  sealingVariables,
} from '../../adapters/environment.ts';

/** The variables that the function reads. */
export const schema = z.object({
  ...bucketVariables,
  ...recordQueueVariables,
  ...sealingVariables,
  ...egressVariables,
  /** Where the browser is unpacked. `/tmp/chromium` is a file of the stock package's own unpacking. */
  CHROMIUM_DIR: z.string().min(1).default(join(tmpdir(), 'a11y-scan-chromium')),
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;
