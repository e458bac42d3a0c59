import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Runtime } from '../../../local/runtime.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import { testLambdaApi } from './cases/lambda-api.ts';
import { client, itemReader, messageCounter, until } from './fixtures/client.ts';
import { synthesizeTestStack, temporaryFolder } from './fixtures/stack.ts';

/** Cases that start many processes of functions. */
const folder = temporaryFolder();
let runtime: Runtime;
let call: ReturnType<typeof client>;
let item: ReturnType<typeof itemReader>;
let sqs: SQSClient;
let messages: ReturnType<typeof messageCounter>;

beforeAll(async () => {
  const assembly = await synthesizeTestStack(folder.path);
  runtime = await Runtime.start({ assembly, dataFolder: join(folder.path, 'data') });
  call = client(runtime.baseUrl);
  item = itemReader(call);
  sqs = new SQSClient(getClientOptions(runtime.endpoints.sqs, runtime.credentials));
  messages = messageCounter(runtime, sqs);
});

afterAll(async () => {
  sqs?.destroy();
  await runtime?.stop();
  folder.remove();
});

testLambdaApi(() => runtime, 'many');

describe('a served API', () => {
  it('serves many concurrent calls with a bounded number of execution environments', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => call('GET', `/echo/${i}`)));
    const seen = answers.map(({ text }) => JSON.parse(text));
    expect(seen.map(({ event }) => event.pathParameters.id)).toEqual(answers.map((_, i) => String(i)));
    expect(new Set(seen.map(({ env }) => env.TMPDIR)).size).toBeLessThanOrEqual(16);
  });
});

describe('a served queue', () => {
  it.each(['throw', 'crash'])(
    'returns a message to the queue if a function does this: %s, and drops it by the redrive policy of the template',
    async (how) => {
      const before = await messages('Dead');
      await call('POST', '/messages', { id: how, how });
      await until('the dead letter', async () =>
        (await messages('Dead')) === before + 1 ? true : undefined,
      );
      expect(await messages('Work')).toBe(0);
      expect((await item(how))?.count).toBe(2);
    },
  );
});
