import { join } from 'node:path';
import { bindTo } from '../../adapters/bind-to.ts';
import {
  listPaths,
  openDashboardBucket,
  readDashboardFiles,
  tagReplaced,
  writeFile,
} from '../../adapters/dashboard-bucket/dashboard-files.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { publishDashboard } from '../../use-cases/publish-dashboard.ts';
import { schemas } from '../env.ts';

/** Runs once for each deployment that changes the files, which are beside the bundle of this function. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['publish-dashboard'], environment);
  const publisher = {
    ...bindTo(openDashboardBucket(env.DASHBOARD_BUCKET_NAME), { listPaths, tagReplaced, writeFile }),
    readFiles: () => readDashboardFiles(join(import.meta.dirname, 'dashboard')),
    log: logger(),
  };
  return () => publishDashboard(publisher);
}
