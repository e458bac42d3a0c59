import { createInterface, type Interface } from 'node:readline';
import { CliError } from '../errors.ts';

/** Puts questions on standard error and reads the answers from standard input. */
export interface Prompt {
  /** @throws CliError when it is interrupted or the input ends */
  ask(question: string): Promise<string>;
  /** Lets go of standard input. */
  close(): void;
}

/**
 * One reader for all questions, begun with the first: lines that were typed ahead answer the next ones.
 * @param interrupt what Ctrl-C does, which the line editor takes from the terminal
 */
export function openPrompt(interrupted: AbortSignal, interrupt: () => void): Prompt {
  const ahead: string[] = [];
  let waiting: { resolve(line: string): void; reject(error: CliError): void } | undefined;
  let reader: Interface | undefined;
  let isOver = false;
  const left = () => new CliError('interrupted', 'interrupted', 'You left before the last question.');
  const begin = (): Interface => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    lines.on('line', (line) => {
      if (waiting === undefined) ahead.push(line);
      else waiting.resolve(line);
      waiting = undefined;
    });
    lines.on('SIGINT', interrupt);
    lines.on('close', () => {
      isOver = true;
      waiting?.reject(left());
      waiting = undefined;
    });
    interrupted.addEventListener('abort', () => lines.close(), { once: true });
    return lines;
  };
  return {
    ask: async (question) => {
      reader ??= begin();
      const line = ahead.shift();
      if (line !== undefined) {
        process.stderr.write(`${question}\n`);
        return line;
      }
      if (isOver) throw left();
      reader.setPrompt(question);
      reader.prompt();
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    close: () => reader?.close(),
  };
}
