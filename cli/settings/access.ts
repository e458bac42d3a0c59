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

/** Commands that never call the service. They need neither its URL nor the key. */
const offlineCommands: readonly CommandName[] = ['local', 'github-action'];

/**
 * Resolves the URL of the API and the key. Only the environment has a key. It is not sent to a URL that only the
 * configuration file names, because anyone who proposes a change to the repository could then get the key.
 * @throws CliError for an invalid URL or key, and for a URL that only the configuration file names
 */
export function resolveAccess(
  command: CommandName,
  flags: Flags,
  file: LoadedConfigFile | null,
  env: Readonly<Record<string, string | undefined>>,
  sources: Sources,
): Pick<Settings, 'apiUrl' | 'apiKey'> {
  if (offlineCommands.includes(command)) return { apiUrl: null, apiKey: null };
  const apiKey = parseKey(env[API_KEY]);
  if (apiKey !== null) sources.set(['apiKey'], API_KEY);
  const candidates = [
    { text: flags.apiUrl, source: '--api-url', label: '--api-url' },
    { text: env[API_URL]?.trim() || undefined, source: API_URL, label: API_URL },
    { text: file?.content.apiUrl, source: file?.path ?? '', label: `${file?.path}: apiUrl` },
  ];
  const [, , fileCandidate] = candidates;
  const found = candidates.find(({ text }) => text !== undefined);
  if (found?.text === undefined) return { apiUrl: null, apiKey };
  const apiUrl = parseApiUrl(found.text, found.label);
  if (found === fileCandidate && apiKey !== null && !flags.trustConfigFile) {
    throw createUsageError(
      'api-url-not-trusted',
      `${file?.path} sets the API URL ${apiUrl}. The key from the environment is not sent to it, because the URL is not confirmed elsewhere.`,
      `If the URL is right, set ${API_URL} or --api-url to it, or use --trust-config-file. If you do not know the URL, someone may be trying to steal the key.`,
    );
  }
  sources.set(['apiUrl'], found.source);
  return { apiUrl, apiKey };
}

function parseKey(value: string | undefined): Secret | null {
  // Secret stores and `$(cat file)` may add line feeds around a value.
  const text = value?.trim();
  if (text === undefined || text === '') return null;
  if (!/^[!-~]+$/.test(text) || text.length > KEY_LENGTH_MAX) {
    throw createUsageError(
      'key-malformed',
      `${API_KEY} is not an API key. A key is one line of letters, digits and _ and begins with key_.`,
      'Its value is not shown here. Check how the pipeline sets it: without quotes, line feeds and unexpanded variables.',
    );
  }
  return new Secret(text);
}
