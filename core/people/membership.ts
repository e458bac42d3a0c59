import { z } from 'zod';

/** Maximum number of sites that one member can be limited to. */
const MEMBER_SITES_MAX = 25;

/** The roles that a person may have. `scanner` is only for keys. */
export const memberRoles = ['viewer', 'manager', 'admin'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What a person may do in an account: the role, and the sites. An administrator is not limited to sites. */
export const memberGrantSchema = z
  .strictObject({
    role: z.enum(memberRoles),
    siteIds: z.array(z.string()).min(1).max(MEMBER_SITES_MAX).optional(),
  })
  .refine(({ role, siteIds }) => role !== 'admin' || siteIds === undefined, {
    path: ['siteIds'],
    error: 'must not be given for the role admin, which is not limited to sites',
  });

/** The membership of a person in an account. Times are RFC 3339 UTC. */
export interface Membership {
  accountId: string;
  personId: string;
  role: MemberRole;
  /** The sites that the member is limited to; undefined for all sites of the account. */
  siteIds?: string[];
  joinedAt: string;
  /** When the role changed last; absent if it never did. */
  roleChangedAt?: string;
  /** Id of the actor who invited or added the person. */
  invitedBy?: string;
}
