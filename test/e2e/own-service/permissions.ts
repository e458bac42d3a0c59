import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import { buildScheduledEvent } from '../../../local/queues/schedules.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import { sendMails } from '../../support/send-mails.ts';
import type { OwnService, TestKey } from '../../support/service.ts';
import { addMember, callAs, signIn } from '../../support/sign-in.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../../support/small-site.ts';

const credentials = { headers: { 'X-Token': 'secret-of-the-site' } };
/** It also has a text that needs review, because it is in front of a gradient. */
const linked = ONE_PICTURE.replace(
  '</main>',
  '<a href="/a">a</a><a href="/b">b</a><p style="background: linear-gradient(#fff, #000)">Text</p></main>',
);

let service: OwnService;
let site: SmallSite;
let key: TestKey;

/** Calls the API and expects success. */
async function call(method: string, path: string, body?: object) {
  const answer = await key.client.call(method, path, body ? { body } : {});
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(400);
  return answer.json;
}

/** Signs an administrator of the account in. Returns a function that makes calls as this person. */
async function signInMember() {
  const { accountId } = key.record;
  const person = await signIn(service.store);
  await addMember(service.store, person.personId, accountId);
  return { request: callAs(service.anonymous, person, accountId), personId: person.personId };
}

/** Makes the calls of a signed-in person, and signs the person out. */
async function callAsPerson(): Promise<void> {
  const first = await signIn(service.store);
  const { personId } = first;
  await addMember(service.store, personId, key.record.accountId);
  const second = await signIn(service.store, { personId });
  const third = await signIn(service.store, { personId });
  const request = callAs(service.anonymous, first, 'none');
  for (const path of ['/me', '/me/sessions']) await request('GET', path);
  await request('DELETE', `/me/sessions/${second.sessionId}`);
  await callAs(service.anonymous, third, 'none')('POST', '/sign-out');
  await request('DELETE', '/me/sessions');
}

/** Makes the calls of an administrator, and lets a key expire. */
async function callAsAdministrator(): Promise<void> {
  const { request, personId } = await signInMember();
  const { items } = await request('GET', '/sites');
  const siteIds = items.map(({ id }: { id: string }) => id);
  const made = await request('POST', '/api-keys', { name: 'CI', siteIds, expiresInDays: 1 });
  const path = `/api-keys/${made.key.keyId}`;
  await request('PATCH', path, { name: 'Nightly' });
  await request('POST', `${path}/rotate`, {});
  await request('POST', `${path}/end-previous`);
  for (const each of ['/api-keys', `/api-keys?createdBy=${personId}`, path, '/usage/people', '/usage/limits'])
    await request('GET', each);
  const schedule = `/sites/${siteIds[0]}/schedule`;
  const daily = { every: 'day', at: '06:00', timeZone: 'UTC', config: { rules: ['wcag-aa'], checks: 'axe' } };
  await request('PUT', schedule, daily);
  await run('SweepScans', 2 * DAY_MS);
  const { id: actor, runs } = await request('GET', schedule);
  expect(runs).toMatchObject([{ scanId: expect.any(String), skipped: null }]);
  expect((await request('GET', `/scans?key=${actor}`)).items).toMatchObject([{ id: runs[0].scanId }]);
  await request('POST', `/scans/${runs[0].scanId}/cancel`);
  await request('DELETE', schedule);
  const { items: entries } = await request('GET', `/audit-entries?target=${made.key.keyId}`);
  expect(entries.map(({ action }: { action: string }) => action)).toContain('key.expired');
  await request('POST', `${path}/revoke`);
}

