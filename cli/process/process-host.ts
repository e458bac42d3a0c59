import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host, Output } from '../host.ts';
import { maskHostOutputs } from '../program/mask-host-outputs.ts';
import { reportError } from '../program/report-error.ts';
import { openPrompt } from './prompt.ts';

/** Characters per line if the terminal reports none. */
const COLUMNS_DEFAULT = 80;

/**
 * Two signals within this time, in milliseconds, count as one. The terminal sends a signal to the program, and npx
 * forwards the same one, see https://github.com/npm/cli/issues/8164.
 */
const SAME_SIGNAL_MS = 500;

/** The host of this process. */
export interface ProcessHost {
  host: Host;
  /**
   * Waits until all output is written. Returns why standard output could not be written; null if it was written or its
   * reader closed it.
   */
  outputFault(): Promise<string | null>;
  /** Releases the process after its exit code is known. Later events do not change the exit code. */
  close(): void;
}

/**
 * Opens the host of this process and handles its events. The first SIGINT, SIGTERM or SIGHUP aborts `interrupted`. A
 * later one ends the process with 130. A closed pipe is not an error. An uncaught error ends the process with 3.
 */
export function openProcessHost(): ProcessHost {
  const interruption = new AbortController();
  let fault: string | null = null;
  let interruptedAt = Number.POSITIVE_INFINITY;
  const interrupt = () => {
    if (performance.now() - interruptedAt > SAME_SIGNAL_MS) process.exit(exitCodes.interrupted.code);
    if (interruption.signal.aborted) return;
    interruptedAt = performance.now();
    interruption.abort(new CliError('interrupted', 'interrupted', 'Interrupted.'));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fault ??= error.message;
  };
  const canAsk = process.stdin.isTTY && process.stderr.isTTY;
  const questions = openPrompt(interruption.signal, interrupt);
  const stdout = createStreamOutput(process.stdout, onError);
  // An error of standard error cannot be reported.
  const stderr = createStreamOutput(process.stderr, () => {});
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
    // Unhandled rejections after an interruption must not change the exit code.
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

/** An output to a stream of this process. */
interface StreamOutput extends Output {
  /** Resolves when all output is written or has failed. */
  flushed(): Promise<void>;
}

function createStreamOutput(
  stream: NodeJS.WriteStream,
  onError: (error: NodeJS.ErrnoException) => void,
): StreamOutput {
  let isOpen = true;
  let last = Promise.resolve();
  const end = (error: NodeJS.ErrnoException) => {
    if (isOpen) onError(error);
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
