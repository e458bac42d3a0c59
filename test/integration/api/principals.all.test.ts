import { isDeepStrictEqual } from 'node:util';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { buildOpenApiDocument } from '../../../adapters/http/openapi.ts';
import { formatApiKey, parseApiKey } from '../../../core/access/api-key.ts';
import { createId, type IdPrefix } from '../../../core/ids.ts';
import { startIdentityProvider, type TestProvider } from '../../support/identity-provider.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { setMembers } from '../../support/set-members.ts';
import { addMember } from '../../support/sign-in.ts';
import {
  accessTable,
  type Call,
  type Caller,
  expectAnswer,
  listPathParameters,
  type Named,
  type Operation,
  type Owner,
} from './access-table.ts';
import { type Answer, type Api, startApi, type TestPerson } from './harness.ts';
import { createSite, fillSite, type Ids } from './tenants.ts';

const ORIGIN = 'https://dashboard.example.com';

/** A caller and the headers of its calls. */
interface Principal extends Caller {
  name: string;
  headers: Record<string, string>;
}

/** What a call names, and the ids for it. */
interface NamedObject {
  name: string;
  parent: Named;
  named: Named;
  ids: Ids;
  /** The ids for the first parameter of the path. */
  parentIds: Ids;
}

const owners: Record<Owner['site'], Owner> = {
  first: { account: 'one', site: 'first' },
  second: { account: 'one', site: 'second' },
  foreign: { account: 'two', site: 'foreign' },
};

interface Parameter {
  name: string;
  in: string;
}

const document = buildOpenApiDocument('http://localhost/api/v1') as unknown as {
  paths: Record<string, Record<string, { operationId: string; parameters?: object[] }>>;
  components: { parameters: Record<string, Parameter> };
};
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map((each) => {
      const name = '$ref' in each ? String(each.$ref).split('/').at(-1) : undefined;
      return (name === undefined ? each : document.components.parameters[name]) as Parameter;
    }),
  })),
);
const operations = described.map((each) => ({ ...each, call: accessTable[each.operationId] as Call }));

let api: Api;
let parameters: TestParameters;
let provider: TestProvider;
let principals: Principal[];
let objects: NamedObject[];
let sites: Record<Owner['site'], Ids>;
let accountOwners: Record<Owner['account'], TestPerson>;

beforeAll(async () => {
  [parameters, provider] = await Promise.all([
    startParameters(),
    startIdentityProvider('dashboard', `${ORIGIN}/api/v1/sign-in/callback`),
  ]);
  const signOut = { kind: 'oidc' };
  const settings = { origin: ORIGIN, issuer: provider.issuer, clientId: 'dashboard', signOut };
  parameters.values.set('sign-in', JSON.stringify(settings));
  api = await startApi({
    AWS_ENDPOINT_URL_SSM: parameters.endpoint,
    SIGN_IN_PARAMETER: 'sign-in',
    SIGN_IN_LOOPBACK_ISSUER: 'allowed',
    REQUESTS_PER_MINUTE: '1000000',
    UNFINISHED_SCANS_LIMIT: '100',
    // The URL of an endpoint, so that no name has to be resolved.
    SCAN_LOOPBACK_PORTS: '8080',
  });
  await createEverything();
});
afterAll(() => Promise.all([api?.stop(), parameters?.stop(), provider?.stop()]));