/** Makes the calls by which an administrator manages an account and its members, and deletes the account. */
async function callAsOwner(): Promise<void> {
  const accountId = await service.account();
  const siteOfAccount = (await service.key(accountId)).client;
  expect((await siteOfAccount.call('POST', '/sites', { body: { name: 'One', url: site.url } })).status).toBe(
    201,
  );
  const owner = await signIn(service.store);
  await addMember(service.store, owner.personId, accountId);
  const guest = await signIn(service.store);
  const asOwner = callAs(service.anonymous, owner, accountId);
  const asGuest = callAs(service.anonymous, guest, 'none');
  const { items: sites } = await asOwner('GET', '/sites');
  const siteIds = sites.map(({ id }: { id: string }) => id);
  const invite = () => asOwner('POST', '/invitations', { email: guest.email, role: 'manager', siteIds });
  const { invitation } = await invite();
  await asOwner('DELETE', `/invitations/${invitation.invitationId}`);
  const { link } = await asOwner('POST', `/invitations/${(await invite()).invitation.invitationId}/resend`);
  const token = new URL(link).hash.slice(1);
  await asGuest('POST', '/me/invitations/preview', { token });
  await asGuest('POST', '/me/invitations/accept', { token });
  await asGuest('PATCH', '/me', { name: 'Grace' });
  for (const path of ['/members', '/invitations', '/account']) await asOwner('GET', path);
  await asOwner('PATCH', `/members/${guest.personId}`, { role: 'viewer', siteIds });
  await callAs(service.anonymous, guest, accountId)('POST', '/account/leave');
  await addMember(service.store, guest.personId, accountId, 'viewer');
  await asOwner('DELETE', `/members/${guest.personId}`);
  await asOwner('PATCH', '/account', { name: 'Renamed' });
  const filters = [
    '',
    '?limit=1',
    '?action=member.joined',
    `?actor=${owner.personId}`,
    `?target=${guest.personId}`,
  ];
  for (const filter of filters) await asOwner('GET', `/audit-entries${filter}`);
  await asOwner('GET', '/audit-entries/export?format=csv');
  await asOwner('POST', '/account/delete', { name: 'Renamed' });
}

/** Shares a report as a member, reads it as a stranger, and ends the link. */
async function shareReport(scanId: string, picture: string | undefined): Promise<void> {
  const { request } = await signInMember();
  const { id, token } = await request('POST', '/shared-reports', { scanId });
  for (const query of ['', `?scanId=${scanId}`]) await request('GET', `/shared-reports${query}`);
  for (const part of ['', '/groups?page=p', '/findings', '/pages', `/pictures/${picture}`]) {
    const headers = { 'A11y-Share-Token': token };
    const { status, text } = await service.anonymous.call('GET', `/shared-report${part}`, { headers });
    expect(status, `${part}: ${text}`).toBeLessThan(300);
  }
  await request('DELETE', `/shared-reports/${id}`);
}

/**
 * Sets alerts of each kind, which hear of the scans that follow, and of a site that cannot be reached.
 * @returns a function that looks at a preview and deletes an alert
 */
