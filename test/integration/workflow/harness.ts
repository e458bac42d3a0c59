import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import type { QueueHandler } from '../../../adapters/queues/consume.ts';
import { putObject, reportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import { noLinks } from '../../../core/crawl/found-links.ts';
import {
  type ChunkMessage,
  type ChunkPage,
  chunkMessageSchema,
  type RecordMessage,
} from '../../../core/scans/messages.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { resultKey } from '../../../core/scans/result-key.ts';
import type { ScanView } from '../../../core/scans/scan.ts';
import { finding, identity, node, result } from '../../unit/reports/fixtures.ts';
import { type Api, startApi, type TestKey } from '../api/harness.ts';

/** What a page shows at the time of a scan. */
export interface ShownPage {
  /** Elements with a fault: rule and `id`. */
  faults: { ruleId: string; id: string }[];
  /** Addresses of the links. */
  links: string[];
}

/** What the browser makes of one page of a chunk. */
export type ScanPage = (
  chunk: ChunkMessage,
  page: ChunkPage,
) => Promise<{ result: PageResult; links: string[] }>;

/** The API and the functions of the scan workflow in this process. A function of the test replaces the browser. */
export interface Workflow {
  api: Api;
  /** The origin of a server that has neither robots.txt nor sitemap. */
  origin: string;
  /** Triggers a scan, and carries it out. */
  scan(key: TestKey, siteId: string, config: object): Promise<ScanView>;
  stop(): Promise<void>;
}

const context = { functionName: 'test', awsRequestId: 'invocation' } as Context;

/**
 * Returns a replacement for the browser.
 * @param pageAt what a page shows; undefined for one that answers 503
 */
export function pagesShow(pageAt: (url: URL) => ShownPage | undefined): ScanPage {
  return async (chunk, page) => {
    const shown = pageAt(new URL(page.url));
    return { result: resultOf(chunk, page, shown), links: shown?.links ?? [] };
  };
}

/** Starts the stand-ins and loads the functions. */
export async function startWorkflow(scanPage: ScanPage): Promise<Workflow> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api = await startApi({ SCAN_LOOPBACK_PORTS: '*', UNFINISHED_SCANS_LIMIT: '50' });
  const urlOf = (queue: string) => `${api.aws.url}/000000000000/${queue}`;
  api.aws.createQueue('scan');
  Object.assign(process.env, {
    RETENTION_DAYS: '365',
    SCAN_QUEUE_URL_HIGH: urlOf('scan'),
    SCAN_QUEUE_URL_NORMAL: urlOf('scan'),
    SCAN_QUEUE_URL_LOW: urlOf('scan'),
    PAGES_PER_CHUNK: '5',
    CHUNKS_IN_FLIGHT: '8',
    PLACES_PER_SERVER: '4',
  });
  const [plan, record, finish] = await Promise.all([
    import('../../../functions/plan-scan/handler.ts').then((module) => module.createHandler(process.env)),
    import('../../../functions/record-outcomes/handler.ts').then((module) =>
      module.createHandler(process.env),
    ),
    import('../../../functions/finish-scan/handler.ts').then((module) => module.createHandler(process.env)),
  ]);
  const sqs = new SQSClient({ endpoint: api.aws.url });

  /** Hands the messages of a queue to a function until there are none. Returns whether there was one. */
  async function drain(queue: string, handle: (message: Message) => Promise<void>): Promise<boolean> {
    for (let isFirst = true; ; isFirst = false) {
      const request = { QueueUrl: urlOf(queue), MaxNumberOfMessages: 10, WaitTimeSeconds: 0 };
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(request));
      if (Messages.length === 0) return !isFirst;
      for (const message of Messages) {
        await handle(message);
        const { ReceiptHandle } = message;
        await sqs.send(new DeleteMessageCommand({ QueueUrl: urlOf(queue), ReceiptHandle }));
      }
    }
  }

  async function scanChunk({ Body = '' }: Message): Promise<void> {
    const chunk = chunkMessageSchema.parse(JSON.parse(Body));
    const { accountId, scanId, correlationId, chunkId } = chunk;
    const bucket = reportBucket(process.env.BUCKET_NAME ?? '');
    const messages: RecordMessage[] = [];
    for (const page of chunk.pages) {
      const { pageId, attempt } = page;
      const of = { accountId, scanId, correlationId, chunkId, pageId, attempt };
      const { result, links: urls } = await scanPage(chunk, page);
      await putObject(bucket, resultKey({ ...of, run: 'run' }), JSON.stringify(result), 'application/json');
      const { outcome, detail, finalUrl } = result;
      const links = { ...noLinks, urls };
      messages.push(
        { ...of, type: 'page-started' },
        { ...of, type: 'page-finished', run: 'run', outcome, detail, finalUrl, links },
      );
    }
    messages.push({ accountId, scanId, correlationId, type: 'chunk-ended', chunkId });
    await invoke(record, ...messages.map((message) => JSON.stringify(message)));
  }

  return {
    api,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async scan(key, siteId, config) {
      const { status, text, json } = await key.call('POST', `/sites/${siteId}/scans`, { body: { config } });
      if (status !== 202) throw new Error(`the trigger answered ${status}: ${text}`);
      for (let isBusy = true; isBusy; ) {
        isBusy = await drain('plan', ({ Body = '' }) => invoke(plan, Body));
        isBusy = (await drain('scan', scanChunk)) || isBusy;
        isBusy = (await drain('finish', ({ Body = '' }) => invoke(finish, Body))) || isBusy;
      }
      const scan: ScanView = (await key.call('GET', `/scans/${json.id}`)).json;
      if (scan.report === 'pending') throw new Error(`the scan did not end: ${JSON.stringify(scan)}`);
      return scan;
    },
    async stop() {
      sqs.destroy();
      server.close();
      await api.stop();
    },
  };
}

/** @throws Error when the function gives a message back */
async function invoke(handler: QueueHandler, ...bodies: string[]): Promise<void> {
  const records = bodies.map((body, at) => ({
    messageId: `${at}`,
    body,
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:queue',
  }));
  const { batchItemFailures } = await handler({ Records: records as never }, context);
  if (batchItemFailures.length > 0) throw new Error(`a function failed with ${bodies.join(', ')}`);
}

/** The result that a browser would have made of a page. */
function resultOf(
  { scanId, ruleIds }: ChunkMessage,
  { pageId, attempt, url, identity: pageName }: ChunkPage,
  shown: ShownPage | undefined,
): PageResult {
  const of = { scanId, attempt, requestedUrl: url, finalUrl: url };
  if (shown === undefined) {
    const detail = 'The server answered 503 Service Unavailable.';
    return result(pageId, [], { ...of, outcome: 'http-error', httpStatus: 503, rules: [], detail });
  }
  const byRule = Map.groupBy(shown.faults, ({ ruleId }) => ruleId);
  const findings = [...byRule].map(([ruleId, faults]) =>
    finding(
      ruleId,
      faults.map(({ id }) =>
        node(`#${id}`, {
          html: `<span id="${id}">`,
          impact: ruleId === 'image-alt' ? 'critical' : 'serious',
          identity: identity(`${pageName} ${ruleId} ${id}`),
        }),
      ),
    ),
  );
  const rules = ruleIds.map((ruleId) => ({
    ruleId,
    result: byRule.has(ruleId) ? ('failed' as const) : ('passed' as const),
  }));
  return result(pageId, findings, { ...of, rules });
}
