import { spawn } from 'node:child_process';

/** A process that runs slightly longer than this process, to clean up after it. */
export interface Watcher {
  /** Ends the watcher. Resolves after its exit was awaited, so that no zombie process remains. */
  end(): Promise<void>;
}

/**
 * Waits until its input, a pipe from this process, ends, and then kills a process group. It ignores the directory,
 * which only makes the watcher recognizable in a list of processes.
 */
const SCRIPT = 'read -r _; kill -9 -"$1"';

/**
 * Starts a process that kills a process group when this process has ended for any reason. The browser notices the end
 * by itself, but cannot exit while a script blocks it.
 *
 * The watcher is a child of this process, not of the browser. If it were orphaned, the init process of the system
 * would have to wait for it, and Lambda's init process does not do that. A warm function would then collect one zombie
 * process per browser until it cannot start another process.
 * @param group id of the process group
 * @param directory working directory of the group
 */
export function watchProcessGroup(group: number, directory: string): Watcher {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'watcher', String(group), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // The watcher has its own session, so that a signal to the group of this process does not end the watcher first.
    detached: true,
    cwd: '/',
    env: {},
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Without a watcher, a script that blocks the browser can keep it running after this process.
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  return {
    end() {
      // Closing its input would make it kill the group, whose id may belong to another group by now.
      child.kill('SIGKILL');
      return ended;
    },
  };
}
