import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillSnippet } from '../../../cli/init/snippets/snippet.ts';
import type { PipelineName } from '../../../cli/pipeline/pipeline.ts';
import { blocksOf, ciExamples, pageOf, scriptsOf } from '../../support/ci-examples.ts';
import { chatter } from '../../support/fake-github.ts';
import { ONE_PICTURE } from '../../support/small-site.ts';
import { runScript } from '../../support/workflow-runner.ts';
import {
  COMMIT,
  calls,
  checkOutAxe,
  folder,
  github,
  interruptAt,
  jobEnv,
  KEY,
  listOwnComments,
  pages,
  runAction,
  site,
  useAction,
  writeProgram,
} from './action-runner.ts';

useAction();

test('a pull request gets one comment, which the next run updates, and the job ends as the gate requires', async () => {
  github.comments.push(...chatter(120));
  const inputs = { command: 'local', urls: site.url, args: '--crawl none' };
  pages['/'] = ONE_PICTURE;
  const failing = await runAction(inputs, { checkOut: checkOutAxe });
  expect(failing.scan).toMatchObject({ outcome: 'failure', exitCode: 1 });
  expect(failing.scan.outputs).toMatchObject({ result: 'failed', 'exit-code': '1' });
  expect(failing.scan.log).toMatch(/^::error title=Critical%3A Images must have alternative text/m);
  expect(failing.scan.summary).toContain('## Accessibility: the gate failed');
  expect(readFileSync(failing.scan.outputs['html-file'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
  const [[upload, { sarif_file: sarif = '' }] = ['', {}]] = failing.used;
  expect(upload).toMatch(/^github\/codeql-action\/upload-sarif@[0-9a-f]{40}$/);
  expect(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results).toHaveLength(1);
  expect(listOwnComments()).toHaveLength(1);
  expect(listOwnComments()[0]?.body).toMatch(/the gate failed[\s\S]*Commit 9f1c2ab0/);

  pages['/'] = ONE_PICTURE.replace('<img ', '<img alt="A square" ');
  const passing = await runAction(inputs, { checkOut: checkOutAxe });
  expect(passing.scan).toMatchObject({ outcome: 'success', exitCode: 0 });
  expect(passing.scan.outputs).toMatchObject({ result: 'passed', 'exit-code': '0' });
  expect(listOwnComments()).toHaveLength(1);
  expect(listOwnComments()[0]?.body).toContain('the gate passed');
});

describe('a pull request from a fork', () => {
  const from = 'mallory/shop';

  test('is skipped with a notice, and nothing is uploaded', async () => {
    const { scan, used } = await runAction(
      { 'api-url': 'https://scan.example.com/api/v1', site: 'site_1' },
      { from },
    );
    expect(scan).toMatchObject({ outcome: 'success', outputs: { result: 'skipped', 'exit-code': '0' } });
    expect(scan.log).toMatch(/^::notice title=Accessibility scan skipped::/m);
    expect(used).toEqual([]);
  });

  test('is skipped before anything runs if not even the package is known', async () => {
    const { scan } = await runAction({ package: '' }, { from });
    expect(scan).toMatchObject({ outcome: 'success', outputs: { result: 'skipped', 'exit-code': '0' } });
    expect(scan.log).toMatch(/^::notice title=Accessibility scan skipped::/m);
  });
});

test('a missing name of the package is reported as an error', async () => {
  const { scan } = await runAction({ package: '' });
  expect(scan).toMatchObject({
    outcome: 'failure',
    exitCode: 2,
    outputs: { result: 'usage', 'exit-code': '2' },
  });
  expect(scan.log).toMatch(/^::error title=Accessibility scan::The input package is empty/m);
});

test.each([' ', '>=0.1.0', '--global', 'a11y-scan '])(
  '"%s" is rejected as a package, because npm would fetch a foreign package or none',
  async (given) => {
    const { scan } = await runAction({ package: given });
    expect(scan).toMatchObject({ exitCode: 2, outputs: { result: 'usage', 'exit-code': '2' } });
    expect(scan.log).toMatch(/^::error title=Accessibility scan::The input package is not the URL/m);
  },
);

test.each([
  'http://files.example.com/a11y-scan.tgz',
  'HTTP://files.example.com/a11y-scan.tgz',
  'git://example.com/a11y-scan.git',
  'git+http://example.com/a11y-scan.git',
  'a11y-scan@http://files.example.com/a11y-scan.tgz',
])('"%s" is rejected as a package, because it would be fetched without encryption', async (given) => {
  const { scan } = await runAction({ package: given });
  expect(scan).toMatchObject({ exitCode: 2, outputs: { result: 'usage', 'exit-code': '2' } });
  expect(scan.log).toMatch(/^::error title=Accessibility scan::The input package would be fetched without/m);
  expect(scan.log).not.toMatch(/^a11y-scan |^npm /m);
});

test.each([
  ['the registry is down', { FETCH_ENDS: '1' }],
  ['the file does not exist', { FETCH_ENDS: '254' }],
])(
  'a package that cannot be fetched is reported as a fault of the service, not of the site: %s',
  async (_why, env) => {
    const { scan, used } = await runAction(
      { package: 'https://files.example.com/a%20b.tgz\n::warning::x' },
      { env: { ...env, ONLY_SAY: 'true' } },
    );
    expect(scan).toMatchObject({
      outcome: 'failure',
      exitCode: 3,
      outputs: { result: 'service', 'exit-code': '3' },
    });
    expect(scan.log).toMatch(
      /^::error title=Accessibility scan::.*: https:\/\/files\.example\.com\/a%2520b\.tgz ::warning::x\. /m,
    );
    expect(scan.log).not.toMatch(/^::warning|^a11y-scan /m);
    expect(used).toEqual([]);
  },
);

describe('the input integrity', () => {
  const integrity = `sha512-${'a'.repeat(86)}==`;
  const env = (packages: Record<string, object>) => ({
    ONLY_SAY: 'true',
    // As npm writes it beside the packages that it has installed.
    LOCK: JSON.stringify({ name: 'temp', lockfileVersion: 3, requires: true, packages }),
  });
  const fetched = { 'node_modules/a11y-scan': { version: '0.1.0', integrity } };

  test('lets the action run a package with this hash', async () => {
    const { scan } = await runAction({ integrity }, { env: env(fetched) });
    expect(scan).toMatchObject({ outcome: 'success', log: 'a11y-scan github-action\n' });
  });

  test.each([
    [
      'a package with another hash',
      integrity,
      { 'node_modules/a11y-scan': { ...fetched['node_modules/a11y-scan'], integrity: `${integrity}x` } },
      'does not have the hash',
    ],
    [
      'a package without a hash',
      integrity,
      { 'node_modules/a11y-scan': { version: '0.1.0' } },
      'does not have the hash',
    ],
    [
      'another package beside it',
      integrity,
      { ...fetched, 'node_modules/other': { version: '1.0.0', integrity } },
      'does not have the hash',
    ],
    [
      'a hash that others can forge',
      'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
      { 'node_modules/a11y-scan': { version: '0.1.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } },
      'is not a hash that begins',
    ],
  ])('lets nothing of the package run with %s', async (_with, given, packages, says) => {
    const { scan } = await runAction({ integrity: given }, { env: env(packages) });
    expect(scan).toMatchObject({ exitCode: 2, outputs: { result: 'usage', 'exit-code': '2' } });
    expect(scan.log).toContain(says);
    expect(scan.log).not.toMatch(/^a11y-scan /m);
  });
});

describe('a job that is cancelled', () => {
  test('interrupts the scan itself, although only the step gets the signal', async () => {
    const env = { ONLY_WAIT: 'true' };
    const { scan } = await runAction({}, { env, started: interruptAt('waiting') });
    expect(scan).toMatchObject({ exitCode: 130, log: 'waiting\ninterrupted\n' });
  });

  test('starts no scan when it was cancelled while the package was fetched', async () => {
    const env = { ONLY_SAY: 'true', FETCH_LASTS: '0.5' };
    const { scan } = await runAction({}, { env, started: interruptAt('fetching') });
    expect(scan).toMatchObject({
      exitCode: 130,
      log: 'fetching\n',
      outputs: { result: 'interrupted', 'exit-code': '130' },
    });
  });
});

test('inputs execute nothing, and the key is in no argument and no output', async () => {
  const evil = '"; touch pwned; $(touch pwned) `touch pwned` \'; touch pwned';
  const { scan, files } = await runAction({
    package: `x ${evil}`,
    'api-url': 'http://127.0.0.1:9/api/v1',
    'api-key': KEY,
    site: evil,
    'comment-key': 'pwned',
    args: '--max-pages 1',
  });
  expect(scan).toMatchObject({ outcome: 'failure', exitCode: 2 });
  expect(existsSync(join(files, 'pwned'))).toBe(false);
  expect(calls()).toContain(`-- x ${evil}\n`);
  for (const text of [calls(), scan.log, scan.summary, JSON.stringify(scan.outputs)])
    expect(text).not.toContain(KEY);
});

test('a Node.js that is too old is replaced, and a current one stays', async () => {
  const old = join(folder, 'old-node');
  mkdirSync(old);
  writeProgram('node', 'exit 1', old);
  const { used } = await runAction({ package: '' }, { path: old, from: 'mallory/shop' });
  expect(used).toEqual([
    [expect.stringMatching(/^actions\/setup-node@[0-9a-f]{40}$/), { 'node-version': '22' }],
  ]);
  await expect(runAction({ package: '' }, { from: 'mallory/shop' })).resolves.toMatchObject({ used: [] });
});

/** The variables that each CI sets when it builds a branch. */
const environments: Record<PipelineName, Record<string, string>> = {
  github: {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_TYPE: 'branch',
    GITHUB_SHA: COMMIT,
  },
  gitlab: { GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'main', CI_COMMIT_SHA: COMMIT },
  jenkins: { JENKINS_URL: 'https://ci.example.com/', BRANCH_NAME: 'main', GIT_COMMIT: COMMIT },
  azure: { TF_BUILD: 'True', BUILD_SOURCEBRANCH: 'refs/heads/main', BUILD_SOURCEVERSION: COMMIT },
  circleci: { CIRCLECI: 'true', CIRCLE_BRANCH: 'main', CIRCLE_SHA1: COMMIT },
  bitbucket: { BITBUCKET_BUILD_NUMBER: '1', BITBUCKET_BRANCH: 'main', BITBUCKET_COMMIT: COMMIT },
};

/** Runs scripts in sequence as a CI would when it builds a branch, with a preview that is ready at once. */
async function runScripts(
  name: PipelineName,
  scripts: readonly string[],
  more: Record<string, string>,
  started?: (shell: ChildProcess) => void,
) {
  const files = mkdtempSync(join(folder, 'script-'));
  const runs: { exitCode: number; log: string }[] = [];
  for (const script of scripts) {
    writeFileSync(join(files, 'script.sh'), script);
    const env = {
      ...jobEnv(),
      ...environments[name],
      RUNNER_TEMP: files,
      GITHUB_OUTPUT: join(files, 'output'),
      A11Y_SCAN_PACKAGE: './a11y-scan.tgz',
      A11Y_SCAN_API_URL: 'https://scan.example.com/api/v1',
      A11Y_SCAN_API_KEY: KEY,
      ...more,
    };
    runs.push(await runScript(join(files, 'script.sh'), env, files, started));
  }
  return runs;
}

describe.each(await ciExamples())('the scripts of $name', ({ name, snippet }) => {
  const scriptsIn = (text: string) => scriptsOf(snippet.language, fillSnippet(text, { start: 'true' }));

  test('scan with the service, after the build', async () => {
    const more = { MORE_FLAGS: '--print-config' };
    const [run, ...others] = await runScripts(name, scriptsIn(snippet.trigger), more);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ exitCode: 0 });
    const { log = '' } = run ?? {};
    expect(JSON.parse(log.slice(log.indexOf('{')))).toMatchObject({
      settings: { pipeline: { name, metadata: { branch: 'main', commit: COMMIT } } },
    });
  });

  test('scan the preview', async () => {
    const runs = await runScripts(name, scriptsIn(snippet.local), { ONLY_SAY: 'true' });
    expect(runs).toEqual([{ exitCode: 0, log: expect.any(String) }]);
    expect(runs[0]?.log).toMatch(/^a11y-scan (?:local http:\/\/localhost:8080\/ |github-action$)/m);
  });

  describe.each(['trigger', 'local'] as const)('for %s', (kind) => {
    test.each(['', ' ', '>=0.1.0'])(
      'reject "%s" as a package, because npm would fetch a foreign package',
      async (given) => {
        const before = calls();
        const more = { A11Y_SCAN_PACKAGE: given, ONLY_SAY: 'true' };
        const runs = await runScripts(name, scriptsIn(snippet[kind]), more);
        expect(runs).toEqual([{ exitCode: 2, log: expect.stringContaining('A11Y_SCAN_PACKAGE names no') }]);
        expect(calls()).toBe(before);
      },
    );

    test.each(['1', '254'])(
      'exit with 3 when the package cannot be fetched, because npm %s',
      async (ends) => {
        const more = { FETCH_ENDS: ends, ONLY_SAY: 'true' };
        const runs = await runScripts(name, scriptsIn(snippet[kind]), more);
        expect(runs).toEqual([{ exitCode: 3, log: expect.not.stringMatching(/^a11y-scan /m) }]);
      },
    );
  });
});

describe('the script of GitHub, when the job is cancelled', async () => {
  const scripts = (await ciExamples()).flatMap(({ name, snippet }) =>
    name === 'github' ? scriptsOf('yaml', fillSnippet(snippet.trigger, {})) : [],
  );

  test('interrupts the scan itself', async () => {
    const runs = await runScripts('github', scripts, { ONLY_WAIT: 'true' }, interruptAt('waiting'));
    expect(runs).toEqual([{ exitCode: 130, log: 'waiting\ninterrupted\n' }]);
  });

  test('starts no scan while the package is fetched', async () => {
    const more = { ONLY_SAY: 'true', FETCH_LASTS: '0.5' };
    const runs = await runScripts('github', scripts, more, interruptAt('fetching'));
    expect(runs).toEqual([{ exitCode: 130, log: 'fetching\n' }]);
  });
});

test.each([
  ['not a package', { A11Y_SCAN_PACKAGE: '' }, 2, 'A11Y_SCAN_PACKAGE names no package'],
  ['a package that cannot be fetched', { FETCH_ENDS: '1' }, 0, 'No result'],
  ['a package', {}, 0, 'a11y-scan trigger'],
])(
  'the script for CIs without warnings by exit code exits, for the code %s, with the documented code',
  async (_with, more, exitCode, says) => {
    const scripts = blocksOf(pageOf('README'), 'sh').flatMap((block) => scriptsOf('sh', block));
    const runs = await runScripts('circleci', scripts, { ONLY_SAY: 'true', ...more });
    expect(runs).toEqual([{ exitCode, log: expect.stringContaining(says) }]);
  },
);
