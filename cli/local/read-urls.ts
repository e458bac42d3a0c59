import { isPlainText } from '../../core/sites/plain-text.ts';
import { URL_LENGTH_MAX } from '../../core/sites/url.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const SERVE_IT =
  'Have a server answer with the file, and give the address there, e.g. http://localhost:8080/';

/** UTF-16 units of a wrong URL that are shown. */
const SHOWN = 200;

/**
 * The URLs of a command line.
 * @param what they are called in messages, e.g. `--allow-origin`
 * @throws CliError usage `url-malformed`, which never repeats a user name or password
 */
export function readUrls(texts: readonly string[], what: string): URL[] {
  return texts.map((text) => readUrl(text, what));
}

function readUrl(text: string, what: string): URL {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) throw malformed(`${what} ${shown(text)} is no URL: ${whatIsMissing(text)}`, text);
  if (url.username !== '' || url.password !== '') {
    const message = `${what} for ${escapeLogLine(url.host, SHOWN)} holds a user name or password.`;
    throw createUsageError(
      'url-malformed',
      message,
      'Take it out: addresses are shown in reports. A local scan cannot sign in.',
    );
  }
  if (!isPlainText(text) || url.href.length > URL_LENGTH_MAX) {
    const message = `${what} ${shown(text)} is too long or has characters that do not show.`;
    throw createUsageError(
      'url-malformed',
      message,
      `A URL has at most ${URL_LENGTH_MAX} characters, percent-encoded.`,
    );
  }
  return url;
}

function malformed(message: string, text: string): CliError {
  if (/^file:/i.test(text)) {
    return createUsageError('url-malformed', message, SERVE_IT);
  }
  const bare = text.replace(/^[a-z]*:?\/\//i, '');
  // What has an @ in it may hold a password.
  const near = /[@\s]/.test(bare) ? null : URL.parse(`http://${bare}`);
  return createUsageError(
    'url-malformed',
    message,
    near === null ? 'Give it whole, e.g. http://localhost:8080/' : `Did you mean ${shown(near.href)}`,
  );
}

function whatIsMissing(text: string): string {
  if (text.trim() === '') return 'it is empty.';
  if (/^https?:\/\//i.test(text)) return 'what follows http:// or https:// is no host and path.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'only http:// and https:// can be scanned.';
  return 'http:// or https:// is missing.';
}

/** Without what might be a user name or password. */
function shown(text: string): string {
  return escapeLogLine(text.replace(/^([a-z]*:?\/\/)?[^/?#]*@/i, '$1…@'), SHOWN);
}
