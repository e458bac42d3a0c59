import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { readPages } from '../../../adapters/dynamodb/frontier.ts';
import { createSecret, formatApiKey } from '../../../core/access/api-key.ts';
import { API_KEY_HEADER } from '../../../core/access/key-text.ts';
import { WRONG_KEYS_PER_MINUTE } from '../../../core/api/call-limits.ts';
import { ALL_FUNCTIONS, getMetricsNamespace, metricNames } from '../../../core/metrics/metrics.ts';
import { DAILY_INVITATIONS_OF_SENDER } from '../../../core/people/invitation.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import {
  type AlarmMetric,
  type DataPoint,
  isRaised,
  type ReadMetric,
  readAlarms,
  type SynthesizedAlarm,
} from '../../support/alarms.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { FaultyService } from '../../support/faulty-service.ts';
import { buildBounce, insertMail, toMessage } from '../../support/mails.ts';
import { resolveLocalhost } from '../../support/resolve-localhost.ts';
import { readSharedService } from '../../support/shared-service.ts';
import { addMember, callAs, signIn } from '../../support/sign-in.ts';

let service: FaultyService;
let sqs: SQSClient;
let alarms: Map<string, SynthesizedAlarm>;
/** Folders of code that functions run instead of their own, and how to return to it. */
const otherCode: { folder: string; restore: () => void }[] = [];
/** The scans that the test has triggered. */
const triggered: { client: ApiClient; scanId: string }[] = [];

/** Reads the log of every function, and returns the values of a metric in the embedded metric format. */
function readLoggedValues({ name, namespace, dimensions }: AlarmMetric): DataPoint[] {
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
          if (group.Namespace !== namespace || !isSame || !hasMetric) return [];
          return [record[name]].flat().map((value) => ({ at: record._aws.Timestamp, value }));
        },
      );
    });
}

/** Returns the warnings in the logs of functions, which say why work was not done at the first attempt. */
function listWarnings(): string[] {
  const folder = service.runtime.data.file('logs');
  return readdirSync(folder)
    .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'))
    .filter((line) => /"level":"(?:WARN|ERROR)"/.test(line));
}

const queueUrl = (name: string) => `${service.runtime.endpoints.sqs}/000000000000/${name}`;

