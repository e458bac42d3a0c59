import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { toOutputError } from '../../../../cli/outcome/output-error.ts';
import { prepareOutputs, writeOutputs } from '../../../../cli/outcome/outputs.ts';
import type { RequestedOutput } from '../../../../cli/settings/settings.ts';
import { type FakeHost, fakeHost } from '../../../support/cli-host.ts';
import { outcomeOf } from './outcome.ts';

let folder: string;
let fake: FakeHost;
const inside = (path: string) => join(folder, path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a11y-scan-outputs-'));
  fake = fakeHost({ env: {}, cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wish = (path: string, format: RequestedOutput['format'] = 'json'): RequestedOutput => ({
  format,
  path,
});

const existsOrLink = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Prepares and writes outputs with these pieces. */
async function written(paths: string[], pieces: readonly (string | Uint8Array)[] = ['new ', 'report']) {
  const prepared = await prepareOutputs(
    paths.map((path) => wish(path)),
    fake.host,
  );
  const outcome = outcomeOf(undefined, {
    renderReport: async function* () {
      yield* pieces;
    },
  });
  return writeOutputs(prepared, outcome, fake.host);
}

describe('preparing outputs', () => {
  it('creates missing folders and leaves no file', async () => {
    await prepareOutputs([wish('reports/deep/out.json')], fake.host);
    expect(readdirSync(inside('reports/deep'))).toEqual([]);
  });

  it('does not change existing files', async () => {
    writeFileSync(inside('out.json'), 'old');
    await prepareOutputs([wish('out.json')], fake.host);
    expect(readFileSync(inside('out.json'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out.json']);
  });

  it.each<[string, string, RegExp]>([
    ['a folder at its path', 'folder', /^Cannot write folder: it is a folder/],
    ['a path that names a folder', 'new/', /^Cannot write new\/: it is the path of a folder/],
    [
      'a file as a parent folder',
      'file/out.json',
      /^Cannot write file\/out\.json: a part of the path is a file/,
    ],
    ['a file as a folder further up', 'file/a/b/out.json', /a part of the path is a file/],
    ['circular links', 'round', /symbolic links are circular/],
    ['a name that is too long', 'x'.repeat(300), /the path is too long/],
    ['nothing', '', /this is not a path/],
    ['a NUL', 'a\0b', /^Cannot write a\[U\+0000\]b: this is not a path/],
    [
      'a folder that cannot be created',
      '/proc/nothing/out.json',
      /the folder does not exist and cannot be created/,
    ],
  ])('rejects %s', async (_, path, message) => {
    mkdirSync(inside('folder'));
    writeFileSync(inside('file'), 'old');
    symlinkSync('round', inside('round'));
    const refused = prepareOutputs([wish(path)], fake.host);
    await expect(refused).rejects.toThrow(CliError);
    await expect(refused).rejects.toMatchObject({
      exitStatus: 'usage',
      code: 'output-unwritable',
      message: expect.stringMatching(message),
    });
    expect(readdirSync(folder).sort()).toEqual(['file', 'folder', 'round']);
  });

  it.each<[string, () => void]>([
    ['a link to a file outside', () => symlinkSync('../outside', inside('cwd/out'))],
    ['a link to a file that does not exist yet', () => symlinkSync('../new', inside('cwd/out'))],
    ['a link to a device', () => symlinkSync('/dev/null', inside('cwd/out'))],
    ['a folder that is a link', () => symlinkSync('../elsewhere', inside('cwd/a'))],
    ['a folder that is a link to a missing folder', () => symlinkSync('../made', inside('cwd/a'))],
  ])('keeps outputs of a configuration file within the working directory: %s', async (_, make) => {
    mkdirSync(inside('cwd'));
    mkdirSync(inside('elsewhere'));
    writeFileSync(inside('outside'), 'old');
    make();
    const path = existsOrLink(inside('cwd/a')) ? 'a/b/out' : 'out';
    const host = { ...fake.host, cwd: inside('cwd') };
    await expect(prepareOutputs([{ ...wish(path), confined: true }], host)).rejects.toThrow(
      `Cannot write ${path}: a symbolic link points outside the working directory`,
    );
    expect(readdirSync(folder).sort()).toEqual(['cwd', 'elsewhere', 'outside']);
    expect(readdirSync(inside('elsewhere'))).toEqual([]);
    await expect(prepareOutputs([wish(path)], host)).resolves.toBeDefined();
  });

  it('allows outputs of a configuration file below the working directory', async () => {
    symlinkSync('real', inside('link'));
    await prepareOutputs([{ ...wish('link/deep/out'), confined: true }], fake.host);
    expect(readdirSync(inside('real'))).toEqual(['deep']);
  });

  it('rejects two outputs that are one file with different names', async () => {
    writeFileSync(inside('out.json'), 'old');
    symlinkSync('out.json', inside('link'));
    const refused = prepareOutputs([wish('out.json'), wish('link', 'html')], fake.host);
    await expect(refused).rejects.toMatchObject({ exitStatus: 'usage', code: 'output-twice' });
    await expect(refused).rejects.toThrow('out.json and link');
  });

  it('accepts a file whose name only resembles another one', async () => {
    writeFileSync(inside('a'), 'old');
    linkSync(inside('a'), inside('b'));
    await expect(written(['a', 'b'])).resolves.toMatchObject([{ error: null }, { error: null }]);
  });
});

describe('writing outputs', () => {
  it('writes bytes unchanged, and strings as UTF-8', async () => {
    await written(['out'], ['Übung ', new Uint8Array([0xff, 0x00, 0xfe]), '日']);
    expect(readFileSync(inside('out'))).toEqual(
      Buffer.concat([Buffer.from('Übung '), Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('日')]),
    );
  });

  it('writes many small pieces and large ones in their order', async () => {
    const pieces = Array.from({ length: 50_000 }, (_, at) => `${at},`);
    pieces.splice(25_000, 0, 'x'.repeat(3_000_000));
    await written(['out'], pieces);
    expect(readFileSync(inside('out'), 'utf8')).toBe(pieces.join(''));
  });

  it('writes an empty report', async () => {
    await written(['out'], []);
    expect(readFileSync(inside('out'), 'utf8')).toBe('');
  });

  it('keeps the permissions of an existing file', async () => {
    writeFileSync(inside('out'), 'old');
    chmodSync(inside('out'), 0o640);
    await written(['out']);
    expect(statSync(inside('out')).mode & 0o777).toBe(0o640);
    expect(readFileSync(inside('out'), 'utf8')).toBe('new report');
  });

  it('writes through a symbolic link, and keeps the link', async () => {
    mkdirSync(inside('elsewhere'));
    symlinkSync('elsewhere/target', inside('link'));
    symlinkSync('link', inside('second'));
    await written(['second']);
    expect(lstatSync(inside('second')).isSymbolicLink()).toBe(true);
    expect(lstatSync(inside('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(inside('elsewhere/target'), 'utf8')).toBe('new report');
    await written(['link'], ['again']);
    expect(lstatSync(inside('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(inside('elsewhere/target'), 'utf8')).toBe('again');
  });

  it.each(['-', '/dev/stdout', '/dev/fd/1'])('writes to %s directly', async (path) => {
    await written(
      [path],
      ['\ufeffone', new Uint8Array([0xef, 0xbb, 0xbf, 0xe6, 0x97]), new Uint8Array([0xa5]), 'two'],
    );
    expect(fake.stdout()).toBe('\ufeffone\ufeff日two');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes to a named pipe that has a reader', async () => {
    execFileSync('mkfifo', [inside('pipe')]);
    const reader = spawn('cat', [inside('pipe')], { stdio: ['ignore', 'pipe', 'ignore'] });
    const read = text(reader.stdout);
    const prepared = await prepareOutputs([wish('pipe')], fake.host);
    // The reader is ready when its end opens; the only sign of this is that our end opens.
    let result = await writeOutputs(prepared, outcomeOf(), fake.host);
    while (result[0]?.error?.message.includes('has no reader')) {
      // Without a pause the attempts would keep the reader from starting on a busy machine.
      await setTimeout(20);
      result = await writeOutputs(prepared, outcomeOf(), fake.host);
    }
    await once(reader, 'close');
    expect(result).toMatchObject([{ error: null }]);
    expect(JSON.parse(await read)).toMatchObject({ schemaVersion: expect.any(String) });
    expect(lstatSync(inside('pipe')).isFIFO()).toBe(true);
  });

  it('does not wait for a named pipe without a reader', async () => {
    execFileSync('mkfifo', [inside('pipe')]);
    const [output] = await written(['pipe']);
    expect(output?.error).toMatchObject({ exitStatus: 'usage', code: 'output-unwritable' });
    expect(output?.error?.message).toBe('Cannot write pipe: the pipe has no reader.');
  });

  it('reports a full disk, and writes the other outputs', async () => {
    const outputs = await written(['first', '/dev/full', 'last']);
    expect(outputs.map(({ error }) => error?.message ?? null)).toEqual([
      null,
      'Cannot write /dev/full: no space left on the device.',
      null,
    ]);
    expect(outputs[1]?.error).toMatchObject({ exitStatus: 'usage', code: 'output-unwritable' });
    expect(readFileSync(inside('last'), 'utf8')).toBe('new report');
  });

  it('keeps the previous content, and nothing else, if the renderer fails', async () => {
    writeFileSync(inside('out'), 'old');
    const cut = new CliError('service', 'connection-cut-off', 'The service cut the report off.');
    const outcome = outcomeOf(undefined, {
      renderReport: async function* () {
        yield 'x'.repeat(200_000);
        throw cut;
      },
    });
    const prepared = await prepareOutputs([wish('out'), wish('new')], fake.host);
    const outputs = await writeOutputs(prepared, outcome, fake.host);
    expect(outputs.map(({ error }) => error)).toEqual([cut, cut]);
    expect(readFileSync(inside('out'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('reports an unexpected error of a renderer as an internal error', async () => {
    const outcome = outcomeOf(undefined, {
      // biome-ignore lint/correctness/useYield: it yields nothing
      renderReport: async function* () {
        throw new TypeError('x is not a function\u001b[2J');
      },
    });
    const prepared = await prepareOutputs([wish('out')], fake.host);
    const [output] = await writeOutputs(prepared, outcome, fake.host);
    expect(output?.error).toMatchObject({ exitStatus: 'service', code: 'format-failed' });
    expect(output?.error?.message).toContain('x is not a function[U+001B][2J');
  });

  it('stops if it is interrupted, and leaves no partial file', async () => {
    writeFileSync(inside('out'), 'old');
    const outcome = outcomeOf(undefined, {
      renderReport: async function* () {
        yield 'x'.repeat(200_000);
        fake.interrupt();
        yield 'y';
      },
    });
    const prepared = await prepareOutputs([wish('out')], fake.host);
    await expect(writeOutputs(prepared, outcome, fake.host)).rejects.toMatchObject({
      exitStatus: 'interrupted',
    });
    expect(readFileSync(inside('out'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('reports a folder that was removed during the scan', async () => {
    const prepared = await prepareOutputs([wish('reports/out')], fake.host);
    rmSync(inside('reports'), { recursive: true });
    const [output] = await writeOutputs(prepared, outcomeOf(), fake.host);
    expect(output?.error?.message).toMatch(
      /^Cannot write reports\/out: the folder does not exist and cannot be created/,
    );
  });

  it('keeps the previous content if the file system rejects more bytes', () => {
    writeFileSync(inside('out'), 'old');
    const modules = join(import.meta.dirname, '../../../../cli/outcome/output-target.ts');
    const script = `
      import { resolveOutputTarget, writeTo } from ${JSON.stringify(modules)};
      const host = { cwd: process.cwd() };
      const pieces = async function* () { for (let at = 0; at < 100; at++) yield 'x'.repeat(10_000); };
      const error = await writeTo(await resolveOutputTarget('out', host), 'out', pieces(), host).then(() => null, (e) => e);
      console.log(error.exitStatus, error.message);
    `;
    // Files of at most 64 KiB: Node ignores the signal that comes with the limit, so that a write fails halfway.
    const limited = [
      '-c',
      'ulimit -f 64; exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ];
    const said = execFileSync('bash', limited, { cwd: folder, encoding: 'utf8' });
    expect(said).toBe('usage Cannot write out: the file is larger than the system allows.\n');
    expect(readFileSync(inside('out'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out']);
  });
});

describe('the error of an output that cannot be written', () => {
  it.each([
    ['EACCES', 'permission denied'],
    ['EROFS', 'the file system is read-only'],
    ['ENOSPC', 'no space left on the device'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EBUSY', 'it is in use, perhaps as a mount'],
  ])('%s: %s', (code, reason) => {
    const error = toOutputError('out/report.html', Object.assign(new Error('x'), { code }));
    expect(error).toMatchObject({ exitStatus: 'usage', code: 'output-unwritable' });
    expect(error.message).toBe(`Cannot write out/report.html: ${reason}.`);
    expect(error.hint).toMatch(/^[A-Z].*\.$/);
  });

  it('contains the message of the system for any other error', () => {
    const error = toOutputError(
      'a\u001b[2J',
      Object.assign(new Error('EWHAT: odd thing'), { code: 'EWHAT' }),
    );
    expect(error.message).toBe('Cannot write a[U+001B][2J: EWHAT: odd thing.');
  });
});
