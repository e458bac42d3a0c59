import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestKey, TestService } from '../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';

/** Serves pages. All but the start page wait until they are released, and then answer 404. */
export async function serveHeld(pageCount: number): Promise<SmallSite & { pages: string[] }> {
  const pages = Array.from({ length: pageCount }, (_, i) => `/p${i}`);
  return { ...(await servePages({ '/': ONE_PICTURE }, { isHeld: (path) => pages.includes(path) })), pages };
}

/** Creates an account with one site. */
export async function createAccountWithSite(
  service: TestService,
  body: object,
): Promise<{ key: TestKey; client: ApiClient; siteId: string }> {
  const key = await service.key(await service.account());
  const made = await key.client.call('POST', '/sites', { body: { name: 'S', ...body } });
  expect(made.status).toBe(201);
  return { key, client: key.client, siteId: made.json.id };
}

/** Settings of a scan that takes little time: few rules, and no checks of the service itself. */
export const config = { rules: ['wcag-a'], checks: 'axe' };
export const trigger = (client: ApiClient, siteId: string, given: object = {}, headers = {}) =>
  client.call('POST', `/sites/${siteId}/scans`, { body: { config: { ...config, ...given } }, headers });

/** Returns how many scans of an account have not ended, and how many of them have a high priority. */
export async function countUnfinished(service: TestService, key: TestKey): Promise<number[]> {
  const account = await findAccount(service.store, key.record.accountId);
  return [account?.unfinishedScans ?? -1, account?.unfinishedHigh ?? -1];
}

/** Repeats a call until it returns true. */
export async function waitUntil(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    if (await holds()) return;
  }
  throw new Error(`never came: ${what}`);
}
