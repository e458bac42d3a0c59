import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runGithubAction } from '../../../../cli/commands/github-action.ts';
import type { Context } from '../../../../cli/host.ts';
import { type FakeHost, fakeHost } from '../../../support/cli-host.ts';

const MARKDOWN = '<!-- a11y-scan-report local -->\n## Accessibility: the gate failed\n';

let folder: string;
let host: FakeHost;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'github-action-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const eventOf = (from: string) => {
  const path = join(folder, 'event.json');
  const head = { ref: 'x', sha: 'a'.repeat(40), repo: { full_name: from } };
  writeFileSync(
    path,
    JSON.stringify({
      pull_request: { number: 1, head, base: { ref: 'main', repo: { full_name: 'acme/shop' } } },
    }),
  );
  return { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: path, GITHUB_REPOSITORY: 'acme/shop' };
};

/** Runs the Action's command with a fake invocation that writes its reports and ends with the given code. */
async function act(
  env: Record<string, string>,
  { code = 0, document = {}, writes = true }: { code?: number; document?: object; writes?: boolean } = {},
) {
  const lines: (readonly string[])[] = [];
  const runner = {
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    RUNNER_TEMP: join(folder, 'temp'),
  };
  host = fakeHost({ env: { ...runner, ...env }, cwd: folder });
  const ending = await runGithubAction({ host: host.host } as Context, {
    run: async (argv, inner) => {
      lines.push(argv);
      for (const flag of writes ? argv.filter((each) => each.startsWith('--output=')) : []) {
        writeFileSync(flag.slice(flag.indexOf('=', '--output='.length) + 1), MARKDOWN);
      }
      inner.onResult?.(document);
      return code;
    },
  });
  return { ending, lines };
}

/** Returns the outputs of the step, as the runner reads them. */
function outputs(): Record<string, string> {
  const text = readFileSync(join(folder, 'output'), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]),
  );
}

const summary = () => readFileSync(join(folder, 'summary'), 'utf8');

test('maps the inputs to the flags of a scan by the service, each as one argument', async () => {
  const { lines } = await act({
    A11Y_SCAN_API_KEY: 'key_x',
    A11Y_SCAN_SITE: '$(touch pwned) --json',
    A11Y_SCAN_URL: 'https://pr-1.example.com/',
    A11Y_SCAN_RULES: 'wcag-aa, best-practice',
    A11Y_SCAN_FAIL_ON: 'new=serious\ntotal=50',
    A11Y_SCAN_ARGS: '--max-pages 20 --branch "a b"',
    A11Y_SCAN_SARIF: 'false',
  });
  expect(lines[0]?.filter((each) => !each.startsWith('--output='))).toEqual([
    'trigger',
    '--site=$(touch pwned) --json',
    '--url=https://pr-1.example.com/',
    '--rules=wcag-aa,best-practice',
    '--fail-on=new=serious',
    '--fail-on=total=50',
    '--max-pages',
    '20',
    '--branch',
    'a b',
  ]);
  expect(lines[0]?.filter((each) => each.startsWith('--output=')).map((each) => each.split('=')[1])).toEqual([
    'markdown',
    'html',
  ]);
});

test('passes the URLs of a local scan as operands, never as flags', async () => {
  const { lines } = await act({ A11Y_SCAN_COMMAND: 'local', A11Y_SCAN_URLS: ' http://localhost:1/ --json ' });
  expect(lines[0]?.slice(-3)).toEqual(['--', 'http://localhost:1/', '--json']);
});

test('ends with the exit code of the scan, and sets outputs for the files that it wrote', async () => {
  const scan = { id: 'scan_01jd3k5m7n9p1q3r5s7t9v1w3x', reason: null };
  const { ending } = await act({ A11Y_SCAN_API_KEY: 'key_x' }, { code: 1, document: { scan } });
  expect(ending).toBe('failed');
  const stepOutputs = outputs();
  expect(stepOutputs).toMatchObject({ result: 'failed', 'exit-code': '1', 'scan-id': scan.id });
  expect(readFileSync(stepOutputs['sarif-file'] ?? '', 'utf8')).toBe(MARKDOWN);
  expect(readFileSync(stepOutputs['html-file'] ?? '', 'utf8')).toBe(MARKDOWN);
  expect(summary()).toBe(`${MARKDOWN}\n`);
});

test('explains in the summary why there is no report, and sets no output for a file', async () => {
  const error = { message: 'No answer from <img src=x> [the](service)\n::error::x' };
  const options = { code: 3, document: { error }, writes: false };
  await expect(act({ A11Y_SCAN_API_KEY: 'key_x' }, options)).resolves.toMatchObject({ ending: 'service' });
  expect(outputs()).toMatchObject({ result: 'service', 'exit-code': '3', 'sarif-file': '', 'html-file': '' });
  expect(summary()).toMatch(
    /^## Accessibility: no result\n\n`No answer from <img src=x> \[the\]\(service\) .*`\n$/,
  );
});

