/** What every refused call or sign-in has. */
interface RefusedRequest {
  /** A problem code, a code of a failed sign-in, or `wrong-secret`. */
  reason: string;
  requestId: string;
  sourceIp: string;
  now: Date;
}

/** A call that was refused although its key is known. */
export interface KeyRefusal extends RefusedRequest {
  accountId: string;
  keyId: string;
}

/** A call of a person that was refused in an account: one of a member, or of a person who is not one. */
export interface MemberRefusal extends RefusedRequest {
  accountId: string;
  personId: string;
}

/** A sign-in that was refused. It concerns no account, and usually nobody knows who it was. */
export interface SignInRefusal extends RefusedRequest {
  accountId: typeof SIGN_IN_LOG;
}

export type Refusal = KeyRefusal | MemberRefusal | SignInRefusal;

/** The log of refused sign-ins. It is not the id of an account, so that no account can read it. */
export const SIGN_IN_LOG = 'sign-in';

/** The actor and the target of a refused sign-in. */
export const UNKNOWN_PERSON = 'unknown';
