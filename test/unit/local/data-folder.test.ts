import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
