import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { createSecret, formatApiKey } from '../../core/access/api-key.ts';
import { API_KEY_HEADER } from '../../core/access/key-text.ts';
import { WRONG_KEYS_PER_MINUTE } from '../../core/api/call-limits.ts';
import type { Faults } from '../../local/runtime-options.ts';
import { getClientOptions } from '../../local/stand-ins/provision.ts';
import { type AlarmMetric, isRaised, readAlarms, type SynthesizedAlarm } from '../support/alarms.ts';
import { type OwnService, startService } from '../support/service.ts';
import { readSharedService } from '../support/shared-service.ts';

/**
 * Every alarm of the stacks, with the failure that raises it. The failure is injected into the service, and the values
 * of the alarm's metrics are what the functions logged, or what the services of AWS count.
 */

let service: OwnService;
let sqs: SQSClient;
let alarms: Map<string, SynthesizedAlarm>;
const faults: Faults = {};

beforeAll(async () => {
  const { assembly } = await readSharedService(inject('sharedService'));
  alarms = new Map(readAlarms(assembly).map((alarm) => [alarm.name, alarm]));
  // The faults of the current test; the runtime gets functions, because it decides at its start which proxies it needs.
  service = await startService({
    failCall: (id, call) => faults.failCall?.(id, call) ?? false,
    throttle: (id) => faults.throttle?.(id) ?? false,
  });
  sqs = new SQSClient(getClientOptions(service.runtime.endpoints.sqs, service.runtime.credentials));
});
afterEach(() => {
  delete faults.failCall;
  delete faults.throttle;
});
afterAll(async () => {
  sqs?.destroy();
  await service?.stop();
});

/** Reads the log of every function, and returns the values of a metric in the embedded metric format. */
function readLoggedValues({ name, namespace, dimensions }: AlarmMetric): number[] {
  const folder = service.runtime.data.file('logs');
  const lines = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'));
  return lines
    .filter((line) => line.includes('"_aws"') && line.includes(`"${name}"`))
    .flatMap((line) => {
      const record = JSON.parse(line);
      return record._aws.CloudWatchMetrics.flatMap(
        (group: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }) => {
          const isSame = group.Dimensions.some(
            (names) =>
              names.length === Object.keys(dimensions).length &&
              names.every((each) => record[each] === dimensions[each]),
          );
          const hasMetric = group.Metrics.some(({ Name }) => Name === name);
          return group.Namespace === namespace && isSame && hasMetric ? [record[name]].flat() : [];
        },
      );
    });
}

const queueUrl = (name: string) => `${service.runtime.endpoints.sqs}/000000000000/${name}`;

