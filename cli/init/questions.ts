import { CliError, createUsageError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** After this number of wrong answers to one question, the command fails. */
const TRIES_MAX = 5;

/** A question to the user. */
export interface Question<T> {
  /** One line without “?” and default: `Which rule sets`. */
  text: string;
  /** The value of an empty answer; undefined if an answer is required. */
  byDefault?: string | undefined;
  /** The value from the command line. It replaces the question. */
  given?: string | undefined;
  /** The flag that sets the value, for the error of a non-interactive invocation. */
  flag: string;
  /** @throws CliError for an invalid answer, with the valid ones */
  read(answer: string): T;
}

/** Asks a person, or uses the values of the command line and the defaults. */
export type Asker = <T>(question: Question<T>) => Promise<T>;

/**
 * Creates the asker of an invocation.
 * @param yes whether to use the default of every question
 */
export function createAsker(host: Host, terminal: Terminal, yes: boolean): Asker {
  const { ask } = host;
  return async ({ text, byDefault, given, flag, read }) => {
    if (given !== undefined) return read(given);
    if (yes && byDefault !== undefined) return read(byDefault);
    if (yes || ask === null) {
      throw createUsageError(
        'answer-missing',
        `No answer to “${text}?”, because this is not an interactive terminal.`,
        `Set it with ${flag}${byDefault === undefined ? '' : ', or use --yes for the default of every question'}.`,
      );
    }
    for (let tries = 1; ; tries++) {
      const answer = (await ask(`${text}?${byDefault === undefined ? '' : ` [${byDefault}]`} `)).trim();
      try {
        if (answer === '' && byDefault === undefined)
          throw createUsageError('answer-missing', 'This question has no default. Enter an answer.');
        return read(answer === '' ? (byDefault ?? '') : answer);
      } catch (error) {
        if (!(error instanceof CliError) || tries === TRIES_MAX) throw error;
        terminal.error([error.message, error.hint].filter(Boolean).join('\n'));
      }
    }
  };
}

/** Returns a parser for an answer that must be one of a few words. */
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
