import { addPages } from '../../adapters/dynamodb/frontier.ts';
import { markPlanned } from '../../adapters/dynamodb/scan-progress.ts';
import { getScan, readStart } from '../../adapters/dynamodb/scans.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { firstPages } from '../../core/crawl/choose-pages.ts';
import { planMessageSchema } from '../../core/scans/messages.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { crawlRules } from '../../scanner/site/crawl-rules.ts';
import { egressPolicy } from '../egress/egress-policy.ts';
import { moveOn } from '../pipeline/move-on.ts';
import { openPipeline } from '../pipeline/pipeline.ts';
import { askSite } from './ask-site.ts';
import { chooseReference } from './choose-reference.ts';
import { schema } from './env.ts';

/** Turns a scan into its first pages and hands out as many as may be out at once. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const pipeline = openPipeline(env);
  const egress = egressPolicy(env);

  return consume(planMessageSchema, async ({ message: { scanId } }) => {
    const scan = await getScan(pipeline.store, scanId);
    if (!scan || isFinal(scan.status)) return;
    if (!scan.planned) {
      const start = await readStart(pipeline.store, scanId);
      await chooseReference(pipeline.store, scan, start, new Date());
      const reading = await askSite(pipeline.store, scanId, start, egress);
      const rules = crawlRules(start, reading, []);
      const pages = await firstPages(scanId, start.startUrls, reading.sitemapUrls, rules);
      await addPages(pipeline.store, scanId, pages);
      await markPlanned(pipeline.store, scanId);
      logger().info('planned', { pages: pages.length });
    }
    await moveOn(pipeline, scanId, new Date());
  });
}