test('sets the scan id if the scan continues after a timeout', async () => {
  const scan = { id: 'scan_01jd3k5m7n9p1q3r5s7t9v1w3x' };
  const document = { error: { message: 'It did not end within 15 min.' }, scan };
  await act({ A11Y_SCAN_API_KEY: 'key_x' }, { code: 4, document, writes: false });
  expect(outputs()).toMatchObject({ result: 'timeout', 'exit-code': '4', 'scan-id': scan.id });
});

test('escapes a result that could end its own text in the file of outputs', async () => {
  const scan = { id: 'scan_1\nEOF\nresult=passed', reason: null };
  await act({ A11Y_SCAN_API_KEY: 'key_x' }, { code: 1, document: { scan } });
  expect(outputs()).toMatchObject({ result: 'failed', 'scan-id': scan.id });
});

test('ends with the same exit code if files of the runner cannot be written', async () => {
  const env = { GITHUB_OUTPUT: join(folder, 'no', 'output'), GITHUB_STEP_SUMMARY: folder };
  await expect(act({ A11Y_SCAN_API_KEY: 'key_x', ...env })).resolves.toMatchObject({ ending: 'passed' });
  expect(host.stdout().match(/^::notice title=The (outputs|summary) could not be written::/gm)).toHaveLength(
    2,
  );
});

test('omits a summary that is too large for GitHub, and prints a notice', async () => {
  writeFileSync(join(folder, 'summary'), 'x'.repeat(1024 * 1024 - 10));
  await act({ A11Y_SCAN_API_KEY: 'key_x' });
  expect(host.stdout()).toContain('::notice title=No job summary of the scan::');
  expect(summary()).toHaveLength(1024 * 1024 - 10);
});

describe('a pull request without secrets', () => {
  test('is skipped with a notice if it comes from a fork', async () => {
    const { ending, lines } = await act({ ...eventOf('mallory/shop'), A11Y_SCAN_SITE: 'site_1' });
    expect(ending).toBe('passed');
    expect(lines).toEqual([]);
    expect(host.stdout()).toMatch(/^::notice title=Accessibility scan skipped::A pull request from a fork /);
    expect(outputs()).toEqual({ result: 'skipped', 'exit-code': '0' });
  });

  test('is skipped if it is from Dependabot, and the notice says what to do', async () => {
    await act({ ...eventOf('acme/shop'), GITHUB_ACTOR: 'dependabot[bot]' });
    expect(host.stdout()).toMatch(/^::notice title=Accessibility scan skipped::Dependabot /);
  });

  test('is scanned locally if on-fork says so, by the rules alone', async () => {
    const { lines } = await act({
      ...eventOf('mallory/shop'),
      A11Y_SCAN_ON_FORK: 'local',
      A11Y_SCAN_URLS: 'http://localhost:8080/',
      A11Y_SCAN_SITE: 'site_1',
      A11Y_SCAN_RULES: 'wcag21-aa',
      A11Y_SCAN_FAIL_ON: 'new=serious',
      A11Y_SCAN_ARGS: '--priority high',
    });
    expect(lines[0]?.filter((each) => !each.startsWith('--output='))).toEqual([
      'local',
      '--rules=wcag21-aa',
      '--',
      'http://localhost:8080/',
    ]);
  });

  test('requires a URL to scan locally', async () => {
    const env = { ...eventOf('mallory/shop'), A11Y_SCAN_ON_FORK: 'local' };
    await expect(act(env)).rejects.toMatchObject({ exitStatus: 'usage', code: 'urls-missing' });
  });

  test('is scanned by the service if a fork has a key', async () => {
    const { lines } = await act({ ...eventOf('mallory/shop'), A11Y_SCAN_API_KEY: 'key_x' });
    expect(lines[0]?.[0]).toBe('trigger');
  });

  test('continues with the scan if the key is missing outside of a fork, so that the scan reports the error', async () => {
    const { lines } = await act(eventOf('acme/shop'));
    expect(lines[0]?.[0]).toBe('trigger');
  });
});

test('scans nothing on pull_request_target, with any inputs', async () => {
  const env = { ...eventOf('acme/shop'), GITHUB_EVENT_NAME: 'pull_request_target' };
  for (const command of ['trigger', 'local']) {
    const attempt = act({ ...env, A11Y_SCAN_COMMAND: command, A11Y_SCAN_URLS: 'http://localhost/' });
    await expect(attempt).rejects.toMatchObject({ exitStatus: 'usage', code: 'pull-request-target' });
    expect(outputs()).toEqual({ result: 'usage', 'exit-code': '2' });
  }
});

test.each([
  [{ A11Y_SCAN_COMMAND: 'triger' }, 'The input command is "triger"; it must be trigger or local.'],
  [{ A11Y_SCAN_ON_FORK: 'yes' }, 'The input on-fork is "yes"; it must be skip or local.'],
  [{ A11Y_SCAN_SARIF: 'on' }, 'The input sarif is "on"; it must be true or false.'],
  [{ A11Y_SCAN_COMMENT_KEY: 'a --> b' }, /^The input comment-key /],
  [{ GITHUB_ACTIONS: '' }, /GitHub Actions/],
])('rejects %o as a usage error', async (env, message) => {
  await expect(act(env)).rejects.toMatchObject({
    exitStatus: 'usage',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});