async function setAlerts(): Promise<(siteId: string) => Promise<void>> {
  const { request, personId } = await signInMember();
  const mail = { kind: 'mail', people: [personId] };
  const slack = { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/X' };
  const daily = { every: 'day', at: '06:00', timeZone: 'UTC' };
  const made: { id: string }[] = [];
  for (const given of [{ channel: mail }, { channel: slack }, { channel: mail, delivery: daily }])
    made.push(await request('POST', '/alerts', { name: 'Test', ...given }));
  const alertId = made[0]?.id;
  for (const each of ['/alerts', `/alerts/${alertId}`]) await request('GET', each);
  await request('PATCH', `/alerts/${alertId}`, { name: 'Changed' });
  for (const each of made) await request('POST', `/alerts/${each.id}/test`);
  await request('POST', '/webhooks', { url: `${site.url}c`, events: ['member.invited'] });
  return async (siteId) => {
    await request('POST', '/alerts/preview', { siteId });
    for (const each of made) await request('DELETE', `/alerts/${each.id}`);
  };
}

/**
 * Makes the calls about webhooks: one endpoint takes its deliveries, another is gone and so is disabled.
 * @param siteId a site that the endpoints are limited to
 */
async function useWebhooks(siteId: string): Promise<void> {
  const gone = createServer((_request, response) => response.writeHead(410).end());
  gone.listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  const make = (url: string) =>
    call('POST', '/webhooks', { url, events: ['scan.completed'], sites: [siteId] });
  try {
    const { id } = await make(`${site.url}c`);
    const { id: goneId } = await make(`http://127.0.0.1:${port}/`);
    for (const path of ['/webhooks?limit=1', `/webhooks/${id}`]) await call('GET', path);
    await call('PATCH', `/webhooks/${id}`, { description: 'Changed' });
    await call('POST', `/webhooks/${id}/rotate-secret`);
    for (const each of [id, goneId]) await call('POST', `/webhooks/${each}/test`);
    const listEnded = async (each: string) =>
      (await call('GET', `/webhooks/${each}/deliveries`)).items.filter(
        ({ state }: { state: string }) => state !== 'pending',
      );
    const limits = { timeout: 60_000, interval: 200 };
    for (const each of [id, goneId])
      await expect.poll(async () => (await listEnded(each)).length, limits).toBeGreaterThan(0);
    const [delivery] = await listEnded(id);
    const path = `/webhooks/${id}/deliveries/${delivery.id}`;
    await call('GET', path);
    await call('POST', `${path}/redeliver`);
    for (const each of [id, goneId]) await call('DELETE', `/webhooks/${each}`);
  } finally {
    gone.close();
  }
}

const DAY_MS = 86_400_000;

/** Runs a scheduled function as if it were later. */
const run = (job: string, laterMs = 0) =>
  service.runtime.invoke(job, buildScheduledEvent(job, new Date(Date.now() + laterMs)));

/**
 * Permissions that only failures use, with the reason. Tests of failures need them: those beside this file, and the
 * tests of single functions.
 */
const reasons: Record<string, RegExp> = {
  'a function returns a failed message to its queue': /: sqs:(getqueueurl|changemessagevisibility) /,
  'the retention period of an object is over': /: s3:listbucket /,
  'a key may not make the call':
    /^((get|list)-[\w-]+|read-(results|history)|me): dynamodb:putitem AuditTable$/,
  'a person signs in at an identity provider':
    /^sign-in: (dynamodb:((put|update)item Table|query Table\/index\/gsi1)|ssm:getparameter )/,
  'a message became a dead letter': /^settle-dead-letters: /,
  'a crash interrupted a scan': /^sweep-scans: /,
  'a scan has no page': /^plan-scan: sqs:sendmessage FinishQueue$/,
  'a scan ends while one of its chunks has a slot at the host': /^finish-scan: dynamodb:deleteitem Table$/,
  'a version of the dashboard replaces files of an earlier one':
    /^publish-dashboard: s3:(getobject|putobjecttagging) /,
  'a crash left an incomplete report': /^finish-scan: s3:deleteobject .*\/reports\/\*$/,
  'three scans of a schedule judge no page': /^dispatch-events: dynamodb:putitem AuditTable$/,
  'an endpoint answers slowly': /^deliver-webhooks: sqs:sendmessage .*SlowDeliveriesQueue$/,
};

/** Returns the unused permissions without a reason, as `function: action resource`. */
function listUnexplained(): string[] {
  const functions = new Map(
    service.runtime.service.functions.map(({ roleArn, environment }) => [
      roleArn,
      environment('').POWERTOOLS_SERVICE_NAME,
    ]),
  );
  return service.runtime
    .listUnusedPermissions()
    .filter(({ action }) => !/^(logs|xray):/.test(action))
    .map(({ roleArn, action, resource }) => `${functions.get(roleArn)}: ${action} ${shorten(resource)}`)
    .filter((permission) => !Object.values(reasons).some((expression) => expression.test(permission)));
}

/** `arn:aws:sqs:us-east-1:000000000000:A11yScan-dev-Data-QueuesPlanQueue60E192A4` becomes `PlanQueue`. */
function shorten(arn: string): string {
  const name = arn.split(':').slice(5).join(':');
  return name
    .replace(/^(table|key)\//, '')
    .replace(/A11yScan-dev-Data-(Queues|Store)?/, '')
    .replace(/[0-9A-F]{8}(?=\/|$)/, '');
}

/**
 * Attempts everything that would reach another account, with the credentials of a function.
 * @returns the steps that were not denied
 */
async function attackAs(functionName: string): Promise<string[]> {
  const { runtime, bucket, store } = service;
  const { endpoints } = runtime;
  const own = runtime.credentialsOf(functionName);
  const sqs = new SQSClient(getClientOptions(endpoints.sqs, own));
  const kms = new KMSClient(getClientOptions(endpoints.kms, own));
  const s3 = new S3Client({ ...getClientOptions(endpoints.s3, own), forcePathStyle: true });
  const dynamodb = new DynamoDBClient(getClientOptions(endpoints.dynamodb, own));
  const lambda = new LambdaClient(getClientOptions(endpoints.lambda, own));
  const succeeded: string[] = [];
  const attack = async (step: string, request: Promise<unknown>) => {
    const error = await request.catch((reason: Error) => reason);
    if (!(error instanceof Error && error.name.startsWith('AccessDenied'))) succeeded.push(step);
  };

  for (const { name } of runtime.service.queues) {
    const QueueUrl = `${endpoints.sqs}/000000000000/${name}`;
    const queue = shorten(`arn:aws:sqs:::${name}`);
    await attack(`receive from ${queue}`, sqs.send(new ReceiveMessageCommand({ QueueUrl })));
    const remove = new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'any' });
    await attack(`delete from ${queue}`, sqs.send(remove));
    // A message that says that a page of another account was scanned, or that its scan is to be finished.
    await attack(`send to ${queue}`, sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' })));
  }
  for (const { arn: KeyId } of runtime.service.keys) {
    const EncryptionContext = {
      account: 'acct_other',
      site: 'site_other',
      origin: 'https://other.example',
    };
    const CiphertextBlob = Buffer.from('any');
    await attack(
      `decrypt with ${shorten(KeyId)}`,
      kms.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext })),
    );
  }
  for (const prefix of ['results', 'reports', 'pictures']) {
    const at = { Bucket: bucket, Key: `${prefix}/acct_other/x` };
    await attack(`put ${prefix}`, s3.send(new PutObjectCommand({ ...at, Body: '{}' })));
    await attack(`get ${prefix}`, s3.send(new GetObjectCommand(at)));
  }
  await attack('list objects', s3.send(new ListObjectsV2Command({ Bucket: bucket })));
  for (const TableName of [store.table, store.auditTable]) {
    const item = { pk: { S: 'a' }, sk: { S: 'b' } };
    const batch = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [item] } } });
    await attack(`get from ${TableName}`, dynamodb.send(new GetItemCommand({ TableName, Key: item })));
    await attack(`put into ${TableName}`, dynamodb.send(new PutItemCommand({ TableName, Item: item })));
    await attack(`batch from ${TableName}`, dynamodb.send(batch));
  }
  for (const { name: FunctionName, arn } of runtime.service.functions) {
    if (arn === runtime.functions.findArn(functionName)) continue;
    const invoke = new InvokeCommand({ FunctionName, TenantId: 'site_other', Payload: Buffer.from('null') });
    await attack(`invoke ${FunctionName}`, lambda.send(invoke));
  }
  for (const client of [sqs, kms, s3, dynamodb, lambda]) client.destroy();
  return succeeded;
}

