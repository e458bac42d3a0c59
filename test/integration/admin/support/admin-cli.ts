import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
/** Half of a run is the compilation of the loaded code, which is the same in each run. */
const compiled = join(root, 'node_modules/.cache/compiled');

export interface Result {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `node admin/main.ts` with these arguments in a separate process, in the folder `cwd`. */
export function admin(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd: string = root,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'admin/main.ts'), ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: '/nonexistent', NODE_COMPILE_CACHE: compiled, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      err += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}
