import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const main = join(root, 'cli/main.ts');
const moduleOf = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
const urlOf = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href);

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function node(args: string[], stdout: 'pipe' | number = 'pipe'): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', stdout, 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout: out, stderr: err };
}

describe('the process', () => {
  test('loads only the command line for help', async () => {
    const loggerModule = moduleOf(`
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, next) {
          if (url.startsWith('file:')) process.stderr.write(url + '\\n');
          return next(url, context);
        },
      });`);
    const { code, stderr } = await node(['--import', loggerModule, main, '--help']);
    expect(code).toBe(0);
    const loaded = stderr.split('\n').map((url) => url.slice(pathToFileURL(root).href.length + 1));
    const ours = loaded.filter((path) => path.endsWith('.ts'));
    expect(ours).toContain('cli/main.ts');
    const others = ours.filter((path) => !/^cli\/((command-line|process|program)\/)?[\w-]+\.ts$/.test(path));
    expect(others.sort()).toEqual([
      'cli/pipeline/pipeline.ts',
      'cli/settings/flags.ts',
      'cli/settings/key-text.ts',
      'core/access/key-text.ts',
      'core/api/call-limits.ts',
      'core/problems/nearest.ts',
      'core/scans/pacing.ts',
    ]);
    const packages = loaded.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['commander']);
  });

  test('names the required Node.js version on an older one', async () => {
    for (const version of ['18.20.0', '22.11.9']) {
      const older = moduleOf(`
        Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`);
      const { code, stdout, stderr } = await node(['--import', older, main, '--version']);
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: `a11y-scan needs Node.js 22.12 or newer; this is ${version}.\n`,
      });
    }
  });

  test('ends with 3 if a part of the tool cannot be loaded, because 1 would mean that the gate failed', async () => {
    const broken = moduleOf(`
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, next) {
          if (url.endsWith('/cli/run.ts')) throw new Error('cannot be loaded');
          return next(url, context);
        },
      });`);
    expect(await node(['--import', broken, main, '--help'])).toEqual({
      code: 3,
      stdout: '',
      stderr: 'This is a bug in a11y-scan: Error: cannot be loaded\n',
    });
  });

  test('ends with 2 if its standard output cannot be written', async () => {
    const { code, stderr } = await node([main, '--help'], openSync('/dev/full', 'w'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Error: standard output could not be written: .*ENOSPC.*\n$/);
  });

  test('ends silently with its own exit code if the reader closes the pipe', async () => {
    const source = `
      import { openProcessHost } from ${urlOf('cli/process/process-host.ts')};
      const { host, outputFault, close } = openProcessHost();
      process.stdin.once('data', async () => {
        for (let at = 0; at < 100; at++) {
          host.stdout.write('x'.repeat(10_000) + '\\n');
          await new Promise(setImmediate);
        }
        process.exitCode = (await outputFault()) === null ? 5 : 2;
        process.stdin.destroy();
        close();
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
    child.stdout.destroy();
    child.stdin.write('go');
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ code, err }).toEqual({ code: 5, err: '' });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes the first %s to the command, ignores the copy that npx forwards, and ends with 130 at the next',
    async (signal) => {
      const source = `
      import { openProcessHost } from ${urlOf('cli/process/process-host.ts')};
      const { host } = openProcessHost();
      const alive = setInterval(() => {}, 1_000);
      host.interrupted.addEventListener('abort', () => host.stdout.write('interrupted\\n'));
      host.stdout.write('ready\\n');`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
      const said: string[] = [];
      child.stdout.setEncoding('utf8').on('data', (piece: string) => {
        said.push(piece);
        child.kill(signal);
      });
      const closed = once(child, 'close');
      await vi.waitFor(() => expect(said).toHaveLength(2), { timeout: 60_000 });
      await sleep(700);
      expect(child.exitCode).toBeNull();
      child.kill(signal);
      const [code] = await closed;
      expect(said.join('')).toBe('ready\ninterrupted\n');
      expect(code).toBe(130);
    },
  );

  test('keeps its exit code if something fails after its end', async () => {
    const source = `
      import { openProcessHost } from ${urlOf('cli/process/process-host.ts')};
      const { close } = openProcessHost();
      process.exitCode = 5;
      close();
      Promise.reject(new Error('late'));
      setTimeout(() => { throw new Error('later'); });`;
    expect(await node(['--input-type=module', '-e', source])).toEqual({ code: 5, stdout: '', stderr: '' });
  });

  test('ends with 3 on an uncaught error, because 1 would mean that the gate failed', async () => {
    const source = `
      import { openProcessHost } from ${urlOf('cli/process/process-host.ts')};
      openProcessHost();
      setTimeout(() => { throw new Error('oh no'); });
      setInterval(() => {}, 1_000);`;
    const { code, stderr } = await node(['--input-type=module', '-e', source]);
    expect(code).toBe(3);
    expect(stderr).toContain('This is a bug in a11y-scan: Error: oh no\n');
  });
});
