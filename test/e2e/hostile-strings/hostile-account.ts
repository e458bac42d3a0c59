import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertSite } from '../../../adapters/dynamodb/sites.ts';
import { createId } from '../../../core/ids.ts';
import type { Site } from '../../../core/sites/site.ts';
import { siteCrawlDefault } from '../../../core/sites/site-crawl.ts';
import { hostilePaths, hostileTexts, type serveHostileSite } from '../../support/hostile-site.ts';
import type { TestKey, TestService } from '../../support/service.ts';

/** An account whose names are hostile. */
export interface HostileAccount {
  texts: Record<string, string>;
  key: TestKey;
  /** A name that no call would accept. */
  siteName: string;
  siteId: string;
}

/** Creates a key and a site with names that consist of all hostile texts. */
export async function createHostileAccount(
  service: TestService,
  hostile: Awaited<ReturnType<typeof serveHostileSite>>,
): Promise<HostileAccount> {
  const texts = hostileTexts(hostile.lure);
  const { surrogates: _, ...storable } = texts;
  const siteName = Object.values(storable).join(' ');
  const accountId = await service.account();
  const key = await service.key(accountId, { name: siteName, description: siteName });
  const siteId = await writeSite(service, accountId, siteName, hostile.origin);
  return { texts, key, siteName, siteId };
}

/** Writes past the API, which would reject the name, because code that shows a name must not rely on the API. */
async function writeSite(
  service: TestService,
  accountId: string,
  siteName: string,
  origin: string,
): Promise<string> {
  const now = new Date();
  const { everywhere, ...others } = hostilePaths;
  const site: Site = {
    ...siteCrawlDefault,
    siteId: createId('site', now),
    accountId,
    name: siteName,
    labels: [],
    mainBranch: null,
    url: origin + everywhere,
    pages: Object.values(others),
    origins: [],
    sourcePaths: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  await insertSite(service.store, site, { accountId, actor: 'person:test', requestId: siteName }, now);
  return site.siteId;
}

/** Returns every text within a JSON value, including member names. */
export function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...listTexts(member)]);
}

/** Returns all logs of the functions and the runtime, by file. */
export async function readLogs(service: TestService): Promise<{ name: string; text: string }[]> {
  const folder = service.runtime.data.file('logs');
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}
