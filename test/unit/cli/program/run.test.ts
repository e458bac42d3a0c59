import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CliError, withScanId } from '../../../../cli/errors.ts';
import { maskHostOutputs } from '../../../../cli/program/mask-host-outputs.ts';
import { reportError } from '../../../../cli/program/report-error.ts';
import { run } from '../../../../cli/run.ts';
import { createSecret, formatApiKey } from '../../../../core/access/api-key.ts';
import { fakeHost } from '../../../support/cli-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = formatApiKey({ keyId: 'apikey_01jd3k5m7n9p1q3r5s7t9v1w3x', secret: createSecret() });

async function invoke(argv: string[], env: Record<string, string> = {}) {
  const fake = fakeHost({ env, cwd: folder });
  const code = await run(argv, fake.host);
  return { code, stdout: fake.stdout(), stderr: fake.stderr() };
}

describe('an invocation', () => {
  test('without a command shows the help, and says so in the JSON document if --json is set', async () => {
    expect(await invoke([])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage:'),
    });
    const { code, stdout } = await invoke(['--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      2,
      { ending: 'usage', exitCode: 2, error: { code: 'command-missing' } },
    ]);
  });

  test('ends with 0 after help and version, which are printed on standard output', async () => {
    expect(await invoke(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage:'),
      stderr: '',
    });
    expect(await invoke(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/),
    });
  });

  test('ends with 2 without a command, and lists the commands on standard error', async () => {
    expect(await invoke([])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Commands:'),
    });
  });

  test('reports a usage error on standard error, with what to do next', async () => {
    expect(await invoke(['trigger', '--rules', 'wcag-aaa-x'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'Error: --rules wcag-aaa-x is not an allowed value; did you mean wcag-aaa?\na11y-scan rule-sets lists all rule sets.\n',
    });
  });

  test('reports a usage error to programs as one JSON document', async () => {
    for (const argv of [
      ['trigger', '--json', '--bogus'],
      ['--json', 'trigger', '--timeout', 'x'],
    ]) {
      const { code, stdout } = await invoke(argv);
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toEqual({
        ending: 'usage',
        exitCode: 2,
        error: {
          code: expect.any(String),
          message: expect.any(String),
          hint: expect.toSatisfy((hint) => hint !== undefined),
        },
      });
    }
  });

  test('escapes given values for terminals and logs', async () => {
    const { stderr } = await invoke(['trigger', '--branch', 'x\u001b[2J\n::error::y']);
    expect(stderr).toContain('[U+001B]');
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toMatch(/^\s*::/m);
  });

  test('prints its settings and their sources, sends no request and shows no key', async () => {
    writeFileSync(
      join(folder, 'mine.json'),
      JSON.stringify({ site: 'https://www.example.com/', config: { maxPages: 3 } }),
    );
    const env = { A11Y_SCAN_API_KEY: key, A11Y_SCAN_API_URL: 'https://nowhere.invalid/api/v1' };
    for (const argv of [[], ['--json']]) {
      const { code, stdout, stderr } = await invoke(
        ['trigger', '--config', 'mine.json', '--print-config', '--crawl', 'none', ...argv],
        env,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toContain(key.slice(9));
      expect(JSON.parse(stdout)).toMatchObject({
        settings: {
          apiUrl: 'https://nowhere.invalid/api/v1',
          apiKey: 'key_01jd…',
          site: 'https://www.example.com/',
          config: { maxPages: 3, crawl: 'none' },
        },
        sources: {
          apiUrl: 'A11Y_SCAN_API_URL',
          apiKey: 'A11Y_SCAN_API_KEY',
          site: 'mine.json',
          'config.maxPages': 'mine.json',
          'config.crawl': '--crawl none',
          'config.rules': 'default',
        },
        configFile: 'mine.json',
      });
    }
  });

  test('prints its settings without a key too', async () => {
    expect(await invoke(['trigger', '--print-config'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await invoke(['trigger', '--print-config'])).stdout)).toMatchObject({
      settings: { apiKey: null },
    });
  });
});

test('names the scan of an error in the JSON document', async () => {
  const document = async (error: unknown) => {
    const fake = fakeHost({ env: {}, cwd: folder });
    await reportError(error, ['--json'], fake.host);
    return JSON.parse(fake.stdout());
  };
  const error = new CliError('timeout', 'timeout', 'Too late.', { hint: 'Wait.' });
  expect(await document(withScanId(error, 'scan_1'))).toEqual({
    ending: 'timeout',
    exitCode: 4,
    error: { code: 'timeout', message: 'Too late.', hint: 'Wait.' },
    scan: { id: 'scan_1' },
  });
  expect(await document(error)).not.toHaveProperty('scan');
});

describe('an unexpected error', () => {
  const reportThrown = async (error: unknown, env: Record<string, string> = {}, interrupted = false) => {
    const fake = fakeHost({ env, cwd: folder });
    if (interrupted) fake.interrupt();
    const code = await reportError(error, [], maskHostOutputs(fake.host));
    return { code, stderr: fake.stderr() };
  };

  test('is reported in one line as an internal error, not as a failed gate', async () => {
    const { code, stderr } = await reportThrown(new TypeError('x is not a function\n    more'));
    expect(code).toBe(3);
    expect(stderr).toContain('This is a bug in a11y-scan: TypeError: x is not a function\n');
    expect(stderr).not.toContain(import.meta.filename);
  });

  test('is reported with its stack if debug output is on', async () => {
    const { stderr } = await reportThrown(new Error('x'), { A11Y_SCAN_DEBUG: '1' });
    expect(stderr).toContain('run.test.ts');
  });

  test('is reported without the key, in any encoding', async () => {
    const env = { A11Y_SCAN_API_KEY: 'an-unusual-key', A11Y_SCAN_DEBUG: '1' };
    const { stderr } = await reportThrown(new Error(`an-unusual-key or ${key}`), env);
    expect(stderr).not.toContain('an-unusual-key');
    expect(stderr).not.toContain(key.slice(9));
    expect(stderr).toContain('key_01jd…');
  });

  test('is passed to the result callback without the key', async () => {
    const results: unknown[] = [];
    const { host } = fakeHost({ env: { A11Y_SCAN_API_KEY: key }, cwd: folder });
    const guarded = maskHostOutputs({ ...host, onResult: (document) => results.push(document) });
    await reportError(new Error(`sent ${key}`), [], guarded);
    expect(results).toEqual([
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining('sent key_01jd…') }),
      }),
    ]);
  });

  test('may be any thrown value', async () => {
    for (const thrown of [undefined, null, 'text', 7, { a: 1 }])
      expect((await reportThrown(thrown)).code).toBe(3);
  });

  test('is reported as an interruption if the interruption caused it', async () => {
    const error = new DOMException('The operation was aborted', 'AbortError');
    expect(await reportThrown(error, {}, true)).toEqual({ code: 130, stderr: 'Interrupted.\n' });
    expect(await reportThrown(error)).toMatchObject({ code: 3 });
    expect(await reportThrown(new CliError('timeout', 'timeout', 'Too late.'), {}, true)).toMatchObject({
      code: 4,
    });
  });
});
