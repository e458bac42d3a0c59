import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RehearsalError } from './steps.ts';

const main = join(import.meta.dirname, '../../admin/main.ts');

/** Runs one operator's command on a deployed stack and returns its output. */
export async function runAdmin(
  { stack, env }: { stack: string; env: NodeJS.ProcessEnv },
  ...args: string[]
): Promise<Record<string, unknown>> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [main, ...args, '--stack', stack, '--json'],
      { env, maxBuffer: 64 * 1024 * 1024 },
    );
    return JSON.parse(stdout);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new RehearsalError(`admin ${args.slice(0, 2).join(' ')}: ${stderr?.trim() || message}`);
  }
}
