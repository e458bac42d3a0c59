import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleCli, type CliBundle } from '../../../scripts/cli-package/bundle-cli.ts';
import { buildPackageJson } from '../../../scripts/cli-package/package-json.ts';

/**
 * The bundle of the command without the browser, in a folder outside of the checkout. package.all.test.ts tests the
 * whole package, as npm installs it.
 */
const root = join(import.meta.dirname, '..', '..', '..');
let folder: string;
let project: string;
let bundle: CliBundle;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'a11y-scan-bundle-'));
  project = join(folder, 'project');
  await mkdir(project);
  const packageJson = buildPackageJson({ version: '1.2.3', license: 'Apache-2.0' });
  await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson));
  bundle = await bundleCli(root, join(folder, 'dist'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the bundled command as a user who has only Node.js. */
async function run(...words: string[]): Promise<string> {
  const main = join(folder, 'dist', 'main.js');
  const env = { PATH: '/usr/bin:/bin', HOME: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], { cwd: project, env });
  return stdout;
}

it('the bundled command prints the version of its package', async () => {
  expect(await run('--version')).toBe('1.2.3\n');
});

it('the bundled command sets up a project', async () => {
  await run('init', '--yes', '--local', '--ci', 'github');
  const written = await readdir(project, { recursive: true });
  expect(written).toContain('.github/workflows/accessibility.yml');
  const config = JSON.parse(await readFile(join(project, 'a11y-scan.config.json'), 'utf8'));
  const schema = await readFile(join(project, config.$schema), 'utf8');
  expect(schema).toBe(await readFile(join(root, 'cli', 'a11y-scan.config.schema.json'), 'utf8'));
});

it('the bundle contains neither the infrastructure nor the service', () => {
  const folders = new Set(bundle.inputs.map((input) => input.split('/')[0]));
  expect([...folders].sort()).toEqual(['cli', 'client', 'core', 'formats', 'node_modules', 'scanner']);
});
