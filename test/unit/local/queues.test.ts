import { describe, expect, it } from 'vitest';
import { buildSqsEvent, findProcessedMessages } from '../../../local/queues/event.ts';
import { FifoSemaphore } from '../../../local/queues/fifo-semaphore.ts';
import { sortByFairness } from '../../../local/stand-ins/fair-queue.ts';
import { parseRate } from '../../../local/template/service.ts';

const batch = ['a', 'b', 'c'].map((MessageId) => ({ MessageId, Body: MessageId }));
const done = (answer: unknown, reports = true) =>
  findProcessedMessages(batch, reports, answer).map(({ Body }) => Body);
const failures = (...ids: unknown[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a partial batch response', () => {
  it('keeps the failed messages that it names', () => {
    expect(done(failures('b'))).toEqual(['a', 'c']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty list', { batchItemFailures: [] }],
    ['a list that is null', { batchItemFailures: null }],
  ])('of %s means that all messages are done', (_, answer) => {
    expect(done(answer)).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, unknown]>([
    ['a text', 'ok'],
    ['an unknown id', failures('z')],
    ['an empty id', failures('')],
    ['a null id', failures(null)],
    ['a list of texts', { batchItemFailures: ['a'] }],
    ['a value that is not a list', { batchItemFailures: 'a' }],
  ])('of %s means that no message is done', (_, answer) => {
    expect(done(answer)).toEqual([]);
  });

  it('counts only if the event source supports it', () => {
    expect(done(failures('b'), false)).toEqual(['a', 'b', 'c']);
  });
});

describe('the event for a batch of messages', () => {
  it('has the format that Lambda uses', () => {
    const event = buildSqsEvent(
      [
        {
          MessageId: 'm',
          ReceiptHandle: 'r',
          Body: 'body',
          MD5OfBody: '5',
          Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g' },
          MessageAttributes: {
            s: { DataType: 'String', StringValue: 'v' },
            b: { DataType: 'Binary', BinaryValue: Buffer.from('hi') },
          },
        },
      ],
      'arn:q',
    );
    expect(event.Records).toEqual([
      {
        messageId: 'm',
        receiptHandle: 'r',
        body: 'body',
        md5OfBody: '5',
        attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g' },
        messageAttributes: {
          s: { dataType: 'String', stringValue: 'v', stringListValues: [], binaryListValues: [] },
          b: { dataType: 'Binary', binaryValue: 'aGk=', stringListValues: [], binaryListValues: [] },
        },
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:q',
        awsRegion: 'us-east-1',
      },
    ]);
  });
});

describe('waiting turns', () => {
  it('are granted in the order of requests, and one free slot is granted once', async () => {
    const turns = new FifoSemaphore(1);
    const order: string[] = [];
    const first = await turns.acquire();
    const waiting = ['low', 'high'].map(async (name) => {
      const release = await turns.acquire();
      order.push(name);
      return release;
    });
    await Promise.resolve();
    expect(order).toEqual([]);
    first();
    first();
    const low = await waiting[0];
    expect(order).toEqual(['low']);
    low?.();
    await waiting[1];
    expect(order).toEqual(['low', 'high']);
  });
});

describe('the order of a fair queue', () => {
  const messages = (groups: string) =>
    [...groups].map((group, i) => ({ id: `${group}${i}`, ...(group !== '-' && { messageGroupId: group }) }));
  const ids = (...args: Parameters<typeof sortByFairness<ReturnType<typeof messages>[number]>>) =>
    sortByFairness(...args).map(({ id }) => id);

  it('alternates between the groups, the oldest message of each first', () => {
    expect(ids(messages('aaaabb'), [], 4)).toEqual(['a0', 'b4', 'a1', 'b5', 'a2', 'a3']);
  });

  it('puts a group behind others if it has messages in flight', () => {
    expect(ids(messages('aab'), messages('aa'), 1)).toEqual(['b2', 'a0', 'a1']);
  });

  it('is first in, first out without groups', () => {
    expect(ids(messages('---'), messages('a'), 2)).toEqual(['-0', '-1', '-2']);
  });
});

describe('the rate of a schedule', () => {
  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
    ['rate(0 minutes)', undefined],
    ['cron(0 * * * ? *)', undefined],
  ])('%s', (expression, expected) => {
    expect(parseRate(expression)).toBe(expected);
  });
});
