import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolder } from '../../../local/data-folder.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

describe('the version of a data folder', () => {
  it('is written to an empty folder, which can be used again', async () => {
    for (let start = 0; start < 2; start++) {
      const folder = await DataFolder.claim(path);
      folder.requireVersion();
      mkdirSync(folder.file('dynamodb'), { recursive: true });
      folder.release();
    }
  });

  it.each(['dynamodb', 'sqs-s3'])(
    'causes a one-line error if it is missing and there is a %s of an earlier version',
    async (name) => {
      mkdirSync(join(path, name));
      const folder = await DataFolder.claim(path);
      expect(() => folder.requireVersion()).toThrow(
        `the data folder ${path} was created by an earlier version of the service; start once with --fresh (it deletes all local data) or use another folder with --data`,
      );
      folder.empty();
      folder.requireVersion();
      expect(existsSync(join(path, name))).toBe(false);
      folder.release();
    },
  );

  it.each([
    ['1', 'an earlier'],
    ['99', 'a later'],
  ])('is rejected if it is %s', async (version, which) => {
    writeFileSync(join(path, 'version.json'), version);
    const folder = await DataFolder.claim(path);
    expect(() => folder.requireVersion()).toThrow(`was created by ${which} version of the service`);
    folder.release();
  });
});

describe('a data folder that other users may enter', () => {
  beforeEach(() => chmodSync(path, 0o755));

  it.each([[[]], [['version.json', 'dynamodb']]])(
    'is closed to them if it has only files of the runtime: %j',
    async (names: string[]) => {
      for (const name of names) writeFileSync(join(path, name), '2');
      (await DataFolder.claim(path)).release();
      expect(statSync(path).mode & 0o777).toBe(0o700);
    },
  );

  it('is refused and stays as it is if it has files of others', async () => {
    writeFileSync(join(path, 'notes.txt'), '');
    await expect(DataFolder.claim(path)).rejects.toThrow(
      `other users of this machine may enter the data folder ${path}; use another folder with --data, or change it with: chmod 700 "${path}"`,
    );
    expect([statSync(path).mode & 0o777, readdirSync(path)]).toEqual([0o755, ['notes.txt']]);
  });
});

describe('a path that cannot be a data folder', () => {
  it.each([
    ['that is a file', () => join(path, 'file'), /^the data folder \/.*\/file is not a folder$/],
    [
      'in which no folder can be created',
      () => '/proc/no-folder-can-be-made-here/at-all',
      /^the data folder \/proc\/no-folder-can-be-made-here\/at-all cannot be created: /,
    ],
    [
      'below a file',
      () => join(path, 'file', 'data'),
      /cannot be created: part of the path is not a folder$/,
    ],
    [
      'in which no file can be written',
      () => '/proc/self',
      /^the data folder \/proc\/self cannot be written to: /,
    ],
  ])('%s causes a one-line error', async (_, at, message) => {
    writeFileSync(join(path, 'file'), '');
    await expect(DataFolder.claim(at())).rejects.toThrow(message);
    expect(readdirSync(path)).toEqual(['file']);
  });
});

describe('the lock of a data folder', () => {
  const lock = () => readFileSync(join(path, 'lock'), 'utf8');

  it('excludes other runtimes until it is released', async () => {
    const folder = await DataFolder.claim(path);
    await expect(DataFolder.claim(path)).rejects.toThrow(
      `the data folder ${path} is used by another runtime (process ${process.pid})`,
    );
    expect(lock()).toMatch(`${process.pid} `);
    folder.release();
    (await DataFolder.claim(path)).release();
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    ['that has ended', () => String(spawnSync('true').pid)],
    ['whose id now belongs to another one', () => `${process.pid} 1`],
    ['that is not named', () => ''],
  ])('is taken over from a process %s', async (_, holder) => {
    writeFileSync(join(path, 'lock'), holder());
    const folder = await DataFolder.claim(path);
    expect(lock()).toMatch(`${process.pid} `);
    folder.release();
    expect(readdirSync(path)).toEqual([]);
  });
});

describe('the files of a data folder', () => {
  it('are written for their owner only, and read as undefined if they are missing or incomplete', async () => {
    const folder = await DataFolder.claim(path);
    writeFileSync(folder.file('demo.json'), '', { mode: 0o644 });
    folder.writeJson('demo.json', { a: 1 });
    expect(folder.readJson('demo.json')).toEqual({ a: 1 });
    expect(statSync(folder.file('demo.json')).mode & 0o777).toBe(0o600);
    writeFileSync(folder.file('service.json'), '{"a"');
    expect([folder.readJson('service.json'), folder.readJson('none.json')]).toEqual([undefined, undefined]);
    folder.release();
  });

  it('are removed if they are state of the runtime, and no others', async () => {
    const folder = await DataFolder.claim(path);
    folder.writeJson('service.json', {});
    folder.rename('service.json', 'service.previous.json');
    folder.rename('none.json', 'demo.json');
    mkdirSync(folder.file('sqs-s3'));
    writeFileSync(folder.file('mine.txt'), 'mine');
    expect(readdirSync(path).sort()).toEqual(['lock', 'mine.txt', 'service.previous.json', 'sqs-s3']);
    folder.empty();
    expect(readdirSync(path).sort()).toEqual(['lock', 'mine.txt']);
    folder.remove('mine.txt');
    folder.release();
    expect(readdirSync(path)).toEqual([]);
  });

  it.each([
    ['was created for a start that failed, is removed with its new parents', 'new/data', ['before']],
    ['existed before a start that failed, stays', 'before', ['before']],
  ])('and a folder that %s', async (_, name, left) => {
    mkdirSync(join(path, 'before'));
    const folder = await DataFolder.claim(join(path, name));
    folder.abandon();
    expect(readdirSync(path)).toEqual(left);
  });
});
