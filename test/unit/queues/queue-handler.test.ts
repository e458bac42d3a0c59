import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { QueueHandler } from '../../../adapters/queues/queue-handler.ts';

let handle: QueueHandler;
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'test');
  // Other files of the process disable metrics, or create their recorder without a namespace.
  vi.stubEnv('POWERTOOLS_DEV', undefined);
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', undefined);
  vi.resetModules();
  const { createQueueHandler } = await import('../../../adapters/queues/queue-handler.ts');
  const schema = z.object({ scanId: z.string(), correlationId: z.string() });
  handle = createQueueHandler(schema, async ({ message }) => {
    if (message.scanId === 'fails') throw new Error('on purpose');
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

/** Returns the metrics that a batch writes to the log, by name. */
async function readMetrics(...messages: { scanId: string; receiveCount: number; sentAt: number }[]) {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const Records = messages.map(({ scanId, receiveCount, sentAt }, index) => ({
    messageId: String(index),
    body: JSON.stringify({ scanId, correlationId: 'c' }),
    attributes: { ApproximateReceiveCount: String(receiveCount), SentTimestamp: String(sentAt) },
    eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:plan',
  }));
  await handle({ Records } as unknown as SQSEvent, {} as Context);
  const metrics = written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
  const find = (name: string) => metrics.find((each) => each[name] !== undefined);
  return { faults: find('MessageFaults')?.MessageFaults, waiting: find('MessageWait') };
}

it('a batch without a fault writes 0, so that alarms have data', async () => {
  const sentAt = Date.now();
  expect((await readMetrics({ scanId: 'one', receiveCount: 1, sentAt })).faults).toBe(0);
});

it('a batch writes the longest wait of the messages that are delivered for the first time', async () => {
  const now = Date.now();
  const { waiting } = await readMetrics(
    { scanId: 'one', receiveCount: 1, sentAt: now - 60_000 },
    { scanId: 'two', receiveCount: 1, sentAt: now - 120_000 },
    // It was in flight, in a function that was killed.
    { scanId: 'three', receiveCount: 2, sentAt: now - 7_200_000 },
  );
  expect(waiting).toMatchObject({ service: 'all', queue: 'plan' });
  expect(Math.round(waiting.MessageWait / 60)).toBe(2);
});

it('a message that is delivered again writes no wait', async () => {
  const { waiting } = await readMetrics({ scanId: 'one', receiveCount: 2, sentAt: 0 });
  expect(waiting).toBeUndefined();
});
