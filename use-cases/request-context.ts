import type { CallerKind, Principal, PrincipalOf } from '../core/access/principal.ts';

/** The account whose data a use case may return, and the sites that this is limited to. */
export interface ReadContext {
  principal: Pick<Principal, 'accountId' | 'siteIds'>;
}

/** The caller, the id and the time of a request: part of the input of each use case. */
export interface RequestContext<Kind extends CallerKind = Principal['kind']> {
  principal: PrincipalOf<Kind>;
  /** Id of the request, or of the run of a schedule. It is in the audit log and in the log lines of a scan. */
  requestId: string;
  now: Date;
}
