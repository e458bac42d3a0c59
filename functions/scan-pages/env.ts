import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** Where the browser is unpacked. `/tmp/chromium` is a file of the stock package's own unpacking. */
  CHROMIUM_DIR: z.string().min(1).default(join(tmpdir(), 'a11y-scan-chromium')),
});

/** What the infrastructure must pass. */
export type Env = EnvironmentOf<typeof schema>;

export const env = readEnvironment(schema);
