import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeLeftFiles, removeTree } from '../../../scanner/environment/remove-left-files.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'left-files-test-'));
  folder = join(parent, 'tmp');
  mkdirSync(folder);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe('removing what chunks left', () => {
  it('removes everything but the unpacked browser', async () => {
    const browser = join(folder, 'browsers', 'chromium-1');
    for (const path of [browser, join(folder, 'browsers', 'chromium-10'), join(folder, 'job-1', 'browser-1')])
      mkdirSync(path, { recursive: true });
    for (const path of [join(browser, 'file'), join(folder, 'browsers', '.hidden'), join(folder, 'core')])
      writeFileSync(path, 'x');
    await removeLeftFiles(folder, browser);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'browsers',
      'browsers/chromium-1',
      'browsers/chromium-1/file',
    ]);
  });

  it('removes links, also one that replaces the folder of the browser, and nothing that they lead to', async () => {
    for (const name of ['files', 'browsers/chromium-1']) mkdirSync(join(parent, name), { recursive: true });
    writeFileSync(join(parent, 'files', 'file'), 'x');
    symlinkSync(join(parent, 'files'), join(folder, 'link'));
    symlinkSync(join(parent, 'browsers'), join(folder, 'browsers'));
    await removeLeftFiles(folder, join(folder, 'browsers', 'chromium-1'));
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(parent, 'files', 'file'))).toBe(true);
    expect(existsSync(join(parent, 'browsers', 'chromium-1'))).toBe(true);
  });

  it('restores the permissions of the folder and of those above the browser, so that later chunks can use them', async () => {
    const browser = join(folder, 'browsers', 'chromium-1');
    mkdirSync(browser, { recursive: true });
    const above = [join(folder, 'browsers'), folder];
    for (const path of above) chmodSync(path, 0);
    await removeLeftFiles(folder, browser);
    expect(above.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(existsSync(browser)).toBe(true);
  });

  it('removes everything if the browser is elsewhere', async () => {
    writeFileSync(join(folder, 'file'), 'x');
    await removeLeftFiles(folder, join(parent, 'chromium-1'));
    writeFileSync(join(folder, 'file'), 'x');
    await removeLeftFiles(folder, null);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('removing a folder of hostile content', () => {
  it('removes names that are not valid UTF-8', async () => {
    for (const start of [`${folder}/`, `${folder}/inner/`]) {
      mkdirSync(start, { recursive: true });
      mkdirSync(Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe])]));
      writeFileSync(Buffer.concat([Buffer.from(start), Buffer.from([0xff])]), '');
    }
    await removeTree(folder);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('removes folders without permissions', async () => {
    mkdirSync(join(folder, 'closed', 'inner'), { recursive: true });
    writeFileSync(join(folder, 'closed', 'inner', 'file'), 'x');
    for (const path of ['closed/inner', 'closed', '.']) chmodSync(join(folder, path), 0);
    await removeTree(folder);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('removes folders whose path is longer than any system call accepts', async () => {
    // Each folder is moved into the next, so that no path is too long while they are created.
    const name = 'n'.repeat(250);
    let inner = join(parent, 'first');
    mkdirSync(inner);
    for (let depth = 0; depth < 20; depth++) {
      const outer = join(parent, `outer-${depth}`);
      mkdirSync(outer);
      renameSync(inner, join(outer, name));
      inner = outer;
    }
    renameSync(inner, join(folder, 'deep'));
    await removeTree(folder);
    expect(readdirSync(parent)).toEqual([]);
  });
});
