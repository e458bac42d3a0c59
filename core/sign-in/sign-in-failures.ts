/** Why a sign-in did not succeed, with the meaning for the log. The dashboard has the words for the person. */
export const signInFailures = {
  'not-started': 'The sign-in was not started by a page of the dashboard.',
  'attempt-unknown': 'The browser has not started this sign-in, or started it more than ten minutes ago.',
  'too-many-sign-ins': 'Too many sign-ins came from this network address.',
  'provider-down': 'The identity provider did not respond as it must.',
  'clock-skew': 'The clocks of the service and of the identity provider differ.',
  refused: 'The identity provider refused the sign-in, or its response is not valid.',
  'email-not-verified': 'The identity provider has not verified an email address of the person.',
  'sign-in-not-renewed': 'The identity provider did not let the person sign in again.',
} as const;

export type SignInFailureCode = keyof typeof signInFailures;

/** Error that ends a sign-in. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly code: SignInFailureCode;

  constructor(code: SignInFailureCode, options?: ErrorOptions) {
    super(`${code}: ${signInFailures[code]}`, options);
    this.code = code;
  }
}
