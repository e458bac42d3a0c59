import type { DataFolder } from '../data-folder.ts';
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
};

/** Content of `demo.json`, the runtime's own state. */
type DemoFile = { accountId?: string; siteId?: string; demoPort?: number };

export type Access = { service: ServiceFile; demoSite: DemoSiteServer | undefined };

/**
 * Creates what the API needs if it is missing: an account, a key and, if wanted, the demo site. Serves the demo site
 * if there is one. Writes `service.json`.
 *
 * @param wantDemo whether to create a demo site; an existing one is served in any case
 */
export async function prepareAccess(
  data: DataFolder,
  baseUrl: string,
  wantDemo: boolean,
  say: (line: string) => void,
): Promise<Access> {
  const admin = new Admin(data.path);
  const demo: DemoFile = data.readJson<DemoFile>('demo.json') ?? {};
  const saveDemo = (facts: DemoFile) => data.writeJson('demo.json', Object.assign(demo, facts));

  const accountId = demo.accountId ?? (await admin.createAccount('Demo')).accountId;
  if (demo.accountId === undefined) saveDemo({ accountId });

  let demoSite: DemoSiteServer | undefined;
  try {
    let moved = false;
    if (wantDemo || demo.siteId !== undefined) {
      const before = demo.demoPort;
      demoSite = await serveDemoSite(before);
      moved = demoSite.moved && demo.siteId !== undefined;
      if (demoSite.moved) say(`Port ${before} of the demo site is taken; the site is now at ${demoSite.url}`);
      // The port is recorded before a site is created with it. A changed port is recorded only after the site was
      // updated, so that after a crash in between the next start tries again.
      if (!moved) saveDemo({ demoPort: demoSite.port });
    }
    if (demoSite && demo.siteId === undefined) {
      const { name, pages } = await readDemoSite();
      saveDemo({ siteId: (await admin.createSite(accountId, name, demoSite.url, pages)).siteId });
    }

    const service: ServiceFile = {
      baseUrl,
      apiKey:
        (await findWorkingKey(data, baseUrl, say)) ??
        (await admin.createKey(accountId, 'Local admin', 'admin')).apiKey,
      siteId: demo.siteId ?? null,
      demoSiteUrl: demoSite?.url ?? null,
    };
    data.writeJson('service.json', service);
    data.remove('service.previous.json');
    if (moved && demoSite) {
      await new Api(baseUrl, service.apiKey).call('PATCH', `/sites/${demo.siteId}`, { url: demoSite.url });
      saveDemo({ demoPort: demoSite.port });
    }
    return { service, demoSite };
  } catch (error) {
    await demoSite?.stop();
    throw error;
  }
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