/** Returns a function that reads metrics as they are now. */
async function readMetrics(): Promise<(metric: AlarmMetric) => number | undefined> {
  const visible = new Map<string, number>();
  for (const { name } of service.runtime.service.queues) {
    const command = new GetQueueAttributesCommand({
      QueueUrl: queueUrl(name),
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    visible.set(name, Number((await sqs.send(command)).Attributes?.ApproximateNumberOfMessages));
  }
  const { metrics } = service.runtime;
  return (metric) => {
    const { namespace, name, dimensions, statistic } = metric;
    if (namespace.startsWith('A11yScan/')) {
      const values = readLoggedValues(metric);
      if (values.length === 0) return undefined;
      return statistic === 'Maximum' ? Math.max(...values) : values.reduce((sum, each) => sum + each, 0);
    }
    if (name === 'ApproximateNumberOfMessagesVisible') return visible.get(dimensions.QueueName ?? '');
    if (name === 'NumberOfMessagesReceived') return metrics.sum(name, dimensions.QueueName);
    if (name === '5XXError') return metrics.sum(name);
    return metrics.sum(name as 'Errors', dimensions.FunctionName);
  };
}

async function isAlarmRaised(name: string): Promise<boolean> {
  const alarm = alarms.get(name);
  if (alarm === undefined) throw new Error(`there is no alarm ${name}`);
  return isRaised(alarm, await readMetrics());
}

async function waitUntilRaised(name: string): Promise<void> {
  await expect.poll(() => isAlarmRaised(name), { timeout: 200_000, interval: 500 }).toBe(true);
}

/** Returns the logical id of a function without its hash, e.g. `PlanScan`. */
const idOf = (functionName: string) =>
  functionName.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
const functionPart = (functionName: string) => `${idOf(functionName)}Function`;

function findQueue(part: string) {
  const found = service.runtime.service.queues.find(({ logicalId }) => logicalId.includes(part));
  if (found === undefined) throw new Error(`there is no queue ${part}`);
  return found;
}

/** Returns an event with one message of a queue. */
function eventOf(queueArn: string, body: object, sentAt: number) {
  const attributes = { ApproximateReceiveCount: '1', SentTimestamp: String(sentAt) };
  const record = { messageId: randomUUID(), receiptHandle: 'none', body: JSON.stringify(body), attributes };
  return { Records: [{ ...record, eventSource: 'aws:sqs', eventSourceARN: queueArn }] };
}

/** Invokes the function of a queue with a message, as its event source mapping does. */
async function deliver(queuePart: string, body: object, sentAt = Date.now()): Promise<unknown> {
  const { arn } = findQueue(queuePart);
  const source = service.runtime.service.eventSources.find(({ queueArn }) => queueArn === arn);
  const lambda = service.runtime.service.functions.find((each) => each.arn === source?.functionArn);
  return service.runtime.invoke(lambda?.logicalId ?? '', eventOf(arn, body, sentAt));
}

const invoke = (functionName: string, event: object) =>
  service.runtime.invoke(functionPart(functionName), event).catch(() => undefined);
const send = (queuePart: string, body: object) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(findQueue(queuePart).name),
      MessageBody: JSON.stringify(body),
      MessageGroupId: 'account',
    }),
  );
const scheduled = () => ({ time: new Date().toISOString() });
const unreadable = { scanId: 'none' };

/** Two kinds of failures of a function that handles messages: it reports failed messages, or it fails itself. */
const failWithMessages = (functionName: string, queuePart: string) => async () => {
  for (let message = 0; message < 3; message += 1) await deliver(queuePart, unreadable);
  for (let time = 0; time < 2; time += 1) await invoke(functionName, {});
};

const failRuns = (functionName: string, times: number) => async () => {
  faults.failCall = (id) => id.startsWith(functionPart(functionName));
  for (let time = 0; time < times; time += 1) await invoke(functionName, scheduled());
};

const sendLate = (queuePart: string) => () => deliver(queuePart, unreadable, Date.now() - 7 * 3_600_000);

