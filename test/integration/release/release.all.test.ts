import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateSbom } from '../../support/sbom-schema.ts';
import { createRepository, env } from './repository.ts';

const root = join(import.meta.dirname, '../../..');
const VERSION = '99.1.0';

const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-release-test-'));
const repository = join(folder, 'repository');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' }).trim();

/** Lists all files below a folder; it may change meanwhile. */
function listFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' });
}

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function runRelease(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const command = [join(repository, 'scripts', 'release.ts'), ...args];
    execFile(process.execPath, command, { cwd: repository, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

beforeAll(() => {
  // Copies the files of the working tree, so that changes are tested before they are committed.
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  mkdirSync(repository);
  for (const path of listed.toString().split('\0')) {
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(repository, path));
  }
  symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'));
  mkdirSync(join(root, '.cache'), { recursive: true });
  symlinkSync(join(root, '.cache'), join(repository, '.cache'));
  writeFileSync(
    join(repository, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A format.\n',
  );
  createRepository(repository);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('shows with --dry-run the planned steps, and changes nothing', async () => {
    const before = git('rev-parse', 'HEAD');
    const { code, stdout, stderr } = await runRelease(VERSION, '--dry-run');
    expect(code, stderr).toBe(0);
    for (const text of [`a11y-scan-${VERSION}.tgz`, 'package-lock.json', '- A format.', `tag v${VERSION}`])
      expect(stdout).toContain(text);
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
    expect(existsSync(join(repository, 'release'))).toBe(false);
  });

  it('exits with 2 on wrong arguments, and with 1 if the tree has changes', async () => {
    expect(await runRelease()).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') });
    expect(await runRelease('--publish', VERSION)).toMatchObject({ code: 2 });
    writeFileSync(join(repository, 'new.txt'), '');
    const refused = await runRelease(VERSION);
    rmSync(join(repository, 'new.txt'));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('?? new.txt') });
  });

  it('refuses installed packages of other versions than those of package-lock.json', async () => {
    const path = join(repository, 'package-lock.json');
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    const { version } = lock.packages['node_modules/axe-core'];
    lock.packages['node_modules/axe-core'].version = '99.0.0';
    writeFileSync(path, JSON.stringify(lock));
    const refused = await runRelease(VERSION, '--dry-run');
    git('checkout', '--', 'package-lock.json');
    const text = `node_modules/axe-core is ${version}; package-lock.json has 99.0.0.`;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(text) });
  });

  it('refuses a branch that lacks commits of its remote branch', async () => {
    const remote = git('commit-tree', '-p', 'HEAD', '-m', 'Later', 'HEAD^{tree}');
    git('update-ref', 'refs/remotes/origin/main', remote);
    const refused = await runRelease(VERSION, '--dry-run');
    git('update-ref', '-d', 'refs/remotes/origin/main');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('HEAD lacks 1 of') });
  });

  it('refuses artifacts that exist in the folder', async () => {
    const into = join(folder, 'existing');
    mkdirSync(into);
    writeFileSync(join(into, `a11y-scan-${VERSION}.tgz`), 'of somebody');
    const refused = await runRelease(VERSION, '--into', into);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${VERSION}.tgz exists`) });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('removes its temporary files at %s', async (signal) => {
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    const command = [join(repository, 'scripts', 'release.ts'), VERSION];
    const child = spawn(process.execPath, command, { cwd: repository, env: { ...env, TMPDIR: temporary } });
    const ended = once(child, 'exit');
    // The folder of the release, and the first file of packing in it.
    await expect.poll(() => listFiles(temporary).length, { timeout: 60_000 }).toBeGreaterThan(1);
    child.kill(signal);
    expect(await ended).toEqual([128 + constants.signals[signal], null]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('packs, writes the changelog and the version, commits and tags', async () => {
    const before = git('rev-parse', 'HEAD');
    const { code, stdout, stderr } = await runRelease(VERSION);
    expect(code, stderr).toBe(0);

    expect(git('log', '--format=%s', `${before}..HEAD`)).toBe(`Release ${VERSION}`);
    expect(git('status', '--porcelain')).toBe('');
    const readJson = (name: string) => JSON.parse(readFileSync(join(repository, name), 'utf8'));
    expect(readJson('package.json').version).toBe(VERSION);
    expect(readJson('package-lock.json').packages[''].version).toBe(VERSION);
    expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(
        `^# Changelog\\n\\n## Unreleased\\n\\n## ${VERSION} - \\d{4}-\\d\\d-\\d\\d\\n\\n### Added\\n\\n- A format\\.\\n$`,
      ),
    );
    for (const name of ['README.md', 'docs/ci/github.md']) {
      const used = readFileSync(join(repository, name), 'utf8').match(/a11y-scan-service@\S+/g);
      expect(used, name).toEqual([`a11y-scan-service@v${VERSION}`]);
    }
    expect(git('cat-file', '-t', `v${VERSION}`)).toBe('tag');
    expect(git('rev-parse', `v${VERSION}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)')).toBe(
      `Release ${VERSION}\n\n### Added\n\n- A format.`,
    );
    expect(stdout).toContain(`git push --atomic origin main v${VERSION}`);

    const names = [`a11y-scan-${VERSION}.cdx.json`, `a11y-scan-${VERSION}.tgz`];
    expect(readdirSync(join(repository, 'release')).sort()).toEqual(names);
    for (const name of names) {
      const content = readFileSync(join(repository, 'release', name));
      expect(stdout).toContain(`${createHash('sha256').update(content).digest('hex')}  release/${name}`);
    }
    const [sbom = '', tarball = ''] = names.map((name) => join(repository, 'release', name));
    const extract = (name: string) =>
      execFileSync('tar', ['-xzOf', tarball, `package/${name}`], { encoding: 'utf8', maxBuffer: 10_000_000 });
    expect(JSON.parse(extract('package.json'))).toMatchObject({ version: VERSION, license: 'Apache-2.0' });
    expect(extract('sbom.cdx.json')).toBe(readFileSync(sbom, 'utf8'));
    expect(JSON.parse(extract('sbom.cdx.json')).metadata.component.version).toBe(VERSION);
    expect(validateSbom(JSON.parse(extract('sbom.cdx.json')))).toEqual([]);

    const again = await runRelease(VERSION);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`The tag v${VERSION} exists`) });
  });
});