/** Creates two accounts, three sites with everything that belongs to them, and the principals. */
async function createEverything() {
  const { store } = api.tables;
  const [one, two, gone] = [await api.account(), await api.account(), await api.account()];
  const admin = await api.member(one);
  const otherAdmin = await api.member(two);
  // Each account has a further administrator, so that every member may leave.
  for (const accountId of [one, two]) await api.member(accountId);
  const siteIds = {
    first: await createSite(admin, 'first'),
    second: await createSite(admin, 'second'),
    foreign: await createSite(otherAdmin, 'foreign'),
  };
  const limited = await api.member(one, 'manager', { siteIds: [siteIds.second] });
  const invitee = await api.person();
  sites = {
    first: await fillSite(api, one, siteIds.first, { admin, maker: admin, invited: invitee.email }),
    second: await fillSite(api, one, siteIds.second, { admin, maker: limited, invited: 'grace@example.com' }),
    foreign: await fillSite(api, two, siteIds.foreign, {
      admin: otherAdmin,
      maker: otherAdmin,
      invited: 'grace@example.com',
    }),
  };
  accountOwners = { one: admin, two: otherAdmin };

  const ofKey = (value: string) => ({ headers: { 'x-api-key': value }, kind: 'key' as const });
  const keyOf = async (account: string, given: Parameters<Api['key']>[1] = {}) =>
    ofKey((await api.key(account, given)).value);
  const time = new Date().toISOString();
  const working = await api.key(one);
  const parts = parseApiKey(working.value) ?? expect.unreachable();
  const unknownKey = formatApiKey({ ...parts, keyId: createId('apikey', new Date()) });
  const rotated = await admin.call('POST', '/api-keys', { body: { name: 'CI', role: 'admin' } });
  const rotation = { graceHours: 0 };
  await admin.call('POST', `/api-keys/${rotated.json.key.keyId}/rotate`, { body: rotation });
  const ofGone = await keyOf(gone);
  await setMembers(store, itemKeys.account(gone), { deletedAt: time });

  const browser = { 'Sec-Fetch-Site': 'same-origin' };
  const ofPerson = ({ cookie }: TestPerson, account: string) => ({
    headers: { ...browser, Cookie: cookie, 'A11y-Account': account },
    kind: 'member' as const,
    isFromDashboard: true as const,
  });
  const ended = await api.member(one);
  await admin.call('POST', '/sign-out', { headers: { Cookie: ended.cookie } });
  const expired = await api.member(one, 'admin', { session: { endsAt: time } });
  const removed = await api.person();
  await addMember(store, removed.personId, one);
  await api.deleteItem(itemKeys.membership(removed.personId, one));
  const signedInAt = new Date(Date.now() - 16 * 60_000).toISOString();
  const old = await api.member(one, 'admin', { session: { signedInAt } });
  const victim = await api.member(one);
  const forged = ofPerson(victim, one);
  const { isFromDashboard: _, ...crossSite } = forged;
  const shared = await admin.call('POST', '/shared-reports', { body: { scanId: sites.first.scanId } });
  await admin.call('DELETE', `/shared-reports/${shared.json.id}`);
  const ofToken = (token: string) => ({ headers: { 'A11y-Share-Token': token }, kind: 'stranger' as const });
  const inOne = { account: 'one' } as const;
  const inTwo = { account: 'two' } as const;

  principals = [
    { name: 'no credential', headers: {}, kind: 'stranger' },
    { name: 'malformed key', ...ofKey('key_x'), denied: '401 key-malformed' },
    { name: 'unknown key', ...ofKey(unknownKey), denied: '401 key-unknown' },
    { name: 'expired key', ...(await keyOf(one, { expiresAt: time })), denied: '401 key-expired' },
    { name: 'revoked key', ...(await keyOf(one, { revokedAt: time })), denied: '401 key-revoked' },
    { name: 'rotated-out key', ...ofKey(rotated.json.value), denied: '401 key-unknown' },
    { name: 'key of a deleted account', ...ofGone, denied: '401 key-revoked' },
    { name: 'viewer key', ...(await keyOf(one, { role: 'viewer' })), ...inOne, role: 'viewer' },
    { name: 'scanner key', ...(await keyOf(one, { role: 'scanner' })), ...inOne, role: 'scanner' },
    { name: 'manager key', ...(await keyOf(one, { role: 'manager' })), ...inOne, role: 'manager' },
    { name: 'admin key', ...ofKey(working.value), ...inOne, role: 'admin' },
    {
      name: 'admin key of the second site',
      ...(await keyOf(one, { siteIds: [siteIds.second] })),
      ...inOne,
      role: 'admin',
      onlySite: 'second',
    },
    { name: 'admin key of another account', ...(await keyOf(two)), ...inTwo, role: 'admin' },
    { name: 'ended session', ...ofPerson(ended, one), denied: '401 session-ended' },
    { name: 'expired session', ...ofPerson(expired, one), denied: '401 session-ended' },
    { name: 'viewer', ...ofPerson(await api.member(one, 'viewer'), one), ...inOne, role: 'viewer' },
    { name: 'manager', ...ofPerson(await api.member(one, 'manager'), one), ...inOne, role: 'manager' },
    { name: 'admin', ...ofPerson(admin, one), ...inOne, role: 'admin', made: 'first' },
    {
      name: 'manager of the second site',
      ...ofPerson(limited, one),
      ...inOne,
      role: 'manager',
      onlySite: 'second',
      made: 'second',
    },
    {
      name: 'admin of another account',
      ...ofPerson(otherAdmin, two),
      ...inTwo,
      role: 'admin',
      made: 'foreign',
    },
    {
      name: 'admin of another account, in this one',
      ...ofPerson(otherAdmin, one),
      denied: '403 not-a-member',
    },
    { name: 'removed member', ...ofPerson(removed, one), denied: '403 not-a-member' },
    { name: 'invited person, in the account', ...ofPerson(invitee, one), denied: '403 not-a-member' },
    { name: 'invited person', ...ofPerson(invitee, 'none'), kind: 'person', isInvited: true },
    {
      name: 'admin that names no account',
      ...ofPerson(admin, 'none'),
      kind: 'person',
      memberOf: 'one',
      made: 'first',
    },
    { name: 'admin with an old sign-in', ...ofPerson(old, one), ...inOne, role: 'admin', isSignInOld: true },
    {
      name: 'admin, from another site',
      ...crossSite,
      headers: { ...forged.headers, 'Sec-Fetch-Site': 'cross-site' },
      ...inOne,
      role: 'admin',
    },
    {
      name: 'key and session',
      ...forged,
      headers: { ...forged.headers, 'x-api-key': working.value },
      denied: '400 two-credentials',
    },
    { name: 'shared report', ...ofToken(sites.first.shareToken), shareToken: 'valid' },
    { name: 'ended shared report', ...ofToken(shared.json.token), shareToken: 'ended' },
  ];

  const idOf = (prefix: IdPrefix) => createId(prefix, new Date());
  const secret = 'A'.repeat(43);
  const unknown: Ids = {
    accountId: idOf('acct'),
    siteId: idOf('site'),
    scanId: idOf('scan'),
    otherScanId: idOf('scan'),
    runningScanId: idOf('scan'),
    suppressionId: idOf('supp'),
    fingerprint: `f1_${'0'.repeat(24)}`,
    reviewFingerprint: `f1_${'0'.repeat(24)}`,
    groupId: `grp_${'0'.repeat(16)}`,
    pictureId: `pic_${'0'.repeat(64)}`,
    shareId: idOf('share'),
    shareToken: `${idOf('share')}_${secret}`,
    webhookId: idOf('webhook'),
    deliveryId: idOf('delivery'),
    alertId: idOf('alert'),
    keyId: idOf('apikey'),
    invitationId: idOf('invite'),
    invitationToken: `${idOf('invite')}.${secret}`,
    personId: idOf('person'),
    sessionId: idOf('session'),
    unsubscribeToken: `alerts.${idOf('person')}.${idOf('acct')}.${secret}`,
  };
  const malformed = Object.fromEntries(Object.keys(unknown).map((name) => [name, 'x'])) as unknown as Ids;
  const uniform = (name: string, named: Named, ids: Ids) => ({
    name,
    named,
    ids,
    parent: named,
    parentIds: ids,
  });
  const inside = (parent: Owner['site'], child: Owner['site']) => ({
    name: `of the ${child} site below the ${parent} site`,
    named: owners[child],
    ids: sites[child],
    parent: owners[parent],
    parentIds: sites[parent],
  });
  objects = [
    uniform('of the first site', owners.first, sites.first),
    uniform('of the second site', owners.second, sites.second),
    uniform('of the foreign site', owners.foreign, sites.foreign),
    uniform('unknown', 'unknown', unknown),
    uniform('malformed', 'malformed', malformed),
    inside('first', 'second'),
    inside('first', 'foreign'),
    inside('foreign', 'first'),
  ];
}

