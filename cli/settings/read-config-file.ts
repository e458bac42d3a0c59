import { relative, resolve } from 'node:path';
import { listRequestErrors } from '../../core/problems/request-errors.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { type ConfigFile, configFileSchema } from './config-file-schema.ts';
import { findKeyPath } from './find-key-path.ts';
import { parseJson } from './parse-json.ts';
import { readTextFile } from './read-text-file.ts';

/** What the file is called that is read without being named. */
export const CONFIG_FILE = 'a11y-scan.config.json';
const BYTES_MAX = 100_000;

/** A configuration file that was read. */
export interface LoadedConfigFile {
  /** As people are told of it: relative to the working directory, where it is in it. */
  path: string;
  content: ConfigFile;
}

/**
 * Reads the configuration file.
 * @param named the path that was given; false for no file; undefined for the default one, which need not exist
 * @throws CliError when it cannot be read, or holds anything but a valid configuration; what may be a key is not repeated
 */
export function readConfigFile(named: string | false | undefined, cwd: string): LoadedConfigFile | null {
  if (named === false) return null;
  const absolute = resolve(cwd, named ?? CONFIG_FILE);
  const path = named ?? CONFIG_FILE;
  const text = readTextFile({
    path: absolute,
    name: path,
    bytesMax: BYTES_MAX,
    kind: 'a configuration file',
    fault: refusal,
  });
  if (text !== null) return { path: shownPath(absolute, cwd), content: parsed(text, path) };
  if (named === undefined) return null;
  throw refusal(`${path} does not exist.`);
}

function shownPath(absolute: string, cwd: string): string {
  const within = relative(cwd, absolute);
  return within.startsWith('..') ? absolute : within;
}

function refusal(message: string): CliError {
  return createUsageError(
    'config-file',
    message,
    `--config names the file; without it ${CONFIG_FILE} in the working directory is read, with --no-config none.`,
  );
}

function parsed(text: string, path: string): ConfigFile {
  const content = parseJson(text, path, (message) => createUsageError('config-file', message));
  const keyAt = findKeyPath(content);
  if (keyAt !== null) {
    throw createUsageError(
      'key-in-config-file',
      `${path} has a key or another secret at ${keyAt}: a file that others can read is no place for it.`,
      'Take it out, have the key rotated if others may have seen it, and set A11Y_SCAN_API_KEY in the environment.',
    );
  }
  const { success, error } = configFileSchema.safeParse(content);
  if (success) return content as ConfigFile;
  const faults = listRequestErrors(error, '', content, configFileSchema);
  throw createUsageError(
    'invalid-settings',
    faults.map(({ path: at, message }) => toSentence(`${path}: ${at || 'the file'} ${message}`)).join('\n'),
  );
}
