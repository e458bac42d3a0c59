import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The runtime's end of the process that kills what the runtime leaves behind when it is killed itself. */
export class Reaper {
  private readonly child: ChildProcess;

  constructor() {
    // Detached: Ctrl-C in a terminal goes to the whole foreground group, and the reaper must outlive the runtime.
    this.child = spawn(process.execPath, [fileURLToPath(new URL('./reaper-main.ts', import.meta.url))], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH },
    });
    this.child.unref();
    (this.child.stdin as unknown as { unref?: () => void }).unref?.();
    this.child.stdin?.on('error', () => undefined); // the reaper was killed by hand; the runtime still ends its own
  }

  /** Watches over a child until it has exited. Children must be started detached, in a group of their own. */
  watch(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.child.stdin?.write(`add ${pid}\n`);
    child.once('exit', () => this.child.stdin?.write(`drop ${pid}\n`));
  }

  /** Lets the reaper end, together with all that is still watched. */
  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.ref();
    this.child.stdin?.end();
    await exited;
  }
}
