/** A call that a known key was refused. */
export interface KeyRefusal {
  accountId: string;
  keyId: string;
  /** Why: the code of a problem, or `wrong-secret`. */
  reason: string;
  requestId: string;
  sourceIp: string;
  now: Date;
}
