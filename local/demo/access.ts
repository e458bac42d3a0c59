import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR_EMAIL } from '../identity/people.ts';
import { Admin } from './admin.ts';
import { Api, ApiError } from './api.ts';
import { type DemoSiteServer, readDemoSite, serveDemoSite } from './site-server.ts';

/** Content of `service.json` in the data folder, which clients of the local service read. */
export type ServiceFile = {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Key of role `admin`. */
  apiKey: string;
  siteId: string | null;
  demoSiteUrl: string | null;
  /** Where people sign in, without a slash at the end. */
  dashboardUrl: string;
  /** Address with which the local administrator signs in. */
  signInEmail: string;
  /** Where the mails of the service can be read. */
  mailsUrl: string;
};

/** Content of `demo.json`, the runtime's own state. */
type DemoFile = {
  accountId?: string;
  siteId?: string;
  demoPort?: number;
  /** Id of the local administrator, who is a member of the account. */
  administratorId?: string;
};

const DEMO_FILE = 'demo.json';

/**
 * Serves the demo site if it is wanted, or if an earlier start created it. Called before the runtime starts, because
 * scans of an earlier start go on at once, and because the port of the site must be allowed to them.
 * @param dataFolder the folder of all state, which may not exist yet
 * @returns undefined if there is no demo site
 */
export async function serveWantedDemoSite(
  dataFolder: string,
  { demo, fresh }: { demo: boolean; fresh: boolean },
): Promise<DemoSiteServer | undefined> {
  const before = fresh ? {} : await readDemoFile(dataFolder);
  return demo || before.siteId !== undefined ? serveDemoSite(before.demoPort) : undefined;
}

async function readDemoFile(dataFolder: string): Promise<DemoFile> {
  try {
    return JSON.parse(await readFile(join(dataFolder, DEMO_FILE), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Creates what the API needs if it is missing: an account, its administrator, a key and, if it is served, the demo
 * site. Writes `service.json`.
 */
export async function prepareAccess(
  data: DataFolder,
  { baseUrl, dashboardUrl, mailsUrl }: { baseUrl: string; dashboardUrl: string; mailsUrl: string },
  demoSite: DemoSiteServer | undefined,
  say: (line: string) => void,
): Promise<ServiceFile> {
  const admin = new Admin(data.path);
  const demo: DemoFile = data.readJson<DemoFile>(DEMO_FILE) ?? {};
  const saveDemo = (facts: DemoFile) => data.writeJson(DEMO_FILE, Object.assign(demo, facts));

  const accountId = demo.accountId ?? (await admin.createAccount('Demo')).accountId;
  if (demo.accountId === undefined) saveDemo({ accountId });

  if (demo.administratorId === undefined) {
    const issuer = `http://127.0.0.1:${new URL(dashboardUrl).port}`;
    saveDemo({ administratorId: (await admin.addAdministrator(accountId, issuer)).personId });
  }

  const moved = demoSite?.moved === true && demo.siteId !== undefined;
  if (demoSite) {
    if (demoSite.moved)
      say(`Port ${demo.demoPort} of the demo site is taken; the site is now at ${demoSite.url}`);
    // The port is recorded before a site is created with it. A changed port is recorded only after the site was
    // updated, so that after a crash in between the next start tries again.
    if (!moved) saveDemo({ demoPort: demoSite.port });
    if (demo.siteId === undefined) {
      const { name, pages } = await readDemoSite();
      saveDemo({ siteId: (await admin.createSite(accountId, name, demoSite.url, pages)).siteId });
    }
  }

  const service: ServiceFile = {
    baseUrl,
    apiKey:
      (await findWorkingKey(data, baseUrl, say)) ??
      (await admin.createKey(accountId, 'Local admin', 'admin')).apiKey,
    siteId: demo.siteId ?? null,
    demoSiteUrl: demoSite?.url ?? null,
    dashboardUrl,
    signInEmail: ADMINISTRATOR_EMAIL,
    mailsUrl,
  };
  data.writeJson('service.json', service);
  data.remove('service.previous.json');
  if (moved && demoSite) {
    await new Api(baseUrl, service.apiKey).call('PATCH', `/sites/${demo.siteId}`, { url: demoSite.url });
    saveDemo({ demoPort: demoSite.port });
  }
  return service;
}

/**
 * Returns the key of the earlier start's `service.json`, or undefined if it is missing or the API rejects it
 * (expired, revoked or malformed).
 */
async function findWorkingKey(
  data: DataFolder,
  baseUrl: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const apiKey = data.readJson<Partial<ServiceFile>>('service.previous.json')?.apiKey;
  if (typeof apiKey !== 'string') return undefined;
  try {
    await new Api(baseUrl, apiKey).call('GET', '/sites?limit=1');
    return apiKey;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    say('The API rejects the key in service.json; a new key replaces it');
    return undefined;
  }
}
