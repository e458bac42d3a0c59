import { Size } from 'aws-cdk-lib';
import type { Env } from '../../functions/env.ts';
import { buildEgressEnvironment } from '../egress.ts';
import { NODE_MEMORY_MB, type StageSettings } from '../stage-settings.ts';
import { timeouts } from '../timeouts.ts';
import { checkRow } from './check-row.ts';

/**
 * Returns the function that opens pages of customers. A page that takes over the renderer can use the role of this
 * function and its execution environment. So the role may only write logs and traces, and no two sites share an
 * environment. `dispatch-chunk` checks and writes what the function reports.
 * @param ownLabels first labels of the host names of the service's own API and bucket, which no scan may open
 */
export function defineBrowserFunction(settings: StageSettings, ownLabels: readonly string[]) {
  return {
    'scan-pages': checkRow<Env<'scan-pages'>>({
      description: 'Scans the pages of one chunk in one browser',
      failure:
        'a browser or its function ended before all pages of its chunk were scanned; they are dispatched again',
      environment: {
        ...buildEgressEnvironment(settings, ownLabels),
        SCAN_MEMORY_MB: String(settings.memory.browser - NODE_MEMORY_MB),
      },
      grants: [],
      timeout: timeouts.scanPages,
      memory: settings.memory.browser,
      // The unpacked browser needs 250 MB; its profile and cache need the same again.
      ephemeralStorage: Size.mebibytes(1024),
      isUntrusted: true,
      // dispatch-chunk and record-outcomes invoke each other through queues, and each round invokes this function.
      inLoop: true,
    }),
  };
}
