import type { Principal, PrincipalKind, PrincipalOf } from '../core/access/principal.ts';

/** Who asks for something, by which request and when. Each use case takes it beside its own input. */
export interface RequestContext<Kind extends PrincipalKind = Principal['kind']> {
  principal: PrincipalOf<Kind>;
  /** Id of the request, or of the run of a schedule. The audit log and the log lines of a scan name it. */
  requestId: string;
  now: Date;
}
