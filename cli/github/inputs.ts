import { createUsageError } from '../errors.ts';

/** The inputs of action.yml, which the command receives as environment variables. */
export interface Inputs {
  command: 'trigger' | 'local';
  /** Id of a site, or its URL; null if the configuration file sets it. */
  site: string | null;
  /** URL to scan instead of the site's. */
  url: string | null;
  /** URLs of a local scan. */
  urls: string[];
  rules: string[];
  failOn: string[];
  sarif: boolean;
  comment: boolean;
  /** Distinguishes the comments of several scans of one site; empty for none. */
  commentKey: string;
  summary: boolean;
  onFork: 'skip' | 'local';
  /** Further arguments of the command line. */
  args: string[];
}

const COMMENT_KEY = /^[\w.-]{0,60}$/;

/**
 * Reads the inputs.
 * @param env the environment; an empty variable counts as undefined
 * @throws CliError usage for an invalid value, with the name of the input
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const text = (name: string) => env[getInputVariable(name)]?.trim() || null;
  const list = (name: string, separator: RegExp) =>
    (text(name) ?? '').split(separator).filter((each) => each !== '');
  const oneOf = <Value extends string>(name: string, [usual, other]: readonly [Value, Value]): Value => {
    const value = text(name)?.toLowerCase() ?? usual;
    const found = [usual, other].find((each) => each === value);
    if (found === undefined) {
      const message = `The input ${name} is ${JSON.stringify(value)}; it must be ${usual} or ${other}.`;
      throw createUsageError('invalid-input', message);
    }
    return found;
  };
  const flag = (name: string) => oneOf(name, ['true', 'false']) === 'true';
  const commentKey = text('comment-key') ?? '';
  if (!COMMENT_KEY.test(commentKey)) {
    throw createUsageError(
      'invalid-input',
      'The input comment-key must be at most 60 letters, digits and the characters . _ -',
    );
  }
  return {
    command: oneOf('command', ['trigger', 'local']),
    site: text('site'),
    url: text('url'),
    urls: list('urls', /\s+/),
    rules: list('rules', /[\s,]+/),
    failOn: list('fail-on', /[\s,]+/),
    sarif: flag('sarif'),
    comment: flag('comment'),
    commentKey,
    summary: flag('summary'),
    onFork: oneOf('on-fork', ['skip', 'local']),
    args: splitWords(text('args') ?? ''),
  };
}

/** Returns the name of an input's environment variable. */
export function getInputVariable(input: string): string {
  return `A11Y_SCAN_${input.toUpperCase().replaceAll('-', '_')}`;
}

/** Matches a word: quoted and unquoted parts without white space between them. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

/** Splits a text into words at white space. Quotes keep words together, as in a shell. Expands nothing else. */
export function splitWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) =>
    word.replace(QUOTED, (_all, double?: string, single?: string) => double ?? single ?? ''),
  );
}
