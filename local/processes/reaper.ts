import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts and controls the reaper process, which kills the runtime's child processes if the runtime itself is killed.
 */
export class Reaper {
  private readonly child: ChildProcess;

  constructor() {
    // Detached: Ctrl-C in a terminal goes to the whole foreground process group, and the reaper must outlive the
    // runtime.
    this.child = spawn(process.execPath, [fileURLToPath(new URL('./reaper-main.ts', import.meta.url))], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH },
    });
    this.child.unref();
    (this.child.stdin as unknown as { unref?: () => void }).unref?.();
    this.child.stdin?.on('error', () => undefined); // the reaper was killed; the runtime still ends its own children
  }

  /**
   * Adds a child to the reaper's list until it exits. Children must be started detached, each in its own process
   * group.
   */
  watch(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.child.stdin?.write(`add ${pid}\n`);
    child.once('exit', () => this.child.stdin?.write(`drop ${pid}\n`));
  }

  /** Ends the reaper. It kills all children that are still on its list. */
  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.ref();
    this.child.stdin?.end();
    await exited;
  }
}
