import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import type { CommandName, Flags } from '../../../../cli/settings/flags.ts';
import { type ResolvedSettings, resolveSettings } from '../../../../cli/settings/resolve-settings.ts';
import { createSecret, formatApiKey } from '../../../../core/access/api-key.ts';
import { fakeHost } from '../../../support/cli-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-settings-'));
const key = formatApiKey({ keyId: 'apikey_01jd3k5m7n9p1q3r5s7t9v1w3x', secret: createSecret() });
const API = 'https://scan.example.com/api/v1';
const file = (content: unknown, name = 'a11y-scan.config.json') =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

function resolve(
  flags: Flags = {},
  env: Record<string, string> = {},
  command: CommandName = 'trigger',
): ResolvedSettings {
  return resolveSettings(command, flags, fakeHost({ env, cwd: folder }).host);
}

/** Returns the error of an invocation with everything that people see of it. */
function refusal(...given: Parameters<typeof resolve>): string {
  try {
    resolve(...given);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    expect(error.exitStatus).toBe('usage');
    return [error.message, error.hint].join('\n');
  }
  throw new Error('nothing was refused');
}

beforeEach(() => rmSync(join(folder, 'a11y-scan.config.json'), { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  test('have defaults for all values that are not given', () => {
    const { settings, configFile } = resolve();
    expect(configFile).toBeNull();
    expect(settings).toMatchObject({
      apiUrl: null,
      apiKey: null,
      site: null,
      outputs: [],
      timeoutMs: 900_000,
      json: false,
      quiet: false,
      annotations: true,
      pipeline: null,
    });
    expect(settings.config).toEqual({
      rules: ['wcag-aa'],
      priority: 'normal',
      failOn: { new: 'serious', review: false, minCoverage: 90, onNoBaseline: 'report' },
    });
  });

  test('come from flags before the environment before the file', () => {
    file({ apiUrl: 'https://file.example.com/api/v1', site: 'https://file.example.com/', timeout: '1h' });
    const env = { A11Y_SCAN_API_URL: 'https://env.example.com/api/v1' };
    expect(resolve({}, {}).settings).toMatchObject({
      apiUrl: 'https://file.example.com/api/v1',
      site: 'https://file.example.com/',
      timeoutMs: 3_600_000,
    });
    expect(resolve({}, env).settings.apiUrl).toBe('https://env.example.com/api/v1');
    const byFlags = resolve({ apiUrl: API, site: 'https://www.example.com/', timeout: '90s' }, env);
    expect(byFlags.settings).toMatchObject({
      apiUrl: API,
      site: 'https://www.example.com/',
      timeoutMs: 90_000,
    });
    expect(byFlags.sources.all()).toMatchObject({
      apiUrl: '--api-url',
      site: '--site',
      timeout: '--timeout',
    });
  });

  test('combine members of the config one by one, and replace lists as a whole', () => {
    file({ config: { rules: ['wcag21-aa', 'best-practice'], maxPages: 7, viewport: 'mobile' } });
    const { settings, sources } = resolve({ rules: ['wcag-a, act', 'rgaa'], viewport: '1024x768' });
    expect(settings.config).toMatchObject({
      rules: ['wcag-a', 'act', 'rgaa'],
      maxPages: 7,
      viewport: { width: 1024, height: 768 },
    });
    expect(sources.all()).toMatchObject({
      'config.maxPages': 'a11y-scan.config.json',
      'config.rules': '--rules',
    });
  });

  test('include every scan flag in the config', () => {
    const { settings } = resolve({
      url: 'https://preview.example.com/',
      maxPages: '3',
      maxDepth: '0',
      crawl: 'none',
      colorScheme: 'dark',
      priority: 'low',
      branch: 'feature/x',
      targetBranch: 'main',
      commit: 'ABCDEF1',
      pullRequest: '42',
      baseline: 'scan_01jd3k5m7n9p1q3r5s7t9v1w3x',
    });
    expect(settings.config).toMatchObject({
      url: 'https://preview.example.com/',
      maxPages: 3,
      maxDepth: 0,
      crawl: 'none',
      colorScheme: 'dark',
      priority: 'low',
      metadata: { branch: 'feature/x', targetBranch: 'main', commit: 'abcdef1', pullRequest: '42' },
      baseline: 'scan_01jd3k5m7n9p1q3r5s7t9v1w3x',
    });
  });

  test('take branch and commit from the CI, not from the file, unless a flag sets them', () => {
    const env = {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: '0123456789abcdef0123456789abcdef01234567',
      CI_COMMIT_BRANCH: 'feature/x',
    };
    file({ config: { metadata: { branch: 'main', targetBranch: 'by-file' } } });
    const { settings, sources } = resolve({}, env);
    expect(settings.pipeline?.name).toBe('gitlab');
    const commit = env.CI_COMMIT_SHA;
    expect(settings.config.metadata).toEqual({ branch: 'feature/x', targetBranch: 'by-file', commit });
    expect(sources.all()['config.metadata.branch']).toBe(settings.pipeline?.label);
    expect(resolve({ branch: 'by-flag' }, env).settings.config.metadata?.branch).toBe('by-flag');
  });

  test('have no URL, baseline and key of the service for a local scan', () => {
    file({
      apiUrl: API,
      config: { url: 'https://preview.example.com/', baseline: 'scan_01jd3k5m7n9p1q3r5s7t9v1w3x' },
    });
    const { settings } = resolve({}, { A11Y_SCAN_API_KEY: key }, 'local');
    expect(settings.apiKey).toBeNull();
    expect(settings.config).not.toHaveProperty('url');
    expect(settings.config).not.toHaveProperty('baseline');
  });

  test('treat a URL without a path as that of the API', () => {
    expect(resolve({ apiUrl: 'http://127.0.0.1:3000' }).settings.apiUrl).toBe('http://127.0.0.1:3000/api/v1');
    expect(resolve({ apiUrl: 'https://x.example.com/stage/v1/' }).settings.apiUrl).toBe(
      'https://x.example.com/stage/v1',
    );
  });
});

describe('the gate', () => {
  const failOn = (flags: Flags, command: CommandName = 'trigger') =>
    resolve(flags, {}, command).settings.config.failOn;

  test('counts every problem of a local scan without a baseline, because nothing can be new', () => {
    expect(failOn({}, 'local')).toMatchObject({ any: 'serious' });
    expect(failOn({ baseline: 'report.json' }, 'local')).toMatchObject({ new: 'serious' });
  });

  test('has the thresholds of the flags, which replace all thresholds of the file', () => {
    file({ config: { failOn: { new: 'minor', minCoverage: 50 } } });
    expect(failOn({})).toMatchObject({ new: 'minor', minCoverage: 50 });
    expect(failOn({ failOn: ['any=critical', 'best-practice-total=3', 'review'] })).toEqual({
      any: 'critical',
      bestPractice: { total: 3 },
      review: true,
      minCoverage: 90,
      onNoBaseline: 'report',
    });
  });

  test('keeps its thresholds if flags only set their options', () => {
    file({ config: { failOn: { new: 'minor' } } });
    expect(failOn({ failOn: ['no-baseline=fail', 'min-coverage=100'] })).toMatchObject({
      new: 'minor',
      onNoBaseline: 'fail',
      minCoverage: 100,
    });
  });

  test('is absent if nothing may fail it', () => {
    expect(failOn({ failOn: ['nothing'] })).toBeUndefined();
    file({ config: { failOn: 'nothing' } });
    expect(refusal({ failOn: ['review'] })).toContain(
      'config.failOn must set at least one of new, any, total',
    );
    expect(failOn({})).toBeUndefined();
    expect(failOn({ failOn: ['total=0'] })).toMatchObject({ total: 0 });
  });
});

describe('an invalid value', () => {
  test.each<[string, Flags, string]>([
    [
      'an unknown rule set',
      { rules: ['wcag-aa,wcag-aaa-x'] },
      '--rules wcag-aaa-x is not an allowed value; did you mean wcag-aaa?',
    ],
    ['an empty rule set', { rules: [','] }, '--rules  must be one of'],
    ['an invalid number', { maxPages: 'ten' }, '--max-pages must be a whole number, not ten.'],
    ['too large a number', { maxPages: '5000' }, '--max-pages 5000 must be at most 1000.'],
    ['an invalid mode', { crawl: 'link' }, '--crawl link is not an allowed value; did you mean links?'],
    ['too small a size', { viewport: '10x800' }, '--viewport 10x800: width must be at least 240.'],
    [
      'an invalid size',
      { viewport: 'huge' },
      'must be one of desktop, tablet, mobile or a size such as 1024x768.',
    ],
    [
      'an invalid viewport',
      { viewport: 'mobil' },
      '--viewport mobil is not an allowed value; did you mean mobile?',
    ],
    [
      'an invalid impact',
      { failOn: ['new=serius'] },
      '--fail-on new=serius is not an allowed value; did you mean serious?',
    ],
    [
      'an unknown threshold',
      { failOn: ['neu=serious'] },
      '--fail-on neu=serious is unknown; did you mean new?',
    ],
    [
      'a threshold without value',
      { failOn: ['any'] },
      '--fail-on any needs one value after =, as in --fail-on any=serious.',
    ],
    ['an invalid count', { failOn: ['total=many'] }, 'total takes a number, as in --fail-on total=50.'],
    ['a threshold twice', { failOn: ['total=1', 'total=2'] }, '--fail-on sets total twice.'],
    [
      'nothing together with a threshold',
      { failOn: ['nothing', 'total=2'] },
      '--fail-on nothing cannot be combined with other thresholds',
    ],
    [
      'too much coverage',
      { failOn: ['min-coverage=900'] },
      '--fail-on min-coverage=900 must be at most 100.',
    ],
    ['a misspelt format', { output: ['sarf=x'] }, 'sarf is not a format; did you mean sarif?'],
    [
      'a path alone',
      { output: ['out/x.html'] },
      '--output out/x.html needs a format before the path, as in --output html=out/x.html. The formats are json,',
    ],
    ['an unknown format', { output: ['docx=x'] }, 'docx is not a format; use one of json, html,'],
    ['no path', { output: ['sarif'] }, '--output sarif needs a path after =, as in --output sarif=report'],
    [
      'one path twice',
      { output: ['json=out/a', 'html=./out/../out/a'] },
      'Two outputs, json and html, have the same path',
    ],
    [
      'standard output twice',
      { output: ['json=-', 'html=/dev/stdout'] },
      'have the same path: standard output.',
    ],
    [
      'standard output and JSON',
      { output: ['html=-'], json: true },
      'cannot take both --json and the output html=-',
    ],
    ['a duration', { timeout: '15' }, '--timeout 15 must be a duration from 1s to 24h'],
    ['an invalid duration', { timeout: '0s' }, '--timeout 0s must be a duration'],
    ['a site', { site: 'www.example.com' }, 'did you mean https://www.example.com?'],
    ['a commit', { commit: 'main' }, '--commit main must be a commit hash'],
    ['a baseline', { baseline: 'latest' }, '--baseline latest must be an id that begins with scan_.'],
    ['an address', { apiUrl: 'scan' }, '--api-url must be an absolute URL such as https://'],
    [
      'an address of another version',
      { apiUrl: 'https://x.example.com/api/v2' },
      '--api-url must end in /v1',
    ],
    [
      'an address with a query',
      { apiUrl: 'https://x.example.com/api/v1?a' },
      '--api-url must have neither ? nor #',
    ],
    ['another protocol', { apiUrl: 'ftp://x.example.com/api/v1' }, '--api-url must begin with https://'],
  ])('is reported with a valid value: %s', (_, flags, message) => {
    expect(refusal(flags)).toContain(message);
  });

  test('of several flags is reported for each of them', () => {
    const text = refusal({ crawl: 'x', priority: 'y', rules: ['z'] });
    for (const flag of ['--crawl x', '--priority y', '--rules z', 'a11y-scan rule-sets'])
      expect(text).toContain(flag);
  });

  test('instead of a URL is not repeated if it is a key', () => {
    for (const value of [key, key.slice(0, 40)]) {
      expect(refusal({}, { A11Y_SCAN_API_URL: value })).toContain(`such as ${API}, not an API key.`);
    }
  });

  test('of the environment is reported with its variable', () => {
    expect(refusal({}, { A11Y_SCAN_API_URL: 'nowhere' })).toContain(
      'A11Y_SCAN_API_URL must be an absolute URL',
    );
  });
});

describe('plain http', () => {
  test.each([
    'http://localhost:3000/api/v1',
    'http://127.0.0.1/api/v1',
    'http://127.1:8/api/v1',
    'http://[::1]:3/api/v1',
  ])('is accepted on this machine: %s', (apiUrl) => {
    expect(resolve({ apiUrl }).settings.apiUrl).toMatch(/^http:.*\/api\/v1$/);
  });

  test.each([
    'http://scan.example.com/api/v1',
    'http://localhost.example.com/api/v1',
    'http://127.0.0.1.example.com/api/v1',
    'http://10.0.0.1/api/v1',
    'http://app.localhost/api/v1',
    'http://[::ffff:127.0.0.1]/api/v1',
  ])('is rejected elsewhere: %s', (apiUrl) => {
    expect(refusal({ apiUrl })).toContain('must begin with https://');
  });
});

describe('the configuration file', () => {
  test.each<[string, unknown, string]>([
    ['not JSON', '{\n  "site": "x",\n}', 'a11y-scan.config.json, line 3, column 1: not JSON'],
    ['not an object', '[]', 'a11y-scan.config.json: the file must be an object, not an array.'],
    ['too large', `{"site": "${'x'.repeat(100_000)}"}`, 'a configuration file may have 100000'],
    [
      'with an unknown member',
      { sites: 'x' },
      'a11y-scan.config.json: sites is not known here; did you mean site?',
    ],
    [
      'with an unknown rule set',
      { config: { rules: ['wcag-aaaa'] } },
      'a11y-scan.config.json: config.rules[0] is not an allowed value; did you mean wcag-aaa?',
    ],
    [
      'with a misspelt member of the config',
      { config: { maxpages: 3 } },
      'config.maxpages is not known here; did you mean maxPages?',
    ],
    [
      'with a misspelt threshold',
      { config: { failOn: { neu: 'serious' } } },
      'config.failOn.neu is not known here; did you mean new?',
    ],
    [
      'with an unknown gate',
      { config: { failOn: 'never' } },
      'config.failOn must be an object of thresholds such as {"new": "serious"}, or "nothing"',
    ],
    [
      'with an unknown format',
      { outputs: { sarf: 'x' } },
      'outputs.sarf is not known here; did you mean sarif?',
    ],
    ['with an invalid duration', { timeout: 'long' }, 'timeout must be a duration'],
    [
      'with an invalid site',
      { site: 'www.example.com' },
      'a11y-scan.config.json: site must be the id of a site',
    ],
    [
      'with an invalid address',
      { apiUrl: 'http://x.example.com/api/v1' },
      'a11y-scan.config.json: apiUrl must begin with https://',
    ],
    ['with a prototype', '{"config": {"__proto__": {"rules": ["rgaa"]}}}', 'is not known here'],
    ['with endless nesting', `${'['.repeat(40_000)}${']'.repeat(40_000)}`, 'more than 50 levels'],
    [
      'with a path outside of the folder',
      { outputs: { json: '../x.json' } },
      'outputs.json must be a path below the working directory',
    ],
    [
      'with a hidden path outside of the folder',
      { outputs: { json: 'a/../../x.json' } },
      'outputs.json must be a path below',
    ],
    ['with an absolute path', { outputs: { json: '/etc/x.json' } }, 'outputs.json must be a path below'],
  ])('is rejected: %s', (_, content, message) => {
    file(content);
    expect(refusal()).toContain(message);
  });

  test('is rejected if it is a folder or cannot be found, unless it was not named', () => {
    mkdirSync(join(folder, 'a11y-scan.config.json'));
    expect(refusal()).toContain('a11y-scan.config.json is a folder.');
    expect(resolve({ config: false }).configFile).toBeNull();
    expect(refusal({ config: 'missing.json' })).toContain('missing.json does not exist.');
    expect(refusal({ config: '/dev/zero' })).toContain('/dev/zero is not a regular file.');
  });

  test('may begin with a byte order mark and name its schema', () => {
    file('\ufeff{"$schema": "./schema.json", "site": "https://www.example.com/"}', 'other.json');
    expect(resolve({ config: 'other.json' })).toMatchObject({
      settings: { site: 'https://www.example.com/' },
      configFile: 'other.json',
    });
  });

  test('is rejected if it is not UTF-8', () => {
    writeFileSync(join(folder, 'a11y-scan.config.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(refusal()).toContain('is not UTF-8 text');
  });

  test.each<[string, unknown, string]>([
    ['by its name', { apiKey: 'hunter2hunter2' }, 'apiKey'],
    ['by another name', { 'X-API-Key': 'hunter2hunter2' }, 'X-API-Key'],
    ['within', { config: { metadata: { token: 'hunter2hunter2' } } }, 'config.metadata.token'],
    ['by its value', { site: key }, 'site'],
    ['by the beginning of a value', { site: 'key_hunter2hunter2' }, 'site'],
    ['in a list', { config: { rules: ['wcag-aa', ` ${key}`] } }, 'config.rules[1]'],
    ['in a text', { config: { metadata: { branch: `x ${key} y` } } }, 'config.metadata.branch'],
    ['as a name', { outputs: { [key]: 'x' } }, 'outputs'],
  ])('with a key is rejected, and the key is not repeated: %s', (_, content, where) => {
    file(content);
    const text = refusal();
    expect(text).toContain(where);
    expect(text).toContain('A11Y_SCAN_API_KEY');
    expect(text).not.toMatch(/hunter2/);
    expect(text).not.toContain(key);
  });
});

describe('the key', () => {
  test('comes from the environment, without surrounding whitespace', () => {
    const { settings } = resolve({}, { A11Y_SCAN_API_KEY: `${key}\n` });
    expect(settings.apiKey?.reveal()).toBe(key);
    expect(JSON.stringify(settings)).not.toContain(key);
    expect(resolve({}, { A11Y_SCAN_API_KEY: '  ' }).settings.apiKey).toBeNull();
  });

  test.each(['two words', `${'x'.repeat(300)}`, 'line\nfeed', 'ключ'])(
    'is rejected and not repeated if it has an invalid format',
    (value) => {
      const text = refusal({}, { A11Y_SCAN_API_KEY: value });
      expect(text).toContain('A11Y_SCAN_API_KEY is not an API key');
      expect(text).not.toContain(value);
    },
  );

  test('is not sent to a URL that only the file names', () => {
    file({ apiUrl: 'https://evil.example.net/api/v1' });
    const env = { A11Y_SCAN_API_KEY: key };
    const text = refusal({}, env);
    expect(text).toContain('https://evil.example.net/api/v1');
    expect(text).toContain('A11Y_SCAN_API_URL');
    expect(text).toContain('--trust-config-file');
    for (const command of ['trigger', 'report', 'sites', 'rule-sets'] as const) {
      expect(refusal({}, env, command)).toBe(text);
    }
  });

  test('is sent to that URL if the URL is confirmed, or to the URL that the environment or a flag names', () => {
    file({ apiUrl: API });
    const env = { A11Y_SCAN_API_KEY: key };
    expect(resolve({ trustConfigFile: true }, env).settings.apiUrl).toBe(API);
    expect(resolve({}, { ...env, A11Y_SCAN_API_URL: API }).settings.apiUrl).toBe(API);
    expect(resolve({ apiUrl: API }, env).settings.apiUrl).toBe(API);
    const other = 'https://other.example.com/api/v1';
    expect(resolve({}, { ...env, A11Y_SCAN_API_URL: other }).settings.apiUrl).toBe(other);
  });
});
