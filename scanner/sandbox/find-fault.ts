import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createNetwork, systemEnv } from './network.ts';
import { buildSandboxCommand, type SandboxedProgram } from './sandbox.ts';

const PATIENCE_MS = 10_000;
const idle = { command: ['/bin/sh', '-c', ':'], env: {} } as const;

/**
 * Runs a program in a sandbox to find out whether this machine permits it.
 * @param parent an existing folder of temporary files, where sandboxes will be
 * @param program by default one that does nothing, and may read `parent`
 * @returns null if it ran; otherwise one line that says why not
 */
export async function findSandboxFault(parent: string, program?: SandboxedProgram): Promise<string | null> {
  if (process.platform !== 'linux') return 'only Linux has namespaces';
  const [open] = program?.folders.filter((folder) => !relative(folder, homedir()).startsWith('..')) ?? [];
  if (open !== undefined)
    return `the browser is in ${open}, among files that it must not read (move it to a folder of its own)`;
  let directory: string | undefined;
  try {
    directory = await mkdtemp(join(parent, 'sandbox-'));
    const network = await createNetwork(1);
    try {
      const [enter = '', ...args] = await buildSandboxCommand(
        network,
        directory,
        program ?? { ...idle, folders: [parent] },
      );
      await promisify(execFile)(enter, args, { env: systemEnv, timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
    } finally {
      network.close();
    }
    return null;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const [line = message] = (stderr?.trim() || message).split('\n', 1);
    return /ENOENT|not found/.test(line) ? `${line} (install util-linux and iproute2)` : line;
  } finally {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}
