import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NPX as lineOfPipelines } from '../../../cli/init/snippets/snippet.ts';
import { type PackedCli, packCli } from '../../../scripts/cli-package/pack-cli.ts';
import type { Sbom } from '../../../scripts/cli-package/sbom.ts';
import { validateSbom } from '../../support/sbom-schema.ts';

const root = join(import.meta.dirname, '..', '..', '..');

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

let folder: string;
let project: string;
let packed: PackedCli;
let server: Server;

/** Runs a program as a user who has only Node.js: without folders and variables of this checkout. */
function runAsUser(words: string[], { cwd = project, program = process.execPath } = {}): Promise<Run> {
  const env = {
    A11Y_SCAN_PACKAGE: packed.tarball,
    PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter),
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  return new Promise((resolve) => {
    execFile(program, words, { cwd, env, maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Returns one of npm's programs, of the installed npm, for the Node.js of the test. */
function npmProgram(name: 'npm' | 'npx'): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'npm'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('there is no npm on the PATH');
  return join(dirname(realpathSync(found)), `${name}-cli.js`);
}

const npx = (...words: string[]) => runAsUser([npmProgram('npx'), '--no', '--', ...words]);

/** Runs the command of the CI pipeline examples, where the package is not installed. */
const npxInPipeline = (words: string) =>
  runAsUser(['-c', `${lineOfPipelines} ${words}`], { cwd: join(folder, 'checkout'), program: '/bin/sh' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'a11y-scan-user-'));
  project = join(folder, 'project');
  for (const name of ['project', 'checkout', 'home', 'tmp', 'bin', 'npm-cache'])
    await mkdir(join(folder, name), { mode: 0o700 });
  await symlink(process.execPath, join(folder, 'bin', 'node'));
  const npxScript = `#!/bin/sh\nexec node '${npmProgram('npx')}' "$@"\n`;
  await writeFile(join(folder, 'bin', 'npx'), npxScript, { mode: 0o755 });
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>T</title><main><h1>T</h1><img src="data:,"></main>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  packed = await packCli(folder);
  await writeFile(join(project, 'package.json'), '{"name":"user","type":"module"}');
  const installed = await runAsUser([
    npmProgram('npm'),
    'install',
    '--no-audit',
    '--no-fund',
    packed.tarball,
  ]);
  expect(installed.code, installed.stderr).toBe(0);
});

afterAll(async () => {
  await new Promise((resolve) => server?.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe('the package of the command', () => {
  it('needs only Node.js: no dependency, no install script', async () => {
    const manifest = JSON.parse(
      await readFile(join(project, 'node_modules', 'a11y-scan', 'package.json'), 'utf8'),
    );
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private']));
    for (const name of ['dependencies', 'optionalDependencies', 'peerDependencies', 'scripts']) {
      expect(manifest, name).not.toHaveProperty(name);
    }
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['a11y-scan']);
  });

  it('contains neither the infrastructure nor the emulators, and no path of the build machine', async () => {
    const folders = new Set(packed.inputs.map((input) => input.split('/')[0]));
    expect([...folders].sort()).toEqual(['cli', 'client', 'core', 'formats', 'node_modules', 'scanner']);
    const unwanted = packed.inputs.filter((input) => /node_modules\/.*(aws|cdk|fauxqs|dynoxide)/.test(input));
    expect(unwanted).toEqual([]);
    const dist = join(project, 'node_modules', 'a11y-scan', 'dist');
    const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    for (const name of scripts) expect(await readFile(join(dist, name), 'utf8'), name).not.toContain(root);
  });

  it('names the license of everything that it contains', async () => {
    const notices = await readFile(
      join(project, 'node_modules', 'a11y-scan', 'THIRD-PARTY-NOTICES.md'),
      'utf8',
    );
    for (const name of ['axe-core', '@sparticuz/chromium', 'puppeteer-core', 'zod', 'commander']) {
      expect(notices).toMatch(new RegExp(`^## ${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, 'm'));
    }
    expect(notices).toContain('Mozilla Public License');
    expect(notices).toContain('The Chromium Authors');
  });

  it('contains LICENSE, NOTICE and an SBOM that lists its contents', async () => {
    const installed = join(project, 'node_modules', 'a11y-scan');
    for (const name of ['LICENSE', 'NOTICE'])
      expect(await readFile(join(installed, name), 'utf8')).toBe(await readFile(join(root, name), 'utf8'));
    const text = await readFile(join(installed, 'sbom.cdx.json'), 'utf8');
    expect(await readFile(packed.sbom, 'utf8')).toBe(text);
    const sbom = JSON.parse(text) as Sbom;
    expect(validateSbom(sbom)).toEqual([]);
    const notices = await readFile(join(installed, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const { purl, group, name, version } of sbom.components) {
      const fullName = group === undefined ? name : `${group}/${name}`;
      expect(notices).toContain(purl?.startsWith('pkg:npm/') ? `\n## ${fullName} ${version} (` : name);
    }
    const chromium = sbom.components.find(({ name }) => name === 'Chromium');
    expect(chromium?.version).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    for (const { location } of sbom.components.flatMap(({ evidence }) => evidence?.occurrences ?? []))
      expect(existsSync(join(installed, location)), location).toBe(true);
  });

  it('prints its version and its help', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    const said = await npxInPipeline('--version');
    expect(said).toMatchObject({ code: 0, stdout: `${version}\n` });
    const help = await npx('a11y-scan', '--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('a11y-scan local');
  });

  it('scans a local page with its own browser, and exits by the gate', async () => {
    const { port } = server.address() as AddressInfo;
    const { code, stdout, stderr } = await npxInPipeline(`local http://127.0.0.1:${port}/ --json`);
    expect(code, stderr).toBe(1);
    const said = JSON.parse(stdout);
    expect(said).toMatchObject({ ending: 'failed', exitCode: 1, summary: { pages: { scanned: 1 } } });
    expect(said.summary.violations.byRule.map((rule: { ruleId: string }) => rule.ruleId)).toEqual([
      'image-alt',
    ]);
    // Unpacked completely into the user's cache, with no other file left.
    const [unpacked, ...others] = await readdir(join(folder, 'home', '.cache', 'a11y-scan'));
    expect(unpacked).toMatch(/^chromium-\d/);
    expect(others).toEqual([]);
    const left = (await readdir(join(folder, 'tmp'))).filter((name) => name !== 'node-compile-cache');
    expect(left).toEqual([]);
  });

  it('exports the client, with types that need no other package', async () => {
    await writeFile(
      join(project, 'use.ts'),
      `import { ApiError, type Client, createClient } from 'a11y-scan';
       const client: Client = createClient({ apiUrl: 'https://scan.example.com/api/v1', apiKey: () => 'none' });
       // @ts-expect-error a scan's id is a text
       export const wrong = () => client.getScan(1);
       export const failed = (error: unknown) => error instanceof ApiError && error.code;`,
    );
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin',
      'tsc',
    );
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node'];
    const checked = await runAsUser([compiler, ...flags, ...types, 'use.ts']);
    expect(checked.stdout).toBe('');
    expect(checked.code).toBe(0);
    const script =
      "const { createClient } = await import('a11y-scan');" +
      "const schema = import.meta.resolve('a11y-scan/config.schema.json');" +
      'console.log(typeof createClient, schema.endsWith("/node_modules/a11y-scan/config.schema.json"));';
    const imported = await runAsUser(['--input-type=module', '-e', script]);
    expect(imported).toMatchObject({ code: 0, stdout: 'function true\n' });
  });
});