/** The failure that raises each alarm. */
const failures: Readonly<Record<string, () => Promise<unknown>>> = {
  'dead letters: record': () => send('RecordDeadLetters', unreadable),
  'dead letters settled': () => send('PlanDeadLetters', unreadable),
  'waiting messages: plan': sendLate('QueuesPlanQueue'),
  'waiting messages: scan-high': sendLate('QueuesScanHighQueue'),
  'waiting messages: scan-normal': sendLate('QueuesScanNormalQueue'),
  'waiting messages: scan-low': sendLate('QueuesScanLowQueue'),
  'waiting messages: record': sendLate('QueuesRecordQueue'),
  'waiting messages: finish': sendLate('QueuesFinishQueue'),
  'errors: plan-scan': failWithMessages('plan-scan', 'QueuesPlanQueue'),
  'errors: dispatch-chunk': failWithMessages('dispatch-chunk', 'QueuesScanLowQueue'),
  'errors: scan-pages': async () => {
    for (let time = 0; time < 5; time += 1) await invoke('scan-pages', {});
  },
  'errors: record-outcomes': failWithMessages('record-outcomes', 'QueuesRecordQueue'),
  'errors: finish-scan': failWithMessages('finish-scan', 'QueuesFinishQueue'),
  'errors: settle-dead-letters': failWithMessages('settle-dead-letters', 'QueuesFinishDeadLetters'),
  'errors: sweep-scans': failRuns('sweep-scans', 5),
  'errors: delete-site-objects': failRuns('delete-site-objects', 5),
  'errors: extend-retention': failRuns('extend-retention', 1),
  'functions throttled': async () => {
    faults.throttle = (id) => id.startsWith(functionPart('get-openapi'));
    await fetch(`${service.runtime.baseUrl}/openapi.json`);
  },
  'API answers 5xx': async () => {
    faults.throttle = (id) => id.startsWith(functionPart('get-health'));
    for (let call = 0; call < 5; call += 1) {
      const { status } = await fetch(`${service.runtime.baseUrl}/health`);
      expect(status).toBeGreaterThanOrEqual(500);
    }
  },
  'API internal errors': async () => {
    // The gateway always passes the principal, so that its absence is a fault of the service.
    const event = {
      resource: '/v1/sites',
      path: '/v1/sites',
      httpMethod: 'GET',
      headers: {},
      multiValueHeaders: {},
    };
    const answer = await service.runtime.invoke(functionPart('list-sites'), {
      ...event,
      requestContext: { requestId: randomUUID(), path: '/api/v1/sites', authorizer: {} },
    });
    expect(answer).toMatchObject({ statusCode: 500 });
  },
  'flood of wrong keys': sendWrongKeys,
  'pages lost to faults': losePages,
};

/** Alarms that are raised while a run is missing: the scheduled function, and whether its runs complete. */
const missingRuns: Readonly<Record<string, string>> = {
  'no completed run: sweep-scans': 'sweep-scans',
  'no completed run: delete-site-objects': 'delete-site-objects',
  'no completed run: extend-retention': 'extend-retention',
};

/** Sends wrong keys from an address that no other caller has. */
async function sendWrongKeys(): Promise<void> {
  const { record } = await service.key(await service.account());
  const calls = WRONG_KEYS_PER_MINUTE + 100;
  for (let call = 0; call < calls; call += 1) {
    const value = formatApiKey({ keyId: record.keyId, secret: createSecret() });
    const answer = await service.runtime.invoke(functionPart('authorize'), {
      type: 'REQUEST',
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:api/api/GET/v1/sites',
      headers: { [API_KEY_HEADER]: value },
      multiValueHeaders: { [API_KEY_HEADER]: [value] },
      requestContext: { requestId: randomUUID(), identity: { sourceIp: '198.51.100.7' } },
    });
    const code = call < WRONG_KEYS_PER_MINUTE ? 'key-unknown' : 'too-many-wrong-keys';
    expect(answer).toMatchObject({ context: { code } });
  }
}

/** Starts a scan of 25 pages whose chunks become dead letters. */
async function losePages(): Promise<void> {
  // No browser gets a chunk.
  faults.throttle = (id) => id.startsWith('ScanPages') || id.startsWith('DispatchChunk');
  const accountId = await service.account();
  const { client } = await service.key(accountId);
  const pages = Array.from({ length: 25 }, (_, index) => `/page-${index}`);
  const body = { name: 'Shop', url: 'https://shop.invalid/', pages, crawl: 'none' };
  const created = await client.call('POST', '/sites', { body });
  expect(created.status, JSON.stringify(created.json)).toBe(201);
  const site = created.json;
  const scan = (
    await client.call('POST', `/sites/${site.id}/scans`, { body: { config: { rules: ['wcag-aa'] } } })
  ).json;
  const readQueued = async () =>
    (await readPages(service.store, scan.id)).filter(({ state }) => state === 'queued');
  await expect.poll(async () => (await readQueued()).length, { timeout: 120_000 }).toBeGreaterThanOrEqual(20);
  const byChunk = Map.groupBy(await readQueued(), ({ chunkId = '' }) => chunkId);
  for (const [chunkId, ofChunk] of byChunk) {
    await deliver('QueuesRecordQueue', {
      accountId,
      scanId: scan.id,
      correlationId: 'test',
      type: 'chunk-dead',
      chunkId,
      host: 'shop.invalid',
      pageIds: ofChunk.map(({ pageId }) => pageId),
    });
  }
}

