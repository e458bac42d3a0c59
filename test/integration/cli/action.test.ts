import { type ChildProcess, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fillSnippet } from '../../../cli/init/snippets/snippet.ts';
import type { PipelineName } from '../../../cli/pipeline/pipeline.ts';
import { blocksOf, ciExamples, pageOf, scriptsOf } from '../../support/ci-examples.ts';
import { chatter, type FakeGitHub, startFakeGitHub } from '../../support/fake-github.ts';
import { ONE_PICTURE, type Pages, servePages } from '../../support/small-site.ts';
import { runScript, runSteps, type Step } from '../../support/workflow-runner.ts';

const rootFolder = join(import.meta.dirname, '../../..');
const TOKEN = 'ghs_token-of-the-job';
const KEY = 'key_ab12cd34_4q9fwTestKeyThatNobodyHas0000';
const COMMIT = '9f1c2ab0d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708';
/** A program that reports its interruption, and otherwise ends with success. */
const WAITS = `
  process.on('SIGINT', () => { console.log('interrupted'); process.exit(130); });
  setTimeout(() => process.exit(0), 5_000);
  console.log('waiting');
`;
const action = parse(readFileSync(join(rootFolder, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
};

let folder: string;
let bin: string;
let site: Awaited<ReturnType<typeof servePages>>;
let github: FakeGitHub;
const pages: Pages = { '/': ONE_PICTURE };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'action-'));
  bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  // Runs the entry point of the package without packing it.
  const program = join(folder, 'a11y-scan');
  const main = [
    'if [ -n "$ONLY_SAY" ]; then echo "a11y-scan $*"; exit 0; fi',
    `if [ -n "$ONLY_WAIT" ]; then exec node '${join(folder, 'wait.mjs')}'; fi`,
    // The sources are compiled once, as in the package.
    `NODE_COMPILE_CACHE='${join(folder, 'compiled')}' exec node '${join(rootFolder, 'cli/main.ts')}' "$@" $MORE_FLAGS`,
  ];
  writeProgram('a11y-scan', main.join('\n'), folder);
  writeFileSync(join(folder, 'wait.mjs'), WAITS);
  // Records every call that would fetch a package.
  const call = (name: string) => `printf '${name} %s\\n' "$*" >> '${join(folder, 'calls')}'`;
  const npx = [
    call('npx'),
    'if [ "$2 $4 $5" != "--package -- a11y-scan" ]; then echo "npx called otherwise: $*" >&2; exit 97; fi',
    'if [ -n "$FETCH_ENDS" ]; then exit "$FETCH_ENDS"; fi',
    'shift 5',
    'if [ "$1" = --version ]; then echo 0.1.0; exit 0; fi',
    `exec '${program}' "$@"`,
  ];
  writeProgram('npx', npx.join('\n'));
  const npm = [
    'if [ "$1" != install ]; then exit 0; fi',
    call('npm'),
    'if [ -n "$FETCH_ENDS" ]; then exit "$FETCH_ENDS"; fi',
    'if [ -n "$FETCH_LASTS" ]; then echo fetching; sleep "$FETCH_LASTS"; fi',
    'while [ "$1" != --prefix ]; do shift; done',
    `mkdir -p "$2/node_modules/.bin" && ln -s '${program}' "$2/node_modules/.bin/"`,
  ];
  writeProgram('npm', npm.join('\n'));
  writeProgram('curl', 'exit 0');
  site = await servePages(pages);
  github = await startFakeGitHub(TOKEN);
});
afterAll(async () => {
  await Promise.all([site?.stop(), github?.[Symbol.asyncDispose]()]);
  rmSync(folder, { recursive: true });
});

function findProgram(name: string): string {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`there is no ${name} on the PATH`);
  return found;
}