/**
 * Defines the tests of permissions, for a service without unfinished scans of others: the scheduled functions run as if
 * days had passed.
 */
export function testPermissions(getService: () => OwnService): void {
  beforeAll(async () => {
    site = await servePages({ '/': linked, '/a': ONE_PICTURE, '/b': ONE_PICTURE, '/c': ONE_PICTURE });
    service = getService();
    key = await service.key(await service.account());
  });
  afterAll(() => site?.stop());

  describe('the permissions of functions', () => {
    it('are all used by the calls, scans and jobs of a service, except those for failures', async () => {
      const config = { rules: ['wcag-aa'], checks: 'axe', metadata: { branch: 'main' } };
      const endAlerts = await setAlerts();
      const made = await call('POST', '/sites', { name: 'One', url: site.url, credentials });
      const gone = await call('POST', '/sites', { name: 'Gone', url: `${site.url}gone` });
      const { id: goneId } = await call('POST', `/sites/${gone.id}/scans`, { config });
      await key.client.settled(goneId);
      const path = `/sites/${made.id}`;
      await call('PATCH', path, { name: 'Two', credentials });
      await call('POST', '/sites', { name: 'Another', url: site.url });
      for (const read of ['/sites?limit=1', path, '/rule-sets']) await call('GET', read);
      const scan = await key.client.scan(made.id, config);
      const report: Report = (await call('GET', `/scans/${scan.id}/report`)) as Report;
      await call('GET', `/scans/${scan.id}/report?delivery=link`);
      await call('GET', `/scans/${scan.id}/findings`);
      for (const part of ['results', 'groups?page=p', 'pages'])
        await call('GET', `/scans/${scan.id}/${part}`);
      await call('GET', `${path}/groups`);
      await call('PATCH', path, { mainBranch: 'main' });
      const picture = report.violations.flatMap(({ nodes }) =>
        nodes.flatMap((node) => node.picture?.id ?? []),
      )[0];
      await call('GET', `/scans/${scan.id}/pictures/${picture}`);
      await shareReport(scan.id, picture);
      await call('GET', `${path}/trend`);
      for (const query of ['', '?status=completed']) await call('GET', `${path}/scans${query}`);
      await call('GET', '/scans?status=completed');
      await call('POST', `/scans/${scan.id}/accept`, { reason: 'Known' });
      const rule = report.violations[0]?.ruleId;
      const suppression = await call('POST', `${path}/suppressions`, {
        match: { rule, selector: '#chat' },
        reason: 'Known',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      });
      await call('GET', `${path}/suppressions`);
      await call('PATCH', `${path}/suppressions/${suppression.id}`, { reason: 'Still known' });
      await call('DELETE', `${path}/suppressions/${suppression.id}`);
      const fingerprint = report.needsReview[0]?.nodes[0]?.fingerprint;
      for (const decision of ['fine', 'problem']) {
        const body = { scanId: scan.id, fingerprint, decision, reason: 'Checked' };
        await call('POST', `${path}/decisions`, body);
      }
      await call('GET', `${path}/decisions`);
      await call('DELETE', `${path}/decisions/${fingerprint}`);
      for (const priority of ['high', 'low'])
        await key.client.scan(made.id, { ...config, maxPages: 2, priority });
      const [newest] = (await call('GET', `${path}/scans?status=completed`)).items;
      await call('GET', `/scans/${newest.id}/comparison?with=${scan.id}`);
      await call('GET', `${path}/groups/${report.issueGroups[0]?.id}/history`);
      const { id } = await call('POST', `${path}/scans`, { config });
      await call('GET', `/scans/${id}/pages`);
      await call('POST', `/scans/${id}/cancel`);
      await key.client.settled(id);
      await call('DELETE', `/scans/${id}`);
      const ofOneSite = await service.key(key.record.accountId, { siteIds: [made.id] });
      expect((await ofOneSite.client.call('GET', '/sites?limit=1')).status).toBe(200);
      await call('GET', '/usage?limit=1');
      const expired = await service.key(key.record.accountId, { expiresAt: new Date(0).toISOString() });
      expect((await expired.client.call('GET', '/sites')).status).toBe(401);
      await endAlerts(made.id);
      await useWebhooks(made.id);
      await callAsPerson();
      await callAsAdministrator();
      await callAsOwner();
      await sendMails(service);
      await run('SweepScans');
      await run('ExtendRetention', 200 * DAY_MS);
      const unfinished = await call('POST', `${path}/scans`, { config });
      await call('DELETE', path);
      await key.client.settled(unfinished.id);
      await run('SweepScans');
      for (const days of [1, 2]) await run('DeleteSiteObjects', days * DAY_MS);
      expect(listUnexplained()).toEqual([]);
    });
  });

  describe('a browser process that is taken over', () => {
    it('is denied everything with the credentials of its function', async () => {
      expect(await attackAs('ScanPages')).toEqual([]);
    });

    it('would have reached other accounts with the credentials of the function that invokes it', async () => {
      const scanQueues = ['High', 'Normal', 'Low'].map((priority) => `receive from Scan${priority}Queue`);
      const steps = [...scanQueues, 'send to RecordQueue', 'decrypt with CredentialsKey', 'put results'];
      expect(await attackAs('DispatchChunk')).toEqual(expect.arrayContaining(steps));
    });
  });

  describe('the parameter of sign-ins', () => {
    it('is read by no function without the permission', async () => {
      const credentials = service.runtime.credentialsOf('GetHealthFunction');
      const client = new SSMClient({
        ...getClientOptions(service.runtime.endpoints.ssm, credentials),
        maxAttempts: 1,
      });
      const read = client.send(new GetParameterCommand({ Name: '/a11y-scan/dev/sign-in' }));
      await expect(read).rejects.toThrow('not authorized to perform ssm:GetParameter');
      client.destroy();
    });
  });
}
