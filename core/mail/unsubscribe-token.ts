import { API_PATH } from '../api/endpoint.ts';
import type { MailKind, MailSettings } from './mail-settings.ts';

/** Kind of mail, person, account, and 256 bits in base64url. */
const TOKEN_PATTERN =
  /^(alerts|digests)\.(person_[0-9a-hjkmnp-tv-z]{26})\.(acct_[0-9a-hjkmnp-tv-z]{26})\.([\w-]{43})$/;

/** The parts of a token that switches mails off. */
export interface UnsubscribeToken extends Pick<MailSettings, 'personId' | 'accountId' | 'secret'> {
  kind: MailKind;
}

/** Returns the token of the links with which a person switches off one kind of mail from an account. */
export function formatUnsubscribeToken({ kind, personId, accountId, secret }: UnsubscribeToken): string {
  return [kind, personId, accountId, secret].join('.');
}

/** Returns the parts of a token; null if it is malformed. */
export function parseUnsubscribeToken(token: string): UnsubscribeToken | null {
  const [, kind, personId, accountId, secret] = TOKEN_PATTERN.exec(token) ?? [];
  if (personId === undefined || accountId === undefined || secret === undefined) return null;
  return { kind: kind as MailKind, personId, accountId, secret };
}

/** Path of the screen that asks a person before it switches mails off. */
const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Returns the path of the screen for a token, which may be any text. */
export function buildUnsubscribePath(token: string): string {
  return `${UNSUBSCRIBE_PATH}#${encodeURIComponent(token)}`;
}

/** Where mails are switched off. */
export interface UnsubscribeLinks {
  /** For mail programs: a POST to it switches the mails off (RFC 8058). */
  oneClick: string;
  /** For people. The token is in the fragment, so that opening the link sends it to nobody and changes nothing. */
  screen: string;
}

/** @param origin origin of the dashboard */
export function buildUnsubscribeLinks(origin: string, token: string): UnsubscribeLinks {
  return {
    oneClick: `${origin}${API_PATH}/unsubscribe?token=${token}`,
    screen: `${origin}${buildUnsubscribePath(token)}`,
  };
}