function writeProgram(name: string, script: string, into = bin): void {
  writeFileSync(join(into, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Returns the environment of a job; of this process it has only the folder in which the browser is unpacked. */
const jobEnv = () => ({ PATH: `${bin}:/usr/bin:/bin`, HOME: homedir() });

const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '');

/** Interrupts a shell, but none of its child processes, as soon as a line is in the log. */
const interruptAt = (line: string) => (shell: ChildProcess) =>
  shell.stdout?.on('data', (text: string) => {
    if (text.includes(line)) shell.kill('SIGINT');
  });

/** Runs action.yml for a pull request, as a job without its own secrets would. */
async function runAction(
  inputs: Record<string, string>,
  {
    from = 'acme/shop',
    path = bin,
    checkOut = (_into: string) => {},
    env = {} as Record<string, string>,
    started = (_shell: ChildProcess): unknown => undefined,
  } = {},
) {
  const files = mkdtempSync(join(folder, 'run-'));
  mkdirSync(join(files, 'temp'));
  checkOut(files);
  const event = join(files, 'event.json');
  const head = { ref: 'feature/menu', sha: COMMIT, repo: { full_name: from }, user: { login: 'mallory' } };
  const pullRequest = { number: 42, head, base: { ref: 'main', repo: { full_name: 'acme/shop' } } };
  writeFileSync(event, JSON.stringify({ pull_request: pullRequest }));
  const context = { token: TOKEN, event: { pull_request: pullRequest } };
  const defaults = Object.entries(action.inputs).map(([name, { default: usual = '' }]) => [name, usual]);
  const given = {
    ...Object.fromEntries(defaults),
    'github-token': TOKEN,
    package: 'a11y-scan.tgz',
    ...inputs,
  };
  const used: [string, Record<string, string>][] = [];
  const steps = await runSteps(action.runs.steps, {
    contexts: { github: context, inputs: given },
    env: {
      ...jobEnv(),
      PATH: `${path}:${jobEnv().PATH}`,
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_REF: 'refs/pull/42/merge',
      GITHUB_SHA: '1'.repeat(40),
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      RUNNER_TEMP: join(files, 'temp'),
      ...env,
    },
    folder: files,
    cwd: files,
    uses: (name, withInputs) => used.push([name, withInputs]),
    started: ({ id }, shell) => {
      if (id === 'scan') started(shell);
    },
  });
  const scan = steps.find(({ step }) => step.id === 'scan');
  if (scan === undefined) throw new Error('action.yml has no step scan');
  return { scan, used, files };
}

const listOwnComments = () => github.comments.filter(({ user }) => user.login === 'github-actions[bot]');

test('a pull request gets one comment, which the next run updates, and the job ends as the gate requires', async () => {
  github.comments.push(...chatter(120));
  const inputs = { command: 'local', urls: site.url, args: '--crawl none' };
  pages['/'] = ONE_PICTURE;
  const failing = await runAction(inputs);
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
  const passing = await runAction(inputs);
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

  test('is scanned in the job on request, and a token without permission to comment is no error', async () => {
    pages['/'] = ONE_PICTURE.replace('<img ', '<img alt="A square" ');
    const before = github.comments.length;
    github.faults.push({ status: 403, body: '{"message":"Resource not accessible by integration"}' });
    const { scan } = await runAction({ 'on-fork': 'local', urls: site.url, site: 'site_1' }, { from });
    expect(scan).toMatchObject({ outcome: 'success', outputs: { result: 'passed' } });
    expect(scan.log).toMatch(/^::notice title=No comment on the pull request::.*pull-requests%?: write/m);
    expect(github.comments).toHaveLength(before);
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

test('changes of a pull request to the checkout cannot make npm install or load another program with the key', async () => {
  const npm = realpathSync(join(dirname(realpathSync(findProgram('npm'))), '..'));
  const real = join(folder, 'real-npm');
  mkdirSync(join(real, 'package'), { recursive: true });
  writeProgram(
    'npm',
    `npm_config_cache='${real}' npm_config_offline=true exec node '${npm}/bin/npm-cli.js' "$@"`,
    real,
  );
  const program = (says: string) =>
    `#!/usr/bin/env node\nconsole.log('${says}', process.env.A11Y_SCAN_API_KEY.length);\n`;
  const manifest = JSON.stringify({ name: 'a11y-scan', version: '0.1.0', bin: { 'a11y-scan': 'main.js' } });
  writeFileSync(join(real, 'package', 'package.json'), manifest);
  writeFileSync(join(real, 'package', 'main.js'), program('ours'), { mode: 0o755 });
  const checkOut = (into: string) => {
    execFileSync('tar', ['-czf', join(into, 'a11y-scan.tgz'), '-C', real, 'package']);
    writeFileSync(join(into, 'theirs.cjs'), `console.log('theirs');`);
    writeProgram('theirs.sh', 'echo theirs', into);
    writeFileSync(
      join(into, '.npmrc'),
      'node-options=--require ./theirs.cjs\nscript-shell=./theirs.sh\nprefix=.\n',
    );
    const installed = join(into, 'node_modules', 'a11y-scan');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'package.json'), manifest);
    writeFileSync(join(installed, 'main.js'), program('theirs'), { mode: 0o755 });
  };
  const { scan } = await runAction({ 'api-key': KEY }, { path: `${real}:${bin}`, checkOut });
  expect(scan.log).toContain(`ours ${KEY.length}`);
  expect(scan.log).not.toContain('theirs');

  const packed = join(real, 'packed.tgz');
  execFileSync('tar', ['-czf', packed, '-C', real, 'package']);
  const hash = createHash('sha512').update(readFileSync(packed)).digest('base64');
  const fromFile = (integrity: string) =>
    runAction({ 'api-key': KEY, package: packed, integrity }, { path: `${real}:${bin}`, checkOut });
  expect((await fromFile(`sha512-${hash}`)).scan.log).toContain(`ours ${KEY.length}`);
  const replaced = `sha512-${createHash('sha512').update('another package').digest('base64')}`;
  for (const [integrity, says] of [
    [replaced, 'does not have the hash'],
    ['sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', 'is not a hash that begins'],
  ] as const) {
    const { scan: refused } = await fromFile(integrity);
    expect(refused).toMatchObject({ exitCode: 2, outputs: { result: 'usage', 'exit-code': '2' } });
    expect(refused.log).toContain(says);
    expect(refused.log).not.toContain('ours');
  }
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
