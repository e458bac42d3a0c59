import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process as described in /proc. */
export interface Process {
  pid: number;
  parent: number;
  /** `R`, `S`, `Z` … as defined in proc_pid_stat(5). */
  state: string;
  /** Name of the program, at most 15 characters. */
  name: string;
  /** Command line; empty for a zombie. */
  words: string[];
}

/** Returns all visible processes. */
export function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, name = '', state = '', parent = ''] =
          /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return [{ pid: Number(pid), parent: Number(parent), state, name, words }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** Returns the browsers that work in a directory, and the processes that watch them. */
export function listBrowsers(directory: string): Process[] {
  return listProcesses().filter(
    ({ pid, words }) => pid !== process.pid && words.some((word) => word.includes(`${directory}/job-`)),
  );
}

/** Sends a signal to the browsers that work in a directory. */
export function killBrowsers(directory: string, signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const { pid, name } of listBrowsers(directory)) {
    if (name !== 'chromium') continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** True if this machine lets a process create namespaces without root. */
export function canUseNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--map-root-user', '--mount', '--pid', '--fork', '--mount-proc', 'true'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