/** Returns the objects that matter to a call. A refused credential is tried with an own and a foreign one. */
function listObjects({ path, call }: Operation, { denied, kind }: Principal): NamedObject[] {
  const inPath = listPathParameters(path).length;
  const inRequest = (call.references?.length ?? 0) + (call.answer ? 1 : 0);
  if (inPath + inRequest === 0) return objects.slice(0, 1);
  if (call.by !== 'reader' && call.by !== 'everyone' && (denied || kind === 'stranger'))
    return objects.filter(({ named, parent }) => parent === named && named !== owners.second).slice(0, 2);
  return objects.filter(({ parent, named }) => parent === named || (inPath > 0 && inPath + inRequest > 1));
}

let addresses = 0;
/** Calls from an address of its own network: wrong credentials and tokens of one network are limited. */
const newAddress = () =>
  `2001:${(0x1000 + (++addresses >> 12)).toString(16)}:${(addresses & 0xfff).toString(16)}::1`;

async function callAs(principal: Principal, operation: Operation, object: NamedObject): Promise<Answer> {
  const { method, path, call } = operation;
  const idFor = (name: string, at: number) =>
    (at === 0 ? object.parentIds : object.ids)[call.pathIds?.[name] ?? (name as keyof Ids)];
  const url = listPathParameters(path).reduce(
    (text, name, at) => text.replace(`{${name}}`, idFor(name, at)),
    path,
  );
  const body = call.body?.(object.ids);
  return api.send(method, url + (call.query?.(object.ids) ?? ''), {
    headers: principal.headers,
    sourceIp: newAddress(),
    ...(body === undefined ? {} : { body }),
  });
}

