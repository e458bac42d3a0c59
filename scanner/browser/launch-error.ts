import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Returns the error that a program prints when it does not start, for example a missing library. puppeteer does not
 * see this error because it communicates through a pipe.
 * @param env environment that the program was launched with
 * @returns one line; null if the program can print its version, and on Windows
 */
export async function readLaunchError(
  executable: string,
  env: Record<string, string>,
): Promise<string | null> {
  // On Windows `--version` would open a window.
  if (process.platform === 'win32') return null;
  const limits = { env, timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 100_000 } as const;
  try {
    await promisify(execFile)(executable, ['--version'], limits);
    return null;
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown };
    const [line = ''] = stderr.trim().split('\n', 1);
    return line.slice(0, 300) || `It ended with ${code}.`;
  }
}
