import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logger } from '../../../adapters/observability/logger.ts';
import { createId } from '../../../core/ids.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { createHandler } from '../../../functions/settle-dead-letters/handler.ts';
import { makeSite, now, scanOf } from '../use-cases/fakes.ts';

const site = makeSite();
const scan = scanOf(site, { planned: false });
const { accountId, scanId, siteId, correlationId } = scan;
const message = { accountId, scanId, correlationId };
const chunk = {
  ...message,
  siteId,
  chunkId: createId('chunk', now),
  host: 'shop.example',
  priority: 'normal',
  ruleIds: ['label'],
  settings: pageSettingsDefault,
  hashRoutes: false,
  marks: [],
  pages: [{ pageId: `page_${'1'.repeat(32)}`, url: site.url, attempt: 1, identity: '/' }],
};
const arn = (queue: string) => `arn:aws:sqs:eu-central-1:123456789012:${queue}`;
const url = (queue: string) => `https://sqs.example/123456789012/${queue}`;

beforeEach(() => {
  vi.spyOn(logger(), 'error').mockImplementation(() => {});
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Settles one dead letter of a scan that was not planned. Returns what is written to the table, and the messages. */
async function settle(queue: string, body: object) {
  const written: string[] = [];
  const sent: [string, unknown][] = [];
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(
    async ({ input }: { input: object }) => {
      if ('Key' in input) return { Item: { ...scan, outstanding: 0 } };
      written.push(JSON.stringify(input));
      return {};
    },
  );
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async ({ input }: { input: object }) => {
    const { QueueUrl = '', MessageBody = '' } = input as { QueueUrl?: string; MessageBody?: string };
    sent.push([QueueUrl, JSON.parse(MessageBody)]);
    return {};
  });
  const handle = createHandler({
    TABLE_NAME: 'table',
    RECORD_QUEUE_URL: url('record'),
    FINISH_QUEUE_URL: url('finish'),
    PLAN_DLQ_ARN: arn('plan-dlq'),
    FINISH_DLQ_ARN: arn('finish-dlq'),
  });
  const record = {
    messageId: '1',
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
    eventSourceARN: arn(queue),
  };
  const response = await handle({ Records: [record] } as unknown as SQSEvent, {} as Context);
  expect(response).toEqual({ batchItemFailures: [] });
  return { written, sent };
}

it('a dead letter of the plan queue ends its scan, and requests the report', async () => {
  const { written, sent } = await settle('plan-dlq', message);
  expect(written).toEqual([expect.stringContaining('"planning-failed"')]);
  expect(sent).toEqual([[url('finish'), message]]);
});

it('a dead letter of the finish queue settles its scan', async () => {
  const { written, sent } = await settle('finish-dlq', message);
  expect(written).toEqual([expect.stringContaining('"finishing-failed"')]);
  expect(sent).toEqual([]);
});

it.each(['high', 'normal', 'low'])(
  'a dead letter of the scan queue of priority %s is reported to the recorder',
  async (priority) => {
    const { written, sent } = await settle(`scan-${priority}-dlq`, chunk);
    expect(written).toEqual([]);
    expect(sent).toEqual([[url('record'), expect.objectContaining({ type: 'chunk-dead' })]]);
  },
);
