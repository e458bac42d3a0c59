import { Logger } from '@aws-lambda-powertools/logger';
import { API_KEY_HEADER, API_KEY_PATTERN } from '../../core/access/key-text.ts';
import { escapeText } from '../../core/text/active-characters.ts';
import { memoize } from '../memoize.ts';

/** Members whose values are never logged, in any object. Compared in lower case. */
const secretMembers = new Set([
  API_KEY_HEADER.toLowerCase(),
  'apikey',
  'secret',
  'hash',
  'previoushash',
  'sessionhash',
  'cookie',
  'set-cookie',
  'cursorsecret',
  'authorization',
]);

/**
 * Returns the logger of the function. It writes JSON lines. It replaces control characters and other active characters
 * by their names, because JSON escapes only some of them. It masks API keys everywhere. Name and level come from the
 * POWERTOOLS_ variables, which are read at the first call.
 */
export const logger = memoize(
  () =>
    new Logger({
      jsonReplacerFn: (name, value) => {
        if (secretMembers.has(name.toLowerCase())) return '[secret]';
        return typeof value === 'string' ? escapeText(value).replace(API_KEY_PATTERN, '[api key]') : value;
      },
    }),
);
