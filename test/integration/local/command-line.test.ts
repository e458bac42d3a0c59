import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './fixtures/stack.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function start(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = fileURLToPath(new URL('../../../local/main.ts', import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

describe('npm start', () => {
  it('explains its flags', async () => {
    const { code, stdout } = await start('--help');
    expect(code).toBe(0);
    for (const flag of ['--port', '--data', '--fresh', '--no-demo']) expect(stdout).toContain(flag);
  });

  it('rejects an unknown flag in one line', async () => {
    const { code, stdout, stderr } = await start('--bogus');
    expect([code, stdout, stderr]).toEqual([1, '', "Unknown option '--bogus'; --help lists the flags\n"]);
  });

  it('reports an occupied port in one line, and creates no data folder', async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const data = join(folder.path, 'new');
    try {
      const { code, stderr } = await start('--port', String(port), '--data', data);
      expect(code).toBe(1);
      expect(stderr).toBe(
        `port ${port} is taken by another process; choose another with --port (0 selects a free one)\n`,
      );
      expect(existsSync(data)).toBe(false);
    } finally {
      server.close();
    }
  });
});
