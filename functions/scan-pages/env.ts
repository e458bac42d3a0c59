import { z } from 'zod';
import {
  bucketVariables,
  type EnvironmentOf,
  loopbackPorts,
  ports,
  readEnvironment,
  recordQueueVariables,
} from '../../adapters/environment.ts';

const schema = z.object({
  ...bucketVariables,
  ...recordQueueVariables,
  /** Loopback ports that pages may be on. None in the cloud; only rehearsals on one machine allow some. */
  SCAN_LOOPBACK_PORTS: loopbackPorts.default('none'),
  /** Ports that pages are never on, whatever the other setting says. */
  SCAN_BLOCKED_PORTS: ports.default([]),
  /** Where the browser is unpacked. */
  CHROMIUM_DIR: z.string().min(1).default('/tmp/chromium'),
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
