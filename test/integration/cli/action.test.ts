import { execFileSync } from 'node:child_process';
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
import { ciExamples, scriptsOf } from '../../support/ci-examples.ts';
import { chatter, type FakeGitHub, startFakeGitHub } from '../../support/fake-github.ts';
import { onePicture, type Pages, servePages } from '../../support/small-site.ts';
import { runScript, runSteps, type Step } from '../../support/workflow-runner.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TOKEN = 'ghs_token-of-the-job';
const KEY = 'key_ab12cd34_4q9fwTestKeyThatNobodyHas0000';
const COMMIT = '9f1c2ab0d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708';
const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
};

let folder: string;
let bin: string;
let site: Awaited<ReturnType<typeof servePages>>;
let github: FakeGitHub;
const pages: Pages = { '/': onePicture };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'action-'));
  bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  // What the package would run, without packing it; every call is kept.
  const npx = [
    `printf '%s\\n' "$*" >> '${join(folder, 'npx-calls')}'`,
    'if [ "$2" = --prefix ]; then shift 2; fi',
    'if [ "$2 $4 $5" != "--package -- a11y-scan" ]; then echo "npx called otherwise: $*" >&2; exit 97; fi',
    'shift 5',
    'if [ -n "$ONLY_SAY" ]; then echo "a11y-scan $*"; exit 0; fi',
    `exec node '${join(ROOT, 'cli/main.ts')}' "$@" $MORE_FLAGS`,
  ];
  tool('npx', npx.join('\n'));
  for (const name of ['npm', 'curl']) tool(name, 'exit 0');
  site = await servePages(pages);
  github = await startFakeGitHub(TOKEN);
});
afterAll(async () => {
  await Promise.all([site?.stop(), github?.[Symbol.asyncDispose]()]);
  rmSync(folder, { recursive: true });
});

function programOf(name: string): string {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`there is no ${name} on the PATH`);
  return found;
}

function tool(name: string, script: string, into = bin): void {
  writeFileSync(join(into, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** The environment of a job; nothing of this process but where the browser is unpacked. */
const jobEnv = () => ({ PATH: `${bin}:/usr/bin:/bin`, HOME: homedir() });

/** Runs action.yml for a pull request, as a job without secrets of its own would. */
async function runAction(
  inputs: Record<string, string>,
  { from = 'acme/shop', path = bin, checkOut = (_into: string) => {} } = {},
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
    },
    folder: files,
    cwd: files,
    uses: (name, withInputs) => used.push([name, withInputs]),
  });
  const scan = steps.find(({ step }) => step.id === 'scan');
  if (scan === undefined) throw new Error('action.yml has no step scan');
  return { scan, used, files };
}

const ours = () => github.comments.filter(({ user }) => user.login === 'github-actions[bot]');

