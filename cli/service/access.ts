import { createUsageError } from '../errors.ts';
import type { Secret } from '../settings/secret.ts';
import type { Settings } from '../settings/settings.ts';

/** Where the service is, and what opens its door. */
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
  what: 'the address of the service',
  howTo:
    'The address, https://…/api/v1: A11Y_SCAN_API_URL in the environment, "apiUrl" in a11y-scan.config.json, or --api-url.',
};
const apiKey: Missing = {
  code: 'api-key-missing',
  what: 'an API key',
  howTo:
    'The key: A11Y_SCAN_API_KEY in the environment, in a pipeline from its secrets; no flag takes it, for others can read the arguments of a process.',
};
const site: Missing = {
  code: 'site-missing',
  what: 'the site',
  howTo:
    'The site, by its id or URL: --site, or "site" in a11y-scan.config.json; `a11y-scan sites` lists those there are.',
};
const KEYS_AND_FORKS =
  'This pipeline builds a pull request from a fork, to which a CI gives no secrets; `a11y-scan local` needs no key.';

/** @throws CliError when the address of the service or the key is missing; it says all ways to give each */
export function requireAccess(settings: Settings): Access {
  return required(settings, []);
}

/** @throws CliError when the address of the service, the key or the site is missing; it says all ways to give each */
export function requireAccessToSite(settings: Settings): Access & { site: string } {
  const access = required(settings, settings.site === null ? [site] : []);
  return { ...access, site: settings.site ?? '' };
}

function required(settings: Settings, alsoMissing: readonly Missing[]): Access {
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
  if (settings.apiKey === null && settings.pipeline?.fromFork) hints.push(KEYS_AND_FORKS);
  throw createUsageError(
    first?.code ?? apiKey.code,
    `Missing: ${missing.map(({ what }) => what).join(', ')}.`,
    hints.join('\n'),
  );
}
