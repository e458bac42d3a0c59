import { InvalidOptionError } from './errors.ts';

/** Whether a host, as `URL` writes it, is this machine; names that a name server could point elsewhere are not. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Why a text cannot be the URL of the API, as the end of a sentence; null when it can. The text is not repeated. */
function apiUrlFault(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return 'must be a URL such as https://…/api/v1';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? and #';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https://, for the key would travel readable by others; http:// is for loopback only';
  }
  return null;
}

/**
 * The URL of the API without final slashes.
 * @throws InvalidOptionError if it cannot be one
 */
export function normalizeApiUrl(text: string): string {
  const fault = apiUrlFault(text);
  if (fault !== null) throw new InvalidOptionError('apiUrl', `The URL of the API ${fault}.`);
  return new URL(text).href.replace(/\/+$/, '');
}