test('a pull request gets one comment, which the next run writes over, and the job ends as the gate says', async () => {
  github.comments.push(...chatter(120));
  const inputs = { command: 'local', urls: site.url, args: '--crawl none' };
  pages['/'] = onePicture;
  const failing = await runAction(inputs);
  expect(failing.scan).toMatchObject({ outcome: 'failure', exitCode: 1 });
  expect(failing.scan.outputs).toMatchObject({ result: 'failed', 'exit-code': '1' });
  expect(failing.scan.log).toMatch(/^::error title=Critical%3A Images must have alternative text/m);
  expect(failing.scan.summary).toContain('## Accessibility: the gate failed');
  expect(readFileSync(failing.scan.outputs['html-file'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
  const [[upload, { sarif_file: sarif = '' }] = ['', {}]] = failing.used;
  expect(upload).toBe('github/codeql-action/upload-sarif@v4');
  expect(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results).toHaveLength(1);
  expect(ours()).toHaveLength(1);
  expect(ours()[0]?.body).toMatch(/the gate failed[\s\S]*Commit 9f1c2ab0/);

  pages['/'] = onePicture.replace('<img ', '<img alt="A square" ');
  const passing = await runAction(inputs);
  expect(passing.scan).toMatchObject({ outcome: 'success', exitCode: 0 });
  expect(passing.scan.outputs).toMatchObject({ result: 'passed', 'exit-code': '0' });
  expect(ours()).toHaveLength(1);
  expect(ours()[0]?.body).toContain('the gate passed');
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

  test('is skipped before anything is run where it does not even know the package', async () => {
    const { scan } = await runAction({ package: '' }, { from });
    expect(scan).toMatchObject({ outcome: 'success', outputs: { result: 'skipped', 'exit-code': '0' } });
    expect(scan.log).toMatch(/^::notice title=Accessibility scan skipped::/m);
  });

  test('is scanned in the job when that is asked for, and a token that may not comment fails nothing', async () => {
    pages['/'] = onePicture.replace('<img ', '<img alt="A square" ');
    const before = github.comments.length;
    github.faults.push({ status: 403, body: '{"message":"Resource not accessible by integration"}' });
    const { scan } = await runAction({ 'on-fork': 'local', urls: site.url, site: 'site_1' }, { from });
    expect(scan).toMatchObject({ outcome: 'success', outputs: { result: 'passed' } });
    expect(scan.log).toMatch(/^::notice title=No comment at the pull request::.*pull-requests%?: write/m);
    expect(github.comments).toHaveLength(before);
  });
});

test('a package that is not named elsewhere fails with what is missing', async () => {
  const { scan } = await runAction({ package: '' });
  expect(scan).toMatchObject({
    outcome: 'failure',
    exitCode: 2,
    outputs: { result: 'usage', 'exit-code': '2' },
  });
  expect(scan.log).toMatch(/^::error title=Accessibility scan::The input package is empty/m);
});

test('inputs run nothing, and the key is in no argument and no output', async () => {
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
  const calls = readFileSync(join(folder, 'npx-calls'), 'utf8');
  expect(calls).toContain(`--package x ${evil} -- a11y-scan github-action`);
  for (const text of [calls, scan.log, scan.summary, JSON.stringify(scan.outputs)])
    expect(text).not.toContain(KEY);
});

test('what a pull request changes in the checkout does not have npx run another program with the key', async () => {
  const npm = realpathSync(join(dirname(realpathSync(programOf('npm'))), '..'));
  const real = join(folder, 'real-npx');
  mkdirSync(join(real, 'package'), { recursive: true });
  tool(
    'npx',
    `npm_config_cache='${real}' npm_config_offline=true exec node '${npm}/bin/npx-cli.js' "$@"`,
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
    tool('theirs.sh', 'echo theirs', into);
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
});

test('a Node.js that is too old is replaced, one that is not stays', async () => {
  const old = join(folder, 'old-node');
  mkdirSync(old);
  tool('node', 'exit 1', old);
  const { used } = await runAction({ package: '' }, { path: old, from: 'mallory/shop' });
  expect(used).toEqual([['actions/setup-node@v7', { 'node-version': '22' }]]);
  await expect(runAction({ package: '' }, { from: 'mallory/shop' })).resolves.toMatchObject({ used: [] });
});

/** What each CI sets where it builds a branch. */
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

describe.each(await ciExamples())('the scripts of $name', ({ name, snippet }) => {
  /** Runs those of a text as the CI would, with a preview that is up at once; answers with their logs. */
  async function logsOf(text: string, more: Record<string, string>): Promise<string[]> {
    const files = mkdtempSync(join(folder, 'script-'));
    const logs: string[] = [];
    for (const script of scriptsOf(snippet.language, fillSnippet(text, { start: 'true' }))) {
      writeFileSync(join(files, 'script.sh'), script);
      const env = {
        ...jobEnv(),
        ...environments[name],
        ...more,
        A11Y_SCAN_PACKAGE: './a11y-scan.tgz',
        A11Y_SCAN_API_URL: 'https://scan.example.com/api/v1',
        A11Y_SCAN_API_KEY: KEY,
      };
      const { exitCode, log } = await runScript(join(files, 'script.sh'), env, files);
      expect({ exitCode, log }).toMatchObject({ exitCode: 0 });
      logs.push(log);
    }
    return logs;
  }

  test('come to a scan by the service, with what is built', async () => {
    const [log = '', ...others] = await logsOf(snippet.trigger, { MORE_FLAGS: '--print-config' });
    expect(others).toEqual([]);
    expect(JSON.parse(log.slice(log.indexOf('{')))).toMatchObject({
      settings: { pipeline: { name, metadata: { branch: 'main', commit: COMMIT } } },
    });
  });

  test('come to a scan of the preview', async () => {
    const logs = await logsOf(snippet.local, { ONLY_SAY: 'true' });
    expect(logs.join('\n')).toMatch(/^a11y-scan (?:local http:\/\/localhost:8080\/ |github-action$)/m);
  });
});
