import { createUsageError } from '../errors.ts';
import type { Secret } from '../settings/secret.ts';
import type { Settings } from '../settings/settings.ts';

/** The URL of the API and the key. */
export interface Access {
  apiUrl: string;
  apiKey: Secret;
}

interface Missing {
  code: string;
  what: string;
  howTo: string;
}

const apiUrl: Missing = {
  code: 'api-url-missing',
  what: 'the URL of the service',
  howTo:
    'Set the URL, https://…/api/v1, with A11Y_SCAN_API_URL in the environment, "apiUrl" in a11y-scan.config.json, or --api-url.',
};
const apiKey: Missing = {
  code: 'api-key-missing',
  what: 'an API key',
  howTo:
    'Set the key with A11Y_SCAN_API_KEY in the environment, in a pipeline from its secrets. There is no flag for it, because others can read the arguments of a process.',
};
const site: Missing = {
  code: 'site-missing',
  what: 'the site',
  howTo:
    'Set the site, by its id or URL, with --site, or "site" in a11y-scan.config.json; `a11y-scan sites` lists all sites.',
};
const FORK_HINT =
  'This pipeline builds a pull request from a fork, which gets no secrets. `a11y-scan local` needs no key.';

/** @throws CliError if the URL or the key is missing, with all ways to set them */
export function requireAccess(settings: Settings): Access {
  return requireSettings(settings, []);
}

/** @throws CliError if the URL, the key or the site is missing, with all ways to set them */
export function requireAccessToSite(settings: Settings): Access & { site: string } {
  const access = requireSettings(settings, settings.site === null ? [site] : []);
  return { ...access, site: settings.site ?? '' };
}

function requireSettings(settings: Settings, alsoMissing: readonly Missing[]): Access {
  const missing = [
    ...(settings.apiUrl === null ? [apiUrl] : []),
    ...(settings.apiKey === null ? [apiKey] : []),
    ...alsoMissing,
  ];
  const [first] = missing;
  if (settings.apiUrl !== null && settings.apiKey !== null && first === undefined) {
    return { apiUrl: settings.apiUrl, apiKey: settings.apiKey };
  }
  const hints = missing.map(({ howTo }) => howTo);
  if (settings.apiKey === null && settings.pipeline?.fromFork) hints.push(FORK_HINT);
  throw createUsageError(
    first?.code ?? apiKey.code,
    `Missing: ${missing.map(({ what }) => what).join(', ')}.`,
    hints.join('\n'),
  );
}
