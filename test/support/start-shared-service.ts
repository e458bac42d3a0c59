import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeFailure } from './shared-service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of the service that the end-to-end files share. */
    sharedService: string;
  }
}

const mainFile = join(import.meta.dirname, 'shared-service-main.ts');

/**
 * Starts the service that the end-to-end files share (decision 35). Other tests already run while it starts; tests
 * that need it wait for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'shared-service-'));
  const child = spawn(process.execPath, [mainFile, folder], { stdio: ['pipe', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const exited = new Promise<void>((resolve) =>
    child.once('close', (code) => {
      if (existsSync(folder)) writeFailure(folder, `the shared service ended with code ${code}: ${errors}`);
      resolve();
    }),
  );
  project.provide('sharedService', folder);
  return async () => {
    child.stdin.end();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
}