const toOutcome = ({ status, json }: Answer) => (status >= 400 ? `${status} ${json?.code}` : String(status));

type Items = Map<string, Record<string, unknown>>;

async function readItems(table: string): Promise<Items> {
  const items: Items = new Map();
  let from: Record<string, unknown> | undefined;
  do {
    const page = await api.tables.store.db.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(from && { ExclusiveStartKey: from }) }),
    );
    for (const item of page.Items ?? []) items.set(`${item.pk} ${item.sk}`, item);
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}

const startedAt = new Date().toISOString();

/**
 * Returns what no refused call may change: all but the counts of calls and refusals, the times at which sessions were
 * used, and the log of refusals.
 */
async function readState() {
  const { table, auditTable } = api.tables.store;
  const [main, audit] = [await readItems(table), await readItems(auditTable)];
  for (const [key, item] of main) {
    if (/^(?:day|refused)#/.test(String(item.sk))) main.delete(key);
    if (item.sk === 'session') main.set(key, { ...item, lastSeenAt: startedAt });
  }
  for (const [key, { action }] of audit) if (String(action).endsWith('.refused')) audit.delete(key);
  return { main, audit, scans: [...api.scansAsked('plan'), ...api.scansAsked('finish')].sort() };
}

/** Undoes the changes of the main table since a state. */
async function restore({ main: before }: Awaited<ReturnType<typeof readState>>): Promise<void> {
  const { db, table: TableName } = api.tables.store;
  const { main: after } = await readState();
  for (const [key, { pk, sk }] of after)
    if (!before.has(key)) await db.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  for (const [key, Item] of before)
    if (!isDeepStrictEqual(after.get(key), Item)) await db.send(new PutCommand({ TableName, Item }));
}

/** Returns the names of accounts and sites in a response that the caller may not know. */
function findLeaks(principal: Principal, { text }: Answer, outcome: string): string[] {
  const isRefused = outcome.length > 3;
  return Object.values(owners).flatMap(({ account, site }) => {
    const mayKnow =
      (principal.account ?? principal.memberOf) === account &&
      (principal.onlySite === undefined || principal.onlySite === site);
    const isReader = principal.shareToken === 'valid' && site === 'first';
    return !isRefused && (mayKnow || isReader)
      ? []
      : text.includes(`https://${site}.example.com`)
        ? [site]
        : [];
  });
}

describe('the table of who may make which call', () => {
  it('has every operation of the OpenAPI document, and no other', () => {
    const ids = described.map(({ operationId }) => operationId);
    expect(Object.keys(accessTable).sort()).toEqual(ids.sort());
  });
});

/** The calls that change keys, whose responses are not stored for a replay. */
const keyCalls = ['create', 'update', 'rotate', 'revoke'].map((verb) => `${verb}-api-key`);
keyCalls.push('end-previous-value');

it.each(keyCalls)('%s refuses an Idempotency-Key', async (id) => {
  const operation = operations.find(({ operationId }) => operationId === id) ?? expect.unreachable();
  const admin = principals.find(({ name }) => name === 'admin') ?? expect.unreachable();
  const headers = { ...admin.headers, 'Idempotency-Key': 'a' };
  const { status, json } = await callAs({ ...admin, headers }, operation, objects[0] ?? expect.unreachable());
  const message = expect.stringContaining('must not be sent, because the service does not store responses');
  expect([status, json.errors]).toEqual([422, [{ path: 'header.Idempotency-Key', message }]]);
});

describe('every principal, with every object', () => {
  it.each(operations)('$operationId', async (operation) => {
    const cells = principals.flatMap((principal) =>
      listObjects(operation, principal).map((object) => {
        const expected = expectAnswer(operation, principal, object);
        return { principal, object, expected, name: `${principal.name}, ${object.name}` };
      }),
    );
    const wrong: string[] = [];
    const run = async ({ principal, object, expected, name }: (typeof cells)[number]) => {
      const answer = await callAs(principal, operation, object);
      const outcome = toOutcome(answer);
      if (outcome !== expected) wrong.push(`${name}: ${outcome}, expected ${expected}`);
      const leaks = findLeaks(principal, answer, outcome);
      if (leaks.length > 0) wrong.push(`${name}: shows the site ${leaks}`);
    };
    const before = await readState();
    const refused = cells.filter(({ expected }) => expected.length > 3);
    for (const cell of refused) await run(cell);
    if (!isDeepStrictEqual(await readState(), before)) {
      wrong.push('a refused call changed something');
      await restore(before);
      for (const cell of refused) {
        const last = await readState();
        await callAs(cell.principal, operation, cell.object);
        if (isDeepStrictEqual(await readState(), last)) continue;
        wrong.push(`${cell.name}: was refused and changed something`);
        await restore(last);
      }
    }
    for (const cell of cells) {
      if (cell.expected.length > 3) continue;
      await run(cell);
      if (operation.method !== 'GET') await restore(before);
    }
    expect(wrong).toEqual([]);
  });
});

const lists = operations.filter(({ parameters: given }) => given.some(({ name }) => name === 'cursor'));

/** A filter that each list has, if any. It must make a cursor of the unfiltered list invalid. */
const filterValues: Record<string, string> = {
  branch: 'main',
  rule: 'label',
  text: 'x',
  type: 'webhook.test',
  siteId: 'site_01arz3ndektsv4rrffq69g5fa0',
  from: '2026-01-01',
  createdBy: 'person_01arz3ndektsv4rrffq69g5fa0',
  decision: 'fine',
};

/** Returns a page of a list of a site, as its administrator or as the reader of its shared report. */
async function readPage(operation: Operation, site: Owner['site'], query: Record<string, string>) {
  const ids = sites[site];
  const url = listPathParameters(operation.path).reduce(
    (text, name) => text.replace(`{${name}}`, ids[name as keyof Ids]),
    operation.path,
  );
  const own: Record<string, string> =
    operation.operationId === 'compare-scans' ? { with: ids.otherScanId } : {};
  const { cookie } = accountOwners[owners[site].account];
  const session = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'A11y-Account': ids.accountId };
  const headers = operation.call.by === 'reader' ? { 'A11y-Share-Token': ids.shareToken } : session;
  const search = new URLSearchParams({ ...own, ...query });
  return api.send('GET', `${url}?${search}`, { headers, sourceIp: newAddress() });
}

