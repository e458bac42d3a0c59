import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ONE_PICTURE } from '../../support/small-site.ts';
import {
  bin,
  checkOutAxe,
  findProgram,
  folder,
  github,
  KEY,
  pages,
  runAction,
  site,
  useAction,
  writeProgram,
} from './action-runner.ts';

useAction();

describe('a pull request from a fork', () => {
  const from = 'mallory/shop';

  test('is scanned in the job on request, and a token without permission to comment is no error', async () => {
    pages['/'] = ONE_PICTURE.replace('<img ', '<img alt="A square" ');
    const before = github.comments.length;
    github.faults.push({ status: 403, body: '{"message":"Resource not accessible by integration"}' });
    const { scan } = await runAction(
      { 'on-fork': 'local', urls: site.url, site: 'site_1' },
      { from, checkOut: checkOutAxe },
    );
    expect(scan).toMatchObject({ outcome: 'success', outputs: { result: 'passed' } });
    expect(scan.log).toMatch(/^::notice title=No comment on the pull request::.*pull-requests%?: write/m);
    expect(github.comments).toHaveLength(before);
  });
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
