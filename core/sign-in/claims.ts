/** What the service reads of the claims of an identity provider (OpenID Connect Core 1.0, 2 and 5.1). */
export interface SignInClaims {
  subject: string;
  /** The verified address as the provider states it; undefined if it states none, or has not verified it. */
  email?: string;
  name?: string;
  /** When the person proved who they are, RFC 3339 UTC; null if the provider does not state it. */
  signedInAt: string | null;
}
