/** The roles that a person may have. `scanner` is only for keys. */
export const memberRoles = ['viewer', 'manager', 'admin'] as const;
export type MemberRole = (typeof memberRoles)[number];

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
