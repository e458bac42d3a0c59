import {
  canAccessSite,
  type KeyPrincipal,
  type MemberPrincipal,
  type Principal,
} from '../core/access/principal.ts';
import type { Webhook } from '../core/alerts/webhook.ts';
import { Problem } from '../core/problems/problem.ts';

export interface FindWebhook {
  findWebhook(webhookId: string): Promise<Webhook | undefined>;
}

/** True if a caller may see and change an endpoint: a caller who is limited to sites, only those of these sites. */
export function canManageWebhook(
  principal: Pick<Principal, 'siteIds'>,
  { siteIds }: Pick<Webhook, 'siteIds'>,
): boolean {
  if (siteIds === null) return principal.siteIds === undefined;
  return siteIds.every((siteId) => canAccessSite(principal, siteId));
}

/** Returns an endpoint of the account of the caller. @throws Problem webhook-not-found */
export async function requireWebhook(
  { findWebhook }: FindWebhook,
  principal: KeyPrincipal | MemberPrincipal,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await findWebhook(webhookId);
  if (webhook?.accountId !== principal.accountId || !canManageWebhook(principal, webhook))
    throw new Problem('webhook-not-found');
  return webhook;
}
