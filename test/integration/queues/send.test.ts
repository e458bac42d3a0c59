import { afterAll, beforeAll, expect, it } from 'vitest';
import { startQueueRecorder } from '../../support/queue-recorder.ts';

let queues: Awaited<ReturnType<typeof startQueueRecorder>>;
beforeAll(async () => {
  queues = await startQueueRecorder();
});
afterAll(() => queues.stop());

const envelope = { accountId: 'acct_1', scanId: 'scan_1', correlationId: 'c' };

it('groups every message by its account, so that SQS shares the consumers fairly', async () => {
  const { sendFinish, sendPlan, sendRecord } = await import('../../../adapters/queues/send.ts');
  const queue = queues.queueUrl('queue');
  await sendPlan(queue, envelope);
  await sendFinish(queue, envelope);
  const page = { chunkId: 'chunk_1', host: 'shop.example', pageId: 'page_1', attempt: 1 };
  await sendRecord(queue, { ...envelope, type: 'page-started', ...page });
  expect(queues.sent.map(({ group }) => group)).toEqual(['acct_1', 'acct_1', 'acct_1']);
  expect(queues.sent[0]?.message).toEqual(envelope);
});

it('writes messages in ASCII, because SQS rejects some characters that a caller or a page may have written', async () => {
  const { sendPlan } = await import('../../../adapters/queues/send.ts');
  const hostile = { ...envelope, correlationId: 'caf\u00e9 \u{1f600} \uffff' };
  await sendPlan(queues.queueUrl('queue'), hostile);
  expect(queues.sent.at(-1)?.text).toMatch(/^[\x20-\x7e]+$/);
  expect(queues.sent.at(-1)?.message).toEqual(hostile);
});
