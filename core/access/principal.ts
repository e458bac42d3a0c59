import type { Role } from './roles.ts';

/** Who makes a call: the key that the authorizer verified. */
export interface Principal {
  accountId: string;
  /** Id of the key, `apikey_…`. */
  keyId: string;
  role: Role;
  /** The sites the key is limited to; undefined when it may access every site of its account. */
  siteIds?: string[];
  /**
   * When the value that the key was shown by stops working, RFC 3339 UTC: the key's expiry, or the end of the grace that
   * a rotation gave to an earlier value. Undefined where the authorizer did not tell.
   */
  expiresAt?: string;
  /** Address the call came from, as the gateway saw it. */
  sourceIp: string;
}

/** Whether the caller may access a site of its own account. */
export function mayAccessSite(principal: Principal, siteId: string): boolean {
  return principal.siteIds === undefined || principal.siteIds.includes(siteId);
}
