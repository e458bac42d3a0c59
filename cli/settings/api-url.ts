import { isLoopback } from '../../client/api-url.ts';
import { API_PATH } from '../../core/api/endpoint.ts';
import { removeTrailing } from '../../core/text/remove-trailing.ts';
import { createUsageError } from '../errors.ts';
import { hasApiKey } from './key-text.ts';

const EXAMPLE = `https://scan.example.com${API_PATH}`;

/**
 * Returns the URL of version 1 of the API, without a trailing slash. A URL without a path gets `/api/v1`.
 * @param source flag, variable or file member with the text, for the error
 * @throws CliError for an invalid URL, or for http to another machine, because the key would not be encrypted
 */
export function parseApiUrl(text: string, source: string): string {
  const refuse = (what: string) => createUsageError('invalid-settings', `${source} ${what}`);
  if (!URL.canParse(text)) {
    const given = hasApiKey(text) ? 'an API key' : JSON.stringify(text);
    throw refuse(`must be an absolute URL such as ${EXAMPLE}, not ${given}.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw refuse(`must not contain a user name or password; it must be a URL such as ${EXAMPLE}.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`must begin with https://, as in ${EXAMPLE}; it begins with ${url.protocol}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refuse(
      `must begin with https://, because every request sends the key; http:// is for this machine only. It is ${url.href}`,
    );
  }
  if (url.search !== '' || url.hash !== '') throw refuse(`must have neither ? nor #, as in ${EXAMPLE}.`);
  const path = removeTrailing(url.pathname, '/');
  if (path !== '' && !path.endsWith('/v1')) {
    throw refuse(`must end in /v1, the version of the API, as in ${EXAMPLE}; it is ${url.href}`);
  }
  return `${url.origin}${path === '' ? API_PATH : path}`;
}
