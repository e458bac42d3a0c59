import { resolve } from 'node:path';
import { z } from 'zod';
import { listRequestErrors } from '../../core/problems/request-errors.ts';
import {
  buildSuppression,
  createSuppressionSchema,
  SELECTOR_SUPPRESSIONS_MAX,
  SUPPRESSIONS_MAX,
  type Suppression,
} from '../../core/suppressions/suppression.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { parseJson } from '../settings/parse-json.ts';
import { readTextFile } from '../settings/read-text-file.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const BYTES_MAX = 1_000_000;
const HINT =
  'The file must be an array of suppressions as POST /sites/<id>/suppressions takes them, e.g. [{"match": {"rule": "label"}, "reason": "Third-party widget", "expiresAt": "2027-03-31T00:00:00Z"}].';

const schema = z
  .array(createSuppressionSchema)
  .max(SUPPRESSIONS_MAX)
  .refine(
    (all) => all.filter(({ match }) => match.selector !== undefined).length <= SELECTOR_SUPPRESSIONS_MAX,
    `must not have a selector in more than ${SELECTOR_SUPPRESSIONS_MAX} entries`,
  );

/**
 * Reads the suppressions of a local scan from a file, including expired ones, so that the scan can report them.
 * @param path as given
 * @param cwd base of a relative path
 * @throws CliError usage `suppressions-unreadable`, `suppressions-malformed`, with the entry and what is valid
 */
export function readSuppressions(path: string, cwd: string, now: Date): Suppression[] {
  const name = escapeLogLine(path, 300);
  const text = readTextFile({
    path: resolve(cwd, path),
    name,
    bytesMax: BYTES_MAX,
    kind: 'a file of suppressions',
    fault: createUnreadableError,
  });
  if (text === null) throw createUnreadableError(`${name} does not exist.`);
  const content = parseJson(text, name, createMalformedError);
  const { success, data, error } = schema.safeParse(content);
  if (!success) {
    const faults = listRequestErrors(error, '', content, schema);
    throw createMalformedError(
      faults.map((each) => toSentence(`${name}: ${each.path || 'the file'} ${each.message}`)).join('\n'),
    );
  }
  const of = { accountId: '', siteId: '', author: { keyId: 'local', name } };
  // A millisecond apart, because the oldest matching suppression excludes a finding.
  return data.map((each, at) => buildSuppression(of, each, new Date(now.getTime() - (data.length - at))));
}

function createUnreadableError(message: string): CliError {
  return createUsageError('suppressions-unreadable', message, 'Set --suppressions to the path of the file.');
}

function createMalformedError(message: string): CliError {
  return createUsageError('suppressions-malformed', message, HINT);
}
