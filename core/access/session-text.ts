/** The cookie with the value of a session. Browsers accept the prefix only with `Secure`, `Path=/` and no `Domain`. */
export const SESSION_COOKIE = '__Host-session';

/** The request header in which a call with a session names its account, or `NO_ACCOUNT`. */
export const ACCOUNT_HEADER = 'A11y-Account';

/** The value of `ACCOUNT_HEADER` for a call that concerns no account. */
export const NO_ACCOUNT = 'none';
