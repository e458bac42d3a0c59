import { Logger } from '@aws-lambda-powertools/logger';
import { API_KEY_HEADER, API_KEY_PATTERN } from '../../core/access/key-text.ts';
import { escapeText } from '../../core/text/active-characters.ts';
import { memoize } from '../memoize.ts';

/** Members whose values never reach a log, whatever object they come in. Compared in lower case. */
const secretMembers = new Set([
  API_KEY_HEADER.toLowerCase(),
  'apikey',
  'secret',
  'hash',
  'previoushash',
  'cursorsecret',
  'authorization',
]);

/**
 * Returns the logger of the function. It writes JSON lines and names control characters and other active characters,
 * because JSON escapes only some of them. API keys are blanked out wherever they appear. Name and level come from the
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
