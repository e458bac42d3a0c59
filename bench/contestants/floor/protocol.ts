import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A response or an event from the browser. */
interface Incoming {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** The members of responses that are used here. */
export interface Answer {
  targetId: string;
  sessionId: string;
  executionContextId: number;
  frameTree: FrameTree;
}
export interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

/** A minimal client of the DevTools protocol over a pipe. It does not validate responses. */
export class Protocol {
  readonly #child: ChildProcess;
  readonly #out: Writable;
  readonly #waiting = new Map<number, (message: Incoming) => void>();
  readonly #listeners = new Map<string, Set<(params: never) => void>>();
  #id = 0;

  constructor(executable: string, args: string[], environment: Record<string, string>) {
    this.#child = spawn(executable, [...args, '--remote-debugging-pipe'], {
      stdio: ['pipe', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: environment,
      detached: true,
    });
    this.#out = this.#child.stdio[3] as Writable;
    let rest: Buffer[] = [];
    (this.#child.stdio[4] as Readable).on('data', (chunk: Buffer) => {
      let from = 0;
      for (let end = chunk.indexOf(0); end >= 0; from = end + 1, end = chunk.indexOf(0, from)) {
        rest.push(chunk.subarray(from, end));
        this.#take(JSON.parse(Buffer.concat(rest).toString()));
        rest = [];
      }
      rest.push(chunk.subarray(from));
    });
  }

  /** Sends a command to a tab's session or to the browser. */
  send<T = Answer>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#id;
    this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result as T);
      });
    });
  }

  /** Resolves at the next event with this name in the session. */
  next(method: string, sessionId: string): Promise<void> {
    const key = `${sessionId} ${method}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners);
    return new Promise((resolve) => {
      const listener = () => {
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }

  /** Closes the browser and waits for its end. */
  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    const timer = setTimeout(() => process.kill(-(this.#child.pid ?? 0), 'SIGKILL'), 2_000);
    this.send('Browser.close').catch(() => undefined);
    await gone;
    clearTimeout(timer);
  }

  #take({ id, method, sessionId, params, result, error }: Incoming): void {
    if (id !== undefined) {
      this.#waiting.get(id)?.({ ...(result && { result }), ...(error && { error }) });
      this.#waiting.delete(id);
    } else {
      for (const listener of this.#listeners.get(`${sessionId} ${method}`) ?? []) listener(params as never);
    }
  }
}
