import { isPlainText } from '../../core/sites/plain-text.ts';
import { URL_LENGTH_MAX } from '../../core/sites/url.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const SERVE_HINT = 'Serve the file with a local server, and use its URL, e.g. http://localhost:8080/';

/** Maximum length of a shown URL, in UTF-16 units. */
const SHOWN_MAX = 200;

/**
 * Parses the URLs of a command line.
 * @param what their name in messages, e.g. `--allow-origin`
 * @throws CliError usage `url-malformed`; its message never contains a user name or password
 */
export function readUrls(texts: readonly string[], what: string): URL[] {
  return texts.map((text) => readUrl(text, what));
}

function readUrl(text: string, what: string): URL {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null)
    throw createMalformedError(`${what} ${formatUrl(text)} is not a URL: ${explainInvalidUrl(text)}`, text);
  if (url.username !== '' || url.password !== '') {
    const message = `${what} for ${escapeLogLine(url.host, SHOWN_MAX)} contains a user name or password.`;
    throw createUsageError(
      'url-malformed',
      message,
      'Remove it, because reports show URLs. A local scan cannot sign in.',
    );
  }
  if (!isPlainText(text) || url.href.length > URL_LENGTH_MAX) {
    const message = `${what} ${formatUrl(text)} is too long or has invisible characters.`;
    throw createUsageError(
      'url-malformed',
      message,
      `A URL has at most ${URL_LENGTH_MAX} characters, percent-encoded.`,
    );
  }
  return url;
}

function createMalformedError(message: string, text: string): CliError {
  if (/^file:/i.test(text)) {
    return createUsageError('url-malformed', message, SERVE_HINT);
  }
  const bare = text.replace(/^[a-z]*:?\/\//i, '');
  // A text with @ may contain a password.
  const near = /[@\s]/.test(bare) ? null : URL.parse(`http://${bare}`);
  return createUsageError(
    'url-malformed',
    message,
    near === null
      ? 'Use a complete URL, e.g. http://localhost:8080/'
      : `Did you mean ${formatUrl(near.href)}`,
  );
}

function explainInvalidUrl(text: string): string {
  if (text.trim() === '') return 'it is empty.';
  if (/^https?:\/\//i.test(text)) return 'the host or path after http:// or https:// is invalid.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'only http:// and https:// can be scanned.';
  return 'http:// or https:// is missing.';
}

/** Returns the text without a possible user name and password. */
function formatUrl(text: string): string {
  return escapeLogLine(text.replace(/^([a-z]*:?\/\/)?[^/?#]*@/i, '$1…@'), SHOWN_MAX);
}
