import { createUsageError } from '../errors.ts';
import { parseApiUrl } from './api-url.ts';
import type { CommandName, Flags } from './flags.ts';
import type { Sources } from './layers.ts';
import type { LoadedConfigFile } from './read-config-file.ts';
import { Secret } from './secret.ts';
import type { Settings } from './settings.ts';

const API_URL = 'A11Y_SCAN_API_URL';
const API_KEY = 'A11Y_SCAN_API_KEY';
const KEY_LENGTH_MAX = 256;

/** Commands that never call the service and so need neither its address nor the key. */
const offline: readonly CommandName[] = ['local', 'github-action'];

/**
 * Where the service is, and the key. Only the environment has a key. A key of the environment is not sent to an address
 * that only the configuration file names: whoever may propose a change to the repository could have it sent to himself.
 * @throws CliError for an address or key that is none, and for such an address without confirmation
 */
export function resolveAccess(
  command: CommandName,
  flags: Flags,
  file: LoadedConfigFile | null,
  env: Readonly<Record<string, string | undefined>>,
  sources: Sources,
): Pick<Settings, 'apiUrl' | 'apiKey'> {
  if (offline.includes(command)) return { apiUrl: null, apiKey: null };
  const apiKey = keyOf(env[API_KEY]);
  if (apiKey !== null) sources.set(['apiKey'], API_KEY);
  const candidates = [
    { text: flags.apiUrl, source: '--api-url', told: '--api-url' },
    { text: env[API_URL]?.trim() || undefined, source: API_URL, told: API_URL },
    { text: file?.content.apiUrl, source: file?.path ?? '', told: `${file?.path}: apiUrl` },
  ];
  const [, , byFile] = candidates;
  const found = candidates.find(({ text }) => text !== undefined);
  if (found?.text === undefined) return { apiUrl: null, apiKey };
  const apiUrl = parseApiUrl(found.text, found.told);
  if (found === byFile && apiKey !== null && !flags.trustConfigFile) {
    throw createUsageError(
      'api-url-not-trusted',
      `${file?.path} would have the key of the environment sent to ${apiUrl}, and nothing else confirms that address.`,
      `If it is the right one: set ${API_URL} to it (or give --api-url), or give --trust-config-file. If you do not know it, somebody may be after the key.`,
    );
  }
  sources.set(['apiUrl'], found.source);
  return { apiUrl, apiKey };
}

function keyOf(value: string | undefined): Secret | null {
  // Secret stores and `$(cat file)` leave line feeds around a value.
  const text = value?.trim();
  if (text === undefined || text === '') return null;
  if (!/^[!-~]+$/.test(text) || text.length > KEY_LENGTH_MAX) {
    throw createUsageError(
      'key-malformed',
      `${API_KEY} is not an API key: a key is one line of letters, digits and _ that begins with key_.`,
      'It is not shown here. Look how the pipeline sets it: quotes, line feeds and unexpanded variables do not belong to it.',
    );
  }
  return new Secret(text);
}
