import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { createId, type IdPrefix } from '../../../core/ids.ts';
import { type Api, startApi, type TestPerson } from './harness.ts';

const COUNT = 120;
/** The largest that the API allows, so that each list has several pages. */
const PAGE_SIZE = 100;

/**
 * Requests to the table that one call may make, however large the account is: those of the authorizer included, which
 * updates an outdated last use of the session by one.
 */
const REQUESTS_MAX = 9;

/** The same for a list that reads the last use of each entry. */
const REQUESTS_MAX_WITH_USE = REQUESTS_MAX + PAGE_SIZE;

type Item = Record<string, unknown>;

let api: Api;
let ada: TestPerson;
let accountId: string;
let people: string[];
let sites: string[];
let keys: string[];

const today = () => new Date().toISOString().slice(0, 10);

async function readItem(key: { pk: string; sk: string }): Promise<Item> {
  const { db, table: TableName } = api.tables.store;
  const { Item: item } = await db.send(new GetCommand({ TableName, Key: key }));
  if (item === undefined) throw new Error(`there is no item ${key.pk}, ${key.sk}`);
  return item;
}

/** Writes copies of items in which an id is replaced wherever it occurs, and returns all ids. */
async function multiply(items: Item[], id: string, prefix: IdPrefix): Promise<string[]> {
  const { db, table } = api.tables.store;
  const ids = Array.from({ length: COUNT - 1 }, () => createId(prefix, new Date()));
  const text = JSON.stringify(items);
  const copies = ids.flatMap((copy) => JSON.parse(text.replaceAll(id, copy)) as Item[]);
  const requests = copies.map((Item) => ({ PutRequest: { Item } }));
  for (let start = 0; start < requests.length; start += 25)
    await db.send(new BatchWriteCommand({ RequestItems: { [table]: requests.slice(start, start + 25) } }));
  return [id, ...ids];
}

beforeAll(async () => {
  api = await startApi({ SITES_LIMIT: '2000', KEYS_LIMIT: '2000', SIGN_IN_PARAMETER: '/unused' });
  accountId = await api.account();
  ada = await api.member(accountId);
  const grace = await api.member(accountId, 'viewer');
  await grace.call('GET', '/sites');
  const site = await ada.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example/' } });
  if (site.status !== 201) throw new Error(site.text);
  const key = await api.key(accountId);
  await key.call('GET', '/sites');
  const { personId } = grace;
  people = await multiply(
    await Promise.all(
      [
        itemKeys.person(personId),
        itemKeys.membership(personId, accountId),
        itemKeys.personDay(personId, accountId, today()),
      ].map(readItem),
    ),
    personId,
    'person',
  );
  sites = await multiply([await readItem(itemKeys.site(accountId, site.json.id))], site.json.id, 'site');
  const { keyId } = key.record;
  const keyItems = [itemKeys.key(keyId), itemKeys.keyDay(keyId, today())].map(readItem);
  keys = await multiply(await Promise.all(keyItems), keyId, 'apikey');
});
afterAll(() => api.stop());

/** Returns what a list of the API has on all its pages, and the most requests to the table that one page took. */
async function readAll(person: TestPerson, path: string): Promise<{ entries: Item[]; requests: number }> {
  const entries: Item[] = [];
  let requests = 0;
  let requestsOfPage = 0;
  const count = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    // The client tries again what takes long on a busy machine.
    const isFirst = String(request.getHeader('amz-sdk-request')).startsWith('attempt=1');
    const isOfTable = String(request.getHeader('x-amz-target')).startsWith('DynamoDB');
    if (isFirst && isOfTable) requestsOfPage += 1;
  };
  subscribe('http.client.request.start', count);
  try {
    for (let cursor: string | null = ''; cursor !== null; ) {
      requestsOfPage = 0;
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor === '' ? {} : { cursor }) });
      const { status, json } = await person.call('GET', `${path}?${query}`);
      expect(status).toBe(200);
      entries.push(...json.items);
      requests = Math.max(requests, requestsOfPage);
      cursor = json.nextCursor;
    }
  } finally {
    unsubscribe('http.client.request.start', count);
  }
  return { entries, requests };
}

describe('an account with 120 members, sites and keys', () => {
  it.each([
    ['/members', () => [...people, ada.personId], 'personId', REQUESTS_MAX_WITH_USE],
    ['/usage/people', () => [...people, ada.personId], 'personId', REQUESTS_MAX],
    ['/sites', () => sites, 'id', REQUESTS_MAX],
    ['/api-keys', () => keys, 'keyId', REQUESTS_MAX_WITH_USE],
    ['/usage', () => keys, 'keyId', REQUESTS_MAX_WITH_USE],
  ] as const)(
    'lists all of them by pages, each with a bounded number of requests: %s',
    async (path, ids, id, most) => {
      const { entries, requests } = await readAll(ada, path);
      const listed = entries.map((entry) => String(entry[id]));
      expect(listed).toHaveLength(ids().length);
      expect(ids().filter((each) => !listed.includes(each))).toEqual([]);
      expect(requests).toBeGreaterThan(1);
      expect(requests).toBeLessThanOrEqual(most);
    },
  );

  it('authorizes a member by as many requests as in a small account', async () => {
    const small = await api.member(await api.account());
    const inSmall = await readAll(small, '/sites');
    const limited = await api.member(accountId, 'viewer', { siteIds: sites.slice(0, 25) });
    const inLarge = await readAll(limited, '/sites');
    expect(inLarge.entries).toHaveLength(25);
    expect(inLarge.requests).toBe(inSmall.requests);
  });
});