describe('every alarm', () => {
  it('has a row here', () => {
    expect([...Object.keys(failures), ...Object.keys(missingRuns)].sort()).toEqual([...alarms.keys()].sort());
  });

  it.each(Object.entries(failures))('%s is raised by its failure, and not before', async (name, fail) => {
    expect(await isAlarmRaised(name)).toBe(false);
    await fail();
    await waitUntilRaised(name);
  });

  it.each(Object.entries(missingRuns))('%s is raised until a run completes', async (name, functionName) => {
    const own = [...(alarms.get(name)?.metrics ? Object.values(alarms.get(name)?.metrics ?? {}) : [])];
    const countRuns = () => own.flatMap(readLoggedValues).length;
    expect(isRaised(alarms.get(name) as SynthesizedAlarm, () => undefined)).toBe(true);
    const before = countRuns();
    await service.runtime.invoke(functionPart(functionName), scheduled());
    await expect.poll(countRuns).toBeGreaterThan(before);
    expect(await isAlarmRaised(name)).toBe(false);
  });

  it('errors of a scheduled function include events that no function received', async () => {
    faults.throttle = (id) => id.startsWith(functionPart('delete-site-objects'));
    const lambda = service.runtime.service.functions.find(({ logicalId }) =>
      logicalId.startsWith(functionPart('delete-site-objects')),
    );
    const countDropped = () => service.runtime.metrics.sum('AsyncEventsDropped', lambda?.name);
    const before = countDropped();
    // Its schedule runs every minute.
    await expect.poll(countDropped, { timeout: 200_000, interval: 500 }).toBeGreaterThan(before);
    const dropped = Object.values(alarms.get('errors: delete-site-objects')?.metrics ?? {});
    expect(dropped.map(({ name }) => name)).toContain('AsyncEventsDropped');
  });
});

describe('the alarm on waiting messages', () => {
  const readOf = (values: Record<string, number>) => (metric: AlarmMetric) => values[metric.name];
  const waiting = () => [...alarms.values()].filter(({ name }) => name.startsWith('waiting messages: '));

  it('ignores messages in flight, such as those of a killed function', () => {
    const inFlight = readOf({ ApproximateNumberOfMessagesVisible: 0, ApproximateAgeOfOldestMessage: 1_700 });
    expect(waiting().map((alarm) => isRaised(alarm, inFlight))).toEqual(Array(6).fill(false));
    for (const { metrics } of waiting())
      expect(Object.values(metrics).map(({ name }) => name)).not.toContain('ApproximateAgeOfOldestMessage');
  });

  it('is raised by messages that no function receives', () => {
    const stuck = readOf({ ApproximateNumberOfMessagesVisible: 1, NumberOfMessagesReceived: 0 });
    expect(waiting().map((alarm) => isRaised(alarm, stuck))).toEqual(Array(6).fill(true));
    const busy = readOf({
      ApproximateNumberOfMessagesVisible: 9,
      NumberOfMessagesReceived: 1,
      MessageWait: 20,
    });
    expect(waiting().map((alarm) => isRaised(alarm, busy))).toEqual(Array(6).fill(false));
  });
});

it('the alarms on functions whose work is tried again are not raised by one killed function', () => {
  const once = ({ name }: AlarmMetric) => (name === 'Errors' ? 1 : undefined);
  const raised = [...alarms.values()].filter(
    (alarm) => alarm.name.startsWith('errors: ') && isRaised(alarm, once),
  );
  expect(raised.map(({ name }) => name)).toEqual(['errors: extend-retention']);
});
