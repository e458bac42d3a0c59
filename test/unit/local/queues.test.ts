import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSqsEvent, findProcessedMessages } from '../../../local/queues/event.ts';
import { FairSlots } from '../../../local/queues/fair-slots.ts';
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

describe('the slots of a function', () => {
  /** Queues that compete for slots: a text has the account of each waiting message, oldest first. */
  function compete(limit: number, queues: Record<string, string>, limits: Record<string, number> = {}) {
    const slots = new FairSlots(limit);
    const waiting = new Map(Object.entries(queues).map(([name, accounts]) => [name, [...accounts]]));
    const granted: string[] = [];
    const running: { account: string; end: () => void }[] = [];
    const users = [...waiting.keys()].map((name) => {
      const messages = waiting.get(name) as string[];
      let next = '';
      const ofQueue = slots.forQueue({
        limit: limits[name] ?? Number.POSITIVE_INFINITY,
        listWaiting: () => messages,
        prefer: (account) => {
          next = account;
        },
      });
      const receive = async () => {
        const end = await ofQueue.acquire();
        messages.splice(messages.indexOf(next), 1);
        granted.push(`${name}:${next}`);
        running.push({ account: next, end });
        void receive();
      };
      void receive();
      return ofQueue;
    });
    return {
      granted,
      running,
      send: (name: string, account: string) => void waiting.get(name)?.push(account),
      end: (account: string) => {
        const at = running.findIndex((one) => one.account === account);
        running.splice(at, 1)[0]?.end();
      },
      settle: () => vi.advanceTimersByTimeAsync(1_000),
      stop: () => {
        for (const user of users) user.stop();
      },
    };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are granted to queues in turn, and one free slot is granted once', async () => {
    const { granted, running, settle } = compete(1, { low: 'aaa', high: 'a' });
    await settle();
    expect(granted).toEqual(['low:a']);
    const [first] = running.splice(0);
    first?.end();
    first?.end();
    await settle();
    expect(granted).toEqual(['low:a', 'high:a']);
  });

  it('are all used by one account while no other waits', async () => {
    const { granted, settle } = compete(4, { high: 'aaaaaa' });
    await settle();
    expect(granted).toHaveLength(4);
  });

  it.each(['high', 'low'])(
    'do not keep another account waiting behind long chunks, with a message in the queue %s',
    async (queue) => {
      const { granted, running, send, settle, end } = compete(2, { high: 'aaaa', low: '' });
      await settle();
      expect(granted).toEqual(['high:a', 'high:a']);
      send(queue, 'b');
      await settle();
      expect(granted.slice(2)).toEqual([`${queue}:b`]);
      expect(running, 'no chunk of the busy account has ended').toHaveLength(3);
      send(queue, 'b');
      send(queue, 'c');
      await settle();
      expect(running, 'one additional slot').toHaveLength(3);
      end('a');
      await settle();
      expect(running, 'it is gone when a chunk ends').toHaveLength(2);
      end('a');
      await settle();
      expect(granted.at(-1), 'the account that has none').toBe(`${queue}:c`);
    },
  );

  it('are shared while others wait: the account that holds fewest is next, whatever its queue', async () => {
    const { granted, running, send, settle, end } = compete(3, { high: 'aaaaaaaa', low: '' });
    await settle();
    for (let message = 0; message < 4; message++) send('low', 'b');
    await settle();
    for (let round = 0; round < 4; round++) {
      end('a');
      await settle();
      const ofBusy = running.filter(({ account }) => account === 'a').length;
      expect(ofBusy, granted.join()).toBeLessThanOrEqual(2);
    }
    expect(running).toHaveLength(3);
  });

  it('of one queue have a limit and shares of their own', async () => {
    const { granted, send, settle } = compete(8, { low: 'aaaa', high: '' }, { low: 2 });
    await settle();
    expect(granted).toEqual(['low:a', 'low:a']);
    send('low', 'b');
    await settle();
    expect(granted.slice(2)).toEqual(['low:b']);
  });

  it('alternate between accounts if there is one', async () => {
    const { granted, settle, end } = compete(1, { high: 'aaabb' });
    for (const account of 'abab') {
      await settle();
      end(account);
    }
    await settle();
    expect(granted.join(' ')).toBe('high:a high:b high:a high:b high:a');
  });

  it('are granted to no queue that has stopped', async () => {
    const { granted, send, settle, stop } = compete(1, { high: '' });
    stop();
    send('high', 'a');
    await settle();
    expect(granted).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
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
