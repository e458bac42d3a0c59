import { spawn } from 'node:child_process';

/** Somebody who outlives this process by a moment. */
export interface Watcher {
  /** Ends it; resolves when it has been waited for, so that no zombie is left. */
  end(): Promise<void>;
}

/**
 * Waits for the end of its input, which is a pipe from this process, and kills a process group then. The name of the
 * directory does nothing; it is there for whoever lists the processes.
 */
const SCRIPT = 'read -r _; kill -9 -"$1"';

/**
 * Has a process group killed when this process is gone, however it ended. The browser notices that by itself, but
 * cannot leave while a script holds it.
 *
 * The watcher is a child of this process and not of the browser: an orphan would have to be waited for by the first
 * process of the system, and the one of Lambda does not do that. A warm function would gather a zombie a browser
 * until it may start no more processes.
 * @param group id of the group
 * @param directory where the group works
 */
export function watchProcessGroup(group: number, directory: string): Watcher {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'watcher', String(group), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own: whoever ends this process with its group must not end the watcher before it.
    detached: true,
    cwd: '/',
    env: {},
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Without a watcher the browser is as safe as its scripts let it be.
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  return {
    end() {
      // Not by the end of its input: the group's id may be another's by now.
      child.kill('SIGKILL');
      return ended;
    },
  };
}
