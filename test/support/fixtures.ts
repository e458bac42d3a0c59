import { randomBytes, randomUUID } from 'node:crypto';
import { createAccount } from '../../adapters/dynamodb/access.ts';
import { insertSite } from '../../adapters/dynamodb/sites.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { KeyPrincipal, MemberPrincipal, PersonPrincipal } from '../../core/access/principal.ts';
import type { Webhook } from '../../core/alerts/webhook.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import { createId } from '../../core/ids.ts';
import { buildScan } from '../../core/scans/build-scan.ts';
import type { Priority } from '../../core/scans/priority.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { Site } from '../../core/sites/site.ts';
import { siteCrawlDefault } from '../../core/sites/site-crawl.ts';

/** Limits that no test reaches by accident. */
export const wideLimits = {
  unfinishedScans: 1000,
  pagesPerMonth: 1_000_000,
  scansPerMonth: 1_000_000,
  highShare: 1,
};

/** An account with one site, written to the table, and the principal that acts for it. */
export async function makeSite(
  store: Store,
  pages: string[] = [],
): Promise<{ site: Site; by: Actor; keyId: string }> {
  const now = new Date();
  const accountId = createId('acct', now);
  const keyId = createId('apikey', now);
  const by = { accountId, actor: keyId, requestId: randomUUID(), sourceIp: '192.0.2.1' };
  const cursorSecret = randomBytes(32).toString('base64url');
  const account = { accountId, name: 'Test', cursorSecret, createdAt: now.toISOString() };
  await createAccount(store, { ...account, unfinishedScans: 0, unfinishedHigh: 0 }, by, now);
  const site: Site = {
    ...siteCrawlDefault,
    siteId: createId('site', now),
    accountId,
    name: 'Garden shop',
    labels: [],
    url: 'https://shop.example/',
    pages,
    origins: [],
    sourcePaths: [],
    mainBranch: null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  await insertSite(store, site, by, now);
  return { site, by, keyId };
}

/** Returns a webhook that is not yet in the table. Its secret cannot be unsealed. */
export function makeWebhook(accountId: string, given: Partial<Webhook>): Webhook {
  const now = new Date();
  return {
    webhookId: createId('webhook', now),
    accountId,
    url: 'https://hooks.example/',
    events: [],
    siteIds: null,
    description: '',
    secret: { sealed: { key: '', nonce: '', text: '', tag: '' } },
    createdBy: { keyId: 'apikey_test', name: 'Test' },
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    ...given,
  };
}

/** Returns a key of the account with all permissions, unless the test sets others. */
export function keyPrincipal(given: Partial<KeyPrincipal> = {}): KeyPrincipal {
  return {
    kind: 'key',
    accountId: 'acct_1',
    keyId: 'apikey_1',
    role: 'admin',
    expiresAt: '2099-01-01T00:00:00.000Z',
    isPreviousValue: false,
    sourceIp: '192.0.2.1',
    ...given,
  };
}

/** Returns a person who signed in just now, in no account. */
export function personPrincipal(given: Partial<PersonPrincipal> = {}): PersonPrincipal {
  return {
    kind: 'person',
    personId: 'person_1',
    sessionId: 'session_1',
    sessionHash: 'a'.repeat(64),
    signedInAt: new Date().toISOString(),
    sourceIp: '192.0.2.9',
    ...given,
  };
}

/** Returns a member of the account with all permissions, unless the test sets others. */
export function memberPrincipal(given: Partial<Omit<MemberPrincipal, 'kind'>> = {}): MemberPrincipal {
  return { ...personPrincipal(), accountId: 'acct_1', role: 'admin', ...given, kind: 'member' };
}

/** Returns a scan that was just triggered and is not yet in the table. */
export function makeScan(site: Site, keyId: string, priority: Priority = 'normal'): Scan {
  const principal = keyPrincipal({ accountId: site.accountId, keyId });
  const config = { rules: ['wcag-aa' as const], priority };
  return buildScan({ site, config, principal, requestId: randomUUID(), now: new Date() });
}