/** Returns a function that reads metrics of an alarm as they are now. */
async function readMetrics({ metrics: ofAlarm }: SynthesizedAlarm): Promise<ReadMetric> {
  const visible = new Map<string, DataPoint>();
  for (const name of Object.values(ofAlarm).flatMap(({ dimensions }) => dimensions.QueueName ?? [])) {
    const command = new GetQueueAttributesCommand({
      QueueUrl: queueUrl(name),
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    const value = Number((await sqs.send(command)).Attributes?.ApproximateNumberOfMessages);
    visible.set(name, { at: Date.now(), value });
  }
  const { metrics } = service.runtime;
  return (metric) => {
    const { namespace, name, dimensions } = metric;
    if (namespace.startsWith('A11yScan/')) return readLoggedValues(metric);
    if (name === 'ApproximateNumberOfMessagesVisible')
      return [visible.get(dimensions.QueueName ?? '')].flatMap((point) => point ?? []);
    if (name === 'NumberOfMessagesReceived') return metrics.list(name, dimensions.QueueName);
    if (name === '5XXError') return metrics.list(name);
    return metrics.list(name as 'Errors', dimensions.FunctionName);
  };
}

async function isAlarmRaised(name: string): Promise<boolean> {
  const alarm = alarms.get(name);
  if (alarm === undefined) throw new Error(`there is no alarm ${name}`);
  return isRaised(alarm, await readMetrics(alarm));
}

async function waitUntilRaised(name: string): Promise<void> {
  await expect.poll(() => isAlarmRaised(name), { timeout: 200_000, interval: 100 }).toBe(true);
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

function findFunction(functionName: string) {
  const found = service.runtime.service.functions.find(({ logicalId }) =>
    logicalId.startsWith(functionPart(functionName)),
  );
  if (found === undefined) throw new Error(`there is no function ${functionName}`);
  return found;
}

/** Lets a function run other code until the end of the test. The folder is deleted then. */
function runOther(functionName: string, folder: string): void {
  const lambda = findFunction(functionName);
  const { codeFolder } = lambda;
  const run = (code: string | undefined) => {
    lambda.codeFolder = code;
    service.runtime.functions.kill(lambda.logicalId);
  };
  run(folder);
  otherCode.push({ folder, restore: () => run(codeFolder) });
}

/** Two kinds of failures of a function that handles messages: it reports failed messages, or it fails itself. */
const failWithMessages = (functionName: string, queuePart: string) => async () => {
  for (let message = 0; message < 3; message += 1) await deliver(queuePart, unreadable);
  for (let time = 0; time < 2; time += 1) await invoke(functionName, {});
};

const failRuns = (functionName: string, times: number) => async () => {
  service.faults.failCall = (id) => id.startsWith(functionPart(functionName));
  for (let time = 0; time < times; time += 1) await invoke(functionName, scheduled());
  // The failures used up the retries of this environment, so a connection that was closed would fail the next run.
  service.runtime.functions.kill(findFunction(functionName).logicalId);
};

const sendLate = (queuePart: string) => () => deliver(queuePart, unreadable, Date.now() - 7 * 3_600_000);

/** The failure that raises each alarm. */
export const failures = {
  'dead letters settled': () => send('PlanDeadLetters', unreadable),
  // Before further dead letters: those that cannot be read reach it again and again.
  'errors: settle-dead-letters': failWithMessages('settle-dead-letters', 'QueuesFinishDeadLetters'),
  'dead letters: record': () => send('RecordDeadLetters', unreadable),
  // Before the late messages below, which fail too.
  'errors: dispatch-chunk': failWithMessages('dispatch-chunk', 'QueuesScanLowQueue'),
  'waiting messages: plan': sendLate('QueuesPlanQueue'),
  'waiting messages: scan-high': sendLate('QueuesScanHighQueue'),
  'waiting messages: scan-normal': sendLate('QueuesScanNormalQueue'),
  'waiting messages: scan-low': sendLate('QueuesScanLowQueue'),
  'waiting messages: record': sendLate('QueuesRecordQueue'),
  'waiting messages: finish': sendLate('QueuesFinishQueue'),
  'dead letters: alerts': () => send('AlertQueuesEventsDeadLetters', unreadable),
  'waiting messages: events': sendLate('AlertQueuesEventsQueue'),
  'waiting messages: deliveries': sendLate('AlertQueuesDeliveriesQueue'),
  'waiting messages: slow-deliveries': sendLate('AlertQueuesSlowDeliveriesQueue'),
  'waiting messages: mails': sendLate('AlertQueuesMailsQueue'),
  'waiting messages: mail-reports': sendLate('AlertQueuesMailReportsQueue'),
  'errors: dispatch-events': failWithMessages('dispatch-events', 'AlertQueuesEventsQueue'),
  'errors: deliver-webhooks': failWithMessages('deliver-webhooks', 'AlertQueuesDeliveriesQueue'),
  'errors: plan-scan': failWithMessages('plan-scan', 'QueuesPlanQueue'),
  'errors: scan-pages': async () => {
    for (let time = 0; time < 5; time += 1) await invoke('scan-pages', {});
  },
  'errors: record-outcomes': failWithMessages('record-outcomes', 'QueuesRecordQueue'),
  'errors: finish-scan': failWithMessages('finish-scan', 'QueuesFinishQueue'),
  'errors: send-mail': failWithMessages('send-mail', 'AlertQueuesMailsQueue'),
  'errors: record-mail-events': failWithMessages('record-mail-events', 'AlertQueuesMailReportsQueue'),
  'errors: sweep-scans': failRuns('sweep-scans', 5),
  'errors: delete-site-objects': failRuns('delete-site-objects', 5),
  'errors: extend-retention': failRuns('extend-retention', 1),
  'functions throttled': async () => {
    service.faults.throttle = (id) => id.startsWith(functionPart('get-openapi'));
    await fetch(`${service.runtime.baseUrl}/openapi.json`);
  },
  'API answers 5xx': async () => {
    service.faults.throttle = (id) => id.startsWith(functionPart('get-health'));
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
  'failed sign-ins': failSignIns,
  'pages lost to faults': losePages,
  'browser faults': breakBrowsers,
  'refused events': reportForbidden,
  'mails not accepted': async () => {
    service.faults.failCall = (id, { action }) =>
      id.startsWith(functionPart('send-mail')) && action === 'SendEmail';
    await mailPeople(5);
  },
  'bounces and complaints': async () => {
    for (const email of (await mailPeople(50)).slice(0, 3))
      await deliver('AlertQueuesMailReportsQueue', buildBounce(email));
  },
  'invitations refused': inviteTooMany,
} satisfies Record<string, () => Promise<unknown>>;

/** Sends mails to people of an account, and returns their addresses. */
async function mailPeople(count: number): Promise<string[]> {
  const { store } = service;
  const accountId = await service.account();
  const emails: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { personId, email } = await signIn(store);
    await addMember(store, personId, accountId);
    const mail = await insertMail(store, { accountId, to: { personId } });
    expect(await deliver('AlertQueuesMailsQueue', toMessage(mail))).toEqual({ batchItemFailures: [] });
    emails.push(email);
  }
  return emails;
}

/** Lets a person invite more addresses than a day allows. */
async function inviteTooMany(): Promise<void> {
  const accountId = await service.account();
  const person = await signIn(service.store);
  await addMember(service.store, person.personId, accountId);
  const call = callAs(service.anonymous, person, accountId);
  const invite = (at: number) =>
    call('POST', '/invitations', { email: `invited${at}@example.com`, role: 'viewer' });
  for (let at = 0; at < DAILY_INVITATIONS_OF_SENDER; at += 1) await invite(at);
  await expect(invite(DAILY_INVITATIONS_OF_SENDER)).rejects.toThrow('invitations-limit');
}

/** Alarms that are raised while a run is missing, and their scheduled functions. */
export const missingRuns = {
  'no completed run: sweep-scans': 'sweep-scans',
  'no completed run: delete-site-objects': 'delete-site-objects',
  'no completed run: extend-retention': 'extend-retention',
} as const;

type AlarmName = keyof typeof failures | keyof typeof missingRuns;
const alarmNames = [...Object.keys(failures), ...Object.keys(missingRuns)] as AlarmName[];

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

/** Starts sign-ins that the provider of identities refuses. */
async function failSignIns(): Promise<void> {
  const { dashboardUrl } = service.runtime;
  const restore = resolveLocalhost();
  try {
    for (let time = 0; time < 10; time += 1) {
      const begun = await fetch(`${dashboardUrl}/api/v1/sign-in`, {
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      const [cookie = ''] = begun.headers.getSetCookie();
      const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
      const query = new URLSearchParams({ state: state ?? '', error: 'access_denied' });
      const ended = await fetch(`${dashboardUrl}/api/v1/sign-in/callback?${query}`, {
        redirect: 'manual',
        headers: { Cookie: cookie.split(';', 1).join() },
      });
      expect(ended.headers.get('location')).toBe('/signed-out?problem=refused');
    }
  } finally {
    restore();
  }
}

/** Starts a scan of one page, which is canceled after the test. */
async function triggerScan(): Promise<void> {
  const { client } = await service.key(await service.account());
  const body = { name: 'One', url: 'https://one.invalid/', crawl: 'none' };
  const { json: site } = await client.call('POST', '/sites', { body });
  const config = { rules: ['wcag-aa'], checks: 'axe' };
  const { json: scan } = await client.call('POST', `/sites/${site.id}/scans`, { body: { config } });
  triggered.push({ client, scanId: scan.id });
}

/** Scans one page while no browser can be started, because its packed file ends early. */
async function breakBrowsers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'broken-browser-'));
  const { codeFolder = '' } = findFunction('scan-pages');
  cpSync(codeFolder, folder, { recursive: true });
  const file = join(folder, 'chromium', 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  // Another version, because that of the complete file is unpacked already.
  writeFileSync(file, JSON.stringify({ ...manifest, version: `${manifest.version}-broken` }));
  truncateSync(join(folder, 'chromium', manifest.binary.parts?.at(-1) ?? manifest.binary.file), 1_000);
  runOther('scan-pages', folder);
  await triggerScan();
}

/** Scans one page with a browser that reports what it must not report. */
async function reportForbidden(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'forbidden-'));
  const script = `export const handler = awslambda.streamifyResponse(async (_event, stream) => {
    stream.end(JSON.stringify({ type: 'gate-passed' }) + '\\n');
  });`;
  writeFileSync(join(folder, 'index.mjs'), script);
  runOther('scan-pages', folder);
  await triggerScan();
}

/** Starts a scan of 25 pages whose chunks become dead letters. */
async function losePages(): Promise<void> {
  // No browser gets a chunk.
  service.faults.throttle = (id) => id.startsWith('ScanPages') || id.startsWith('DispatchChunk');
  const accountId = await service.account();
  const { client } = await service.key(accountId);
  const pages = Array.from({ length: 25 }, (_, index) => `/page-${index}`);
  const body = { name: 'Shop', url: 'https://shop.invalid/', pages, crawl: 'none' };
  const created = await client.call('POST', '/sites', { body });
  expect(created.status, JSON.stringify(created.json)).toBe(201);
  const site = created.json;
  const scan = (
    await client.call('POST', `/sites/${site.id}/scans`, {
      body: { config: { rules: ['wcag-aa'], checks: 'axe' } },
    })
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

/** The alarms whose failure costs little, one for each kind of metric. */
export const representatives: readonly AlarmName[] = [
  'waiting messages: plan',
  'errors: plan-scan',
  'errors: sweep-scans',
  'functions throttled',
  'API answers 5xx',
  'API internal errors',
  'refused events',
  'mails not accepted',
  'no completed run: sweep-scans',
];
export const otherAlarms = alarmNames.filter((name) => !representatives.includes(name));

/**
 * Defines a test for each of these alarms, for a service without such failures. The failure is injected into the
 * service, and the values of the alarm's metrics are what the functions logged, or what the services of AWS count.
 * @param names of alarms; the order of the tests is that of `failures`
 */
export function testAlarms(getService: () => FaultyService, names: readonly AlarmName[]): void {
  describe('an alarm', () => {
    beforeAll(async () => {
      service = getService();
      const { assembly } = await readSharedService(inject('sharedService'));
      alarms = new Map(readAlarms(assembly).map((alarm) => [alarm.name, alarm]));
      sqs = new SQSClient(getClientOptions(service.runtime.endpoints.sqs, service.runtime.credentials));
    });
    afterEach(async () => {
      for (const { folder, restore } of otherCode.splice(0)) {
        restore();
        rmSync(folder, { recursive: true, force: true });
      }
      for (const { client, scanId } of triggered.splice(0)) {
        await client.call('POST', `/scans/${scanId}/cancel`);
        await client.settled(scanId);
      }
    });
    afterAll(() => sqs?.destroy());

    it.each(Object.entries(failures).filter(([name]) => names.includes(name as AlarmName)))(
      '%s is raised by its failure, and not before',
      async (name, fail) => {
        expect(await isAlarmRaised(name)).toBe(false);
        const { periodSeconds = 0 } = alarms.get(name) ?? {};
        const getPeriod = () => Math.floor(Date.now() / (1_000 * periodSeconds));
        const before = getPeriod();
        await fail();
        // The failures were divided between two periods.
        if (getPeriod() !== before) await fail();
        await waitUntilRaised(name);
      },
    );

    it.each(Object.entries(missingRuns).filter(([name]) => names.includes(name as AlarmName)))(
      '%s is raised until a run completes',
      async (name, functionName) => {
        const own = Object.values(alarms.get(name)?.metrics ?? {});
        const countRuns = () => own.flatMap(readLoggedValues).length;
        expect(isRaised(alarms.get(name) as SynthesizedAlarm, () => [])).toBe(true);
        const before = countRuns();
        await service.runtime.invoke(functionPart(functionName), scheduled());
        await expect.poll(countRuns, { timeout: 60_000 }).toBeGreaterThan(before);
        expect(await isAlarmRaised(name)).toBe(false);
      },
    );
  });
}

/** Defines the test of metrics of work that does not fail, for a service that scanned pages and heard of a bounce. */
export function testCountedWork(getService: () => FaultyService): void {
  it('ended pages, attempted mails and stopped addresses are counted also without a failure', async () => {
    service = getService();
    const namespace = getMetricsNamespace('dev');
    const sum = (name: string) =>
      readLoggedValues({ namespace, name, dimensions: { service: ALL_FUNCTIONS }, statistic: 'Sum' }).reduce(
        (all, { value }) => all + value,
        0,
      );
    expect(sum(metricNames.pagesEnded)).toBeGreaterThan(5);
    expect(sum(metricNames.mailsAttempted)).toBeGreaterThan(2);
    expect(sum(metricNames.addressesStopped)).toBe(1);
    for (const name of [metricNames.pagesLost, metricNames.browserFaults, metricNames.mailsNotAccepted])
      expect([name, sum(name)], listWarnings().join('\n')).toEqual([name, 0]);
  });
}

/** Defines the test of events that Lambda drops. */
export function testDroppedEvents(getService: () => FaultyService): void {
  it('errors of a scheduled function include events that no function received', async () => {
    service = getService();
    const { assembly } = await readSharedService(inject('sharedService'));
    service.faults.throttle = (id) => id.startsWith(functionPart('delete-site-objects'));
    const lambda = service.runtime.service.functions.find(({ logicalId }) =>
      logicalId.startsWith(functionPart('delete-site-objects')),
    );
    const countDropped = () => service.runtime.metrics.sum('AsyncEventsDropped', lambda?.name);
    const before = countDropped();
    // Its schedule runs every minute.
    await expect.poll(countDropped, { timeout: 200_000, interval: 500 }).toBeGreaterThan(before);
    const alarm = readAlarms(assembly).find(({ name }) => name === 'errors: delete-site-objects');
    expect(Object.values(alarm?.metrics ?? {}).map(({ name }) => name)).toContain('AsyncEventsDropped');
  });
}
