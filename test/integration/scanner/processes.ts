import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process as /proc tells of it. */
export interface Process {
  pid: number;
  parent: number;
  /** `R`, `S`, `Z` … as proc_pid_stat(5) has them. */
  state: string;
  /** Name of the program, at most 15 characters. */
  name: string;
  /** Command line; empty for a zombie. */
  words: string[];
}

/** All processes that can be seen. */
export function processes(): Process[] {
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

/** Browsers that work in a directory, and those who watch over them. */
export function browsersIn(directory: string): Process[] {
  return processes().filter(
    ({ pid, words }) => pid !== process.pid && words.some((word) => word.includes(`${directory}/job-`)),
  );
}

/** Sends a signal to the browsers that work in a directory. */
export function killBrowsersIn(directory: string, signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const { pid, name } of browsersIn(directory)) {
    if (name !== 'chromium') continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Whether this machine lets a process have namespaces of its own without being root. */
export function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--map-root-user', '--mount', '--pid', '--fork', '--mount-proc', 'true'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
