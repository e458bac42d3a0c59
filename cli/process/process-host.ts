import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host, Output } from '../host.ts';
import { maskHostOutputs } from '../program/mask-host-outputs.ts';
import { reportError } from '../program/report-error.ts';
import { openPrompt } from './prompt.ts';

/** Characters of a line where the terminal does not say. */
const COLUMNS_DEFAULT = 80;

/**
 * Milliseconds within which two signals are one: npx passes on what the terminal has sent to the program as well, see
 * https://github.com/npm/cli/issues/8164.
 */
const TOGETHER_MS = 500;

/** The host that this process is. */
export interface ProcessHost {
  host: Host;
  /**
   * Waits until all that was written has arrived, and says why standard output could not be written; null when it
   * could, or nobody wanted to read on.
   */
  outputFault(): Promise<string | null>;
  /** Lets go of the process, whose exit code is known: nothing that happens later changes it. */
  close(): void;
}

/**
 * Makes a host of this process. From then on the first SIGINT, SIGTERM or SIGHUP aborts `interrupted` and a further one
 * that does not come with it ends the process with 130; a reader that went away is no fault; a fault of ours that nobody caught ends with 3.
 */
export function openProcessHost(): ProcessHost {
  const interruption = new AbortController();
  let fault: string | null = null;
  let interruptedAt = Number.POSITIVE_INFINITY;
  const interrupt = () => {
    if (performance.now() - interruptedAt > TOGETHER_MS) process.exit(exitCodes.interrupted.code);
    if (interruption.signal.aborted) return;
    interruptedAt = performance.now();
    interruption.abort(new CliError('interrupted', 'interrupted', 'Interrupted.'));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  const failed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fault ??= error.message;
  };
  const canAsk = process.stdin.isTTY && process.stderr.isTTY;
  const questions = openPrompt(interruption.signal, interrupt);
  const stdout = outputTo(process.stdout, failed);
  // Of a fault of standard error nothing can be said to anybody.
  const stderr = outputTo(process.stderr, () => {});
  const host: Host = {
    env: process.env,
    cwd: process.cwd(),
    program: process.argv[1],
    node: process.execPath,
    stdout,
    stderr,
    ask: canAsk ? questions.ask : null,
    interrupted: interruption.signal,
  };
  let isOver = false;
  const uncaught = (error: unknown) => {
    if (isOver) return;
    void reportError(error, process.argv.slice(2), maskHostOutputs(host)).then((code) => process.exit(code));
  };
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', (error) => {
    // What an interruption leaves lying about does not say how the invocation ends.
    if (!interruption.signal.aborted) uncaught(error);
  });
  return {
    host,
    outputFault: async () => {
      await Promise.all([stdout.flushed(), stderr.flushed()]);
      return fault;
    },
    close: () => {
      isOver = true;
      questions.close();
      for (const signal of signals) process.removeListener(signal, interrupt);
    },
  };
}

/** An output that is a stream of this process. */
interface StreamOutput extends Output {
  /** Resolves when all that was written has arrived or failed. */
  flushed(): Promise<void>;
}

function outputTo(stream: NodeJS.WriteStream, failed: (error: NodeJS.ErrnoException) => void): StreamOutput {
  let isOpen = true;
  let last = Promise.resolve();
  const end = (error: NodeJS.ErrnoException) => {
    if (isOpen) failed(error);
    isOpen = false;
  };
  stream.on('error', end);
  return {
    write: (text) => {
      if (!isOpen) return;
      last = new Promise((resolve) => {
        stream.write(text, (error) => {
          if (error) end(error);
          resolve();
        });
      });
    },
    flushed: () => last,
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns || COLUMNS_DEFAULT;
    },
  };
}
