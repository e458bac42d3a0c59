import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createNetwork } from './network.ts';
import { buildSandboxCommand } from './sandbox.ts';
import { systemEnv } from './system-env.ts';

const PATIENCE_MS = 10_000;

/**
 * Runs a program in the sandbox of the browser to find out whether this machine permits it.
 * @param parent an existing folder of temporary files
 * @param executable an installed browser that is to run there; undefined for the packed one, which needs only what each
 *   program of the system needs
 * @returns null if it ran; otherwise one line that says why not
 */
export async function findSandboxFault(parent: string, executable?: string): Promise<string | null> {
  if (process.platform !== 'linux') return 'only Linux has namespaces';
  let directory: string | undefined;
  try {
    directory = await mkdtemp(join(parent, 'sandbox-'));
    const program = executable === undefined ? undefined : await realpath(executable);
    const folders = program === undefined ? [] : [dirname(program)];
    if (folders.some((folder) => !relative(folder, homedir()).startsWith('..')))
      return `the browser is in ${folders[0]}, among files that it must not read`;
    const command = program === undefined ? ['true'] : [program, '--version'];
    const network = await createNetwork(1);
    try {
      const [enter = '', ...args] = await buildSandboxCommand(network, directory, {
        command,
        folders,
        env: { ...systemEnv, HOME: directory },
      });
      await promisify(execFile)(enter, args, { env: systemEnv, timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
    } finally {
      network.close();
      for (const server of network.servers) server.close();
    }
    return null;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr?.trim() || message).split('\n', 1)[0] ?? message;
  } finally {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}
