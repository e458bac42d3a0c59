import { readFileSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../../../local/processes/tree.ts';
import { Runtime } from '../../../local/runtime.ts';
import type { Faults } from '../../../local/runtime-options.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import { testInjectedFaults } from './cases/injected-faults.ts';
import { testLambdaApi } from './cases/lambda-api.ts';
import { testNeighbours } from './cases/neighbours.ts';
import { testPermissions } from './cases/permissions.ts';
import { client, itemReader, messageCounter, until } from './fixtures/client.ts';
import { synthesizeTestStack, temporaryFolder } from './fixtures/stack.ts';

const folder = temporaryFolder();
let runtime: Runtime;
let call: ReturnType<typeof client>;
let item: ReturnType<typeof itemReader>;
let sqs: SQSClient;
let messages: ReturnType<typeof messageCounter>;
/** The faults of the current test. */
let faults: Faults = {};

beforeAll(async () => {
  const assembly = await synthesizeTestStack(folder.path);
  runtime = await Runtime.start({
    assembly,
    dataFolder: join(folder.path, 'data'),
    loopbackPorts: [8080, 5173],
    faults: {
      deliverTwice: () => faults.deliverTwice?.() ?? false,
      failCall: (...of) => faults.failCall?.(...of) ?? false,
      killAfterCall: (...of) => faults.killAfterCall?.(...of) ?? false,
    },
  });
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

describe('a served API', () => {
  it('calls functions with the environment of the template only', async () => {
    const { status, text } = await call('PUT', '/echo/a%20b?x=1&x=2', 'hé');
    const { event, env, remaining } = JSON.parse(text);
    expect(status).toBe(200);
    expect(event).toMatchObject({
      pathParameters: { id: 'a b' },
      body: 'hé',
      multiValueQueryStringParameters: { x: ['1', '2'] },
      requestContext: { authorizer: { account: 'acct_1' }, stage: 'api' },
    });
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(3_000);
    expect(env).toMatchObject({
      TABLE: runtime.outputs.TableName,
      QUEUE: expect.stringMatching(`^${runtime.endpoints.sqs}/000000000000/Test-Work`),
      DEAD_ARN: expect.stringMatching(/^arn:aws:sqs:us-east-1:000000000000:Test-Dead/),
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_ENDPOINT_URL_DYNAMODB: runtime.endpoints.dynamodb,
      SCAN_LOOPBACK_PORTS: '8080,5173',
      TZ: ':UTC',
    });
    const blocked = env.SCAN_BLOCKED_PORTS.split(',');
    const own = [runtime.apiUrl, runtime.endpoints.dynamodb, runtime.endpoints.sqs].map(
      (url) => new URL(url).port,
    );
    expect(blocked).toEqual(expect.arrayContaining(own));
    expect(env).not.toHaveProperty('HOME');
    expect(env.TMPDIR.startsWith(join(folder.path, 'data', 'tmp'))).toBe(true);
  });

  it('keeps several values of one header separate', async () => {
    expect((await call('GET', '/echo/a')).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it.each([
    ['a key that is denied', 'bad', 401, { code: 'expired-key' }],
    ['no key', undefined, 401, { message: 'Unauthorized' }],
    ['an authorizer that fails', 'broken', 500, { code: 'service-fault' }],
  ])('answers %s with the gateway response for it', async (_, key, status, body) => {
    const answer = await client(runtime.baseUrl, key ?? '')('GET', '/echo/a');
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject(body);
  });

  it.each(['/nowhere', '/messages'])(
    'answers an unknown route or method (GET %s) with 404 and the request id',
    async (path) => {
      const answer = await call('GET', path);
      expect(answer.status).toBe(404);
      const { requestId, code } = JSON.parse(answer.text);
      expect([code, requestId]).toEqual(['not-found', answer.headers.get('x-request-id')]);
    },
  );

  it.each([
    ['chosen-by-the-client', true],
    ['a text/with other characters', false],
  ])('takes the request id of a client as API Gateway does: %s', async (id, isTaken) => {
    const answer = await call('GET', '/nowhere', undefined, { 'X-Amzn-RequestId': id });
    expect(answer.headers.get('x-request-id') === id).toBe(isTaken);
  });

  it.each(['throw', 'crash', 'malformed', 'large'])(
    'answers 502 if a function does this: %s',
    async (how) => {
      const answer = await call('GET', `/open?how=${how}`);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([502, 'service-fault']);
      expect((await call('GET', '/open?how=fine')).status).toBe(200);
    },
  );

  it('ends a function that exceeds its timeout, with all of its child processes', async () => {
    expect((await call('GET', '/open?how=hang')).status).toBe(502);
    const grandchild = await until('the log', async () => {
      const log = readFileSync(runtime.data.file('logs', `${logicalId('Api')}.log`), 'utf8');
      return /sleeping in (\d+)/.exec(log)?.[1];
    });
    await until('the grandchild to end', async () => (isAlive(Number(grandchild)) ? undefined : true));
  });

  it('rejects a body of more than ten megabytes', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${runtime.baseUrl}/messages`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.setHeader('Content-Length', 11 * 1024 * 1024);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it('is reachable at localhost by IPv4 and, if available, by IPv6', async () => {
    const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === '::1'),
    );
    for (const host of ['127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])]) {
      const url = runtime.baseUrl.replace('localhost', host);
      expect((await fetch(`${url}/open`)).status, host).toBe(200);
    }
  });
});

describe('a served queue', () => {
  it('delivers messages to the function with their attributes and group, and deletes them', async () => {
    await call('POST', '/messages', { id: 'plain' }, { 'X-Group': 'acct_1' });
    const { count, last } = await until('the item', () => item('plain'));
    expect(count).toBe(1);
    expect(last).toMatchObject({
      attributes: { MessageGroupId: 'acct_1', ApproximateReceiveCount: '1' },
      messageAttributes: { kind: { stringValue: 'test', dataType: 'String' } },
      eventSource: 'aws:sqs',
    });
    await until('the queue to be empty', async () => ((await messages('Work')) === 0 ? true : undefined));
    const object = await until('the object', async () => {
      const answer = await call('GET', '/objects/plain');
      return answer.status === 200 ? answer.text : undefined;
    });
    expect(JSON.parse(object)).toEqual({ text: '{"id":"plain"}' });
  });

  it('returns a message to the queue if a function reports its failure, and drops it by the redrive policy', async () => {
    const before = await messages('Dead');
    await call('POST', '/messages', { id: 'fail', how: 'fail' });
    await until('the dead letter', async () => ((await messages('Dead')) === before + 1 ? true : undefined));
    expect(await messages('Work')).toBe(0);
    expect((await item('fail'))?.count).toBe(2);
  });

  it('delivers a message again after a crash', async () => {
    await call('POST', '/messages', { id: 'again', how: 'once' });
    const seen = await until('the second delivery', async () => {
      const found = await item('again');
      return found?.count === 2 ? found : undefined;
    });
    expect(seen.last.attributes.ApproximateReceiveCount).toBe('2');
  });
});

describe('a function that sends messages to its own queue', () => {
  const start = (part: string, id: string) => {
    const queue = runtime.service.queues.find(({ logicalId }) => logicalId.startsWith(`${part}Loop`));
    const QueueUrl = `${runtime.endpoints.sqs}/000000000000/${queue?.name}`;
    return sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ id, rounds: 19 }) }));
  };

  it('is stopped after 16 rounds, and its message becomes a dead letter', async () => {
    await start('Terminate', 'stopped');
    const dead = async () => ((await messages('TerminateEnded')) > 0 ? true : undefined);
    await until('the dead letter', dead, 60);
    expect((await item('stopped'))?.count).toBe(16);
    expect(readFileSync(runtime.data.file('logs', 'runtime.log'), 'utf8')).toMatch(
      /TerminateLoop\w+: 1 message\(s\) return to the queue: .*TerminateLooper\w+ was invoked 16 times in one chain/,
    );
  });

  it('goes on if its RecursiveLoop is Allow', async () => {
    await start('Allow', 'allowed');
    await until('all rounds', async () => ((await item('allowed'))?.count === 20 ? true : undefined));
    expect(await messages('AllowEnded')).toBe(0);
  });
});

describe('a running runtime', () => {
  it('invokes any function by a part of its name', async () => {
    await runtime.invoke('Ticker', { hello: 1 });
    expect((await item('tick'))?.last).toEqual({ hello: 1 });
    expect(() => runtime.invoke('i', {})).toThrow('exactly one');
  });

  it('writes its addresses to a file that only its owner can read', () => {
    const file = runtime.data.file('runtime.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      pid: process.pid,
      apiUrl: runtime.apiUrl,
      endpoints: runtime.endpoints,
      credentials: runtime.credentials,
      region: 'us-east-1',
      outputs: runtime.outputs,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('returns outputs with this machine’s address', () => {
    const url = Object.values(runtime.outputs).find((value) => value.startsWith('http'));
    expect(url).toBe(`${runtime.apiUrl}/`);
  });

  it('locks its data folder', async () => {
    const second = Runtime.start({ assembly: join(folder.path, 'cdk.out'), dataFolder: runtime.data.path });
    await expect(second).rejects.toThrow(`is used by another runtime (process ${process.pid})`);
    expect((await call('GET', '/open')).status).toBe(200);
  });

  it('fails on an occupied port, and leaves nothing behind', async () => {
    const dataFolder = join(folder.path, 'other');
    const second = Runtime.start({ assembly: join(folder.path, 'cdk.out'), dataFolder, port: runtime.port });
    await expect(second).rejects.toThrow(`port ${runtime.port} is taken`);
    expect(statSync(dataFolder, { throwIfNoEntry: false })).toBeUndefined();
  });
});

// A start takes longer than most of these tests, so they share one runtime.
describe('the permissions of functions', () => testPermissions(() => runtime));
describe('the stand-ins', () => testNeighbours(() => runtime));
describe('the API of Lambda', () => testLambdaApi(() => runtime, 'few'));
testInjectedFaults(
  () => runtime,
  (given) => {
    faults = given;
  },
);

function logicalId(part: string): string {
  return runtime.service.functions.find((lambda) => lambda.logicalId.startsWith(part))?.logicalId ?? '';
}
