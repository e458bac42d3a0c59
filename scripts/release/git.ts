import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs git in a folder and returns its standard output, without white space at the end.
 * @param input standard input
 * @throws Error with what git printed
 */
export async function runGit(folder: string, args: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)('git', args, { cwd: folder, maxBuffer: 10_000_000 });
  // git may end before it has read all input.
  running.child.stdin?.on('error', () => undefined).end(input);
  try {
    return (await running).stdout.trimEnd();
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new Error(`git ${args[0]} failed: ${stderr.trim() || stdout.trim()}`, { cause: error });
  }
}
