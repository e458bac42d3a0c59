/** The name of the sender, as mail programs show it. */
export const SENDER_NAME = 'Accessibility scans';

/** A mail to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers: printable ASCII. */
  headers: readonly MailHeader[];
}

export interface MailHeader {
  name: string;
  value: string;
}

/**
 * Outcome of an attempt to send a mail: accepted, refused now and perhaps not later, or refused for good. `failure`
 * says why, for people.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'deferred' | 'refused'; failure: string };
