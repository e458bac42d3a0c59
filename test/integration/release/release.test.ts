import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commitRelease } from '../../../scripts/release/commit-release.ts';
import { createRepository, env } from './repository.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-release-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a release that fails halfway', () => {
  const release = { version: '1.0.0', notes: '- A.', files: new Map([['a.txt', 'new\n']]) };

  it('leaves an artifact that existed before', async () => {
    const other = join(folder, 'overwrite');
    const into = join(other, 'artifacts');
    mkdirSync(into, { recursive: true });
    writeFileSync(join(other, 'a.txt'), 'old\n');
    createRepository(other);
    writeFileSync(join(into, 'NOTICE'), 'of somebody');
    const artifacts = [join(root, 'LICENSE'), join(root, 'NOTICE')];

    await expect(commitRelease(other, into, { ...release, artifacts })).rejects.toThrow('EEXIST');
    expect(readdirSync(into)).toEqual(['NOTICE']);
    expect(readFileSync(join(into, 'NOTICE'), 'utf8')).toBe('of somebody');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends completely at %s to its process',
    async (signal) => {
      const other = join(folder, signal);
      mkdirSync(other);
      writeFileSync(join(other, 'a.txt'), 'old\n');
      createRepository(other);
      const hook = join(other, '.git', 'hooks', 'pre-commit');
      mkdirSync(join(other, '.git', 'hooks'), { recursive: true });
      // The parent of git is the process that releases.
      writeFileSync(hook, `#!/bin/sh\nkill -${signal.slice(3)} "$(ps -o ppid= -p "$PPID")"\n`, {
        mode: 0o755,
      });
      const into = join(other, '..', `artifacts-${signal}`);
      const path = JSON.stringify(join(root, 'scripts', 'release', 'commit-release.ts'));
      const argument = JSON.stringify({ version: '1.0.0', notes: '- A.', artifacts: [join(root, 'NOTICE')] });
      const program = `
      import { commitRelease } from ${path};
      const files = new Map([['a.txt', 'new']]);
      await commitRelease(${JSON.stringify(other)}, ${JSON.stringify(into)}, { ...${argument}, files });`;
      execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env });
      const run = (...args: string[]) =>
        execFileSync('git', args, { cwd: other, env, encoding: 'utf8' }).trim();
      expect([run('log', '-1', '--format=%s'), run('tag'), readdirSync(into)]).toEqual([
        'Release 1.0.0',
        'v1.0.0',
        ['NOTICE'],
      ]);
    },
  );

  it.each([
    ['the commit', ['hooks/pre-commit', '#!/bin/sh\nexit 1\n']],
    ['the tag', ['refs/tags/v1.0.0', '']],
  ] as const)('leaves nothing if %s fails', async (what, [path, content]) => {
    const other = join(folder, what.replace(' ', '-'));
    mkdirSync(other);
    writeFileSync(join(other, 'a.txt'), 'old\n');
    createRepository(other);
    const run = (...args: string[]) =>
      execFileSync('git', args, { cwd: other, env, encoding: 'utf8' }).trim();
    const before = run('rev-parse', 'HEAD');
    mkdirSync(join(other, '.git', 'hooks'), { recursive: true });
    writeFileSync(join(other, '.git', path), content === '' ? `${before}\n` : content, { mode: 0o755 });
    const tags = run('tag');

    const into = join(other, '..', 'artifacts');
    const releasing = commitRelease(other, into, { ...release, artifacts: [join(root, 'NOTICE')] });

    await expect(releasing).rejects.toThrow(/^git (commit|tag) failed/);
    expect([run('rev-parse', 'HEAD'), run('status', '--porcelain'), run('tag')]).toEqual([before, '', tags]);
    expect(readFileSync(join(other, 'a.txt'), 'utf8')).toBe('old\n');
    expect(readdirSync(into)).toEqual([]);
  });
});
