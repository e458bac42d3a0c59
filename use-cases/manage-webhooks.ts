import type { KeyPrincipal, MemberPrincipal } from '../core/access/principal.ts';
import type { SealedText } from '../core/alerts/sealed-text.ts';
import type { TargetHealth } from '../core/alerts/target-health.ts';
import {
  applyWebhookChange,
  canGetEvents,
  rotateSecret,
  WEBHOOKS_MAX,
  type Webhook,
} from '../core/alerts/webhook.ts';
import type { CreateWebhook, UpdateWebhook } from '../core/alerts/webhook-bodies.ts';
import type { WebhookChange } from '../core/alerts/webhook-change.ts';
import { createWebhookSecret } from '../core/alerts/webhook-signature.ts';
import { toWebhookView, type WebhookView, type WebhookWithSecret } from '../core/alerts/webhook-view.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import type { Change } from '../core/audit/change.ts';
import { createId } from '../core/ids.ts';
import { FILTERED_READ, type Listing, listMatching } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import { normalizeUrl } from '../core/sites/url.ts';
import { type ReadAuthorDependencies, readAuthor } from './read-author.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';
import { type FindSites, findMissingSites } from './require-sites.ts';
import { canManageWebhook, type FindWebhook, requireWebhook } from './require-webhook.ts';
import { retryWrite } from './retry-write.ts';

interface ReadHealth {
  readTargetHealth(targetId: string): Promise<Pick<TargetHealth, 'failingSince'>>;
}

interface CheckEndpoint extends FindSites {
  /**
   * Returns the reason why a delivery would refuse a URL now, as the rest of a sentence; null if it would not.
   * @param ownHost the host with which the caller addressed this service
   */
  findEndpointFault(url: string, ownHost: string): Promise<string | null>;
}

interface SealSecret {
  sealText(text: string, owner: { accountId: string; itemId: string }): Promise<SealedText>;
}

interface ReplaceWebhook extends FindWebhook, ReadAuthorDependencies {
  /** Replaces an endpoint, unless it has changed since it was read. */
  replaceWebhook(
    before: Webhook,
    after: Webhook,
    change: WebhookChange,
  ): Promise<'updated' | 'changed' | 'member-changed'>;
}

type Call = RequestContext<'key' | 'member'>;
type WebhookCall = Call & { webhookId: string };

export interface ListWebhooksDependencies extends FindAccount, ReadHealth {
  listWebhooks(accountId: string, range: ListRange): Promise<Listing<Webhook>>;
}

/** Returns one result page of the endpoints of the account that the caller may manage, newest first. */
export async function listWebhooks(
  dependencies: ListWebhooksDependencies,
  { principal, now, query }: Omit<Call, 'requestId'> & { query: PageRequest },
): Promise<Page<WebhookView>> {
  const { accountId } = principal;
  const { limit, cursor } = query;
  const list = { accountId, call: 'list-webhooks' as const, filters: {}, limit, cursor };
  const page = await readResultPage(dependencies, list, ({ after }) =>
    listMatching(
      (later) =>
        dependencies.listWebhooks(accountId, {
          limit: FILTERED_READ,
          ...(later === undefined ? {} : { after: later }),
        }),
      (webhook) => canManageWebhook(principal, webhook),
      { limit, idOf: ({ webhookId }) => webhookId, ...(after === undefined ? {} : { after }) },
    ),
  );
  const items = await Promise.all(page.items.map((webhook) => viewWebhook(dependencies, webhook, now)));
  return { ...page, items };
}

/** Returns an endpoint. @throws Problem webhook-not-found */
export async function getWebhook(
  dependencies: FindWebhook & ReadHealth,
  { principal, now, webhookId }: Omit<WebhookCall, 'requestId'>,
): Promise<WebhookView> {
  return viewWebhook(dependencies, await requireWebhook(dependencies, principal, webhookId), now);
}

