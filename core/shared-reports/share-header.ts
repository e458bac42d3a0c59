/** The request header with the token of a shared report. It is never in a URL, because servers log URLs. */
export const SHARE_TOKEN_HEADER = 'A11y-Share-Token';
