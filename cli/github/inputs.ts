import { createUsageError } from '../errors.ts';

/** What a workflow asks for: the inputs of action.yml, which reach the command as environment variables. */
export interface Inputs {
  command: 'trigger' | 'local';
  /** Id of a site, or its URL; null where the configuration file names it. */
  site: string | null;
  /** Scanned instead of the site's URL. */
  url: string | null;
  /** What a local scan scans. */
  urls: string[];
  rules: string[];
  failOn: string[];
  sarif: boolean;
  comment: boolean;
  /** Tells comments of several scans of one site from each other; empty for none. */
  commentKey: string;
  summary: boolean;
  onFork: 'skip' | 'local';
  /** Further words of the command line. */
  args: string[];
}

const COMMENT_KEY = /^[\w.-]{0,60}$/;

/**
 * Reads the inputs.
 * @param env the environment; an empty variable is the same as none
 * @throws CliError usage, naming the input, for a value that it does not take
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

/** The environment variable of an input. */
export function getInputVariable(input: string): string {
  return `A11Y_SCAN_${input.toUpperCase().replaceAll('-', '_')}`;
}

/** A word: quoted parts and others, without white space between them. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

/**
 * Text as words, separated by white space; what stands in quotes is kept together, as a shell would. Nothing else is
 * expanded.
 */
export function splitWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) =>
    word.replace(QUOTED, (_all, double?: string, single?: string) => double ?? single ?? ''),
  );
}
