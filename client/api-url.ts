import { InvalidOptionError } from './errors.ts';

/** True if a host, as `URL` writes it, is this machine. False for names that DNS could resolve to another machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Returns why a text cannot be the URL of the API, as the end of a sentence; null if it can. Does not repeat the text.
 */
function findApiUrlFault(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return 'must be a URL such as https://…/api/v1';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? and #';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https://, because http:// would send the key unencrypted; http:// is for loopback only';
  }
  return null;
}

/**
 * Returns the URL of the API without trailing slashes.
 * @throws InvalidOptionError if the text cannot be the URL of the API
 */
export function normalizeApiUrl(text: string): string {
  const fault = findApiUrlFault(text);
  if (fault !== null) throw new InvalidOptionError('apiUrl', `The URL of the API ${fault}.`);
  // The lookbehind keeps the time linear: a match can only begin at the first of several slashes.
  return new URL(text).href.replace(/(?<!\/)\/+$/, '');
}
