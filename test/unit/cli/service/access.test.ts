import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { requireAccess, requireAccessToSite } from '../../../../cli/service/access.ts';
import { Secret } from '../../../../cli/settings/secret.ts';
import type { Settings } from '../../../../cli/settings/settings.ts';

const complete: Settings = {
  apiUrl: 'https://scan.example.com/api/v1',
  apiKey: new Secret('key_0123_secret'),
  site: 'https://www.example.com/',
  config: { rules: ['wcag-aa'], priority: 'normal' },
  outputs: [],
  timeoutMs: 1_000,
  json: false,
  quiet: false,
  annotations: true,
  pipeline: null,
};

function missing(change: Partial<Settings>): CliError {
  try {
    requireAccessToSite({ ...complete, ...change });
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('nothing is missing');
}

describe('what a command of the service needs', () => {
  it('is handed on when it is there', () => {
    const { apiUrl, apiKey, site } = complete;
    expect(requireAccessToSite(complete)).toEqual({ apiUrl, apiKey, site });
    expect(requireAccess({ ...complete, site: null })).toEqual({ apiUrl, apiKey });
  });

  it('is told all at once when it is missing, each with all ways to give it', () => {
    const { ending, code, message, hint } = missing({ apiUrl: null, apiKey: null, site: null });
    expect([ending, code]).toEqual(['usage', 'api-url-missing']);
    expect(message).toBe('Missing: the address of the service, an API key, the site.');
    expect(hint?.split('\n')).toEqual([
      expect.stringMatching(/A11Y_SCAN_API_URL.*"apiUrl".*--api-url/),
      expect.stringMatching(/A11Y_SCAN_API_KEY/),
      expect.stringMatching(/--site.*"site".*a11y-scan sites/),
    ]);
  });

  it('has a code of its own each', () => {
    expect(missing({ apiKey: null }).code).toBe('api-key-missing');
    expect(missing({ site: null }).code).toBe('site-missing');
  });

  it('is no key in a pull request of a fork, and what can be done there is told', () => {
    const pipeline = { name: 'github', label: 'GitHub Actions', metadata: {}, fromFork: true } as const;
    expect(missing({ apiKey: null, pipeline }).hint).toMatch(/fork.*a11y-scan local/);
    expect(missing({ apiKey: null, pipeline: { ...pipeline, fromFork: false } }).hint).not.toContain('fork');
  });
});
