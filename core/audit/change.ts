import type { MemberPrincipal } from '../access/principal.ts';
import type { Actor } from './audit-entry.ts';

/** Who makes a change of an account, and when. */
export interface Change {
  by: Actor;
  /** The member who makes it, whose role must not change meanwhile; undefined for an operator. */
  member?: MemberPrincipal | undefined;
  now: Date;
}

/** A change that only members make. */
export type MemberChange = Change & { member: MemberPrincipal };
