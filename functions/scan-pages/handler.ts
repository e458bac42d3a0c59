import type { StreamifyHandler } from 'aws-lambda';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { scanPagesRequestSchema } from '../../core/scans/chunk.ts';
import { PAGE_EVENTS_BYTES } from '../../core/scans/chunk-events.ts';
import { RETURN_RESERVE_MS } from '../../core/scans/pacing.ts';
import { findOwnEnvironment } from '../../scanner/environment/own-environment.ts';
import { scanChunkPages } from '../../scanner/scan-chunk-pages.ts';
import { buildEgressPolicy } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';
import { EventWriter, ResponseFullError } from './event-writer.ts';

/**
 * Scans the pages of one chunk and streams what it finds to its invoker, as lines of `chunkEventSchema`. Its role may
 * only write logs and traces, and it opens nothing but the pages, because a page may take over its process.
 */
export function createHandler(environment: NodeJS.ProcessEnv): StreamifyHandler<unknown, void> {
  const env = readEnvironment(schemas['scan-pages'], environment);
  const options = {
    egress: buildEgressPolicy(env),
    workDir: environment.TMPDIR ?? '/tmp',
    environment: findOwnEnvironment(environment),
    chromium: { unpackDir: env.CHROMIUM_DIR },
    memoryMb: env.SCAN_MEMORY_MB,
    // Set only by the embedded runtime. Lambda permits no namespaces.
    sandbox: environment.SCAN_SANDBOX === 'required',
  };
  return awslambda.streamifyResponse<unknown, void>(async (event, stream, context) => {
    logger().addContext(context);
    const { responses, correlationId, ...job } = scanPagesRequestSchema.parse(event);
    logger().appendKeys({ correlationId, scanId: job.scanId });
    logger().info('scanning a chunk', { pages: job.pages.length });
    const writer = new EventWriter(stream, responses);
    const remainingMs = () => context.getRemainingTimeInMillis() - RETURN_RESERVE_MS;
    const deadline = () => (writer.bytesLeft < PAGE_EVENTS_BYTES ? 0 : remainingMs());
    try {
      const { notReached } = await scanChunkPages(job, writer.events, { ...options, deadline });
      await writer.write({ type: 'end', notReached: notReached.map(({ pageId }) => pageId) });
    } catch (error) {
      if (error instanceof ResponseFullError) {
        logger().info('the response is full; the page is returned');
        await writer.write({ type: 'response-full' });
      } else {
        logger().error('the scanner failed', { error });
        await writer.write({ type: 'fault', detail: String(error).slice(0, 1_000) });
      }
    }
    await writer.end();
  });
}