/** Returns the cursor of the second page. */
function getCursor({ json, headers }: Answer): string | null {
  const link = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
  return json?.nextCursor ?? (link === undefined ? null : decodeURIComponent(link));
}

describe('every cursor', () => {
  const cursors = new Map<string, string>();
  beforeAll(async () => {
    for (const list of lists) {
      const cursor = getCursor(await readPage(list, 'first', { limit: '1' }));
      if (cursor !== null) cursors.set(list.operationId, cursor);
    }
  });
  const cursorOf = (operation: Operation) => cursors.get(operation.operationId) ?? expect.unreachable();

  it('is that of a list with two entries, of each list', () => {
    expect([...cursors.keys()]).toEqual(lists.map(({ operationId }) => operationId));
  });

  it.each(lists)(
    'of $operationId is refused by every other list, and by the same one of another site or account',
    async (list) => {
      const wrong: string[] = [];
      const isOfSite = list.path.includes('{') || list.call.by === 'reader';
      for (const other of lists) {
        const used =
          other !== list
            ? ['first' as const]
            : isOfSite
              ? ['second' as const, 'foreign' as const]
              : ['foreign' as const];
        for (const site of used) {
          const outcome = toOutcome(await readPage(other, site, { cursor: cursorOf(list) }));
          if (outcome !== '422 cursor-invalid') wrong.push(`${other.operationId}, ${site} site: ${outcome}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(lists)(
    'of $operationId is refused with another filter, cut or altered; another page size is fine',
    async (list) => {
      const cursor = cursorOf(list);
      const altered = [0, 9, cursor.indexOf('.') + 1, cursor.length - 1].map((at) => {
        const other = cursor[at] === 'A' ? 'B' : 'A';
        return cursor.slice(0, at) + other + cursor.slice(at + 1);
      });
      const cut = [
        cursor.slice(0, -1),
        cursor.slice(1),
        cursor.slice(0, cursor.indexOf('.')),
        `${cursor}.`,
        '.',
        'null',
      ];
      const outcomes: string[] = [];
      for (const each of [...altered, ...cut]) {
        const answer = await readPage(list, 'first', { cursor: each });
        if (toOutcome(answer) !== '422 cursor-invalid') outcomes.push(`${each}: ${toOutcome(answer)}`);
      }
      const filter = list.parameters.find(
        ({ name, in: part }) => part === 'query' && name in filterValues,
      )?.name;
      if (filter !== undefined) {
        const filtered = await readPage(list, 'first', { cursor, [filter]: filterValues[filter] as string });
        if (toOutcome(filtered) !== '422 cursor-invalid') outcomes.push(`${filter}: ${toOutcome(filtered)}`);
      }
      const next = await readPage(list, 'first', { cursor, limit: '2' });
      if (next.status !== 200) outcomes.push(`another page size: ${toOutcome(next)}`);
      if (next.text.includes('https://foreign.example.com')) outcomes.push('shows the foreign site');
      expect(outcomes).toEqual([]);
    },
  );
});
