import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * What a program that does not come up has to say for itself, such as a library that it misses: puppeteer, which talks
 * to it through a pipe, hears nothing of that.
 * @param env what it was launched with
 * @returns one line; null when it can at least say its version, or cannot be asked
 */
export async function readLaunchError(
  executable: string,
  env: Record<string, string>,
): Promise<string | null> {
  // On Windows the question would open a window.
  if (process.platform === 'win32') return null;
  const limits = { env, timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 100_000 } as const;
  try {
    await promisify(execFile)(executable, ['--version'], limits);
    return null;
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown };
    const [line = ''] = stderr.trim().split('\n', 1);
    return line.slice(0, 300) || `It ends with ${code}.`;
  }
}
