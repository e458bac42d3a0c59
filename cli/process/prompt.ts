import { createInterface, type Interface } from 'node:readline';
import { CliError } from '../errors.ts';

/** Writes questions to standard error and reads the answers from standard input. */
export interface Prompt {
  /** @throws CliError if it is interrupted or the input ends */
  ask(question: string): Promise<string>;
  /** Releases standard input. */
  close(): void;
}

/**
 * Opens one reader for all questions. It starts with the first question. Lines that were typed early answer the next
 * questions.
 * @param interrupt called on Ctrl-C, which the line editor does not pass on as a signal
 */
export function openPrompt(interrupted: AbortSignal, interrupt: () => void): Prompt {
  const typedLines: string[] = [];
  let waiting: { resolve(line: string): void; reject(error: CliError): void } | undefined;
  let reader: Interface | undefined;
  let isOver = false;
  const createStoppedError = () =>
    new CliError('interrupted', 'interrupted', 'You stopped before the last question.');
  const begin = (): Interface => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    lines.on('line', (line) => {
      if (waiting === undefined) typedLines.push(line);
      else waiting.resolve(line);
      waiting = undefined;
    });
    lines.on('SIGINT', interrupt);
    lines.on('close', () => {
      isOver = true;
      waiting?.reject(createStoppedError());
      waiting = undefined;
    });
    interrupted.addEventListener('abort', () => lines.close(), { once: true });
    return lines;
  };
  return {
    ask: async (question) => {
      reader ??= begin();
      const line = typedLines.shift();
      if (line !== undefined) {
        process.stderr.write(`${question}\n`);
        return line;
      }
      if (isOver) throw createStoppedError();
      reader.setPrompt(question);
      reader.prompt();
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    close: () => reader?.close(),
  };
}
