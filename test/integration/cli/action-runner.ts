import type { ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { parse } from 'yaml';
import { type FakeGitHub, startFakeGitHub } from '../../support/fake-github.ts';
import { ONE_PICTURE, type Pages, servePages } from '../../support/small-site.ts';
import { runSteps, type Step } from '../../support/workflow-runner.ts';

const rootFolder = join(import.meta.dirname, '../../..');
export const TOKEN = 'ghs_token-of-the-job';
export const KEY = 'key_ab12cd34_4q9fwTestKeyThatNobodyHas0000';
export const COMMIT = '9f1c2ab0d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708';
/** A program that reports its interruption, and otherwise ends with success. */
const WAITS = `
  process.on('SIGINT', () => { console.log('interrupted'); process.exit(130); });
  setTimeout(() => process.exit(0), 5_000);
  console.log('waiting');
`;
export const action = parse(readFileSync(join(rootFolder, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
};

export let folder: string;
export let bin: string;
export let site: Awaited<ReturnType<typeof servePages>>;
export let github: FakeGitHub;
export const pages: Pages = { '/': ONE_PICTURE };

/** Provides programs, a site and a stand-in for GitHub to the tests of a file. */
export function useAction(): void {
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
      'if [ -n "$LOCK" ]; then printf %s "$LOCK" > "$2/node_modules/.package-lock.json"; fi',
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
}

export function findProgram(name: string): string {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`there is no ${name} on the PATH`);
  return found;
}

export function writeProgram(name: string, script: string, into = bin): void {
  writeFileSync(join(into, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Returns the environment of a job; of this process it has only the folder in which the browser is unpacked. */
export const jobEnv = () => ({ PATH: `${bin}:/usr/bin:/bin`, HOME: homedir() });

export const calls = () =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '';

/** Interrupts a shell, but none of its child processes, as soon as a line is in the log. */
export const interruptAt = (line: string) => (shell: ChildProcess) =>
  shell.stdout?.on('data', (text: string) => {
    if (text.includes(line)) shell.kill('SIGINT');
  });

/** Runs action.yml for a pull request, as a job without its own secrets would. */
export async function runAction(
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

export const listOwnComments = () =>
  github.comments.filter(({ user }) => user.login === 'github-actions[bot]');

/** Configures a checkout so that scans test with axe only, because the checks of the service take longer. */
export function checkOutAxe(into: string): void {
  writeFileSync(join(into, 'a11y-scan.config.json'), JSON.stringify({ config: { checks: 'axe' } }));
}
