import { CliError, createUsageError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Wrong answers to one question after which it is given up. */
const TRIES_MAX = 5;

/** What is to be known. */
export interface Question<T> {
  /** One line without the question mark's default: `Which rule sets`. */
  text: string;
  /** What an empty answer stands for; undefined where there has to be one. */
  byDefault?: string | undefined;
  /** What the command line says; then nobody is asked. */
  given?: string | undefined;
  /** The flag that says it, for the error where nobody can be asked. */
  flag: string;
  /** @throws CliError for an answer that is none, with what would be one */
  read(answer: string): T;
}

/** Puts questions to a person, or takes what the command line says and the defaults. */
export type Asker = <T>(question: Question<T>) => Promise<T>;

/**
 * An asker for an invocation.
 * @param yes whether to take the default of every question
 */
export function createAsker(host: Host, terminal: Terminal, yes: boolean): Asker {
  const { ask } = host;
  return async ({ text, byDefault, given, flag, read }) => {
    if (given !== undefined) return read(given);
    if (yes && byDefault !== undefined) return read(byDefault);
    if (yes || ask === null) {
      throw createUsageError(
        'answer-missing',
        `Nobody can be asked: ${text}?`,
        `Say it by ${flag}${byDefault === undefined ? '' : ', or give --yes for the default of every question'}.`,
      );
    }
    for (let tries = 1; ; tries++) {
      const answer = (await ask(`${text}?${byDefault === undefined ? '' : ` [${byDefault}]`} `)).trim();
      try {
        if (answer === '' && byDefault === undefined)
          throw createUsageError('answer-missing', 'There is no default.');
        return read(answer === '' ? (byDefault ?? '') : answer);
      } catch (error) {
        if (!(error instanceof CliError) || tries === TRIES_MAX) throw error;
        terminal.error([error.message, error.hint].filter(Boolean).join('\n'));
      }
    }
  };
}

/** Reads an answer that is one of a few words. */
export function createChoiceParser<T extends string>(
  what: string,
  words: readonly T[],
): (answer: string) => T {
  return (answer) => {
    const word = words.find((each) => each === answer.toLowerCase());
    if (word !== undefined) return word;
    throw createUsageError('invalid-settings', `${what} must be one of ${words.join(', ')}, not ${answer}.`);
  };
}
