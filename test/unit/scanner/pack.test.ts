import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishDirectory } from '../../../scanner/chromium-pack/publish.ts';
import { readTar } from '../../../scanner/chromium-pack/tar.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pack-test-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function tarEntry(path: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write('0000755\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

describe('reading a tar archive', () => {
  it('lists files and skips directories', () => {
    const archive = Buffer.concat([
      tarEntry('lib/', '', '5'),
      tarEntry('lib/a', 'x'.repeat(600)),
      tarEntry('b', 'y'),
      Buffer.alloc(1024),
    ]);
    const files = [...readTar(archive)].map(({ path, mode, content }) => [path, mode, content.length]);
    expect(files).toEqual([
      ['lib/a', 0o755, 600],
      ['b', 0o755, 1],
    ]);
  });

  it('rejects links and paths outside of the archive', () => {
    expect(() => [...readTar(tarEntry('a', '', '2'))]).toThrow('only files and directories');
    expect(() => [...readTar(tarEntry('../a', ''))]).toThrow('leaves the archive');
  });
});

describe('publishing a directory', () => {
  it('happens once for many concurrent callers and leaves no other files', async () => {
    const target = join(directory, 'result');
    const fill = async (temporary: string) => writeFileSync(join(temporary, 'file'), 'whole');
    await Promise.all([1, 2, 3].map(() => publishDirectory(target, fill)));
    expect(readdirSync(directory)).toEqual(['result']);
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('whole');
  });

  it('keeps the directory that another process published after this one found none', async () => {
    const target = join(directory, 'result');
    let answers = 0;
    const isWhole = async (path: string) => ++answers > 1 && existsSync(join(path, 'file'));
    const fill = async (temporary: string) => {
      writeFileSync(join(temporary, 'file'), 'own');
      mkdirSync(target);
      writeFileSync(join(target, 'file'), 'other');
    };
    await publishDirectory(target, fill, isWhole);
    expect(readdirSync(directory)).toEqual(['result']);
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('other');
  });

  it('leaves no files if filling fails, and removes those of a killed process', async () => {
    const target = join(directory, 'result');
    let ownName = '';
    const failing = publishDirectory(target, async (temporary) => {
      ownName = basename(temporary);
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(readdirSync(directory)).toEqual([]);
    // Larger than any process id that Linux assigns (PID_MAX_LIMIT is 2^22).
    writeFileSync(join(directory, ownName.replace(`.${process.pid}.`, '.9999999.')), '');
    await publishDirectory(target, async () => undefined);
    expect(readdirSync(directory)).toEqual(['result']);
  });

  it('keeps files that another machine works on, unless they are old', async () => {
    const fresh = join(directory, '.result.9999999.other-machine.abc');
    const old = join(directory, '.result.9999999.other-machine.def');
    for (const path of [fresh, old]) writeFileSync(path, '');
    const yesterday = Date.now() / 1_000 - 24 * 60 * 60;
    utimesSync(old, yesterday, yesterday);
    await publishDirectory(join(directory, 'result'), async () => undefined);
    expect(readdirSync(directory).sort()).toEqual(['.result.9999999.other-machine.abc', 'result']);
  });

  it('keeps files that a container with the same host name works on, which has its own process ids', async () => {
    const host = hostname().replace(/[^0-9A-Za-z-]/g, '-');
    const ofContainer = `.result.9999999.${host}-1.abc`;
    writeFileSync(join(directory, ofContainer), '');
    await publishDirectory(join(directory, 'result'), async () => undefined);
    expect(readdirSync(directory).sort()).toEqual([ofContainer, 'result']);
  });

  it('replaces an incomplete directory, once, and leaves nothing of it', async () => {
    const target = join(directory, 'result');
    const isWhole = async (path: string) => existsSync(join(path, 'file'));
    mkdirSync(target);
    let filled = 0;
    const fill = async (temporary: string) => {
      filled += 1;
      writeFileSync(join(temporary, 'file'), 'whole');
    };
    await publishDirectory(target, fill, isWhole);
    await publishDirectory(target, fill, isWhole);
    expect(filled).toBe(1);
    expect(readdirSync(directory)).toEqual(['result']);
    expect(readdirSync(target)).toEqual(['file']);
  });
});