export interface CreateWebhookDependencies extends CheckEndpoint, SealSecret, ReadAuthorDependencies {
  insertWebhook(
    webhook: Webhook,
    change: Change,
  ): Promise<'created' | 'full' | 'account-gone' | 'member-changed'>;
}

/**
 * Creates an endpoint. The result has its secret, which is in no other response.
 * @throws Problem invalid-request, grant-too-large or webhooks-limit
 */
export async function createWebhook(
  dependencies: CreateWebhookDependencies,
  { principal, requestId, now, ownHost, body }: Call & { ownHost: string; body: CreateWebhook },
): Promise<WebhookWithSecret> {
  const { accountId } = principal;
  const { sites, ...given } = body;
  const url = normalizeUrl(given.url);
  requireSomeEvent({ events: given.events, siteIds: sites });
  await requireSites(dependencies, principal, sites);
  await requireEndpoint(dependencies, url, ownHost);
  const webhookId = createId('webhook', now);
  const secret = createWebhookSecret();
  const webhook: Webhook = {
    webhookId,
    accountId,
    ...given,
    url,
    siteIds: sites,
    secret: await dependencies.sealText(secret, { accountId, itemId: webhookId }),
    createdBy: await readAuthor(dependencies, principal),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  switch (await dependencies.insertWebhook(webhook, buildChange(principal, requestId, now))) {
    case 'created':
      return { ...toWebhookView(webhook, null, now), secret };
    case 'full':
      throw new Problem(
        'webhooks-limit',
        `The account has ${WEBHOOKS_MAX} endpoints of webhooks, the maximum. Delete those that are no longer needed.`,
      );
    case 'account-gone':
      throw new Problem('not-a-member');
    case 'member-changed':
      throw new Problem('role-too-small');
  }
}

export interface UpdateWebhookDependencies extends CheckEndpoint, ReplaceWebhook, ReadHealth {
  /** Forgets that attempts failed. */
  forgetFailures(targetId: string): Promise<void>;
}

/**
 * Changes, disables or enables an endpoint.
 * @throws Problem webhook-not-found, invalid-request, grant-too-large or role-too-small
 */
export async function updateWebhook(
  dependencies: UpdateWebhookDependencies,
  {
    principal,
    requestId,
    now,
    webhookId,
    ownHost,
    body,
  }: WebhookCall & { ownHost: string; body: UpdateWebhook },
): Promise<WebhookView> {
  const url = body.url === undefined ? undefined : normalizeUrl(body.url);
  if (body.sites !== undefined) await requireSites(dependencies, principal, body.sites);
  if (url !== undefined) await requireEndpoint(dependencies, url, ownHost);
  const author = await readAuthor(dependencies, principal);
  const webhook = await retryWrite('endpoint', async () => {
    const before = await requireWebhook(dependencies, principal, webhookId);
    const { after, changed } = applyWebhookChange(before, { ...body, url }, now);
    if (changed.length === 0) return before;
    if (body.events !== undefined || body.sites !== undefined) requireSomeEvent(after);
    const isEnabled = before.disabled !== undefined && after.disabled === undefined;
    if (isEnabled || before.url !== after.url) await dependencies.forgetFailures(webhookId);
    const change: WebhookChange = {
      ...buildChange(principal, requestId, now),
      author,
      change: nameChange(before, after),
      changed,
    };
    return handleReplacement(await dependencies.replaceWebhook(before, after, change), after);
  });
  return viewWebhook(dependencies, webhook, now);
}

/** @throws Problem invalid-request */
function requireSomeEvent(webhook: Pick<Webhook, 'events' | 'siteIds'>): void {
  if (canGetEvents(webhook)) return;
  const message = 'must have an event about sites, or sites must be null: the others are about the account';
  throw createInvalidRequest([{ path: 'events', message }]);
}

export interface RotateSecretDependencies extends ReplaceWebhook, SealSecret, ReadHealth {}

/**
 * Gives an endpoint a new secret, which is in no other response. The one before goes on working for some hours.
 * @throws Problem webhook-not-found or role-too-small
 */
export async function rotateWebhookSecret(
  dependencies: RotateSecretDependencies,
  { principal, requestId, now, webhookId }: WebhookCall,
): Promise<WebhookWithSecret> {
  const { accountId } = principal;
  const secret = createWebhookSecret();
  const sealed = await dependencies.sealText(secret, { accountId, itemId: webhookId });
  const author = await readAuthor(dependencies, principal);
  const webhook = await retryWrite('endpoint', async () => {
    const before = await requireWebhook(dependencies, principal, webhookId);
    const after = rotateSecret(before, sealed, now);
    const change = {
      ...buildChange(principal, requestId, now),
      author,
      change: 'secret-rotated' as const,
    };
    return handleReplacement(await dependencies.replaceWebhook(before, after, change), after);
  });
  return { ...(await viewWebhook(dependencies, webhook, now)), secret };
}

export interface DeleteWebhookDependencies extends FindWebhook, ReadAuthorDependencies {
  removeWebhook(webhook: Webhook, change: WebhookChange): Promise<'deleted' | 'gone' | 'member-changed'>;
}

/** Deletes an endpoint. @throws Problem webhook-not-found or role-too-small */
export async function deleteWebhook(
  dependencies: DeleteWebhookDependencies,
  { principal, requestId, now, webhookId }: WebhookCall,
): Promise<void> {
  const webhook = await requireWebhook(dependencies, principal, webhookId);
  const outcome = await dependencies.removeWebhook(webhook, {
    ...buildChange(principal, requestId, now),
    author: await readAuthor(dependencies, principal),
    change: 'deleted',
  });
  if (outcome === 'gone') throw new Problem('webhook-not-found');
  if (outcome === 'member-changed') throw new Problem('role-too-small');
}

async function viewWebhook(
  { readTargetHealth }: ReadHealth,
  webhook: Webhook,
  now: Date,
): Promise<WebhookView> {
  const { failingSince = null } = await readTargetHealth(webhook.webhookId);
  return toWebhookView(webhook, failingSince, now);
}

/** Refuses sites that the account does not have, and more sites than the caller may access. */
async function requireSites(
  dependencies: FindSites,
  principal: KeyPrincipal | MemberPrincipal,
  siteIds: string[] | null,
): Promise<void> {
  if (!canManageWebhook(principal, { siteIds })) {
    throw new Problem(
      'grant-too-large',
      'A caller who is limited to sites must give `sites`, and may give only its own.',
    );
  }
  const missing = await findMissingSites(dependencies, principal.accountId, siteIds ?? []);
  if (missing.length === 0) return;
  throw createInvalidRequest(
    missing.map((siteId) => ({
      path: `sites[${siteIds?.indexOf(siteId)}]`,
      message: 'must be the id of a site of the account',
    })),
  );
}

async function requireEndpoint(
  { findEndpointFault }: CheckEndpoint,
  url: string,
  ownHost: string,
): Promise<void> {
  const message = await findEndpointFault(url, ownHost);
  if (message !== null) throw createInvalidRequest([{ path: 'url', message }]);
}

function buildChange(principal: KeyPrincipal | MemberPrincipal, requestId: string, now: Date): Change {
  const member = principal.kind === 'member' ? principal : undefined;
  return { by: toActor(principal, requestId), member, now };
}

function nameChange(before: Webhook, after: Webhook): WebhookChange['change'] {
  const wasDisabled = before.disabled !== undefined;
  const isDisabled = after.disabled !== undefined;
  if (wasDisabled === isDisabled) return 'changed';
  return isDisabled ? 'disabled' : 'enabled';
}

function handleReplacement(
  outcome: 'updated' | 'changed' | 'member-changed',
  after: Webhook,
): Webhook | undefined {
  if (outcome === 'member-changed') throw new Problem('role-too-small');
  return outcome === 'updated' ? after : undefined;
}
