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

describe('the access settings of a command of the service', () => {
  it('are returned if they are complete', () => {
    const { apiUrl, apiKey, site } = complete;
    expect(requireAccessToSite(complete)).toEqual({ apiUrl, apiKey, site });
    expect(requireAccess({ ...complete, site: null })).toEqual({ apiUrl, apiKey });
  });

  it('are all reported at once if they are missing, each with all ways to set it', () => {
    const { exitStatus, code, message, hint } = missing({ apiUrl: null, apiKey: null, site: null });
    expect([exitStatus, code]).toEqual(['usage', 'api-url-missing']);
    expect(message).toBe('Missing: the URL of the service, an API key, the site.');
    expect(hint?.split('\n')).toEqual([
      expect.stringMatching(/A11Y_SCAN_API_URL.*"apiUrl".*--api-url/),
      expect.stringMatching(/A11Y_SCAN_API_KEY/),
      expect.stringMatching(/--site.*"site".*a11y-scan sites/),
    ]);
  });

  it('have an error code each', () => {
    expect(missing({ apiKey: null }).code).toBe('api-key-missing');
    expect(missing({ site: null }).code).toBe('site-missing');
  });

  it('lack the key in a pull request from a fork, and the error says what is possible there', () => {
    const pipeline = { name: 'github', label: 'GitHub Actions', metadata: {}, fromFork: true } as const;
    expect(missing({ apiKey: null, pipeline }).hint).toMatch(/fork.*a11y-scan local/);
    expect(missing({ apiKey: null, pipeline: { ...pipeline, fromFork: false } }).hint).not.toContain('fork');
  });
});
