import { expect } from 'vitest';
import type { Principal } from '../../../core/access/principal.ts';
import { createId } from '../../../core/ids.ts';
import type { Listing } from '../../../core/listing/listing.ts';
import type { ListRange } from '../../../core/listing/page.ts';
import type { ProblemCode } from '../../../core/problems/problems.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import type { Site } from '../../../core/sites/site.ts';
import { siteCrawlDefault } from '../../../core/sites/site-crawl.ts';
import { keyPrincipal, makeScan } from '../../support/fixtures.ts';

export const now = new Date('2026-11-20T10:00:00.000Z');
export const accountId = createId('acct', now);
export const key = keyPrincipal({ accountId });

/** The input of every use case in addition to its own. */
export const request = { principal: key, requestId: 'request-1', now };

export function makeSite(given: Partial<Site> = {}): Site {
  return {
    ...siteCrawlDefault,
    siteId: createId('site', now),
    accountId,
    name: 'Garden shop',
    labels: [],
    mainBranch: null,
    url: 'https://shop.example/',
    pages: [],
    origins: ['*.preview.example'],
    sourcePaths: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    ...given,
  };
}

export function scanOf(site: Site, given: Partial<Scan> = {}): Scan {
  return { ...makeScan(site, key.keyId), ...given };
}

/** Principals of the account and of another one that may not access the site. */
export const strangersTo = (): [string, Principal][] => [
  ['of another account', keyPrincipal({ accountId: createId('acct', now) })],
  ['limited to another site', { ...key, siteIds: [createId('site', now)] }],
];

/** The account, some sites and some scans of it. */
export function memory({ sites = [], scans = [] }: { sites?: Site[]; scans?: Scan[] } = {}) {
  return {
    findAccount: async (id: string) =>
      id === accountId ? { cursorSecret: Buffer.alloc(32, 7).toString('base64url') } : undefined,
    findSite: async (ofAccount: string, siteId: string) =>
      sites.find((site) => site.accountId === ofAccount && site.siteId === siteId),
    findScan: async (scanId: string) => scans.find((scan) => scan.scanId === scanId),
    findKey: async () => undefined,
    findPerson: async () => undefined,
  };
}

/** Reads a part of a list as a table does. */
export function part<Item>(
  items: Item[],
  idOf: (item: Item) => string,
  { limit, after }: ListRange,
): Listing<Item> {
  const rest = items.slice(after === undefined ? 0 : items.findIndex((item) => idOf(item) === after) + 1);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return rest.length > limit && last !== undefined ? { items: page, next: idOf(last) } : { items: page };
}

/** Reads a whole list page by page. */
export async function readAll<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, nextCursor } = await read(cursor);
    pages.push(items);
    cursor = nextCursor;
  }
  return pages;
}

/** Expects a use case to end with a problem, and returns it. */
export async function problemOf(call: Promise<unknown>, code: ProblemCode) {
  const problem = await call.then(
    () => expect.unreachable(`must end with ${code}`),
    (error: unknown) => error,
  );
  expect(problem).toMatchObject({ name: 'Problem', code });
  return problem as { detail: string; errors?: object[]; headers: Record<string, string> };
}
