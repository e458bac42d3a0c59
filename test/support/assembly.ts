import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the synthesized stack. */
    assembly: string;
  }
}

const root = join(import.meta.dirname, '..', '..');

/** Synthesizes the stack once for all end-to-end tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const assembly = await mkdtemp(join(tmpdir(), 'assembly-'));
  const env = { ...process.env, CDK_OUTDIR: assembly };
  await promisify(execFile)(process.execPath, ['bin/app.ts'], { cwd: root, env });
  project.provide('assembly', assembly);
  return () => rm(assembly, { recursive: true, force: true });
}
