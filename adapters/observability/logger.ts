import { Logger } from '@aws-lambda-powertools/logger';
import { escapeText } from '../../core/text/active-characters.ts';
import { once } from '../once.ts';

/** Members whose values never reach a log, whatever object they come in. Compared in lower case. */
const secretMembers = new Set([
  'x-api-key',
  'apikey',
  'secret',
  'hash',
  'previoushash',
  'cursorsecret',
  'authorization',
]);
const keyValue = /key_[0-9a-z]{26}_[0-9A-Za-z]{30}/g;

/**
 * Returns the logger of the function. It writes JSON lines and names control characters and other active characters,
 * because JSON escapes only some of them. API keys are blanked out wherever they appear. Name and level come from the
 * POWERTOOLS_ variables, which are read at the first call.
 */
export const logger = once(
  () =>
    new Logger({
      jsonReplacerFn: (name, value) => {
        if (secretMembers.has(name.toLowerCase())) return '[secret]';
        return typeof value === 'string' ? escapeText(value).replace(keyValue, '[api key]') : value;
      },
    }),
);
